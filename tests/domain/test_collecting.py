"""Commands that add to the files of a run: whole, and to be pasted."""

from __future__ import annotations

import pytest

from roofline_report.domain.collecting import Place, how_to_collect, is_how_to_collect, options_for
from roofline_report.domain.profile import Absence

COUNT = "tool --log-file {file:more.csv} --metrics {metrics} {program}"
LACKING = (
    Absence(reason="no a", metrics=("a", "b"), options=(COUNT, COUNT)),
    Absence(reason="no c", metrics=("b", "c"), options=(COUNT, COUNT)),
)


def test_metrics_of_one_command_are_named_once_in_one_command() -> None:
    assert options_for(LACKING) == ("tool --log-file more.csv --metrics a,b,c ./my_program",)


@pytest.mark.parametrize(
    ("place", "file"),
    [
        (Place(), "more.csv"),
        (Place(folder=""), "more.csv"),
        (Place(folder="data/mill"), "data/mill/more.csv"),
        (Place(folder="data/my mill"), "'data/my mill/more.csv'"),
        (Place(folder="data/mill", files=("flour.csv",)), "data/mill/more.csv"),
        (Place(folder="data/mill", files=("more.csv", "more-2.csv")), "data/mill/more-3.csv"),
    ],
)
def test_the_new_file_is_in_the_folder_of_the_run_and_replaces_none(place: Place, file: str) -> None:
    assert options_for(LACKING, place=place) == (f"tool --log-file {file} --metrics a,b,c ./my_program",)


def test_a_name_with_a_dollar_stays_a_name() -> None:
    (option,) = options_for(LACKING, place=Place(folder="$HOME", program="$(rm)"))
    assert option == "tool --log-file '$HOME/more.csv' --metrics a,b,c './$(rm)'"


@pytest.mark.parametrize("place", [Place(), Place(folder="data/mill")])
@pytest.mark.parametrize("absences", [LACKING, (*LACKING, Absence(reason="t", metrics=("t",), options=("time it",)))])
def test_a_remedy_is_known_again(place: Place, absences: tuple[Absence, ...]) -> None:
    remedy = how_to_collect(absences, place=place)
    assert remedy is not None
    assert is_how_to_collect(remedy)
    assert ("in the same folder" in remedy) is (place.folder is None)


@pytest.mark.parametrize("remedy", [None, "collect with `--another-option`", "collect with `a` or `b`, and keep it"])
def test_another_remedy_is_not_taken_for_one(remedy: str | None) -> None:
    assert not is_how_to_collect(remedy)


def test_nothing_is_to_be_collected_where_nothing_gives_it() -> None:
    assert how_to_collect([Absence(reason="no such chip")]) is None
