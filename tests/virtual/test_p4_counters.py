# SPDX-License-Identifier: MIT
"""Counts of a virtual Pentium 4: plain and tagged events, filters, and interrupts. The count of an
empty body is subtracted from each count. Rules: SDM volume 3, 18.15.
tests/unit/test_netburst_counters.c tests how a counter processes a clock."""
import os
import pathlib
import re
import subprocess

import pytest

from p4_guest import count # pylint: disable=unused-import
from p4_guest import CMP, DATA, EDGE, FRONT_END, INSTRUCTIONS, NAMES, NOT, REPLAYED, SETUP
from p4_guest import executed, replays, tagging_execution, tagging_uops
from test_p6_program import MIXED

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")

# counter, ESCR, value of the ESCR, value of the CCCR
COMPLETED = 12, "MSR_CRU_ESCR0", "ESCR(7, 1)", "CCCR(4)"
TAKEN = 12, "MSR_CRU_ESCR2", "ESCR(6, 12)", "CCCR(5)"
NOT_TAKEN = 13, "MSR_CRU_ESCR2", "ESCR(6, 3)", "CCCR(5)"
CONDITIONAL = 4, "MSR_TBPU_ESCR0", "ESCR(4, 2)", "CCCR(2)"
CALLS = 5, "MSR_TBPU_ESCR0", "ESCR(4, 4)", "CCCR(2)"
RETURNS = 4, "MSR_TBPU_ESCR0", "ESCR(4, 8)", "CCCR(2)"
INDIRECT = 4, "MSR_TBPU_ESCR0", "ESCR(4, 16)", "CCCR(2)"

LOOP = """
    mov ecx, 100
%$turn:
    add eax, [ebp]
    mov [ebp + 64], eax
    dec ecx
    jnz %$turn"""


@pytest.mark.parametrize("name", NAMES)
def test_instructions_and_branches(count, name):
    """1 + 100 x 4 instructions; 99 taken branches and one not taken."""
    assert count(LOOP, INSTRUCTIONS, TAKEN, NOT_TAKEN, name=name) == [401, 99, 1]


def test_completed_instructions_came_with_model_3(count):
    assert count(LOOP, COMPLETED, name="prescott") == [401]


def test_conditionals_are_there_twice(count):
    """Tests the erratum with all errata and alone. Calls, returns and indirect branches count once:
    CALL and RET are one each, and RET is also indirect."""
    off = ("-set", "counters.erratum_doubled=off")
    assert count(LOOP, CONDITIONAL) == [200]
    assert count(LOOP, CONDITIONAL, options=off) == [100]
    assert count(LOOP, CONDITIONAL, options=("-errata", "off")) == [100]
    call = "call %$there\njmp %$over\n%$there:\nret\n%$over:"
    assert count(call, CALLS, RETURNS, INDIRECT, CONDITIONAL, TAKEN) == [1, 1, 1, 0, 3]


@pytest.mark.parametrize("mask, loads, stores", [(0, 0, 0), (2, 100, 0), (4, 0, 100),
                                                 (6, 100, 100)])
def test_loads_and_stores_by_tags(count, mask, loads, stores):
    """uop_type tags 100 loads and 100 stores of the loop. There are 401 instructions in total, and
    that many of them are tagged."""
    settings = FRONT_END, INSTRUCTIONS, (12, "MSR_CRU_ESCR0", "ESCR(2, 2)", "CCCR(4)")
    assert count(LOOP, *settings, before=tagging_uops(mask)) == \
        [loads + stores, 401, loads + stores]


def test_tags_flow_only_with_a_counter(count):
    assert count(LOOP, FRONT_END, before="WRITE_MSR MSR_RAT_ESCR1, ESCR(2, 6)") == [0]


ARITHMETIC = """
    addps xmm0, xmm1
    mulps xmm2, xmm3
    addss xmm0, xmm1
    addpd xmm4, xmm5
    mulpd xmm4, xmm5
    subpd xmm4, xmm5
    sqrtsd xmm6, xmm7
    addsd xmm6, xmm7
    addsd xmm6, xmm7
    addsd xmm6, xmm7
    paddd mm0, mm1
    paddd mm2, mm3
    paddd mm4, mm5
    paddd mm6, mm7
    paddd mm0, mm1
    paddq xmm0, xmm1
    paddq xmm0, xmm1
    paddq xmm0, xmm1
    paddq xmm0, xmm1
    paddq xmm0, xmm1
    paddq xmm0, xmm1
    emms
    fld1
    fadd st0, st0
    fmul st0, st0
    fadd st0, st0
    fmul st0, st0
    fadd st0, st0
    fmul st0, st0
    fadd st0, st0
    fstp st0"""


