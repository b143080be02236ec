"""Small data folders in the profilers' own formats, for tests that need files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from roofline_report.pipeline.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Mapping

PROJECT = Path(__file__).parents[2]

_TIMING_HEADER = '"Type","Time(%)","Time","Calls","Avg","Min","Max","Name"\n,%,us,,us,us,us,\n'
_METRIC_HEADER = '"Device","Kernel","Invocations","Metric Name","Metric Description","Min","Max","Avg"\n'
_EVENT_HEADER = '"Device","Kernel","Invocations","Event Name","Min","Max","Avg","Total"\n'
METRICS = {
    "gld_transactions": 4000,
    "gst_transactions": 2000,
    "shared_load_transactions": 100,
    "shared_store_transactions": 50,
    "l2_read_transactions": 3000,
    "l2_write_transactions": 1500,
    "dram_read_transactions": 1000,
    "dram_write_transactions": 500,
}
DEVICE = "Tesla V100S-PCIE-32GB (0)"


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def timing(*names: str, calls: int = 10) -> str:
    rows = (f'"GPU activities",50.0,100.0,{calls},10.0,9.0,11.0,{quoted(name)}\n' for name in names)
    return _TIMING_HEADER + "".join(rows)


def metrics(*names: str, device: str = DEVICE, leave_out: tuple[str, ...] = ()) -> str:
    rows = (
        f'"{device}",{quoted(name)},10,"{metric}","words",{value},{value},{value}\n'
        for name in names
        for metric, value in METRICS.items()
        if metric not in leave_out
    )
    return _METRIC_HEADER + "".join(rows)


def events(*names: str, device: str = DEVICE) -> str:
    rows = (f'"{device}",{quoted(name)},10,"thread_inst_executed",64000,64000,64000,640000\n' for name in names)
    return _EVENT_HEADER + "".join(rows)


def nvprof_run(*names: str, device: str = DEVICE) -> dict[str, str]:
    return {
        "timing.csv": timing(*names),
        "metrics.csv": metrics(*names, device=device),
        "events.csv": events(*names, device=device),
    }


def write(root: Path, files: Mapping[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def settings_in(root: Path, **options: object) -> Settings:
    return Settings.from_mapping(options, root=root, shown_as="mkdocs.yml")
