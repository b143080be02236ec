"""Read typed values from one mapping; what does not fit becomes a problem with its line, and reading goes on.

    fields = load_text(text, file="run.yml", problems=problems)
    title = fields.text("title")
    weight = fields.number("shared_weight", above=0, default=4.0)
    fields.finish()          # reports the keys that nobody asked for

A key that is absent, or has no value, gives None or the default.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Final, TypeVar, overload

from roofline_report.configuration.keys import A_LIST_OF_MAPPINGS, A_MAPPING, AskedKeys
from roofline_report.configuration.measure import Measure, expected_measure, read_measure
from roofline_report.configuration.tree import (
    Entry,
    Kind,
    ListNode,
    MappingNode,
    Node,
    Scalar,
    TooLargeError,
    is_credible,
    is_number,
    tree_of,
)
from roofline_report.configuration.wording import bounded, find_word, in_words, nearest, one_of, shorten
from roofline_report.domain.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from roofline_report.configuration.keys import AskedKey

_Word = TypeVar("_Word", bound=str)
_Value = TypeVar("_Value")

_INTEGER = re.compile(r"[-+]?\d{1,18}")
_TRUE_WORDS: Final = ("true", "yes", "on")
_MOST_UNKNOWN_KEYS: Final = 20
"""So many unknown keys of one mapping are named one by one; a file of another kind would fill the log."""


class Fields:
    """A view on one mapping that reads values and adds what is wrong to a shared list.

    Attributes:
        file: How problems name the file.
        problems: The shared list.
    """

    __slots__ = ("_asked", "_children", "_is_finished", "_node", "_place", "file", "problems")

    def __init__(self, node: MappingNode, *, file: str | None, problems: list[Problem], place: str = "") -> None:
        self.file = file
        self.problems = problems
        self._node = node
        self._place = place
        self._asked = AskedKeys()
        self._children: dict[str, tuple[Fields, ...]] = {}
        self._is_finished = False

    @classmethod
    def of_mapping(cls, mapping: Mapping[object, object], *, file: str | None, problems: list[Problem]) -> Fields:
        """Return a view on plain Python values, such as the options of a plugin. They have no lines."""
        try:
            node, odd_keys = tree_of(mapping)
        except TooLargeError as error:
            problems.append(Problem(summary="the settings hold too much", file=file, found=str(error)))
            return cls(MappingNode(), file=file, problems=problems)
        problems.extend(
            Problem(summary="a key is not a text", file=file, found=shorten(key), remedy="put the key in quotes")
            for key in odd_keys
        )
        return cls(node, file=file, problems=problems)

    @property
    def keys(self) -> tuple[str, ...]:
        """Return the keys as written, in order. Asking for them makes none of them known."""
        return tuple(entry.key for entry in self._node.entries)

    @property
    def asked(self) -> tuple[AskedKey, ...]:
        """Return what was asked for so far, in that order; of a list of mappings, what was asked of the first."""
        children = {key: found[0].asked for key, found in self._children.items() if found}
        return self._asked.listed(children)

    def has(self, key: str) -> bool:
        """Tell whether a key has a value."""
        return self._value(key) is not None

    def line(self, key: str) -> int | None:
        """Return the line of a key, or of the mapping where the key is absent."""
        entry = self._node.find(key)
        return self._node.line if entry is None else entry.line

    def require(self, key: str, *, expected: str) -> bool:
        """Tell whether a key has a value, and report it where it has none."""
        self._asked.note(key, expected, is_required=True)
        if self.has(key):
            return True
        remedy = f"add {key}: {expected}"
        self._add(f"{self._name(key)} is missing", line=self.line(key), remedy=remedy)
        return False

    def problem(self, key: str, summary: str, *, expected: str | None = None, remedy: str | None = None) -> None:
        """Add a problem at the line of a key; what stands there is told with it."""
        entry = self._node.find(key)
        found = None if entry is None else in_words(entry.value)
        self._add(f"{self._name(key)} {summary}", line=self.line(key), found=found, expected=expected, remedy=remedy)

    @overload
    def text(self, key: str, *, default: None = None) -> str | None: ...
    @overload
    def text(self, key: str, *, default: str) -> str: ...
    def text(self, key: str, *, default: str | None = None) -> str | None:
        """Return a text as it was written: 0123e45 and 2026-11-02 need no quotes."""
        value = self._scalar(key, kinds=(Kind.TEXT, Kind.NUMBER, Kind.BOOLEAN), expected="a text", default=default)
        if value is None:
            return default
        if not value.text.strip():
            self.problem(key, "is empty", expected="a text", remedy="leave the key out if there is nothing to say")
            return default
        return value.text.strip()

    @overload
    def number(
        self, key: str, *, minimum: float | None = None, above: float | None = None, default: None = None
    ) -> float | None: ...
    @overload
    def number(
        self, key: str, *, minimum: float | None = None, above: float | None = None, default: float
    ) -> float: ...
    def number(
        self, key: str, *, minimum: float | None = None, above: float | None = None, default: float | None = None
    ) -> float | None:
        """Return a credible number (see `is_credible`), at least `minimum`, more than `above`."""
        expected = bounded("a number", minimum=minimum, above=above)
        value = self._scalar(key, kinds=(Kind.NUMBER,), expected=expected, default=default)
        if value is None:
            return default
        number = float(value.text) if is_number(value.text) else math.nan
        return number if self._is_in_bounds(key, number, minimum=minimum, above=above) else default

    @overload
    def integer(self, key: str, *, minimum: int | None = None, default: None = None) -> int | None: ...
    @overload
    def integer(self, key: str, *, minimum: int | None = None, default: int) -> int: ...
    def integer(self, key: str, *, minimum: int | None = None, default: int | None = None) -> int | None:
        """Return a whole number of at most 18 digits, at least `minimum`."""
        expected = bounded("a whole number", minimum=minimum, above=None)
        value = self._scalar(key, kinds=(Kind.NUMBER,), expected=expected, default=default)
        if value is None:
            return default
        if _INTEGER.fullmatch(value.text) is None:
            self.problem(key, "is not a whole number", expected=expected)
            return default
        number = int(value.text)
        return number if self._is_in_bounds(key, number, minimum=minimum, above=None) else default

    @overload
    def boolean(self, key: str, *, default: None = None) -> bool | None: ...
    @overload
    def boolean(self, key: str, *, default: bool) -> bool: ...
    def boolean(self, key: str, *, default: bool | None = None) -> bool | None:
        """Return true or false."""
        value = self._scalar(key, kinds=(Kind.BOOLEAN,), expected="true or false, without quotes", default=default)
        return default if value is None else value.text.lower() in _TRUE_WORDS

    @overload
    def choice(self, key: str, allowed: Sequence[_Word], *, default: None = None) -> _Word | None: ...
    @overload
    def choice(self, key: str, allowed: Sequence[_Word], *, default: _Word) -> _Word: ...
    def choice(self, key: str, allowed: Sequence[_Word], *, default: _Word | None = None) -> _Word | None:
        """Return the one of the allowed words that stands there; members of a StrEnum come back as such."""
        text = self.text(key)
        self._asked.note(key, "a word", words=allowed, default=default)
        if text is None:
            return default
        word = find_word(text, allowed)
        if word is None:
            self.problem(
                key, "is not a word that is known here", expected=one_of(allowed), remedy=nearest(text, allowed)
            )
            return default
        return word

    @overload
    def choices(self, key: str, allowed: Sequence[_Word], *, default: None = None) -> tuple[_Word, ...] | None: ...
    @overload
    def choices(self, key: str, allowed: Sequence[_Word], *, default: tuple[_Word, ...]) -> tuple[_Word, ...]: ...
    def choices(
        self, key: str, allowed: Sequence[_Word], *, default: tuple[_Word, ...] | None = None
    ) -> tuple[_Word, ...] | None:
        """Return the allowed words of a list (or of a single word), each once, in the order written."""
        texts = self.text_list(key)
        self._asked.note(key, "a list of words", words=allowed, default=default)
        if texts is None:
            return default
        words: dict[_Word, None] = {}
        for text in texts:
            word = find_word(text, allowed)
            if word is None:
                summary = f"{self._name(key)} holds a word that is not known here"
                expected, remedy = one_of(allowed), nearest(text, allowed)
                self._add(summary, line=self.line(key), found=shorten(text), expected=expected, remedy=remedy)
            else:
                words[word] = None
        return tuple(words)

    @overload
    def text_list(self, key: str, *, default: None = None) -> tuple[str, ...] | None: ...
    @overload
    def text_list(self, key: str, *, default: tuple[str, ...]) -> tuple[str, ...]: ...
    def text_list(self, key: str, *, default: tuple[str, ...] | None = None) -> tuple[str, ...] | None:
        """Return a list of texts; a single text counts as a list of one."""
        expected = "a text, or a list of texts"
        value = self._value(key)
        self._asked.note(key, expected, default=default)
        if value is None:
            return default
        if isinstance(value, Scalar):
            text = self.text(key)
            return default if text is None else (text,)
        if not isinstance(value, ListNode):
            self.problem(key, "is not a list", expected=expected)
            return default
        texts = []
        for item in value.items:
            if isinstance(item, Scalar) and item.kind not in (Kind.NULL, Kind.OTHER) and item.text.strip():
                texts.append(item.text.strip())
            else:
                summary = f"{self._name(key)} holds something that is no text"
                self._add(summary, line=item.line or self.line(key), found=in_words(item), expected=expected)
        return tuple(texts)

    def refuse_empty_list(self, key: str) -> None:
        """Report a list that holds nothing, where that would say nothing."""
        value = self._value(key)
        if isinstance(value, ListNode) and not value.items:
            self.problem(key, "is an empty list", remedy="name at least one, or leave the key out")

    def fields(self, key: str) -> Fields | None:
        """Return a view on a mapping within this one. `finish` of this one finishes it too."""
        if key in self._children:
            return next(iter(self._children[key]), None)
        value = self._value(key)
        self._asked.note(key, A_MAPPING)
        if value is None:
            return None
        if not isinstance(value, MappingNode):
            self.problem(key, "is not a mapping", expected="lines such as key: value, indented below it")
            return None
        child = Fields(value, file=self.file, problems=self.problems, place=f" in {self._name(key)}")
        self._children[key] = (child,)
        return child

    def items(self, key: str) -> tuple[Fields, ...]:
        """Return views on a list of mappings; empty where the key is absent. `finish` of this one finishes them too."""
        if key in self._children:
            return self._children[key]
        value = self._value(key)
        self._asked.note(key, A_LIST_OF_MAPPINGS)
        if value is None:
            return ()
        expected = "a list of entries with keys and values"
        if not isinstance(value, ListNode):
            self.problem(key, "is not a list", expected=expected)
            return ()
        children = []
        for position, item in enumerate(value.items, start=1):
            place = f"entry {position} of {self._name(key)}"
            if isinstance(item, MappingNode):
                children.append(Fields(item, file=self.file, problems=self.problems, place=f" in {place}"))
            else:
                line = item.line or self.line(key)
                self._add(f"{place} does not fit", line=line, found=in_words(item), expected=expected)
        self._children[key] = tuple(children)
        return self._children[key]

    def text_pairs(self, key: str) -> tuple[tuple[str, str], ...]:
        """Return a mapping of texts to texts as pairs, in the order written; empty where the key is absent."""
        return self._pairs(key, lambda child, name: child.text(name), kind="a mapping of texts to texts")

    def number_pairs(self, key: str) -> tuple[tuple[str, float], ...]:
        """Return a mapping of texts to numbers as pairs, in the order written; empty where the key is absent."""
        return self._pairs(key, lambda child, name: child.number(name), kind="a mapping of texts to numbers")

    def word_pairs(self, key: str, allowed: Sequence[_Word]) -> tuple[tuple[str, _Word], ...]:
        """Return a mapping of texts to allowed words as pairs, in the order written; empty where the key is absent."""
        pairs = self._pairs(key, lambda child, name: child.choice(name, allowed), kind="a mapping of texts to words")
        self._asked.note(key, "a mapping of texts to words", words=allowed)
        return pairs

    def weights(self, key: str) -> tuple[tuple[str, float], ...]:
        """Return texts with a weight each: a text or a list of texts weighs 1 each; empty where the key is absent."""
        is_mapping = isinstance(self._value(key), MappingNode)
        pairs = self.number_pairs(key) if is_mapping else tuple((name, 1.0) for name in self.text_list(key) or ())
        self._asked.note(key, "a text, a list of texts, or a mapping of texts to numbers")
        return pairs

    def value_with_unit(self, key: str, dimensions: Sequence[str]) -> Measure | None:
        """Return a number with its unit, above zero and finite.

        Args:
            key: The key.
            dimensions: What it may measure, as `domain.units` names dimensions; "1" allows a bare number.
        """
        expected = expected_measure(dimensions)
        value = self._scalar(key, kinds=(Kind.TEXT, Kind.NUMBER), expected=expected, default=None)
        if value is None:
            return None
        measure = read_measure(value.text, dimensions)
        if isinstance(measure, Measure):
            return measure
        self.problem(key, measure.reason, expected=expected, remedy=measure.remedy)
        return None

    def byte_count(self, key: str, *, default: int) -> int:
        """Return a size in bytes."""
        size = self.value_with_unit(key, ("byte",))
        self._asked.note(key, default=f"{default} B")
        return default if size is None else int(size.si_value)

    def finish(self) -> None:
        """Report the keys that nobody asked for, here and in every mapping that was read from here."""
        if self._is_finished:
            return
        self._is_finished = True
        known = self._asked.names
        unknown = [entry for entry in self._node.entries if entry.key not in known]
        for entry in unknown[:_MOST_UNKNOWN_KEYS]:
            summary = f"{self._name(shorten(entry.key))} is not a key that is known here"
            expected = one_of(known) if known else None
            self._add(summary, line=entry.line, expected=expected, remedy=nearest(entry.key, known))
        if len(unknown) > _MOST_UNKNOWN_KEYS:
            count = len(unknown) - _MOST_UNKNOWN_KEYS
            self._add(f"{count} more keys are not known here", line=unknown[_MOST_UNKNOWN_KEYS].line)
        for children in self._children.values():
            for child in children:
                child.finish()

    def _name(self, key: str) -> str:
        return f'"{key}"{self._place}'

    def _value(self, key: str) -> Node | None:
        """Return the value of a key, or None where it is absent or null; the key is known from now on."""
        self._asked.note(key)
        entry: Entry | None = self._node.find(key)
        if entry is None or (isinstance(entry.value, Scalar) and entry.value.kind is Kind.NULL):
            return None
        return entry.value

    def _pairs(
        self, key: str, read: Callable[[Fields, str], _Value | None], *, kind: str
    ) -> tuple[tuple[str, _Value], ...]:
        child = self.fields(key)
        self._asked.note(key, kind)
        if child is None:
            return ()
        found = ((name, read(child, name)) for name in child.keys)
        return tuple((name, value) for name, value in found if value is not None)

    def _scalar(self, key: str, *, kinds: tuple[Kind, ...], expected: str, default: object) -> Scalar | None:
        value = self._value(key)
        self._asked.note(key, expected, default=default)
        if value is None:
            return None
        if isinstance(value, Scalar) and value.kind in kinds:
            return value
        self.problem(key, "has a value of the wrong kind", expected=expected)
        return None

    def _is_in_bounds(self, key: str, number: float, *, minimum: float | None, above: float | None) -> bool:
        within = (minimum is None or number >= minimum) and (above is None or number > above)
        if math.isfinite(number) and is_credible(number) and within:
            return True
        expected = bounded("a number", minimum=minimum, above=above)
        remedy = "check its exponent: nothing can be so large or so small" if within else None
        self.problem(key, "is not a number that can stand here", expected=expected, remedy=remedy)
        return False

    def _add(
        self,
        summary: str,
        *,
        line: int | None,
        found: str | None = None,
        expected: str | None = None,
        remedy: str | None = None,
    ) -> None:
        self.problems.append(
            Problem(summary=summary, file=self.file, line=line, found=found, expected=expected, remedy=remedy)
        )
