"""The garbage collector waits, and no longer than it is told to."""

from __future__ import annotations

import gc
from contextlib import suppress

import pytest

from roofline_report.pipeline.collector import uncollected


@pytest.fixture(autouse=True)
def collecting() -> None:
    assert gc.isenabled()


def test_the_collector_waits_and_works_again_afterwards() -> None:
    with uncollected():
        assert not gc.isenabled()
        with uncollected():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_it_works_again_after_an_error() -> None:
    with suppress(ValueError), uncollected():
        raise ValueError
    assert gc.isenabled()


def test_whoever_had_switched_it_off_keeps_it_off() -> None:
    gc.disable()
    try:
        with uncollected():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
