"""Roofline report pages for documentation sites, made from the files that GPU profilers wrote."""
