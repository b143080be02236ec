"""What every reader of tables does with rows: read their cells, tell what is wrong, add launches up to groups."""
