"""Names of kernels: how profilers print them, when two are one, and what they consist of."""
