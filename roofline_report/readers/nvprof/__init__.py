"""nvprof's CSV: summaries of times, metrics and events, and traces launch by launch."""
