"""Run the command line: `python -m roofline_report`."""

from __future__ import annotations

from roofline_report.hosts.cli import main

if __name__ == "__main__":
    main(prog_name="roofline-report")
