"""What Nsight Compute prints with --csv: the long table, the raw page, the summary per kernel."""
