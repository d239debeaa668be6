# SPDX-License-Identifier: MIT
"""The P55C's own events as counted by a guest, each on its counter (SDM volume 3, Table 19-38).
Events that concern only MMX data and interlocks are tested in tests/unit/test_model_mmx.c, 2Fh in
test_mmx.py."""
import pytest

RING_0 = 0x40
CLOCKS = 0x100 | RING_0

MEASURE = """
%include "devices.inc"
main:
    {setup}
    jmp measured
align 32
measured:
    mov eax, {select0} | {select1} << 16
    SET_MSR MSR_CESR                    ; never pairs: the code begins in U
    {code}
    mov ecx, 0
    rdpmc
    mov ebx, eax
    inc ecx
    rdpmc
    xchg eax, ebx
    call print
    PRINT ebx
    ret
{more}
"""


@pytest.fixture
def count(protected):
    """Returns the counts of CTR0 and CTR1 for these events while the code ran; events are 0 to 63,
    or CLOCKS."""
    def run(code, event0=0, event1=0, setup="", more=""):
        selects = [event if event == CLOCKS else event | RING_0 for event in (event0, event1)]
        return protected(MEASURE.format(code=code, setup=setup, more=more, select0=selects[0],
                                        select1=selects[1]), "-cpu", "p55c")
    return run


def test_bus_utilisation_is_bus_cycles(count):
    """Without another bus master 2Eh on counter 0 equals 18h: a line fill, and a write to memory,
    both complete when the counters are read."""
    used, busy = count("mov eax, [scratch]\n mov [scratch + 4096], eax\n times 100 nop",
                       0x2E, 0x18)
    assert used == busy > 0


def test_writes_to_noncacheable_memory(count):
    """2Eh on counter 1 counts ten writes to video memory and three to ports, but none to the
    cache."""
    code = "times 10 mov [0xb8000], eax\n times 5 mov [esp - 4], eax\n times 3 out 0x80, al"
    assert count(code, event1=0x2E)[1] == 13


def test_clocks_not_halted(count):
    """30h on counter 0, compared with all clocks: a HLT of 1000 ticks of the timer at 1,193,182 a
    second takes 83,810 clocks of 100 MHz minus the setup time after the timer started."""
    more = """
handler:
    push eax
    mov al, 0x20
    out PIC_MASTER, al
    pop eax
    iret
"""
    not_halted, clocks = count("PIT_START 0, 1000\n sti\n hlt\n cli", 0x30, CLOCKS,
                               "PIC_INIT 0xfe, 0xff\n LINE 0, handler", more)
    assert clocks - not_halted == pytest.approx(83_810, abs=300)
    assert 0 < not_halted < 2000


# Identity mapping with one page of 4 MB; from 4 MB on, a page of 4 KB.
PAGING = """
    mov dword [0x310000], 0x83
    mov dword [0x310004], 0x311003
    mov dword [0x311000], 0x300003
    mov eax, 0x10
    mov cr4, eax
    mov eax, 0x310000
    mov cr3, eax
    mov eax, cr0
    or eax, 1 << 31
    mov cr0, eax
"""


def test_data_tlb_stall(count):
    """30h on counter 1 counts the clocks that the walk adds, compared with the same read with its
    page in the TLB. The page's line is in the cache both times."""
    setup = PAGING + """
    mov eax, [0x400000]
    mov eax, [0x310004]
    mov eax, [0x311000]
    {}
"""
    hit = count("mov eax, [0x400000]", CLOCKS, 0x30, setup.format("invlpg [0x500000]"))
    miss = count("mov eax, [0x400000]", CLOCKS, 0x30, setup.format("invlpg [0x400000]"))
    assert hit[1] == 0 < miss[1] == miss[0] - hit[0]


def test_x87_stalls(count):
    """32h on counter 0: FADD's result is available 3 clocks after its start, so each of nine
    dependent FADDs loses 2. FLD1's is available in the next clock."""
    assert count("times 10 fadd st0, st0", 0x32, setup="fninit\n fld1\n times 20 nop")[0] == 18


def test_taken_branches(count):
    """32h on counter 1: in a loop of 100 iterations all branches but the last are taken; a CALL and
    its RET count; a Jcc that falls through does not."""
    assert count("mov ecx, 100\n.turn: dec ecx\n jnz .turn\n call .sub\n jnz .turn\n jmp .on\n"
                 ".sub: ret\n.on:", event1=0x32)[1] == 99 + 2 + 1


@pytest.mark.parametrize("code, wrong, in_wb", [
    # a new forward branch is predicted to fall through; in V the misprediction is detected in WB
    ("cmp eax, eax\n jz .on\n nop\n.on:", 1, 1),
    ("cmp eax, eax\n cmc\n jz .on\n nop\n.on:", 1, 0),
    ("cmp eax, eax\n jnz .on\n nop\n.on:", 0, 0),
])
def test_wrong_predictions(count, code, wrong, in_wb):
    """35h. CMC never pairs, so Jcc executes in U."""
    assert count(code, 0x35, 0x35) == [wrong, in_wb]


