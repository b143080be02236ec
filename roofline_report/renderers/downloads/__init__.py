"""The numbers of a run as files: CSV and JSON, from one list of fields."""
