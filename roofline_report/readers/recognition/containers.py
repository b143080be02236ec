"""Files that hold a profiler's data, but not as text."""

from __future__ import annotations

import zlib

from roofline_report.readers.limits import Limits
from roofline_report.readers.recognition.recognition import recognise
from roofline_report.readers.recognition.standing import Recognition, Standing
from roofline_report.readers.text.encoding import to_text

_MOST_UNPACKED = 1024 * 1024
_UNPACK = "unpack it"
_PRINT_DATABASE = (
    "print it and put the CSV file beside it, for nvprof with `nvprof --csv --log-file my-run.csv --import-profile "
    "my-run.nvprof`, for Nsight Systems with `nsys stats --report cuda_gpu_kern_sum --format csv my-run.sqlite > "
    "my-run.csv`"
)
_PRINT_REPORT = (
    "print it with `ncu --csv --page raw --import my-run.ncu-rep > my-run.csv`, and put the CSV file beside it"
)


def find_container(start: bytes) -> Recognition | None:
    """Return what the first bytes say of a file that holds a profiler's data, but not as text."""
    if start.startswith(b"\x1f\x8b"):
        unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS + 16)
        try:
            text = unpacker.decompress(start, _MOST_UNPACKED)
        except zlib.error:
            return None
        packed = recognise(to_text(text), limits=Limits())
        return _container("a compressed file of a profiler", _UNPACK) if packed.standing.is_of_a_run else None
    if start.startswith(b"SQLite format 3\0") and b"CUPTI_ACTIVITY" in start:
        return _container("a database of nvprof or Nsight Systems", _PRINT_DATABASE)
    # The magic number stands in NVIDIA's description of the report's format.
    return _container("a report of Nsight Compute", _PRINT_REPORT) if start.startswith(b"NVR\0") else None


def _container(name: str, remedy: str) -> Recognition:
    return Recognition(
        standing=Standing.UNUSABLE, summary=f"this is {name}, and only CSV files are read", remedy=remedy
    )
