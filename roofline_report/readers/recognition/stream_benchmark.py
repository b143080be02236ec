"""The bandwidth of a device's memory in what BabelStream printed, ready for a run.yml."""

from __future__ import annotations

import re

# BabelStream prints these lines in this order; its first releases were called GPU-STREAM.
_NAME = re.compile(r"^(BabelStream|GPU-STREAM)\s*$", re.MULTILINE)
_VERSION = re.compile(r"^Version:[ \t]*([\w.]+)\s*$", re.MULTILINE)
_ARRAY = re.compile(r"^Array size:[ \t]*([0-9]+(?:\.[0-9]+)?) MB\b", re.MULTILINE)
_HEADER = re.compile(r"^Function[ \t]+([MG]i?)Bytes/sec[ \t]+Min \(sec\)", re.MULTILINE)
_TRIAD = re.compile(r"^Triad[ \t]+([0-9]+(?:\.[0-9]+)?)[ \t]", re.MULTILINE)

_SMALLEST_ARRAY_MB = 256
"""A cache of a GPU holds no three arrays of this size, so that it is the memory that was measured."""

_BYTES = {"M": 1e6, "Mi": 2.0**20, "G": 1e9, "Gi": 2.0**30}


def triad_entry(text: str) -> str | None:
    """Return the entry of `ceilings:` for the bandwidth of Triad, or None where that is not sure.

    Triad reads two arrays and writes one, as most kernels do, so it is the one of the five that is taken. Not sure is
    one of several tables of which it is not the first, and one of arrays that a cache may hold.
    """
    name, array, header = _NAME.search(text), _ARRAY.search(text), _HEADER.search(text)
    if name is None or array is None or header is None or float(array[1]) < _SMALLEST_ARRAY_MB:
        return None
    triad = _TRIAD.search(text, header.end())
    if triad is None or len(_NAME.findall(text)) > 1:
        return None
    value = float(triad[1]) * _BYTES[header[1]] / 1e9
    version = _VERSION.search(text)
    source = name[1] if version is None else f"{name[1]} {version[1]}"
    return f"{{roof: dram, value: {value:.4g} GB/s, origin: measured, source: {source}}}" if value > 0 else None