@pytest.mark.parametrize("select, uops", [(0x08, 2), (0x0A, 1), (0x0C, 3), (0x0E, 4), (0x02, 5),
                                          (0x1A, 6), (0x04, 7)])
def test_arithmetic_by_tags_and_without(count, select, uops):
    """One uop per instruction of each kind: packed and scalar singles, doubles, MMX in 64 and 128
    bits, x87. Tag 2 is counted only as tag 2."""
    plain = 8, "MSR_FIRM_ESCR0", f"ESCR({select}, 0x8000)", "CCCR(1)"
    assert count(ARITHMETIC, plain) == [uops]
    assert count(ARITHMETIC, executed(2), executed(1),
                 before=tagging_execution(select, 2)) == [uops, 0]


def test_misses_by_replay(count):
    """A load misses each of four lines that CLFLUSH evicted, and a second load finds it. Two lines
    that share a sector both miss in L1, but only the first misses in L2, because it fetches the
    other. CLFLUSH's own look-up finds the line of the previous iteration."""
    far = "\n".join(f"clflush [ebp + {128 * i}]" for i in range(4)) \
        + "\n" + "\n".join(f"mov eax, [ebp + {128 * i}]" for i in range(4)) * 2
    apart = "\n".join(f"clflush [ebp + {64 * i}]" for i in range(2)) \
        + "\nmov eax, [ebp]\nmov eax, [ebp + 64]"
    far = far.replace("]mov", "]\nmov")
    assert count(far, REPLAYED, before=replays(1, 1)) == [4]
    assert count(far, REPLAYED, before=replays(1, 2)) == [0]  # stores
    assert count(far, REPLAYED, before="") == [0]
    assert count(apart, REPLAYED, before=replays(1, 1)) == [2]
    assert count(apart, REPLAYED, before=replays(2, 1)) == [1]


def test_walks_of_the_data_tlb(count):
    """After a write of CR3: two pages are read and one is written, each twice."""
    body = ("mov eax, cr3\nmov cr3, eax\n" +
            "mov eax, [ebp]\nmov eax, [ebp + 4096]\nmov [ebp + 8192], eax\n" * 2)
    before = """
    mov edi, tables
    mov eax, tables + 4096 + 7
    stosd
    mov edi, tables + 4096
    mov eax, 7
%%page:
    stosd
    add eax, 4096
    cmp eax, 0x400000
    jb %%page
    mov eax, tables
    mov cr3, eax
    mov eax, cr0
    or eax, 0x80000000
    mov cr0, eax
""".replace("%%page", ".page")
    before += "section .bss\nalignb 4096\ntables: resb 8192\nsection .text\n"
    walks = 0, "MSR_PMH_ESCR0", "ESCR(1, 1)", "CCCR(4)"
    assert count(body, walks, before=before) == [3]
    assert count(body, REPLAYED, before=before + replays(4, 1)) == [2]
    assert count(body, REPLAYED, before=before + replays(4, 2)) == [1]
    assert count(body, REPLAYED, before=before + replays(4, 3)) == [3]


# ---- filters -----------------------------------------------------------------------------------

def test_a_filter_is_a_clock(guest):
    """Complement and a threshold of 15 count each clock, so the count equals RUNNING and the sum of
    both halves of any threshold. One write clears the ESCR, so all counters stop at once."""
    all_clocks, more, rest, edges, falls = guest(f"""
%include "p4.inc"
main:
    {SETUP}
    WRITE_MSR MSR_CRU_ESCR0, 0
    WRITE_MSR MSR_CCCR + 12, CCCR(4) | {CMP | NOT | 15 << 20}
    WRITE_MSR MSR_CCCR + 13, CCCR(4) | {CMP}
    WRITE_MSR MSR_CCCR + 16, CCCR(4) | {CMP | NOT}
    WRITE_MSR MSR_CRU_ESCR0, ESCR(2, 3)
    {LOOP.replace("%$turn", ".turn")}
    WRITE_MSR MSR_CRU_ESCR0, 0
    PRINT_COUNTER 12
    PRINT_COUNTER 13
    PRINT_COUNTER 16
    WRITE_MSR MSR_COUNTER + 13, 0
    WRITE_MSR MSR_COUNTER + 16, 0
    WRITE_MSR MSR_CCCR + 13, CCCR(4) | {CMP | EDGE}
    WRITE_MSR MSR_CCCR + 16, CCCR(4) | {CMP | NOT | EDGE}
    WRITE_MSR MSR_CRU_ESCR0, ESCR(2, 3)
    {LOOP.replace("%$turn", ".again")}
    WRITE_MSR MSR_CRU_ESCR0, 0
    PRINT_COUNTER 13
    PRINT_COUNTER 16
    ret
{DATA}""").numbers("-cpu", "northwood")
    assert more + rest == all_clocks
    assert 0 < more < all_clocks and more <= 405
    assert 0 < edges <= more and abs(edges - falls) <= 1


