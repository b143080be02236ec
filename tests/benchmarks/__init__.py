"""Tests of what `make bench` measures with; nothing here measures time."""
