"""The report: what a reader of a page learns, as numbers and names, before anything is drawn or put in words."""