@pytest.mark.parametrize("dead", (False, True))
def test_clocks_agree(guest, dead):
    """global_power_events and the filter agree: both use one ESCR, which stops them at once.
    Counter 1 does not run if the erratum is present."""
    running, filtered = guest(f"""
%include "p4.inc"
main:
    WRITE_MSR MSR_CCCR + 0, CCCR(6)
    WRITE_MSR MSR_CCCR + 1, CCCR(6) | {CMP | NOT | 15 << 20}
    WRITE_MSR MSR_FSB_ESCR0, ESCR(0x13, 1)
    mov ebp, area
    {LOOP.replace("%$turn", ".turn")}
    WRITE_MSR MSR_FSB_ESCR0, 0
    PRINT_COUNTER 0
    PRINT_COUNTER 1
    ret
{DATA}""").numbers("-cpu", "northwood", "-set",
                   f"counters.erratum_dead_cccr1={'on' if dead else 'off'}")
    assert running > 200
    assert filtered == (0 if dead else running)


# ---- interrupts --------------------------------------------------------------------------------

def overflow(guest, end, options=(), forced=False):
    """Counter 12 counts taken branches from -50 on and interrupts. Returns the number of
    interrupts, the remaining iterations of 100, and the APIC entry at the end."""
    return guest(f"""
%include "p4.inc"
main:
    GATE 0x31, .handler
    mov dword [APIC + 0xf0], 0x1ff
    mov dword [APIC + 0x340], 0x31
    sti
    WRITE_MSR MSR_CRU_ESCR2, ESCR(6, 12)
    WRITE_MSR MSR_COUNTER + 12, -50, 0xff
    WRITE_MSR MSR_CCCR + 12, CCCR(5) | OVF_PMI | {int(forced) << 25}
    mov ebp, 100
.turn:
    imul ebx, ebx
    dec ebp
    jnz .turn
    WRITE_MSR MSR_CCCR + 12, 0
    cli
    mov eax, [came]
    call print
    mov eax, [left]
    call print
    mov eax, [APIC + 0x340]
    call print
    ret
.handler:
    push eax
    push ecx
    push edx
    inc dword [came]
    mov [left], ebp
    {end}
    mov dword [APIC + 0xb0], 0
    pop edx
    pop ecx
    pop eax
    iret
section .bss
came: resd 1
left: resd 1
section .text""").numbers("-cpu", "northwood", *options)


def test_overflow_interrupts_once_and_masks(guest):
    """The 50th taken branch overflows, and the interrupt is due with the 51st. The clock of that
    branch ends when the IMUL of the 52nd iteration retires. At the end of that iteration the
    interrupt is taken, with 48 left. It masks the entry."""
    came, left, entry = overflow(guest, "WRITE_MSR MSR_CCCR + 12, 0")
    assert (came, left, entry) == (1, 48, 0x10031)


def test_overflow_interrupts_with_its_own_event(guest):
    """The interrupt comes one iteration earlier."""
    came, left, entry = overflow(guest, "WRITE_MSR MSR_CCCR + 12, 0",
                                 ("-set", "counters.late_interrupt=off",
                                  "-set", "counters.overflow_masks=off"))
    assert (came, left, entry) == (1, 49, 0x31)


def started(guest, name, *options):
    """Counter 12 overflows with the 40th taken branch and starts counter 14 by cascade, which
    counts the branches from -10 on. Returns the values of 12 and 14 and the number of interrupts of
    14."""
    return guest(f"""
%include "p4.inc"
main:
    COUNT_INTERRUPTS
    WRITE_MSR MSR_COUNTER + 12, -40, 0xff
    WRITE_MSR MSR_COUNTER + 14, -10, 0xff
    WRITE_MSR MSR_CRU_ESCR2 + 1, ESCR(6, 12)
    WRITE_MSR MSR_CCCR + 14, 1 << 30 | 5 << 13 | 3 << 16 | OVF_PMI
    WRITE_MSR MSR_CCCR + 12, CCCR(5)
    WRITE_MSR MSR_CRU_ESCR2, ESCR(6, 12)
    mov ebp, 101
.turn:
    dec ebp
    jnz .turn
    WRITE_MSR MSR_CRU_ESCR2, 0
    WRITE_MSR MSR_CRU_ESCR2 + 1, 0
    cli
    PRINT_COUNTER 12
    PRINT_COUNTER 14
    mov eax, [came]
    call print
    ret
INTERRUPTED""").numbers("-cpu", name, *options)


