# SPDX-License-Identifier: MIT
"""Validates the K7's clocks against the rows that they come from (tests/data/silicon): each figure
to its last digit."""
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


# Combinations that no row has: (code, clocks of one body after many others, derivation).
MIXTURES = (
    # three independent instructions of one clock each: dispatch of 3 per clock is the limit
    (["mov eax, [esi]", "lea ecx, [edx + edx]", "fxch st1"], 1.0),
    # a load of 3 (MOV r32, [m32]) followed by an ADD of 1, in a chain through EBX
    (["mov ebx, [ebx]", "add ebx, 0"], 4.0),
    # IMUL r32, r32 of 4, then ADC of 1, which reads its flags and feeds the next IMUL
    (["imul eax, eax", "adc eax, ecx"], 5.0),
    # FADD of 4 and FMUL of 4, each dependent on the other; the integer instructions cost nothing
    (["fadd st0, st1", "fmul st0, st2", "add eax, ecx", "inc edx"], 8.0),
    # the same two on different registers: FADD's 4 hide FMUL's
    (["fadd st1, st0", "fmul st2, st0"], 4.0),
    # AND has no row with memory: ADD r32, [m32]'s 4 through the address
    (["and ebx, [ebx]"], 4.0),
    # CMP with memory is a load and a CMP; two loads a clock, no dependency: 1 / 2 each
    (["cmp eax, [esi]", "cmp ecx, [edi]", "cmp edx, [ebx]", "cmp eax, [ecx]"], 2.0),
    # the comparison in it occupies one of three ALUs for a clock, and each BTC r32 them for 1.08
    (["cmp eax, [esi]", "btc ecx, edx", "btc ebx, edx"], 1 / 3 + 2 * 1.08),
    # two divisions of 39 (DIV r32) and of 15 (DIV r8) are microcode and run one after the other
    (["mov edx, esi", "div ebx", "div cl"], 54 + 1 / 3),
    # SCASD's new pointer is ready 2.2 after the old one, and three ADDs of 1.0 follow: longer than
    # the 3.08 for which SCASD occupies decoding plus 1.0 to dispatch the three
    (["scasd", "add edi, ecx", "add edi, edx", "add edi, ebx"], 5.2),
    # MOVD directly after MOVD: 4.92 for both; separated (by an ADD) 2.5 each, so 5.0 plus a third
    # for the ADD
    (["movd eax, mm0", "add ecx, edx", "movd mm1, ebx"], 5 + 1 / 3),
    # FADD after FCOS: after FCOS's 54.5, the pair keeps FMUL busy for 1.5 more. An FXCH between
    # them separates them: 54.5
    (["fcos", "fadd st0, st7", "fxch st1", "fcos", "fadd st0, st7", "fxch st2"], 112.0),
    (["fcos", "fxch st1", "fadd st0, st7", "fxch st2"], 54.5),
    # IMUL r32, r32 4, IMUL r32, r32, imm8 5, IMUL r16, r16 3, for every register: only the form
    # with one operand has an upper half in EDX. A load before it takes 3
    (["imul edx, edx"], 4.0), (["imul edx, edx, 3"], 5.0), (["imul dx, dx"], 3.0),
    (["imul edx, [edx]"], 4.0 + 3.0),
    # XCHG's average of 1.5 is 1 in one direction and 2 in the other: the pair goes through both
    (["xchg ecx, edx", "xchg ecx, edx"], 3.0),
)


@pytest.mark.parametrize("code,clocks", MIXTURES)
def test_mixtures(code, clocks):
    assert k7_played.play([(code, "")])[0] == pytest.approx(clocks, abs=0.005)


# A load of bytes that are all in an earlier store takes its row's clocks (MOV r8, [m8] 4.0,
# MOV r32, [m32] 3.0). If only some are, it takes ten more: core.partial_forward, an assumption. The
# core finds stores by their bytes; ESI is aligned to 8.
INSIDE_8, INSIDE_32, PARTLY_32 = 4.0, 3.0, 10 + 3.0


