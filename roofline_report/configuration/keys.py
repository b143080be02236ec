"""Keys of a configuration file: what each one means, and what is known of those that were asked for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Self

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

A_MAPPING: Final = "a mapping"
A_LIST_OF_MAPPINGS: Final = "a list of mappings"


class Key(str):
    """A key together with what it means to those who write it.

    It stands where the key is read, so that the reference in the documentation can be made from the code.
    """

    __slots__ = ("meaning",)

    meaning: str

    def __new__(cls, name: str, meaning: str) -> Self:
        """Return the key.

        Args:
            name: The key as it is written.
            meaning: What it does, in words, as Markdown.
        """
        key = super().__new__(cls, name)
        key.meaning = meaning
        return key


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedKey:
    """What a reader of a mapping asked for.

    Attributes:
        name: The key.
        meaning: What it means; empty where the reader does not say.
        kind: What may stand there, in words.
        words: The words that may stand there, where only some are known.
        default: What counts where the key is absent; None where nothing does.
        is_required: Whether its absence is a problem.
        parts: The keys of the mapping, or of each mapping in the list, that stands there.
    """

    name: str
    meaning: str = ""
    kind: str = ""
    words: tuple[str, ...] = ()
    default: object = None
    is_required: bool = False
    parts: tuple[AskedKey, ...] = ()


class AskedKeys:
    """Keeps what is asked of a mapping, in the order in which it is asked for first."""

    __slots__ = ("_keys",)

    def __init__(self) -> None:
        self._keys: dict[str, AskedKey] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """Return the keys."""
        return tuple(self._keys)

    def note(
        self,
        key: str,
        kind: str | None = None,
        *,
        words: Sequence[str] = (),
        default: object = None,
        is_required: bool = False,
    ) -> None:
        """Keep what is asked for; what is noted of a key last is the most precise."""
        known = self._keys.get(key) or AskedKey(name=str(key))
        self._keys[key] = replace(
            known,
            meaning=key.meaning if isinstance(key, Key) else known.meaning,
            kind=known.kind if kind is None else kind,
            words=known.words if kind is None else tuple(words),
            default=known.default if default is None else default,
            is_required=known.is_required or is_required,
        )

    def listed(self, parts: Mapping[str, tuple[AskedKey, ...]]) -> tuple[AskedKey, ...]:
        """Return everything that was asked for, with the parts of those keys that have some."""
        return tuple(replace(key, parts=parts.get(name, ())) for name, key in self._keys.items())
