"""The name of a profiled program, without the folders it stands in: those name users and machines."""

from __future__ import annotations

import re

_CONNECTED = re.compile(r"==PROF== Connected to process \d+ \((?P<path>.+)\)\s*", re.IGNORECASE)
_NVPROF = re.compile(r"==\d+== NVPROF is profiling process \d+, command: (?P<command>.+)")
_SEPARATORS = re.compile(r"[/\\]")
_PLAIN_ARGUMENT = re.compile(r"(?:\.{1,2})?[/\\-].*")


def base_name(path: str) -> str | None:
    """Return the last part of a path of either kind of system, or None where there is none."""
    return _SEPARATORS.split(path.strip())[-1].strip() or None


def find_program(banner: str) -> str | None:
    """Return the base name of the program that a profiler's banner names, or None."""
    match = _CONNECTED.match(banner)
    if match is not None:
        return base_name(match["path"])
    match = _NVPROF.match(banner)
    return None if match is None else _first_word(match["command"])


def _first_word(command: str) -> str | None:
    """Return the program of a command line.

    nvprof does not quote, so a folder with a space in its name would pass part of itself for the program. Where a
    later word could be the rest of such a path, nothing is returned.
    """
    program, *arguments = command.split()
    goes_on = any(_SEPARATORS.search(word) and not _PLAIN_ARGUMENT.fullmatch(word) for word in arguments)
    if goes_on and _SEPARATORS.search(program):
        return None
    return base_name(program)