def test_false_entries(count):
    """3Ah on counter 0: a JMP in the BTB that goes to another place than last time. To A (unknown),
    B, B, A: twice. On counter 1: a branch predicted taken that is not taken, the end of a loop."""
    code = """
    mov esi, table
    mov ecx, 4
turn:
    lodsd
    jmp eax
place_a:
    nop
place_b:
    dec ecx
    jnz turn
"""
    more = "section .data\ntable: dd place_a, place_b, place_b, place_a\nsection .text\n"
    assert count(code, 0x3A, more=more)[0] == 2
    assert count("mov ecx, 20\n.turn: dec ecx\n jnz .turn", event1=0x3A)[1] == 1


def test_write_buffers_full_in_mmx(count):
    """3Bh on counter 0 equals 19h if only MMX writes: sixteen misses in a row."""
    code = "\n".join(f"movq [0x380000 + {32 * i}], mm0" for i in range(16))
    mmx, all_of_them = count(code, 0x3B, 0x19, "wbinvd\n times 30 nop")
    assert mmx == all_of_them > 0


def test_returns(count):
    """39h and 37h on counter 0, 37h on counter 1: five calls of one RET from one place. RET is
    unknown at first; then its return address comes from the return stack."""
    code = "mov ecx, 5\n.turn: call .sub\n dec ecx\n jnz .turn\n jmp .on\n.sub: ret\n.on:"
    assert count(code, 0x39)[0] == 5
    assert count(code, 0x37, 0x37) == [1, 4]


# The code that sets the events and the first RDPMC take 20 bytes. If up to 12 bytes are between
# them, everything is in one line, which is complete when WRMSR starts the counting.
@pytest.mark.parametrize("code, starved", [
    # new forward branches: if one is taken, PF and F are 2 clocks, in V and in U
    ("cmp eax, eax\n jz .on\n nop\n.on:", 2),
    ("cmp eax, eax\n jz .a\n nop\n.a: jz .b\n nop\n.b:", 4),
    ("cmp eax, eax\n jnz .on\n nop\n.on:", 0),
    # after WRMSR nothing hides a prefix: 1 clock for 26, 2 for 66; MUL's 10 clocks hide both
    ("es inc eax", 1),
    ("inc ax", 2),
    ("mul ebx\n es inc ax", 0),
])
def test_starved_by_flushes_and_prefixes(count, code, starved):
    """33h on counter 0."""
    assert count(code, 0x33)[0] == starved


STRETCH = "mov ebx, {0}\n jmp stretch\n{0}:\n"
NOPS = "align 4096\nstretch:\n times 200 nop\n jmp ebx"


def run_stretch(count, setup):
    """Returns 33h on counter 0, then the clocks, of N NOPs that have run once before `setup`."""
    setup = STRETCH.format(".warmed") + setup
    return [count(STRETCH.format(".back"), event, setup=setup, more=NOPS)[0]
            for event in (0x33, CLOCKS)]


def test_starved_by_code_misses(count):
    """33h on counter 0: 2 clocks each for the JMP to the NOPs, which is new, and the JMP back,
    which went elsewhere; and all additional clocks when their 7 lines come from memory, 10 bus
    clocks = 15 or more each. No instruction goes alone while its successor is being fetched
    (counter 1)."""
    warm, warm_clocks = run_stretch(count, "")
    cold, cold_clocks = run_stretch(count, "wbinvd")
    assert warm == 2 + 2
    assert cold - warm == cold_clocks - warm_clocks > 7 * 15
    code, setup = (STRETCH.format(label) for label in (".back", ".warmed"))
    assert count(code, event1=0x33, setup=setup + "wbinvd", more=NOPS)[1] == 0


def test_starved_by_code_tlb_misses(count):
    """33h on counter 0: a walk for the NOPs' page takes 2 clocks, because its page directory entry
    is in the data cache."""
    setup = PAGING + STRETCH.format(".paged") + "mov eax, [0x310000]\n invlpg [{}]"
    hit, hit_clocks = run_stretch(count, setup.format("0x500000"))
    miss, miss_clocks = run_stretch(count, setup.format("stretch"))
    assert (hit, miss) == (2 + 2, 2 + 2 + 2)
    assert miss_clocks - hit_clocks == 2


@pytest.mark.parametrize("event", [0x2A, 0x2C])
def test_what_cannot_happen_counts_0(count, event):
    """Events of a second processor, which the model does not have, count 0."""
    assert count("mov eax, [scratch]\n times 20 inc eax", event, event) == [0, 0]


def test_a_p54c_has_none(protected):
    """Each code from 2Ah on counts 0 on a P54C."""
    got = protected("""
main:
    mov ebp, 0x2a
.event:
    mov eax, ebp
    shl eax, 16
    lea eax, [eax + ebp + 0x00400040]
    SET_MSR MSR_CESR
    fninit
    fld1
    fadd st0, st0
    fadd st0, st0
    mov [0xb8000], eax
    call .sub
    GET_MSR MSR_CTR0
    call print
    GET_MSR MSR_CTR1
    call print
    inc ebp
    cmp ebp, 0x40
    jb .event
    ret
.sub:
    ret
""")
    assert got == [0] * 2 * (0x40 - 0x2A)
