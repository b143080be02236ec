"""What the metrics of each profiler mean: which of them make up a quantity, and how they are collected."""
