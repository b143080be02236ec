"""Profiler files to launch groups and kernels: the only code that knows a format or a metric's name."""
