"""Documentation hosts: each puts the same generated site into a site of its own kind."""
