"""Parts of names, to put together names that no compiler made."""

from __future__ import annotations

from hypothesis import strategies as st

PIECES = st.sampled_from(
    [
        *(
            "f",
            "g",
            "T2",
            "void ",
            "const ",
            "volatile ",
            "unsigned ",
            "operator",
            " ",
            "ü",
            "|",
            "\u200e",
            "\x00",
            ".",
        ),
        *("<", ">", "(", ")", "[", "]", "{", "}", "::", ",", "*", "&", "=", "-", "'", "`", ">>", "->", "..."),
        *("3", "3u", "3ul", "int=", "(int)", "(bool)", "bool=", "true", "(void)", "#1"),
        *(
            "<unnamed>::",
            "unnamed>::",
            "(anonymous namespace)::",
            "_GLOBAL__N_1::",
            "unnamed",
            "anonymous",
            "namespace",
        ),
        *("'lambda'", "'lambda0'", "'unnamed'", "lambda", " (instance 1)", " [clone .kd]", ".kd"),
    ]
)
ODD_NAMES = st.lists(PIECES, max_size=12).map("".join)

WORST_NAMES = [
    "a<" * 50_000,
    "(" * 100_000,
    "x " * 50_000,
    "<>" * 50_000,
    "f(" + "const " * 16_000 + ")",
    "f(" * 60 + "int," * 20_000 + ")" * 60,
    " " * 100_000,
    "'lambda'" * 12_500,
    "operator " * 11_000,
    "<unnamed " * 11_000,
    "_GLOBAL__N_" * 9_000,
    "a::" * 33_000,
    "f<int, " * 14_000 + ">" * 14_000,
    "<" * 60 + "x" * 100_000 + ")",
    "_Z1f" + "P" * 99_000 + "i",
    "x" * 100_000,
]
"""Names of 100,000 characters that would be slow where work grew faster than their length."""
