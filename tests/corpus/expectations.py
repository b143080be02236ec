"""What a right reader finds in files that profilers really wrote, from the expected.json beside them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

MAY_PASS = {"kernels", "timing", "counters", "ceilings", "skip", "other"}
"""The statuses of files with which a strict build passes; with all others it fails."""

NVIDIA = {"ncu", "nvprof", "nsys"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedLaunch:
    """One launch of a kernel.

    Attributes:
        number: Its number in the file, where that is stated.
        numbers: What it did, by the same names as for all launches.
    """

    grid: str | None
    block: str | None
    duration_s: float | None
    number: str | None = None
    numbers: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedKernel:
    """A kernel, over all of its launches.

    Attributes:
        name: Its full name.
        launches: How many there are, where that is stated.
        numbers: Totals over the launches by their names, those in a group as "group.name".
        grid: Its grid, where kernels of one name are told apart by it.
        block: Its block.
        each: The launches one by one, where they are listed.
    """

    name: str
    launches: int | None
    numbers: Mapping[str, float]
    grid: str | None
    block: str | None
    each: tuple[ExpectedLaunch, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedFile:
    """A file of a case.

    Attributes:
        name: Its name.
        path: Where it is.
        status: What it is good for.
        format: Its format in words.
        profiler: Who wrote it.
        kernels: What is in it.
        skipped_rows: How many rows of it are of no kernel, where that is stated.
    """

    name: str
    path: Path
    status: str
    format: str
    profiler: str
    kernels: tuple[ExpectedKernel, ...]
    skipped_rows: int | None

    @property
    def is_of_nvidia(self) -> bool:
        """Tell whether a profiler of NVIDIA wrote it."""
        return self.profiler in NVIDIA

    @property
    def may_pass(self) -> bool:
        """Tell whether a strict build of it alone passes."""
        return self.status in MAY_PASS


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedCase:
    """Files that belong together: one folder of a run."""

    name: str
    files: tuple[ExpectedFile, ...]
    joined: tuple[ExpectedKernel, ...]


def load_cases(folder: Path) -> tuple[ExpectedCase, ...]:
    """Return every case of the collection."""
    cases: dict[str, Any] = json.loads((folder / "expected.json").read_text(encoding="utf-8"))["cases"]
    return tuple(
        ExpectedCase(
            name=name,
            files=tuple(
                _file(file, stated, folder=folder / "cases" / name) for file, stated in sorted(case["files"].items())
            ),
            joined=tuple(_kernels(case.get("joined", []))),
        )
        for name, case in sorted(cases.items())
    )


def _file(name: str, stated: dict[str, Any], *, folder: Path) -> ExpectedFile:
    return ExpectedFile(
        name=name,
        path=folder / name,
        status=stated["status"],
        format=stated["format"],
        profiler=stated["profiler"],
        kernels=tuple(_kernels(stated.get("kernels", []))),
        skipped_rows=stated.get("skipped_non_kernel_rows"),
    )


def _kernels(stated: list[dict[str, Any]] | dict[str, dict[str, Any]]) -> Iterator[ExpectedKernel]:
    if isinstance(stated, dict):
        stated = [{**kernel, "kernel": name} for name, kernel in stated.items()]
    for kernel in stated:
        yield ExpectedKernel(
            name=kernel["kernel"],
            launches=kernel.get("launches"),
            numbers=dict(_numbers(kernel)),
            grid=kernel.get("grid"),
            block=kernel.get("block"),
            each=tuple(
                ExpectedLaunch(
                    grid=each["grid"],
                    block=each["block"],
                    duration_s=each["duration_s"],
                    number=each.get("id"),
                    numbers=dict(_numbers(each)),
                )
                for each in kernel.get("per_launch", [])
            ),
        )


def _numbers(stated: dict[str, Any], group: str = "") -> Iterator[tuple[str, float]]:
    for name, value in stated.items():
        if isinstance(value, dict):
            yield from _numbers(value, f"{group}{name}.")
        elif isinstance(value, int | float):
            yield f"{group}{name}", float(value)
