"""Nsight Systems' CSV: the times of kernels, from summaries and traces of `nsys stats`."""
