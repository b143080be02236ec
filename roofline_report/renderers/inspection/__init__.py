"""What was found at a path, as text for a terminal and as JSON for machines."""
