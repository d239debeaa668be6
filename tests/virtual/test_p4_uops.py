# SPDX-License-Identifier: MIT
"""Uops of a virtual Pentium 4, by the rule in the model's README: one for an instruction, one for a
load, two for a store, five for microcode; and their retirement."""
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
    """PUSH is a store and an update of ESP; POP a load and an update. PUSHAD is 5 and eight stores;
    POPAD is 5 and eight loads, including the one that it skips."""
    assert count(instruction, RETIRED) == [uops]


def test_stack_faults_need_assists(count):
    """Nine loads into eight registers are one overflow. FADDP of one value uses an empty register,
    and FSTP of none another one; FCOMPP of an empty stack uses two, and is one instruction."""
    under, over = ((12, "MSR_CRU_ESCR2", f"ESCR(3, {mask})", "CCCR(5)") for mask in (1, 2))
    assert count("fninit\n" + "fld1\n" * 9, under, over) == [0, 1]
    assert count("fninit\nfld1\nfld1\nfaddp\nfstp st0", under, over) == [0, 0]
    assert count("fninit\nfld1\nfaddp\nfstp st0\nfstp st0", under, over) == [2, 0]
    assert count("fninit\nfcompp", under, over) == [1, 0]


def test_a_store_may_be_one(count):
    assert count("add [ebp], eax\nmov [ebp], eax", RETIRED,
                 options=("-set", "core.store_uops=1")) == [3 + 1]
    assert count("cld", RETIRED, options=("-set", "core.rom_uops=9")) == [9]


def test_three_a_clock(count):
    """At most three uops retire per clock. 60 NOPs wait for a chain of multiplications and then
    retire at three per clock in 20 clocks, up to a serialising CPUID. The 61st uop, of CPUID, comes
    later."""
    over, full, rest = (f"CCCR(4) | {CMP | thing}" for thing in (3 << 20, 2 << 20, NOT | 2 << 20))
    body = "add [ebp], eax\npushad\npopad\n" * 9
    many = (RETIRED[:3] + (over,), RETIRED)
    assert count(body, *many) == [0, 9 * (4 + 34)]
    nops = "mov ebx, 1\nmov eax, ebx\n" + "imul ebx, ebx\n" * 4 + "nop\n" * 60
    plain, three = count(nops, RETIRED, RETIRED[:3] + (full,))
    assert plain == 66 and three in (20, 21)
    assert count(nops, RETIRED[:3] + (rest,))[0] > 0


def test_long_strings(count):
    """REP MOVSD loads and stores 16 bytes at a time in whole blocks of 64 (test_p4_overcounts.py),
    for any number of iterations: 1000 dwords are 62 blocks of 4 accesses, and 8 more dwords."""
    body = "mov esi, area\nmov edi, area + 8192\nmov ecx, 1000\nrep movsd"
    assert count(body, FRONT_END, before=tagging_uops(2)) == [62 * 4 + 8]
    assert count(body, FRONT_END, before=tagging_uops(4)) == [62 * 4 + 8]
    assert count(body, RETIRED) == [3 + 5 + 3 * 1000]


def test_where_they_come_from(count):
    """The code is in the trace cache: 20 NOPs are delivered from it. CLD's five uops come from
    microcode, by one transfer, which the erratum counts twice."""
    body = "nop\n" * 20 + "cld"
    assert count(body, BUILT, DELIVERED, FROM_ROM, TO_ROM) == [0, 20, 5, 2]
    assert count(body, TO_ROM, options=("-set", "counters.erratum_transfers=off")) == [1]
    assert count(body, TO_ROM, options=("-errata", "off")) == [1]


def test_built(count):
    """WBINVD empties the trace cache. The jump, 32 NOPs, and the three MOVs of STOP are built;
    WBINVD is microcode, and a transfer."""
    body = "wbinvd\njmp short %$next\nalign 16, nop\n%$next:\n" + "nop\n" * 32
    assert count(body, BUILT, FROM_ROM, TO_ROM) == [1 + 32 + 3, 5, 2]


BOGUS = RETIRED[:2] + ("ESCR(1, 2)", "CCCR(4)")


def wrong(multiplications):
    """Returns code with a branch that is not taken in the first iteration of two and taken in the
    second, which is counted: neither the BTB nor the static rule predicts it. It depends on N
    multiplications."""
    return ("mov ebx, [turns]\n" + "imul ebx, ebx\n" * multiplications
            + "cmp ebx, 1\nje %$right\nnop\n%$right:")


def test_wrong_paths(count):
    """A further multiplication takes 15 clocks, in which 45 uops enter, minus its own uop, which is
    before the branch. They are delivered, too, and at most 126 are in flight. No wrong-path uops
    follow a correctly predicted branch."""
    three, four, ten = (count(wrong(n), BOGUS, DELIVERED) for n in (1, 2, 10))
    assert 45 - 5 <= three[0] <= 45 + 15  # the load, comparison and branch take some more clocks
    assert four[0] - three[0] == 45 - 1 and ten[0] == 126
    own = 4 + 1  # MOV, IMUL, CMP, JE; the NOP is on the wrong path, STOP on the right one
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
    """In a clock the front end delivers, or builds, or does neither, which happens for microcode.
    Ten multiplications take 150 clocks, minus the overlap of the first with the code before it.
    After WBINVD 33 instructions are built (test_built()), at most three per clock."""
    clocks, delivers, builds, neither = count("imul ebx, ebx\n" * 10, RUNNING, DELIVERS, BUILDS,
                                              NEITHER)
    assert clocks == delivers in (149, 150) and builds == neither == 0
    body = "wbinvd\njmp short %$next\nalign 16, nop\n%$next:\n" + "nop\n" * 32
    delivers, builds, neither = count(body, DELIVERS, BUILDS, NEITHER)
    assert builds >= 12 and neither > 1000 and delivers <= 0


