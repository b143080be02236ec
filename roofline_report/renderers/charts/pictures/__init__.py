"""The static pictures of charts, as SVG."""
