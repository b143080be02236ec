"""Charts: one Bokeh template per shape, serialised once; a page carries only its data."""
