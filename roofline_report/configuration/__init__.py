"""YAML written by people: loaded with its line numbers, read into typed values, all problems collected."""
