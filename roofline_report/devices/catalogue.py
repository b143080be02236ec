"""All devices that are known, and how one is found by the name that a profiler prints."""

from __future__ import annotations

import dataclasses
import difflib
import functools
import os
import re
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Final

from roofline_report.configuration.document import load_file
from roofline_report.devices.schema import device_of, read_device
from roofline_report.domain.errors import ProblemsError
from roofline_report.domain.problem import Problem, sort_key

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from roofline_report.domain.hardware import Device

PACKAGED_FOLDER: Final = "roofline_report/devices/datasheets"
_SUFFIXES: Final = (".yaml", ".yml")
# nvprof prints "Tesla V100S-PCIE-32GB (0)": the number of the device in the process.
_ORDINAL: Final = re.compile(r"\s*\(\d+\)\s*$")
# CUDA calls a part of a divided GPU "NVIDIA A100-SXM4-40GB MIG 1g.5gb".
_PART: Final = re.compile(r"(?<!\w)mig(?!\w)", re.IGNORECASE)
_NUMBER: Final = re.compile(r"[a-z]*\d+")
_MOST_NEAREST: Final = 3
# Comparing takes time with the square of the length, and no name of a device is longer.
_MOST_COMPARED: Final = 120


class PackagedDevicesError(ProblemsError):
    """A device file of the package is damaged."""

    heading = "the device files of roofline_report cannot be used; install it again"


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalogue:
    """The devices, of which no two have a name in common.

    Attributes:
        devices: The user's own first, each group by file name.
    """

    devices: tuple[Device, ...] = ()

    def find(self, reported_name: str) -> Device | None:
        """Return the device of which this is a whole name, or None.

        White space around the name, the device number that nvprof appends and upper or lower case do not matter.
        A part of a name finds nothing: "A100" is four cards with three bandwidths.
        """
        wanted = _key(reported_name)
        return next((device for device in self.devices if wanted in _keys(device)), None)

    def find_whole(self, reported_name: str) -> Device | None:
        """Return the device that a name is one of, or that it says to be a part of; None where it is not known."""
        whole = whole_name(reported_name)
        return self.find(reported_name if whole is None else whole)

    def nearest(self, reported_name: str) -> tuple[str, ...]:
        """Return up to three names that look like this one, the likeliest first, for "did you mean".

        A name that holds the other as whole words comes before one that is spelt like it: for "NVIDIA A100" the four
        A100 cards are likelier than the NVIDIA A10.
        """
        by_key = {_key(name): name for device in self.devices for name in _names(device)}
        wanted = _key(reported_name)[:_MOST_COMPARED]
        related = [key for key in by_key if _holds(key, wanted) or _holds(wanted, key)]
        # Cards of one family differ by their numbers: one with another number is another card, however alike.
        same_numbers = [key for key in by_key if _NUMBER.findall(key) == _NUMBER.findall(wanted)]
        alike = difflib.get_close_matches(wanted, same_numbers, n=_MOST_NEAREST)
        first = difflib.get_close_matches(wanted, related, n=_MOST_NEAREST, cutoff=0.0)
        return tuple(by_key[key] for key in [*dict.fromkeys([*first, *alike])][:_MOST_NEAREST])

    def with_folder(self, path: Path, *, shown_as: str) -> tuple[Catalogue, tuple[Problem, ...]]:
        """Return a catalogue in which the device files of a folder win over those of this one.

        Args:
            path: The folder; files in it whose names end in .yaml or .yml are read, others are left alone.
            shown_as: How the folder is named in problems and on pages.

        Returns:
            The catalogue with every device that could be read, and all problems by file and line.
        """
        problems: list[Problem] = []
        own: dict[str, Device] = {}
        for file in _device_files(path, shown_as=shown_as, problems=problems):
            given_in = f"{shown_as}/{file.name}"
            fields = load_file(file, file=given_in, problems=problems)
            device = None if fields is None else device_of(fields, given_in=given_in)
            if device is not None:
                _add(device, to=own, problems=problems)
        rest = (_without_names(device, own) for device in self.devices)
        devices = (*_each_once(own), *(device for device in rest if device is not None))
        return Catalogue(devices=devices), tuple(sorted(problems, key=sort_key))


