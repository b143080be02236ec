"""The bytes of a file as blocks of whole lines, however large it is and whatever encoding it is in."""

from __future__ import annotations

import codecs
import io
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING

from roofline_report.readers.text.encoding import decode_utf8, encoding_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

BLOCK_BYTES = 4 * 1024 * 1024
"""How much is read at once. A larger block is not faster, and a text takes several times its bytes when split."""

_LONGEST_LINE = 32 * 1024 * 1024
"""A line that is longer is cut, so that a file without line ends does not fill the memory."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file that can be read from its start as often as needed.

    Attributes:
        open: Opens it.
    """

    open: Callable[[], IO[bytes]]

    @classmethod
    def of_file(cls, path: Path) -> Source:
        """Return the source of a file; it is opened for reading only."""
        return cls(lambda: path.open("rb"))

    @classmethod
    def of_bytes(cls, content: bytes) -> Source:
        """Return the source of bytes in memory."""
        return cls(lambda: io.BytesIO(content))

    def blocks(self, *, seen: Callable[[bytes], None] | None = None, size: int = BLOCK_BYTES) -> Iterator[str]:
        r"""Yield the text in blocks that end where a line ends, with "\n" between lines; only the last may not.

        Bytes that are no UTF-8 become lone surrogates; see `encoding.is_damaged`.

        Args:
            seen: Is given the bytes of the file as they are read, such as the `update` of a hash.
            size: How many bytes are read at once.

        Raises:
            OSError: The file cannot be read.
        """
        with self.open() as stream:
            yield from _whole_lines(_decoded(_parts(stream, seen, size=size)))


def with_end(blocks: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """Yield each block of a text, and whether it is the last one; an empty text is one block."""
    ahead: str | None = None
    for block in blocks:
        if ahead is not None:
            yield ahead, False
        ahead = block
    yield ahead or "", True


def _parts(stream: IO[bytes], seen: Callable[[bytes], None] | None, *, size: int) -> Iterator[bytes]:
    while part := stream.read(size):
        if seen is not None:
            seen(part)
        yield part


def _decoded(parts: Iterator[bytes]) -> Iterator[str]:
    """Yield the text as it comes, without the mark at its start."""
    texts = _as_decoded(parts)
    start = ""
    # The first line end tells how lines end: spreadsheets on a Macintosh save a carriage return alone.
    for text in texts:
        start += text
        if "\n" in text or len(start) > _LONGEST_LINE:
            break
    ends_with_return = "\n" not in start and "\r" in start
    yield (start.replace("\r", "\n") if ends_with_return else start).removeprefix("\ufeff")
    for text in texts:
        yield text.replace("\r", "\n") if ends_with_return else text


def _as_decoded(parts: Iterator[bytes]) -> Iterator[str]:
    start = next(parts, b"")
    encoding = encoding_of(start)
    decoder = _Utf8Lines() if encoding == "utf-8-sig" else codecs.getincrementaldecoder(encoding)("replace")
    yield decoder.decode(start)
    for part in parts:
        yield decoder.decode(part)
    yield decoder.decode(b"", final=True)


class _Utf8Lines:
    """Decodes as much as ends with a line, so that no character is torn."""

    def __init__(self) -> None:
        self._rest = b""

    def decode(self, part: bytes, *, final: bool = False) -> str:
        content = self._rest + part
        end = len(content) if final or len(content) > _LONGEST_LINE else content.rfind(b"\n") + 1
        self._rest = content[end:]
        return decode_utf8(memoryview(content)[:end])


def _whole_lines(parts: Iterator[str]) -> Iterator[str]:
    rest: list[str] = []
    length = 0
    for part in parts:
        end = part.rfind("\n") + 1
        if length + len(part) > _LONGEST_LINE:
            end = len(part)
        if not end:
            rest.append(part)
            length += len(part)
            continue
        # Joining one text makes no copy of it.
        yield _with_plain_ends("".join((*rest, part[:end])))
        rest, length = [part[end:]] if end < len(part) else [], len(part) - end
    if length:
        yield _with_plain_ends("".join(rest))


def _with_plain_ends(text: str) -> str:
    # Looked for by one character first, which is much faster than by two.
    return text.replace("\r\n", "\n") if "\r" in text else text
