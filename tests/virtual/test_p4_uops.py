# SPDX-License-Identifier: MIT
"""Uops of a virtual Pentium 4, by the rule in its README: one an instruction, one a load, two a
store, five of microcode; and how they retire."""
import pytest

from p4_guest import CMP, FRONT_END, NOT, count, tagging_uops # pylint: disable=unused-import

RETIRED = 12, "MSR_CRU_ESCR0", "ESCR(1, 1)", "CCCR(4)"
BUILT, DELIVERED, FROM_ROM = ((4, "MSR_MS_ESCR0", f"ESCR(9, {mask})", "CCCR(0)")
                              for mask in (1, 2, 4))
TO_ROM = 5, "MSR_MS_ESCR0", "ESCR(5, 1)", "CCCR(0)"


@pytest.mark.parametrize("instruction, uops", [
    ("nop", 1), ("add eax, ecx", 1), ("imul eax, ecx", 1), ("mov eax, [ebp]", 1),
    ("add eax, [ebp]", 2), ("mov [ebp], eax", 2), ("add [ebp], eax", 4), ("addps xmm0, [ebp]", 2),
    ("movaps [ebp], xmm0", 2), ("push eax\npop eax", 5), ("cld", 5), ("pushad\npopad", 34)])
def test_uops_of_an_instruction(count, instruction, uops):
    """PUSH: a store and the stack pointer; POP: a load and it. PUSHAD: 5 and eight stores, POPAD: 5
    and eight loads, the one that it skips too."""
    assert count(instruction, RETIRED) == [uops]


def test_a_store_may_be_one(count):
    assert count("add [ebp], eax\nmov [ebp], eax", RETIRED,
                 options=("-set", "core.store_uops=1")) == [3 + 1]
    assert count("cld", RETIRED, options=("-set", "core.rom_uops=9")) == [9]


def test_three_a_clock(count):
    """Never more, whatever retires; of 60 NOPs that three other stretches wait for by a serialising
    CPUID three each in 20 clocks: the 61st, of CPUID, comes later."""
    over, full, rest = (f"CCCR(4) | {CMP | thing}" for thing in (3 << 20, 2 << 20, NOT | 2 << 20))
    body = "add [ebp], eax\npushad\npopad\n" * 9
    many = (RETIRED[:3] + (over,), RETIRED)
    assert count(body, *many) == [0, 9 * (4 + 34)]
    nops = "mov ebx, 1\nmov eax, ebx\n" + "imul ebx, ebx\n" * 4 + "nop\n" * 60
    plain, three = count(nops, RETIRED, RETIRED[:3] + (full,))
    assert plain == 66 and three in (20, 21)
    assert count(nops, RETIRED[:3] + (rest,))[0] > 0


def test_long_strings(count):
    """Each step of a repeated string is a load and a store, however many."""
    body = "mov esi, area\nmov edi, area + 8192\nmov ecx, 1000\nrep movsd"
    assert count(body, FRONT_END, before=tagging_uops(2)) == [1000]
    assert count(body, FRONT_END, before=tagging_uops(4)) == [1000]
    assert count(body, RETIRED) == [3 + 5 + 3 * 1000]


def test_where_they_come_from(count):
    """Of 20 NOPs and CLD what is known, all is delivered but CLD's five, by one transfer that
    counts twice."""
    body = "nop\n" * 20 + "cld"
    assert count(body, BUILT, DELIVERED, FROM_ROM, TO_ROM) == [0, 20, 5, 2]
    assert count(body, TO_ROM, options=("-set", "counters.erratum_transfers=off")) == [1]
    assert count(body, TO_ROM, options=("-errata", "off")) == [1]


def test_built(count):
    """WBINVD empties the trace cache: the jump, 32 NOPs, and three MOVs of what ends counting are
    built; WBINVD is microcode, and a transfer."""
    body = "wbinvd\njmp short %$next\nalign 16, nop\n%$next:\n" + "nop\n" * 32
    assert count(body, BUILT, FROM_ROM, TO_ROM) == [1 + 32 + 3, 5, 2]


BOGUS = RETIRED[:2] + ("ESCR(1, 2)", "CCCR(4)")