def whole_name(reported_name: str) -> str | None:
    """Return the name of the whole in a name that says that it is a part of a device (MIG), or None."""
    part = _PART.search(reported_name)
    return None if part is None else reported_name[: part.start()].strip()


def is_packaged(given_in: str) -> bool:
    """Tell whether a file, as devices and ceilings name it, comes with the package."""
    return given_in.startswith(PACKAGED_FOLDER)


@functools.cache
def load_packaged() -> Catalogue:
    """Return the catalogue of the devices that come with the package, which is read once.

    Raises:
        PackagedDevicesError: One of the files is damaged, or two claim one name.
    """
    owners: dict[str, Device] = {}
    problems: list[Problem] = []
    folder = resources.files("roofline_report.devices").joinpath("datasheets")
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if not file.name.endswith(_SUFFIXES):
            continue
        text = file.read_text(encoding="utf-8")
        device, found = read_device(text, given_in=f"{PACKAGED_FOLDER}/{file.name}", is_packaged=True)
        problems.extend(found)
        if device is not None:
            _add(device, to=owners, problems=problems)
    if problems:
        raise PackagedDevicesError(problems)
    return Catalogue(devices=_each_once(owners))


def _device_files(path: Path, *, shown_as: str, problems: list[Problem]) -> tuple[Path, ...]:
    """Return the files of a folder that are meant to be read, by name."""
    expected = "a folder with device files, whose names end in .yaml"
    try:
        root = os.path.realpath(path)
        names = sorted(entry.name for entry in path.iterdir())
    except OSError as error:
        reason = error.strerror or type(error).__name__
        remedy = "create the folder, or remove the setting devices_dir"
        summary = "the folder of device files cannot be read"
        problems.append(Problem(summary=summary, file=shown_as, found=reason, expected=expected, remedy=remedy))
        return ()
    files = []
    for name in names:
        file = path / name
        if name.startswith((".", "_")) or not name.endswith(_SUFFIXES):
            continue
        if file.exists() and not file.is_file():
            continue  # a folder; or a pipe, which waits for somebody to write
        # Other than `Path.resolve`, this takes links that go round in circles: opening such a one tells of it.
        if not Path(os.path.realpath(file)).is_relative_to(root):
            summary = "a link that leaves the folder is not followed"
            problems.append(Problem(summary=summary, file=f"{shown_as}/{name}", remedy="copy the file into the folder"))
            continue
        files.append(file)
    if not files and not problems:
        problems.append(Problem(summary="the folder holds no device file", file=shown_as, expected=expected))
    return tuple(files)


def _add(device: Device, *, to: dict[str, Device], problems: list[Problem]) -> None:
    """Add one more device to those known by the keys of their names; a name that another has is a problem."""
    for name in _names(device):
        owner = to.get(_key(name))
        if owner is not None:
            summary = "two device files claim one name"
            remedy = f"remove it here or in {owner.given_in}, which counts"
            problems.append(Problem(summary=summary, file=device.given_in, found=name, remedy=remedy))
    stripped = _without_names(device, to)
    if stripped is not None:
        to.update(dict.fromkeys(_keys(stripped), stripped))


def _each_once(owners: Mapping[str, Device]) -> tuple[Device, ...]:
    """Return devices in the order in which they were added. They have dictionaries, so a set cannot hold them."""
    return tuple({device.name: device for device in owners.values()}.values())


def _names(device: Device) -> tuple[str, ...]:
    return (device.name, *device.reported_names)


def _keys(device: Device) -> frozenset[str]:
    return frozenset(_key(name) for name in _names(device))


@functools.lru_cache(maxsize=4096)
def _key(name: str) -> str:
    """Return what two spellings of one name have in common."""
    return _ORDINAL.sub("", name).strip().casefold()


def _holds(text: str, part: str) -> bool:
    """Tell whether a text holds another as whole words."""
    return bool(part) and re.search(rf"(?<!\w){re.escape(part)}(?!\w)", text) is not None


def _without_names(device: Device, taken: Container[str]) -> Device | None:
    """Return the device with the names that nobody else has, or None where none is left."""
    left = [name for name in _names(device) if _key(name) not in taken]
    return dataclasses.replace(device, name=left[0], reported_names=tuple(left[1:])) if left else None