def clocks_of_string(count, instruction, *options):
    body = f"mov eax, 1\nmov esi, area\nmov edi, area\nmov ecx, 1000\n{instruction}"
    return count(body, RUNNING, options=options)[0]


@pytest.mark.parametrize("instruction, iterations", [
    ("rep stosd", 1000), ("rep lodsd", 1000), ("rep movsd", 1000), ("repne scasd", 1000),
    ("repe scasd", 1), ("stosd", 0)])
def test_clocks_of_an_iteration(count, instruction, iterations):
    """Each iteration takes core.string_step clocks. The area contains 0, so that REPE SCASD ends
    after its first comparison with 1. Without a prefix there are no iterations."""
    three, seven = (clocks_of_string(count, instruction, "-set", f"core.string_step={step}")
                    for step in (3, 7))
    assert seven - three == (7 - 3) * iterations


def test_clocks_of_long_strings(count):
    """By default an iteration takes at least the clock of its store, because only port 3 stores
    addresses (optimization manual), and at most the 6.0 of STOSD without a prefix (InstLatx64)."""
    assert 1000 <= clocks_of_string(count, "rep stosd") <= 6 * 1000


def clocks_by_forward(count, body, *forwards):
    return [count(body, RUNNING, options=("-set", f"core.forward={forward}"))[0]
            for forward in forwards]


@pytest.mark.parametrize("body, waits", [
    ("mov [ebp], eax\nmov eax, [ebp]\n", 20), ("mov [ebp], eax\nmov eax, [ebp + 4]\n", 20),
    ("push eax\npop eax\n", 20), ("add [ebp], eax\n", 19),
    ("mov [ebp], eax\nmov eax, [ebp + 8]\n", 0), ("mov [ebp], eax\nmov eax, [ebp + 2048]\n", 0),
    ("mov eax, [ebp]\nmov [ebp + 8], eax\n", 0)])
def test_a_load_waits_for_the_store(count, body, waits):
    """core.forward is the time from a store to a load of the same eight bytes. In the first four
    chains a store needs the result of the previous load, so each load with a store before it adds
    that time. The other loads read other bytes, also 2 KB further, and do not wait."""
    ten, fifteen = clocks_by_forward(count, body * 20, 10, 15)
    assert fifteen - ten == (15 - 10) * waits


def test_a_forwarded_load_takes_its_clocks(count):
    """Clocks of PUSH and POP: a chain through the stack, 5 from a store to its load and 2 of the
    load, the 7.0 that InstLatx64 measured. The last of 140 overlaps with what follows."""
    assert count("push eax\npop eax\n" * 20, RUNNING) == [139]


def test_a_late_load_does_not_wait(count):
    """The load's address needs four multiplications of 15 clocks, which begin with the store. The
    load takes 2 clocks, so it waits for a value that is ready after 80 or 100 clocks, but not for
    one that is ready after 40."""
    body = "xor ebx, ebx\nmov [ebp], eax\n" + "imul ebx, ebx\n" * 4 + "mov eax, [ebp + ebx]"
    none, forty, eighty, hundred = clocks_by_forward(count, body, 0, 40, 80, 100)
    assert none == forty
    assert 80 - 62 - 2 <= eighty - forty <= 80 - 60
    assert hundred - eighty == 100 - 80


@pytest.mark.parametrize("instruction, stored, loaded", [
    ("movaps xmm0, xmm1", 1, 0), ("movaps xmm0, [ebp]", 0, 1), ("movaps [ebp], xmm0", 1, 0),
    ("movq mm0, [ebp]\nemms", 0, 1), ("fld1\nfstp dword [ebp]", 2, 0),
    ("fld dword [ebp]\nfstp st0", 1, 1), ("addps xmm0, [ebp]", 0, 1),
    ("movups xmm0, [ebp + 60]", 0, 1), ("mov eax, [ebp]", 0, 0)])
def test_moves(count, instruction, stored, loaded):
    """x87_simd_moves_uop: moves between registers and stores are ALLP0, loads ALLP2. FLD1 is one of
    the former."""
    moves = [(8, "MSR_FIRM_ESCR0", f"ESCR(0x2e, {mask})", "CCCR(1)") for mask in (8, 16)]
    assert count(instruction, *moves) == [stored, loaded]


@pytest.mark.parametrize("instruction, loads, stores", [
    ("mov eax, [ebp + 62]", 1, 0), ("add [ebp + 62], eax", 1, 1), ("movups xmm0, [ebp + 56]", 1, 0),
    ("movups [ebp + 52], xmm0", 0, 1), ("movups xmm0, [ebp + 48]", 0, 0)])
def test_split_accesses(count, instruction, loads, stores):
    """memory_complete counts accesses across the end of a line. An access of 16 bytes counts
    once."""
    split = [(8, "MSR_SAAT_ESCR0", f"ESCR(8, {mask})", "CCCR(2)") for mask in (1, 2)]
    assert count(instruction, *split) == [loads, stores]
