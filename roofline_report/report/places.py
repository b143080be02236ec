"""Where the files of a run are, for the commands that add to them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roofline_report.domain.collecting import Place

if TYPE_CHECKING:
    from collections.abc import Collection

    from roofline_report.domain.profile import SourceFile

# What a profiler names of a script is the program that runs it.
_INTERPRETER = re.compile(r"(?:python|julia|java|node|perl|ruby|Rscript|R|bash|sh|mpirun|mpiexec|srun)[\d.]*(?:\.exe)?")


def place_of(files: Collection[SourceFile]) -> Place:
    """Return the place of the files of a run, which are named with their folder, if they have one."""
    names = [file.file.rpartition("/") for file in files]
    folders = {folder for folder, _, _ in names}
    return Place(
        folder=next(iter(folders)) or None if len(folders) == 1 else None,
        files=tuple(name for _, _, name in names),
        program=find_program(files),
    )


def find_program(files: Collection[SourceFile]) -> str | None:
    """Return the program to profile again, or None where the files name none, or one that only runs another."""
    programs = dict.fromkeys(name for file in files for name in file.programs)
    if len(programs) != 1:
        return None
    program = next(iter(programs))
    return None if _INTERPRETER.fullmatch(program) or not program.isprintable() else program