@pytest.mark.parametrize("name, interrupts", [("willamette", 1), ("northwood", 0),
                                              ("prescott", 1)])
def test_a_cascade_in_the_machine(guest, name, interrupts):
    """100 branches are taken: 60 after the overflow. The first ten of these make counter 14
    overflow. On model 2 a cascaded counter does not interrupt. IRET would be another branch."""
    both = [60 + interrupts, 60 - 10 + interrupts, interrupts]
    assert started(guest, name) == both
    other = "off" if interrupts else "on"
    assert started(guest, name, "-set", f"counters.cascade_interrupts={other}") == \
        [60 + 1 - interrupts, 50 + 1 - interrupts, 1 - interrupts]


def test_forced_overflow_interrupts(guest):
    """FORCE_OVF makes the first taken branch overflow. Its interrupt is due with the second and
    comes with the IMUL of the third iteration: 97 are left."""
    came, left, entry = overflow(guest, "WRITE_MSR MSR_CCCR + 12, 0", forced=True)
    assert (came, left, entry) == (1, 97, 0x10031)


# ---- which events are counted ------------------------------------------------------------------

def counted(guest, name, *places):
    asks = "\n".join(f"mov ecx, MSR_COUNTED + 64 * ({escr} - 0x3a0) + {select}\nrdmsr\ncall print"
                     for escr, select in places)
    return guest(f'%include "p4.inc"\nmain:\n{asks}\nret').numbers("-cpu", name)


def test_the_machine_says_what_it_counts(guest):
    """instr_retired, uops_retired, instr_completed, uop_type, branch_retired and b2b_cycles are in
    the list; an ESCR without an event is not."""
    places = ((0x3B8, 2), (0x3B9, 1), (0x3B8, 7), (0x3BC, 2), (0x3CC, 6), (0x3A2, 0x16),
              (0x3BF, 1))
    assert counted(guest, "northwood", *places) == [3, 3, 0, 6, 15, 0, 0]
    assert counted(guest, "prescott", *places) == [3, 3, 1, 6, 15, 0, 0]


def test_the_list_says_what_it_counts(guest):
    """`list events -v` has a row for each event and one for each of its parts, with yes or no."""
    table = (ROOT / "pmc/netburst/netburst.def").read_text()
    escrs = dict(re.findall(r"^ESCR\((\w+), (0x\w+)", (
        ROOT / "pmc/netburst/netburst_registers.def").read_text(), re.M))
    events = [(name, int(select, 16), int(escrs[escr], 16)) for name, select, escr
              in re.findall(r"^EVENT\((\w+), (0x\w+), (\w+)", table, re.M)
              if name != "instr_completed"]
    masks = counted(guest, "northwood", *((escr, select) for _, select, escr in events))
    listed = subprocess.run([BUILD / "bareprobe", "list", "events", "-v", "--cpu", "northwood"],
                            capture_output=True, text=True, check=True).stdout
    said = {}
    for line in listed.splitlines()[1:]:
        if part := re.match(r" *bit (\d+) +:\w+ .*? (yes|no)  ", line):
            said[event][int(part[1])] = part[2] == "yes"
        else:
            event = line.split()[1]
            said[event] = {}
    for (name, _, _), mask in zip(events, masks):
        assert said[name] and said[name] == {
            bit: bool(mask >> bit & 1) for bit in said[name]}, name


# ---- same counts as on a Pentium ---------------------------------------------------------------

def test_the_same_code_counts_the_same_on_a_p5(guest, count):
    """Instructions and branches of mixed code are equal."""
    old = ["main:", "finit"]
    for event in (0x16, 0x12):
        for code in ("", MIXED):
            old += ["%push", f"mov eax, {event | 0x40}", "SET_MSR MSR_CESR", "mov eax, 0",
                    "SET_MSR MSR_CTR0", code, "GET_MSR MSR_CTR0", "call print", "%pop"]
    data = "section .bss\nalignb 4096\narea: resb 4096"
    numbers = guest("\n".join([*old, "ret", data])).numbers()
    pentium = [full - empty for empty, full in zip(numbers[::2], numbers[1::2])]
    branches = 12, "MSR_CRU_ESCR2", "ESCR(6, 15)", "CCCR(5)"
    assert count(MIXED, INSTRUCTIONS, branches) == pentium
