"""The messages that the troubleshooting page explains are messages that the package has."""

from __future__ import annotations

import ast
import re

import pytest

from roofline_report.readers.recognition.failures import FAILURES, NOTHING_PROFILED, Failure
from tests.pipeline.folders import PROJECT

PAGE = (PROJECT / "docs" / "troubleshooting.md").read_text(encoding="utf-8")
# Headings about a situation; all others are messages.
SITUATIONS = {"The build fails only with --strict", "The report does not change while mkdocs serve runs"}
MESSAGES = [heading for heading in re.findall(r"^### (.+)$", PAGE, flags=re.MULTILINE) if heading not in SITUATIONS]


def texts() -> list[str]:
    """Return every text that the code holds; a text with values in it as one, the values as "…"."""
    found = []
    for path in sorted((PROJECT / "roofline_report").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.append(node.value)
            elif isinstance(node, ast.JoinedStr):
                parts = (part.value if isinstance(part, ast.Constant) else "…" for part in node.values)
                found.append("".join(str(part) for part in parts))
    return found


TEXTS = texts()


def test_there_are_messages_to_look_for() -> None:
    assert len(MESSAGES) > 20


@pytest.mark.parametrize("message", MESSAGES)
def test_a_message_that_is_explained_exists(message: str) -> None:
    assert [text for text in TEXTS if message in text]


@pytest.mark.parametrize("failure", [*FAILURES, NOTHING_PROFILED], ids=lambda failure: failure.summary)
def test_every_failure_of_a_capture_is_explained(failure: Failure) -> None:
    assert [message for message in MESSAGES if message in failure.summary]


def test_a_message_that_nobody_writes_is_not_found() -> None:
    assert not [text for text in TEXTS if "the flux capacitor is not charged" in text]
