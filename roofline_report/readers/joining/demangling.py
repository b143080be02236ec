"""Names as a linker has them, brought to those of the source.

`ncu --print-kernel-base mangled`, `nvprof --demangling off` and AMD's tools print the first kind.
"""

from __future__ import annotations

import re

MOST_CHARACTERS = 4000
"""A longer name stays as it is: the demangler recurses, and would end the process when its stack is full."""

MOST_BACK_REFERENCES = 40
"""A name with more stays as it is: each may double the result, so that 200 characters could fill the memory."""

MOST_DEMANGLED_CHARACTERS = 10 * MOST_CHARACTERS
"""A longer result is left out for the same reason; no compiler's name comes near."""

_MANGLED = re.compile(r"_{1,2}Z[\w$.]+")
_BACK_REFERENCE = re.compile(r"S[0-9A-Z]{0,6}_")
# Clang's "(lambda at /srv/anna/scale.cu:7:3)": the folders are those of a machine, and no part of the name.
_FOLDERS_OF_SOURCE = re.compile(r"\b((?:lambda|class|struct|union|enum) at )[^()<>]{0,1000}[/\\]")
# Of rocprof, of a demangler, of a symbol table: the descriptor of a kernel is the kernel.
_DESCRIPTORS = (" [clone .kd]", " (.kd)", ".kd")


def clean_name(printed: str) -> str:
    """Return a kernel's name without folders and AMD's suffixes and demangled, or as it is where that cannot be."""
    name = _FOLDERS_OF_SOURCE.sub(r"\1", printed.strip())
    end = len(name)
    while suffix := next((each for each in _DESCRIPTORS if name.endswith(each, 0, end)), None):
        end -= len(suffix)
    name = name[:end].strip() or name
    return _demangled(name) if _MANGLED.fullmatch(name) else name


def _demangled(name: str) -> str:
    if len(name) > MOST_CHARACTERS or len(_BACK_REFERENCE.findall(name)) > MOST_BACK_REFERENCES:
        return name
    import pycxxfilt  # a site without mangled names does without it

    try:
        demangled = pycxxfilt.itanium_demangle(name)
    except ValueError:
        return name
    return demangled if demangled and len(demangled) <= MOST_DEMANGLED_CHARACTERS else name