def wrong(multiplications):
    """A branch that is not taken in the first turn of two, and in the second, which is counted, is:
    neither the BTB nor the static rule foresees that. It hangs on so many multiplications."""
    return ("mov ebx, [turns]\n" + "imul ebx, ebx\n" * multiplications
            + "cmp ebx, 1\nje %$right\nnop\n%$right:")


def test_wrong_paths(count):
    """A multiplication more is 15 clocks, in which 45 uops come in, but for its own, which is in
    front of the branch. They are delivered, too, and 126 are in flight at most. A branch that is
    foreseen has none behind it."""
    three, four, ten = (count(wrong(n), BOGUS, DELIVERED) for n in (1, 2, 10))
    assert 45 - 5 <= three[0] <= 45 + 15  # the load, comparison and branch are some clocks more
    assert four[0] - three[0] == 45 - 1 and ten[0] == 126
    own = 4 + 1  # MOV, IMUL, CMP, JE; the NOP is on the wrong path, the right one has what stops
    assert three[1] - three[0] == four[1] - four[0] - 1 == ten[1] - ten[0] - 9 <= own
    assert count("mov ebx, 1\ncmp ebx, 2\nje %$there\nnop\n%$there:", BOGUS) == [0]
    both = RETIRED[:2] + ("ESCR(1, 3)", "CCCR(4)")
    assert count(wrong(10), RETIRED, both) == [13, 13 + 126]
    off = ("-set", "core.wrong_paths=off")
    assert count(wrong(10), DELIVERED, options=off) == [13]


RUNNING = 0, "MSR_FSB_ESCR0", "ESCR(0x13, 1)", "CCCR(6)"
DELIVERS, BUILDS, NEITHER = (
    (4, "MSR_TC_ESCR0", f"ESCR(1, {mask})", cccr) for mask, cccr in (
        (4, "CCCR(1)"), (0x20, "CCCR(1)"), (0x24, f"CCCR(1) | {CMP | NOT}")))


def test_what_the_front_end_does(count):
    """A clock is one of delivering, of building, or of neither, which are microcode's. Ten
    multiplications are 150 clocks, but for what the first one has in common with what is in front
    of it. Behind WBINVD 33 instructions are built (test_built()), three a clock at best."""
    clocks, delivers, builds, neither = count("imul ebx, ebx\n" * 10, RUNNING, DELIVERS, BUILDS,
                                              NEITHER)
    assert clocks == delivers in (149, 150) and builds == neither == 0
    body = "wbinvd\njmp short %$next\nalign 16, nop\n%$next:\n" + "nop\n" * 32
    delivers, builds, neither = count(body, DELIVERS, BUILDS, NEITHER)
    assert builds >= 12 and neither > 1000 and delivers <= 0


@pytest.mark.parametrize("instruction, stored, loaded", [
    ("movaps xmm0, xmm1", 1, 0), ("movaps xmm0, [ebp]", 0, 1), ("movaps [ebp], xmm0", 1, 0),
    ("movq mm0, [ebp]\nemms", 0, 1), ("fld1\nfstp dword [ebp]", 2, 0),
    ("fld dword [ebp]\nfstp st0", 1, 1), ("addps xmm0, [ebp]", 0, 1),
    ("movups xmm0, [ebp + 60]", 0, 1), ("mov eax, [ebp]", 0, 0)])
def test_moves(count, instruction, stored, loaded):
    """x87_simd_moves_uop: moves between registers and stores, ALLP0; loads, ALLP2. FLD1 is one of
    the first."""
    moves = [(8, "MSR_FIRM_ESCR0", f"ESCR(0x2e, {mask})", "CCCR(1)") for mask in (8, 16)]
    assert count(instruction, *moves) == [stored, loaded]


@pytest.mark.parametrize("instruction, loads, stores", [
    ("mov eax, [ebp + 62]", 1, 0), ("add [ebp + 62], eax", 1, 1), ("movups xmm0, [ebp + 56]", 1, 0),
    ("movups [ebp + 52], xmm0", 0, 1), ("movups xmm0, [ebp + 48]", 0, 0)])
def test_split_accesses(count, instruction, loads, stores):
    """memory_complete: over the end of a line, 16 bytes too, which are one."""
    split = [(8, "MSR_SAAT_ESCR0", f"ESCR(8, {mask})", "CCCR(2)") for mask in (1, 2)]
    assert count(instruction, *split) == [loads, stores]
