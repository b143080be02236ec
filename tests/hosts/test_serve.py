"""`mkdocs serve`: it rebuilds when a data file changes, and starts without a data folder."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tests.pipeline.folders import nvprof_run, write

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CONFIG = "site_name: s\ntheme: mkdocs\nplugins: [roofline-report]\n"
MOST_SECONDS = 120


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(root: Path) -> Iterator[str]:
    address = f"127.0.0.1:{free_port()}"
    log = root / "serve.log"
    with log.open("wb") as stream:
        process = subprocess.Popen(
            [sys.executable, "-m", "mkdocs", "serve", "--livereload", "--dev-addr", address],
            cwd=root,
            stdout=stream,
            stderr=stream,
        )
        try:
            yield f"http://{address}/"
            assert process.poll() is None, log.read_text()
        finally:
            process.terminate()
            process.wait(timeout=MOST_SECONDS)
    assert "Traceback" not in log.read_text()


def wait_for(address: str, words: str) -> None:
    """Wait until a page is served that holds some words."""
    until = time.monotonic() + MOST_SECONDS
    seen = "nothing"
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(address, timeout=10) as response:  # noqa: S310 - our own server
                seen = response.read().decode()
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            seen = "no answer"
        if words in seen:
            return
        time.sleep(0.3)
    msg = f"{words!r} did not come up at {address}: {seen[:2000]}"
    raise AssertionError(msg)


def test_a_changed_and_an_added_data_file_show_up_by_themselves(tmp_path: Path) -> None:
    run = {f"data/demo/{name}": content for name, content in nvprof_run("alpha(int)").items()}
    write(tmp_path, {"mkdocs.yml": CONFIG, "docs/index.md": "# Home\n", **run})
    with serving(tmp_path) as address:
        wait_for(f"{address}performance/runs/demo/", ">alpha<")
        changed = {f"data/demo/{name}": content for name, content in nvprof_run("gamma(int)").items()}
        write(tmp_path, changed)
        wait_for(f"{address}performance/runs/demo/", ">gamma<")
        write(tmp_path, {"data/demo/run.yml": "title: A new title\n"})
        wait_for(f"{address}performance/", "A new title")


def test_it_starts_without_a_data_folder(tmp_path: Path) -> None:
    write(tmp_path, {"mkdocs.yml": CONFIG, "docs/index.md": "# Home\n"})
    with serving(tmp_path) as address:
        wait_for(f"{address}performance/", "nothing to report yet")
        write(tmp_path, {"docs/index.md": "# Changed\n"})
        wait_for(address, "Changed")
