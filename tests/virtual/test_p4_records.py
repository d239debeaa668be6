# SPDX-License-Identifier: MIT
"""Records that a virtual Pentium 4 stores by itself: branches, and precise samples with the
registers after the instruction that made counter 16 overflow. Layout: SDM volume 3, 17.4.9,
18.15.7."""
import pytest

from p4_guest import replays, tagging_execution, tagging_uops

WORDS = 10  # in a sample: EFLAGS, EIP, EAX, EBX, ECX, EDX, ESI, EDI, EBP, ESP
AREA = """
section .bss
alignb 4096
management: resb 64
branches: resd 256
samples: resd 1024
section .data
area: dd 3
section .text"""

TURNS = """
    mov ecx, 100
    xor eax, eax
.turn:
    add eax, [ebp]
.behind:
    lea ebx, [ecx + 7]
    dec ecx
.last:
    jnz .turn"""
ENABLE = "WRITE_MSR MSR_PEBS_ENABLE, 3 << 24"


def dump(label, words):
    return f"""
    mov esi, {label}
    mov ebp, {words}
%%word:
    lodsd
    call print
    dec ebp
    jnz %%word""".replace("%%word", f".dump_{label}")


@pytest.fixture
def sampled(guest):
    """sampled(code, tags): runs the code and returns the bytes used in the sample buffer, the
    number of interrupts, OVF of counter 16's CCCR, the entry of the local APIC, and the records."""
    def run(code, tags, *, event="ESCR(8, 1)", period=10, size=24 * 40, threshold=24 * 40,
            enable=ENABLE, cccr="CCCR(5)", options=()):
        kernel = guest(f"""
%include "p4.inc"
main:
    finit
    mov eax, cr4
    or eax, 0x200
    mov cr4, eax
    COUNT_INTERRUPTS
    RECORDS management, branches, samples, 0, {size}, {threshold}, {period}
    {tags}
    {enable}
    WRITE_MSR MSR_COUNTER + 16, -{period}, 0xff
    WRITE_MSR MSR_CRU_ESCR2, {event}
    WRITE_MSR MSR_CCCR + 16, {cccr}
    mov ebp, area
    {code}
    WRITE_MSR MSR_CRU_ESCR2, 0
    cli
    mov eax, [management + 0x14]
    sub eax, samples
    call print
    mov eax, [came]
    call print
    mov ecx, MSR_CCCR + 16
    rdmsr
    shr eax, 31
    call print
    mov eax, [APIC + 0x340]
    call print
    {dump("samples", 40 * WORDS)}
    ret
INTERRUPTED
{AREA}""")
        numbers = kernel.numbers("-cpu", "northwood", *options)
        records = [numbers[4 + WORDS * i:4 + WORDS * (i + 1)] for i in range(40)]
        return *numbers[:4], records, kernel.symbols()
    return run


def test_each_tenth_load(sampled):
    """The sampled loads are the 10th, 20th ... of 100: ten records. EIP is the next instruction. In
    the k-th record ECX is that of iteration 10 k, 101 - 10 k, EBX the previous iteration's + 7, EAX
    the sum of 10 k threes."""
    used, came, overflow, entry, records, symbols = sampled(TURNS, tagging_uops(2))
    assert (used, came, overflow, entry) == (400, 0, 0, 0x31)
    for k, (_, eip, eax, ebx, ecx, edx, _, _, ebp, esp) in enumerate(records[:10], 1):
        assert eip == symbols["main.behind"]
        assert (eax, ecx, ebx) == (30 * k, 101 - 10 * k, 101 - 10 * k + 1 + 7)
        assert ebp == symbols["area"] and edx == 0 and esp == records[0][9]
    assert records[10] == [0] * WORDS


@pytest.mark.parametrize("period, records", [(1, 100), (7, 14), (100, 1), (101, 0)])
def test_periods(sampled, period, records):
    """100 loads yield one record per whole period. Records beyond the end of the buffer are not
    stored."""
    used, *_ = sampled(TURNS, tagging_uops(2), period=period)
    assert used == 40 * min(records, 24)


def test_flags_are_those_behind_it(sampled):
    """An addition from memory whose sum is 0 sets ZF, which the next instruction clears."""
    code = "xor eax, eax\nmov dword [ebp], 0\nadd eax, [ebp]\n.behind:\nor eax, 1"
    *_, records, symbols = sampled(code, tagging_uops(2), period=1)
    assert records[0][1] == symbols["main.behind"] and records[0][0] & 0x40
    assert records[0][2] == 0


def test_a_branch_leads_on(sampled):
    """RET is a load; EIP is its return address."""
    code = "call .there\n.back:\njmp .over\n.there:\nret\n.over:"
    *_, records, symbols = sampled(code, tagging_uops(2), period=1)
    assert records[0][1] == symbols["main.back"]


def test_the_threshold_interrupts_once(sampled):
    """The third record interrupts and masks the entry; the buffer continues to fill. If nothing
    masks the entry, records beyond the threshold do not interrupt."""
    used, came, _, entry, _, _ = sampled(TURNS, tagging_uops(2), threshold=3 * 40)
    assert (used, came, entry) == (400, 1, 0x10031)
    _, came, *_ = sampled(TURNS, tagging_uops(2), threshold=3 * 40,
                          options=("-set", "counters.overflow_masks=off"))
    assert came == 1
    _, came, *_ = sampled(TURNS, tagging_uops(2), threshold=10 * 40 + 1)
    assert came == 0


