from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_report.renderers.inspection.layout import NARROWEST, Layout, Role


def lines(layout: Layout) -> list[str]:
    return [line.text for line in layout.lines]


def test_what_belongs_to_a_label_stays_in_its_column() -> None:
    layout = Layout(44)
    layout.fact("Rows", "one two three four five six seven eight")
    layout.fact("", "nine")
    assert lines(layout) == [
        "  Rows       one two three four five six",
        "             seven eight",
        "             nine",
    ]


def test_only_the_first_line_of_a_paragraph_has_its_role() -> None:
    layout = Layout(40)
    layout.paragraph("Problem: " + "word " * 10, role=Role.WARNING, level=1, hanging=2)
    assert [line.role for line in layout.lines] == [Role.WARNING, Role.PLAIN]
    assert [len(line.text) - len(line.text.lstrip()) for line in layout.lines] == [2, 6]


def test_a_command_is_never_broken() -> None:
    layout = Layout(40)
    layout.command("ncu --csv --metrics " + ",".join(["a_metric"] * 30))
    assert lines(layout) == ["    ncu --csv --metrics " + ",".join(["a_metric"] * 30)]


def test_names_that_we_know_are_all_there_and_whole() -> None:
    names = [f"unit__metric_number_{number}.sum" for number in range(60)]
    layout = Layout(60)
    layout.names("Not there", names, level=2)
    layout.fact("Metrics", ", ".join(names), is_ours=True)
    layout.fact("Others", ", ".join(names))
    text = " ".join(lines(layout))
    assert [text.count(f" {name}") for name in names[-3:]] == [2, 2, 2]
    assert text.endswith("…")


def test_a_number_is_not_parted_from_its_unit() -> None:
    layout = Layout(NARROWEST)
    layout.paragraph("x" * 35 + " 12.5\N{NO-BREAK SPACE}ms")
    assert lines(layout) == ["x" * 35, "12.5 ms"]


def test_gaps_do_not_add_up_and_none_is_at_an_end() -> None:
    layout = Layout(80)
    layout.gap()
    layout.paragraph("a")
    layout.gap()
    layout.gap()
    layout.paragraph("b")
    layout.gap()
    assert lines(layout) == ["a", "", "b"]
    assert Layout(80).lines == ()


@pytest.mark.parametrize("width", [-1, 0, 39])
def test_no_terminal_is_narrower_than_can_be_read(width: int) -> None:
    layout = Layout(width)
    layout.paragraph("word " * 30)
    assert max(len(line) for line in lines(layout)) == NARROWEST - 1


@given(text=st.text(), width=st.integers(40, 200))
def test_no_text_can_control_a_terminal(text: str, width: int) -> None:
    layout = Layout(width)
    layout.paragraph(text, hanging=1)
    layout.fact(text, text)
    layout.command(text)
    categories = {unicodedata.category(character) for line in lines(layout) for character in line}
    assert categories.isdisjoint({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
