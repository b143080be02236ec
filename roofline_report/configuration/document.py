"""YAML files written by people: loaded without running anything, with the line of every key, every problem collected.

A text that is not YAML is one problem and no fields; everything smaller is a problem beside the fields that are left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import yaml

from roofline_report.configuration.fields import Fields
from roofline_report.configuration.tree import (
    Entry,
    Kind,
    ListNode,
    MappingNode,
    Node,
    NodeCount,
    Scalar,
    TooLargeError,
    clean,
    is_number,
)
from roofline_report.domain.problem import Problem

if TYPE_CHECKING:
    from pathlib import Path

MAX_BYTES = 256 * 1024
"""Largest settings or device file, in bytes; ours have about 4000."""

_TAG = "tag:yaml.org,2002:"
_MERGE = _TAG + "merge"
_KINDS = {
    _TAG + "null": Kind.NULL,
    _TAG + "bool": Kind.BOOLEAN,
    _TAG + "int": Kind.NUMBER,
    _TAG + "float": Kind.NUMBER,
    _TAG + "str": Kind.TEXT,
    # A date is wanted as it was written, and "=" is a text like any other.
    _TAG + "timestamp": Kind.TEXT,
    _TAG + "value": Kind.TEXT,
    _MERGE: Kind.TEXT,
}


def load_file(path: Path, *, file: str, problems: list[Problem]) -> Fields | None:
    """Return the fields of a YAML file, or None where it cannot be read.

    Args:
        path: The file; it is opened for reading only.
        file: How problems name it.
        problems: Where everything that is found is added.
    """
    try:
        with path.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        problems.append(
            Problem(
                summary="the file cannot be read",
                file=file,
                found=reason,
                remedy="check that it is there, and its permissions",
            )
        )
        return None
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        found = f"byte 0x{content[error.start]:02x}"
        if len(content) <= MAX_BYTES:
            problems.append(
                Problem(
                    summary="the file is not UTF-8 text", file=file, line=line, found=found, remedy="save it as UTF-8"
                )
            )
            return None
        text = content.decode("utf-8-sig", "replace")
    return load_text(text, file=file, problems=problems)


def load_text(text: str, *, file: str, problems: list[Problem], is_packaged: bool = False) -> Fields | None:
    """Return the fields of a YAML text, or None where it is none or is no mapping. An empty text has no fields.

    Args:
        text: The YAML text.
        file: How problems name it.
        problems: Where everything that is found is added.
        is_packaged: Whether the text is the package's own, so that it needs no bounds and may be read faster.
    """
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "replace")) > MAX_BYTES:
        remedy = f"keep it under {MAX_BYTES // 1024} KiB"
        problems.append(Problem(summary="the file is too large", file=file, remedy=remedy))
        return None
    try:
        root = yaml.compose(text, Loader=_packaged_loader() if is_packaged else _BoundedLoader)
        # Nothing but a comment, or a lone "~", holds no keys.
        if root is None or root.tag == _TAG + "null":
            return Fields(MappingNode(line=1), file=file, problems=problems)
        if not isinstance(root, yaml.MappingNode):
            problems.append(_not_a_mapping(root, file=file))
            return None
        return Fields(_Builder(file=file, problems=problems).mapping(root, depth=0), file=file, problems=problems)
    except TooLargeError as error:
        remedy = "check for lists within lists, and for aliases (*name) that multiply"
        problems.append(Problem(summary="the file holds too much", file=file, found=str(error), remedy=remedy))
    # PyYAML lets ValueError and OverflowError through for a few escapes that name no character.
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        problems.append(_not_yaml(error, text=text, file=file))
    return None


class _BoundedLoader(yaml.SafeLoader):
    """Stop while composing, not after: nesting is recursion there, and a long text may hold a great many nodes."""

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self._count = NodeCount()
        self._depth = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        """Return the next node, within bounds.

        Raises:
            TooLargeError: The text holds too much.
        """
        self._depth += 1
        self._count.add(self._depth - 1)
        node = super().compose_node(parent, index)
        self._depth -= 1
        return node


def _packaged_loader() -> type[yaml.SafeLoader]:
    """Return libyaml's loader, 15 times as fast as PyYAML's own, where PyYAML was built with it."""
    return getattr(yaml, "CSafeLoader", _BoundedLoader)


def _not_a_mapping(root: yaml.Node, *, file: str) -> Problem:
    found = "a list" if isinstance(root, yaml.SequenceNode) else "a single value"
    return Problem(
        summary="the file does not hold keys and values",
        file=file,
        line=root.start_mark.line + 1,
        found=found,
        expected="lines such as key: value",
    )


def _not_yaml(error: Exception, *, text: str, file: str) -> Problem:
    """Return what PyYAML says, with the line, and what most often helps."""
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    line = None if mark is None else mark.line + 1
    found = getattr(error, "problem", None) or "an escape or a number that stands for nothing"
    remedy = "compare the line, and the one before it, with the documentation; quote texts that hold a colon or a #"
    if isinstance(error, yaml.reader.ReaderError):
        line = text.count("\n", 0, error.position) + 1
        found, remedy = "a control character", "remove it"
    elif line is not None and ("\t" in _indentation(text, line) or "'\\t'" in found):
        found, remedy = "a tab where a space belongs", "use spaces before keys and values"
    return Problem(summary="the file is not valid YAML", file=file, line=line, found=found, remedy=remedy)


def _indentation(text: str, line: int) -> str:
    lines = text.splitlines()
    written = lines[line - 1] if line <= len(lines) else ""
    return written[: len(written) - len(written.lstrip())]


class _Builder:
    """Turn PyYAML's nodes into a tree, and collect what is odd about them."""

    def __init__(self, *, file: str, problems: list[Problem]) -> None:
        self._file = file
        self._problems = problems
        self._count = NodeCount()

    def mapping(self, node: yaml.MappingNode, *, depth: int) -> MappingNode:
        """Return the mapping; of a key that stands twice the first counts."""
        self._count.add(depth)
        entries: dict[str, Entry] = {}
        merged: list[Entry] = []
        for key_node, value_node in node.value:
            if key_node.tag == _MERGE:
                merged.extend(self._merged(value_node, depth=depth + 1))
                continue
            key = self._key(key_node)
            if key is None:
                continue
            entry = Entry(key=key, value=self._node(value_node, depth=depth + 1), line=key_node.start_mark.line + 1)
            if key in entries:
                self._report_duplicate(entry, first=entries[key])
            else:
                entries[key] = entry
        # A key of the mapping itself wins over a merged one, wherever it stands.
        for entry in merged:
            entries.setdefault(entry.key, entry)
        return MappingNode(entries=tuple(entries.values()), line=node.start_mark.line + 1)

    def _node(self, node: yaml.Node, *, depth: int) -> Node:
        if isinstance(node, yaml.MappingNode):
            self._check_tag(node, known=(_TAG + "map",))
            return self.mapping(node, depth=depth)
        self._count.add(depth)
        line = node.start_mark.line + 1
        if isinstance(node, yaml.SequenceNode):
            self._check_tag(node, known=(_TAG + "seq",))
            return ListNode(items=tuple(self._node(item, depth=depth + 1) for item in node.value), line=line)
        self._check_tag(node, known=tuple(_KINDS))
        kind = _KINDS.get(node.tag, Kind.OTHER)
        # YAML 1.1 takes 1e9 for a text. Only a value in quotes, or a block, has a style.
        is_plain = isinstance(node, yaml.ScalarNode) and node.style is None
        if kind is Kind.TEXT and is_plain and is_number(node.value):
            kind = Kind.NUMBER
        return Scalar(kind=kind, text=clean(node.value), line=line)

    def _key(self, node: yaml.Node) -> str | None:
        if isinstance(node, yaml.ScalarNode) and _KINDS.get(node.tag) is Kind.TEXT and node.tag != _TAG + "timestamp":
            return clean(node.value)
        found = node.value[:80] if isinstance(node, yaml.ScalarNode) else "a list or mapping as a key"
        self._report(node, "a key is not a text", found=found, remedy="put the key in quotes")
        return None

    def _merged(self, node: yaml.Node, *, depth: int) -> tuple[Entry, ...]:
        """Return the entries that a merge key (<<) brings in."""
        sources = node.value if isinstance(node, yaml.SequenceNode) else [node]
        entries: list[Entry] = []
        for source in sources:
            if isinstance(source, yaml.MappingNode):
                entries.extend(self.mapping(source, depth=depth).entries)
            else:
                self._report(source, "only keys and values can be merged with <<", remedy="remove the line")
        return tuple(entries)

    def _check_tag(self, node: yaml.Node, *, known: tuple[str, ...]) -> None:
        if node.tag not in known:
            self._report(
                node, "a YAML tag is not known here", found=node.tag[:80], remedy="write the value without a tag"
            )

    def _report_duplicate(self, entry: Entry, *, first: Entry) -> None:
        self._problems.append(
            Problem(
                summary=f'the key "{entry.key[:80]}" stands twice',
                file=self._file,
                line=entry.line,
                remedy=f"keep one of the two; the first stands in line {first.line} and counts",
            )
        )

    def _report(self, node: yaml.Node, summary: str, *, found: str | None = None, remedy: str) -> None:
        line = node.start_mark.line + 1
        self._problems.append(Problem(summary=summary, file=self._file, line=line, found=found, remedy=remedy))
