"""From a report to pages, tables and charts: the only code that draws and the only code that formats."""
