"""Which encoding a file is in, from its first bytes."""

from __future__ import annotations

_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_UTF32_MARKS = (b"\xff\xfe\0\0", b"\0\0\xfe\xff")


def encoding_of(start: bytes) -> str:
    """Return the encoding that the first bytes of a file give away: UTF-8 unless they are those of another one."""
    if start[:4] in _UTF32_MARKS:
        return "utf-32"
    if start[:2] in _UTF16_MARKS:
        return "utf-16"
    # Without its mark: a table begins with ASCII, of which every other byte is zero.
    first, second = start[0:4:2], start[1:4:2]
    if second == b"\0\0" and b"\0" not in first:
        return "utf-16-le"
    return "utf-16-be" if first == b"\0\0" and len(second) == 2 and b"\0" not in second else "utf-8-sig"


def to_text(content: bytes) -> str:
    r"""Return the text of a file, or of its beginning, with "\n" between its lines; see also `decode_utf8`."""
    encoding = encoding_of(content)
    text = decode_utf8(content) if encoding == "utf-8-sig" else content.decode(encoding, "replace")
    return text.removeprefix("\ufeff") if "\n" in text else text.removeprefix("\ufeff").replace("\r", "\n")


def decode_utf8(content: bytes | memoryview) -> str:
    """Return a text; each byte that is no UTF-8 becomes a lone surrogate, by which `is_damaged` knows it."""
    return str(content, "utf-8", "surrogateescape")


def is_damaged(text: str) -> bool:
    """Tell whether a text holds bytes that are no UTF-8."""
    if text.isascii():
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False
