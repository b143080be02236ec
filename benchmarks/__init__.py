"""What `make bench` runs: how long builds take and how much pages weigh, as ratios from one run."""
