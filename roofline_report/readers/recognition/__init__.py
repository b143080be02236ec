"""What a file is, from its content alone: a table to read, a failed capture, text, or none of ours."""