@pytest.mark.parametrize("room, erratum, stored", [
    (0, True, 5), (4, True, 6), (4, False, 5), (39, True, 6), (39, False, 5), (40, False, 6)])
def test_a_full_buffer(sampled, room, erratum, stored):
    """The buffer has space for five records and some bytes more. Erratum P79 lets one record cross
    the end if the space is not a multiple of the record size."""
    how = ("-set", f"counters.erratum_overrun={'on' if erratum else 'off'}")
    used, _, _, _, records, _ = sampled(TURNS, tagging_uops(2), size=5 * 40 + room, options=how)
    assert used == 40 * stored
    assert records[stored - 1][1] and records[stored] == [0] * WORDS


def test_executed_and_replayed(sampled):
    """Samples every third x87 addition, and every load that misses L1. EIP is the next
    instruction."""
    code = "fld1\n" + "fadd st0, st0\n" * 5 + ".fifth:\nfadd st0, st0\n.sixth:\nfstp st0"
    used, _, _, _, records, symbols = sampled(code, tagging_execution(4, 0), period=3,
                                              event="ESCR(12, 1)")
    assert used == 80 and records[1][1] == symbols["main.sixth"]
    assert records[0][1] == symbols["main.fifth"] - 2 * 2
    code = "clflush [ebp]\nmov eax, [ebp]\n.missed:\nmov ebx, [ebp]"
    used, _, _, _, records, symbols = sampled(code, replays(1, 1), period=1, event="ESCR(9, 1)",
                                              enable="WRITE_MSR MSR_PEBS_ENABLE, 3 << 24 | 1")
    assert used == 40 and records[0][1] == symbols["main.missed"]


def test_what_is_no_sample(sampled):
    """Bit 24 alone only tags. Other events make no records: overflows of instructions work as
    usual."""
    used, came, overflow, *_ = sampled(TURNS, tagging_uops(2),
                                       enable="WRITE_MSR MSR_PEBS_ENABLE, 1 << 24")
    assert (used, came, overflow) == (0, 0, 1)
    taken = {"event": "ESCR(6, 12)", "cccr": "CCCR(5) | OVF_PMI"}
    used, came, overflow, entry, *_ = sampled(TURNS, "", **taken)
    assert (used, came, overflow, entry) == (0, 1, 1, 0x10031)


# ---- branches ----------------------------------------------------------------------------------

@pytest.fixture
def branched(guest):
    """branched(code): the used bytes of the buffer, the number of interrupts, and the records of
    three words."""
    def run(code, control, size=40 * 12, threshold=40 * 12):
        kernel = guest(f"""
%include "p4.inc"
main:
    COUNT_INTERRUPTS
    RECORDS management, branches, samples, {size}, 0, {threshold}, 1
    WRITE_MSR MSR_DEBUGCTL, {control}
    {code}
    WRITE_MSR MSR_DEBUGCTL, 0
    cli
    mov eax, [management + 0x04]
    sub eax, branches
    call print
    mov eax, [came]
    call print
    {dump("branches", 48 * 3)}
    ret
INTERRUPTED
{AREA}""")
        numbers = kernel.numbers("-cpu", "northwood")
        records = [tuple(numbers[2 + 3 * i:5 + 3 * i]) for i in range(48)]
        return *numbers[:2], records, kernel.symbols()
    return run


BRANCHES = """
    mov ecx, 3
.turn:
    dec ecx
.loop:
    jnz .turn
.call:
    call .there
.jump:
    jmp .over
.there:
    ret
.over:"""


def test_taken_branches(branched):
    """Records are (from, to): the loop's two taken branches, which the static rule predicts, then
    the call, the return and the jump. A branch that is not taken has no record."""
    used, came, records, names = branched(BRANCHES, "0xc")
    at = {name[5:]: address for name, address in names.items() if name.startswith("main.")}
    ways = [(at["loop"], at["turn"])] * 2 + [(at["call"], at["there"]), (at["there"], at["jump"]),
                                             (at["jump"], at["over"])]
    assert (used, came) == (5 * 12, 0)
    assert [record[:2] for record in records[:5]] == ways
    assert [record[2] for record in records[:5]] == [16] * 5


@pytest.mark.parametrize("control", ("0x4", "0x8", "0x10"))
def test_both_bits_are_needed(branched, control):
    used, *_ = branched(BRANCHES, control)
    assert used == 0


def test_it_begins_anew_or_interrupts(branched):
    """There is space for three of five records. Without BTINT the fourth and fifth overwrite the
    first two and nothing interrupts. If BTINT is set, the second record interrupts, and records
    that do not fit are lost."""
    used, came, records, names = branched(BRANCHES, "0xc", 3 * 12, 2 * 12)
    assert (used, came) == (2 * 12, 0)
    assert records[1][0] == names["main.jump"] and records[0][0] == names["main.there"]
    used, came, *_ = branched(BRANCHES, "0x1c", 3 * 12, 2 * 12)
    assert (used, came) == (3 * 12, 1)


def test_an_exception_is_a_branch(branched):
    """#UD has a record from its instruction to the handler. The handler's IRET to the next
    instruction is another record."""
    code = """GATE 6, .undefined
    WRITE_MSR MSR_DEBUGCTL, 0xc
.fault:
    ud2
.behind:
    jmp .done
.undefined:
    add dword [esp], 2
.return:
    iret
.done:"""
    _, _, records, names = branched(code, 0)
    ways = [("fault", "undefined"), ("return", "behind"), ("behind", "done")]
    assert [record[:2] for record in records[:3]] == \
        [(names[f"main.{a}"], names[f"main.{b}"]) for a, b in ways]
