"""Device files: one YAML file per kind of device, and the catalogue that finds them by the name a profiler prints."""
