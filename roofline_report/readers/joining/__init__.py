"""From the files of a run to its kernels."""
