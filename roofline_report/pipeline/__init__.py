"""The one use case: settings in, generated pages and assets out. It knows no host."""
