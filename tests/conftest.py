"""What tests of several folders share: this project's own site, built once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tests.hosts.sites import BuiltSite, build_project

if TYPE_CHECKING:
    from pathlib import Path


# How long an example takes, or to make one, says more of the machine's other work than of the code.
_PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("test", _PATIENT, derandomize=True)
# `make fuzz`: other examples each time, and many more. What fails says how to repeat it.
settings.register_profile("fuzz", _PATIENT, max_examples=1000, print_blob=True)
settings.load_profile("test")


@pytest.fixture(scope="session")
def own_site(tmp_path_factory: pytest.TempPathFactory) -> BuiltSite:
    """Return the project's own site, in a folder named as its address is: /roofline_report/."""
    folder: Path = tmp_path_factory.mktemp("own") / "roofline_report"
    return build_project(folder)
