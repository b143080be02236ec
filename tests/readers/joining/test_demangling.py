"""Names as a linker has them become those of the source; hostile ones stay as they are."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from roofline_report.readers.joining.demangling import MOST_BACK_REFERENCES, MOST_CHARACTERS, clean_name


@pytest.mark.parametrize(
    ("printed", "name"),
    [
        ("_Z5blendIfLi4EEvPT_i", "void blend<float, 4>(float*, int)"),
        ("_ZN3app12_GLOBAL__N_15blendEPKf", "app::(anonymous namespace)::blend(float const*)"),
        ("_Z5blendIfLi4EEvPT_i.kd", "void blend<float, 4>(float*, int)"),
        ("_Z5blendIfLi4EEvPT_i [clone .kd]", "void blend<float, 4>(float*, int)"),
        ("blend(float*) [clone .kd]", "blend(float*)"),
        ("blend(float*) (.kd)", "blend(float*)"),
        ("__amd_rocclr_copyBuffer.kd", "__amd_rocclr_copyBuffer"),
        ("  blend(float*) ", "blend(float*)"),
        ("blend(float*)", "blend(float*)"),
        ("_Zbad", "_Zbad"),
        ("_Z5blendIfLi4EEvPT_i(int)", "_Z5blendIfLi4EEvPT_i(int)"),
        (".kd", ".kd"),
        ("blend(float*).kd [clone .kd]", "blend(float*)"),
        ("", ""),
        ("run<(lambda at /srv/anna/my code/scale.cu:7:3)>(int)", "run<(lambda at scale.cu:7:3)>(int)"),
        (r"run<(anonymous class at C:\Users\anna\scale.cu:7:3)>(int)", "run<(anonymous class at scale.cu:7:3)>(int)"),
        ("look at <int>(a/b)", "look at <int>(a/b)"),
    ],
)
def test_a_printed_name_becomes_that_of_the_source(printed: str, name: str) -> None:
    assert clean_name(printed) == name


def bomb(levels: int) -> str:
    """Return a function of types of which each is a pair of the one before: 25 of them are 2 to the 25 words."""
    digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return "_Z1f1pIiiE" + "".join(f"S_IS{digits[n]}_S{digits[n]}_E" for n in range(levels))


def test_a_name_that_would_fill_the_memory_stays_as_it_is() -> None:
    assert len(clean_name(bomb(9))) > 10_000
    # The second one is within the limit of back references, but its result is not within that of characters.
    for levels in (25, 13):
        assert clean_name(bomb(levels)) == bomb(levels)
    most = "_Z1f1pIiiE" + "S_" * MOST_BACK_REFERENCES
    assert clean_name(most) == "f(p<int, int>" + ", p" * MOST_BACK_REFERENCES + ")"


def test_a_name_that_would_fill_the_stack_stays_as_it_is() -> None:
    assert clean_name("_Z1f" + "P" * MOST_CHARACTERS + "i").startswith("_Z1fPPP")
    longest = "_Z1f" + "P" * (MOST_CHARACTERS - 5) + "i"
    assert clean_name(longest) == "f(int" + "*" * (MOST_CHARACTERS - 5) + ")"


@pytest.mark.parametrize(
    "name", [" " * 100_000, ".kd " * 25_000, "x" + ".kd" * 33_000, "_Z" + "S_" * 50_000, "[clone " * 14_000]
)
def test_the_work_grows_with_the_length_and_not_with_its_square(name: str) -> None:
    start = time.process_time()
    clean_name(name)
    assert time.process_time() - start < 1.0


def test_the_demangler_is_loaded_for_a_mangled_name_alone() -> None:
    code = (
        "import sys; from roofline_report.readers.joining.demangling import clean_name; clean_name('f(int)');"
        "before = 'pycxxfilt' in sys.modules; clean_name('_Z1fi'); print(before, 'pycxxfilt' in sys.modules)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert result.stdout.split() == ["False", "True"]
