# SPDX-License-Identifier: MIT
"""The K7's clocks held to the rows that they come from (tests/data/silicon): each figure to its
last digit."""
import pathlib
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import k7_played # pylint: disable=wrong-import-position


@pytest.fixture(name="figures", scope="module")
def fixture_figures():
    return k7_played.figures()


def test_each_row_has_code(figures):
    assert len(figures) > 1000
    assert not [row for row, _, _, modelled in figures if modelled is None]


def test_each_is_exact_to_the_last_digit(figures):
    assert not [(row, kind, measured, f"{modelled:.2f}")
                for row, kind, measured, modelled in figures
                if not k7_played.is_met(measured, modelled)]


def test_the_readme_says_how_many(figures):
    text = (k7_played.ROOT / "sim" / "model" / "k7" / "README.md").read_text()
    assert f"all {len(figures)} figures" in text


# Combinations that no row has: (code, clocks of one body behind many others, derivation).
MIXTURES = (
    # three of a clock each that do not depend on each other: dispatch, 3 a clock
    (["mov eax, [esi]", "lea ecx, [edx + edx]", "fxch st1"], 1.0),
    # a load of 3 (MOV r32, [m32]) and an ADD of 1 behind it, again and again through EBX
    (["mov ebx, [ebx]", "add ebx, 0"], 4.0),
    # IMUL r32, r32 of 4 and its flags' reader ADC of 1, whose result the next IMUL needs
    (["imul eax, eax", "adc eax, ecx"], 5.0),
    # FADD of 4 and FMUL of 4, one behind the other; beside them nothing costs more
    (["fadd st0, st1", "fmul st0, st2", "add eax, ecx", "inc edx"], 8.0),
    # the same two on registers of their own: FADD's 4 hide FMUL's
    (["fadd st1, st0", "fmul st2, st0"], 4.0),
    # AND has no row with memory: ADD r32, [m32]'s 4 through the address
    (["and ebx, [ebx]"], 4.0),
    # of CMP with memory a load, and CMP; two loads a clock, and nothing waits: 1 / 2
    (["cmp eax, [esi]", "cmp ecx, [edi]", "cmp edx, [ebx]", "cmp eax, [ecx]"], 2.0),
    # two divisions of 39 (DIV r32) and of 15 (DIV r8) are microcode, one after the other
    (["mov edx, esi", "div ebx", "div cl"], 54 + 1 / 3),
    # SCASD's pointer is there 2.2 behind where it was, and three ADD of 1.0 follow: longer than the
    # 3.08 that it keeps decoding to itself and the dispatch of three, 1.0
    (["scasd", "add edi, ecx", "add edi, edx", "add edi, ebx"], 5.2),
    # MOVD behind the other: 4.92 for both, and not behind it (an ADD between) its own 2.5 each, 5.0
    # and the ADD's third
    (["movd eax, mm0", "add ecx, edx", "movd mm1, ebx"], 5 + 1 / 3),
    # FADD behind FCOS: the 1.5 more that both keep FMUL busy, behind 54.5. With an FXCH between
    # they are not one behind the other: 54.5
    (["fcos", "fadd st0, st7", "fxch st1", "fcos", "fadd st0, st7", "fxch st2"], 112.0),
    (["fcos", "fxch st1", "fadd st0, st7", "fxch st2"], 54.5),
    # XCHG's average of 1.5 is 1 one way and 2 the other: round through both in two of them
    (["xchg ecx, edx", "xchg ecx, edx"], 3.0),
)


@pytest.mark.parametrize("code,clocks", MIXTURES)
def test_mixtures(code, clocks):
    assert k7_played.play([(code, "")])[0] == pytest.approx(clocks, abs=0.005)