@pytest.mark.parametrize("store,load,clocks", (
    # one byte, at the start of the second 8 bytes; the load of four begins up to three before it
    ("mov [esi + 8], al", "mov eax, [esi + {}]", {at: PARTLY_32 for at in range(5, 9)}),
    # one byte, at the end of the first 8 bytes; the load begins there or up to three before it
    ("mov [esi + 7], al", "mov eax, [esi + {}]", {at: PARTLY_32 for at in range(4, 8)}),
    # three bytes in the first 8 and one in the second, and a load of one byte
    ("mov [esi + 5], eax", "mov al, [esi + {}]", {at: INSIDE_8 for at in range(5, 9)}),
    ("mov [esi + 6], eax", "mov eax, [esi + {}]",
     {at: INSIDE_32 if at == 6 else PARTLY_32 for at in range(3, 10)}),
))
def test_a_load_finds_stores_to_each_of_its_bytes(store, load, clocks):
    """The store's data is that of the load before it. A load of other bytes does not wait, so that
    the loop takes at most the store's clock (MOV [m8], r8: 1.0)."""
    places = range(16)
    played = k7_played.play([([load.format(at), store], "") for at in places])
    assert {at: each for at, each in zip(places, played) if each > 1.0} == clocks


@pytest.mark.parametrize("first,second,clocks", (
    (6, 8, PARTLY_32 + 4), (8, 6, PARTLY_32 + 4),
    (7, 12, PARTLY_32), (8, 0, PARTLY_32),  # the second stores none of its bytes
))
def test_a_load_over_two_stores_waits_for_the_later(first, second, clocks):
    """The load has bytes 6 to 9. The data of the second store comes from an IMUL of 4 clocks; the
    load waits for it only if it loads its byte."""
    code = ["mov eax, [esi + 6]", f"mov [esi + {first}], al", "imul ecx, eax",
            f"mov [esi + {second}], cl"]
    assert k7_played.play([(code, "")]) == [clocks]


@pytest.mark.parametrize("second,clocks", (
    ("mov [esi + 4], edx", 3.0), ("mov [esi - 4], edx", 3.0), ("mov [esi + 1024 * 8], edx", 3.0),
    ("mov [esi + 5], dl", 3.5)))
def test_a_store_beside_it_hides_no_store(second, clocks):
    """The load finds its own store although other bytes are stored next to it, and takes 3.0
    (MOV r32, [m32]). Stores take 2.5 for the first (MOV r32,[m32]+MOV [m32],r32), which is more
    only with the 1.0 of MOV [m8], r8; MOV [m32 + 8], r32 has 0.5."""
    code = ["mov eax, [esi]", "mov [esi], eax", second]
    assert k7_played.play([(code, "")]) == [clocks]


@pytest.mark.parametrize("first,second,clocks", (
    # the load of four bytes needs both stores: it waits for the later, from an IMUL of 4
    ("mov [esi], ax", "mov [esi + 2], cx", PARTLY_32 + 4),
    ("mov [esi + 2], ax", "mov [esi], cx", PARTLY_32 + 4),
    # the second store overwrites the first
    ("mov [esi], ax", "mov [esi], ecx", INSIDE_32 + 4)))
def test_a_load_needs_the_last_store_to_each_byte(first, second, clocks):
    code = ["mov eax, [esi]", first, "imul ecx, eax", second]
    assert k7_played.play([(code, "")]) == [clocks]


@pytest.mark.parametrize("at", range(9))
def test_ten_bytes_are_in_three_eights(at):
    """FSTP m80 has bytes 7 to 16: one of the first eight, all of the second, one of the third. A
    load of one of them waits, so that the next FLD, whose byte it stores, is late."""
    plain, within = k7_played.play([
        (["fld tword [esi + 7]", "fstp tword [esi + 7]", f"mov al, [esi + {offset}]",
          "mov [esi + 7], al"], "") for offset in (64, 8 + at)])
    assert within > plain + 1
