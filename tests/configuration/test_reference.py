from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from roofline_report.configuration.keys import AskedKey, Key
from roofline_report.configuration.reference import list_keys

if TYPE_CHECKING:
    from roofline_report.configuration.fields import Fields


class Color(StrEnum):
    RED = "red"
    BLUE = "blue"


def one(key: str, *, read: str, **arguments: object) -> AskedKey:
    (asked,) = list_keys(lambda fields: getattr(fields, read)(key, **arguments))
    return asked


def test_a_key_has_its_meaning_kind_and_default() -> None:
    asked = one(Key("rows", "most rows"), read="integer", minimum=1, default=500)
    assert asked == AskedKey(name="rows", meaning="most rows", kind="a whole number, at least 1", default=500)


def test_a_key_is_a_text_like_any_other() -> None:
    key = Key("rows", "most rows")
    assert key == "rows"
    assert {"rows": 1}[key] == 1


def test_the_kind_is_what_messages_call_expected() -> None:
    assert one("a", read="text", default="x").kind == "a text"
    assert one("a", read="number", above=0).kind == "a number above 0"
    assert one("a", read="boolean").kind == "true or false, without quotes"
    assert one("a", read="text_list").kind == "a text, or a list of texts"
    assert one("a", read="value_with_unit", dimensions=("hz",)).kind == 'a number with a unit, such as "1597 MHz"'
    assert one("a", read="text_pairs").kind == "a mapping of texts to texts"
    assert one("a", read="number_pairs").kind == "a mapping of texts to numbers"
    assert one("a", read="weights").kind == "a text, a list of texts, or a mapping of texts to numbers"


def test_the_words_that_are_known_are_kept() -> None:
    asked = one("a", read="choice", allowed=tuple(Color), default=Color.BLUE)
    assert (asked.kind, asked.words, asked.default) == ("a word", ("red", "blue"), Color.BLUE)
    asked = one("a", read="choices", allowed=tuple(Color), default=(Color.RED,))
    assert (asked.kind, asked.words, asked.default) == ("a list of words", ("red", "blue"), (Color.RED,))
    asked = one("a", read="word_pairs", allowed=tuple(Color))
    assert (asked.kind, asked.words, asked.default) == ("a mapping of texts to words", ("red", "blue"), None)


def test_a_size_has_its_default_as_it_would_be_written() -> None:
    asked = one("a", read="byte_count", default=1000)
    assert (asked.kind, asked.default) == ("a number with a unit", "1000 B")


def test_a_default_of_nothing_is_told_from_one_of_zero_or_false() -> None:
    assert one("a", read="integer").default is None
    assert one("a", read="integer", default=0).default == 0
    assert one("a", read="boolean", default=False).default is False


def test_a_key_that_must_be_there_is_told() -> None:
    def read(fields: Fields) -> None:
        fields.require("must", expected="a text")
        fields.text("must")
        fields.text("may")

    assert [(key.name, key.kind, key.is_required) for key in list_keys(read)] == [
        ("must", "a text", True),
        ("may", "a text", False),
    ]


def test_mappings_within_are_gone_into_at_any_depth() -> None:
    def read(fields: Fields) -> None:
        outer = fields.fields("outer")
        inner = None if outer is None else outer.fields("inner")
        if inner is not None:
            inner.text("deep")
        for item in fields.items("list"):
            item.text("of_each")

    outer, entries = list_keys(read)
    assert [(key.name, [part.name for part in key.parts]) for key in outer.parts] == [("inner", ["deep"])]
    assert [part.name for part in entries.parts] == ["of_each"]


def test_keys_stand_in_the_order_in_which_they_are_asked_for() -> None:
    def read(fields: Fields) -> None:
        for name in ("b", "a", "c", "b"):
            fields.text(name)

    assert [key.name for key in list_keys(read)] == ["b", "a", "c"]


def test_the_meaning_is_kept_when_the_key_is_asked_for_by_name_alone() -> None:
    def read(fields: Fields) -> None:
        fields.has("a")
        fields.text(Key("a", "what it means"))
        fields.refuse_empty_list("a")

    (asked,) = list_keys(read)
    assert (asked.meaning, asked.kind) == ("what it means", "a text")
