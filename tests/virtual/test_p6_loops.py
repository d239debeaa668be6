# SPDX-License-Identifier: MIT
"""Clocks per iteration of common loops on the P6 model, compared with documents and measurements.
AGN: Agner Fog, How to optimize for the Pentium family, 2000; ILAT: the measured tables in
tests/data/silicon; GCC: its description of the Pentium Pro."""
import pytest

SOURCE = """%include "p6.inc"
main:
    mov eax, 0x600
    mov cr4, eax
"""
# Each loop runs with two different numbers of iterations; the difference belongs to the iterations.
TURN = """
%push
    finit
{before}
    mov ebp, {turns}
    START 0x79 | SEL_OS
    align 16
%$turn:
{body}
    dec ebp
    jnz %$turn
    STOP
    mov ecx, MSR_PERFCTR0
    rdmsr
    call print
%pop
"""
DATA = """
    ret
section .bss
alignb 4096
area: resb 65536
"""


@pytest.fixture
def clocks(guest):
    """clocks(body, ...): the clocks per iteration of a loop around each body, including DEC and
    JNZ."""
    def run(*bodies, cpu="p2", before="", turns=200, options=()):
        text = "".join(TURN.format(before=before, turns=n, body=body)
                       for body in bodies for n in (turns, turns, 3 * turns))
        source = SOURCE if cpu == "p3" else SOURCE.replace("0x600", "0")
        numbers = guest(source + text + DATA).numbers("-cpu", cpu, *options)
        found = [(most - least) / (2 * turns) for least, most in zip(numbers[1::3], numbers[2::3])]
        return found if len(bodies) > 1 else found[0]
    return run


# ---- more stores than store buffers -------------------------------------------------------------

def test_more_stores_in_one_instruction_than_there_are_buffers(clocks):
    """FXSAVE has 32 stores of 16 bytes, FNSAVE 23, at most one per clock, with twelve store
    buffers. They take that many clocks plus those of the microcode, and they end. FXRSTOR and
    FRSTOR load the same amount."""
    save, restore, old, back = clocks("fxsave [area]", "fxrstor [area]", "fnsave [area]",
                                      "frstor [area]", cpu="p3")
    assert 32 <= save <= 250 and 32 <= restore <= 250
    assert 23 <= old <= 250 and 23 <= back <= 250
    few = ("-set", "core.store_buffers=1")
    assert clocks("fxsave [area]", cpu="p3", options=few) < 1000


@pytest.mark.parametrize("body", (
    "ldmxcsr [area + 24]", "stmxcsr [area + 24]", "movups xmm0, [area]", "movups [area], xmm0",
    "addps xmm0, [area]", "movss xmm0, [area]", "movss [area], xmm0", "movq mm0, [area]",
    "movq [area], mm0", "movntps [area], xmm0", "sfence", "prefetchnta [area]"))
def test_instructions_of_16_bytes(clocks, body):
    """They take some tens of clocks at most."""
    before = "mov dword [area + 24], 0x1f80"
    assert clocks(body, cpu="p3", before=before) < 40


# ---- loops with known times ----------------------------------------------------------------------

EXACTLY, ABOUT = 0.26, 0.1 # clocks per iteration; fraction of the clocks


def near(found, wanted):
    return abs(found - wanted) <= max(EXACTLY, ABOUT * wanted)


@pytest.mark.parametrize("body,before,wanted", (
    ("", "", 2),                                     # a taken branch every second clock (AGN, GCC)
    ("jmp %$a\n%$a: jmp %$b\n%$b:", "", 6),          # three of them
    ("mov esi, [esi]\n" * 4, "mov esi, area\nmov [esi], esi", 4 * 3), # load to use (ILAT)
    ("imul eax, ebx\n" * 4, "", 4 * 4),              # latencies (AGN, GCC, ILAT)
    ("imul eax, edi\nimul ebx, edi\nimul edx, edi\nimul esi, edi\n", "", 4), # one a clock
    ("lea eax, [eax + eax]\n" * 8, "", 8),           # a chain of one clock each
    ("lea eax, [edi]\nlea ebx, [edi]\nlea edx, [edi]\nlea esi, [edi]\n", "", 4), # port 0 only
    ("cmove eax, ebx\n" * 4, "", 4 * 2),             # 2, and it depends on its destination
    ("fadd st0, st1\n" * 4, "fldz\nfldz", 4 * 3),
    ("fmul st0, st1\n" * 4, "fld1\nfld1", 4 * 5),
    ("fadd st0, st7\nfxch st1\nfadd st0, st7\nfxch st2\nfadd st0, st7\nfxch st3\n",
     "fldz\n" * 8, 3),                               # FXCH is renaming: one FADD per clock
    ("div ebx\n", "xor edx, edx\nmov ebx, 1", 39),  # a chain through EDX:EAX (ILAT 39)
    ("add [area], eax\n" * 4, "", 4 * 6.3),          # through memory: forwarding (ILAT 6.3)
    ("xchg [area], eax\n", "", 19),                  # locked (ILAT)
    ("xor eax, eax\nmov al, [area]\nmov ebx, eax", "", 2), # no stall after XOR (AGN 19)
    ("add ax, 0x1234\n" * 2, "", 7),                 # their 16 bytes take 7 (ILAT: 1.75 for 4)
))
def test_clocks_of_a_turn(clocks, body, before, wanted):
    found = clocks(body, before=before + "\ntest eax, eax")
    assert near(found, wanted), found


def test_a_wider_read_waits_for_the_narrower_write_to_retire(clocks):
    """AGN 19: at least 5 to 6 clocks: 3 of the load of MOV AL and those until its retirement. A
    read of a flag that INC does not change waits in the same way."""
    register, flag = clocks("mov al, [area]\nmov ebx, eax", "cmp eax, ebx\ninc edx\njbe %$x\n%$x:")
    assert 6 <= register <= 12 and 5 <= flag <= 12


def test_a_load_that_no_store_covers(clocks):
    """A chain: a word is stored, then a dword is loaded from the same address. AGN: 7 to 8 clocks
    more than if the dword was stored, which takes 5 (ILAT: PUSH and POP); fewer if the store had
    already started."""
    covered, uncovered = clocks("mov [area], esi\nmov esi, [area]",
                                "mov [area], si\nmov esi, [area]")
    assert near(covered, 5) and 7 <= uncovered <= 14


def test_decoders_take_4_1_1(clocks):
    """Only the first decoder handles instructions of two uops: a pair of them takes two clocks,
    though its four uops could be renamed in 1.33 and no port has more than one of them. A NOP after
    each then costs nothing: six uops in two clocks. The jump back and block ends add up to two
    clocks."""
    pair = "add eax, [esi]\n{0}mov [esi + 64], edi\n{0}"
    alone, beside = clocks(pair.format("") * 6, pair.format("nop\n") * 6,
                           before="mov esi, area")
    assert 12 <= alone <= 14 and 12 <= beside <= 14


@pytest.mark.parametrize("cpu", ("ppro", "p2", "p3"))
def test_a_mispredicted_branch(guest, cpu):
    """The branch depends on the low bit of a linear feedback shift register. Its time is compared
    with the same branch never taken, and the difference is divided by the mispredictions. AGN: 10
    to 20 clocks; GCC: 15 typically."""
    def loop(bits):
        return f"""
    mov esi, 0x1234567
    mov ebp, 4000
%$turn:
    mov edi, esi
    shr esi, 1
    sbb ebx, ebx
    and ebx, 0xa3000000
    xor esi, ebx
    test edi, {bits}
    jnz %$on
    nop
%$on:
    dec ebp
    jnz %$turn
"""
    source = ["main:"]
    for bits in (0, 1):
        for event in (0x79, 0xc5):
            source += ["%push", f"START {event} | SEL_OS", loop(bits), "STOP",
                       "mov ecx, MSR_PERFCTR0", "rdmsr", "call print", "%pop"]
    steady, right, clocks, wrong = guest("\n".join(['%include "p6.inc"', *source, "ret"])).numbers(
        "-cpu", cpu)
    assert right < 20 and 1000 < wrong < 3000
    assert 9.5 <= (clocks - steady) / (wrong - right) <= 20


def test_repeated_strings(clocks):
    """MOVSB: a load and a store per element, two clocks for its six uops. MOVSD of 1024 aligned
    dwords moves 16 bytes at a time: 256 times 3 clocks (GMP, mpn/x86/p6/README: 0.75 per dword),
    and a start of 215 uops."""
    start = "mov esi, area\nmov edi, area + 8192\nmov ecx, 1024\n"
    some, more, dwords = clocks(start + "rep movsb", start + "shl ecx, 1\nrep movsb",
                                start + "rep movsd")
    assert near(more - some, 1024 * 2)
    assert near(dwords, 256 * 3 + 215 / 3)


# One pass through 64 KB, line by line: more than L1 holds, less than L2.
ROUND = """
    xor ecx, ecx
%$line:
    lea edx, [ecx + 32]
    and edx, 0xffff
    lea ebx, [area + edx]
    mov [area + ecx], ebx
    mov ecx, edx
    test ecx, ecx
    jnz %$line
    mov esi, area
"""


@pytest.mark.parametrize("cpu,latency,line", (("ppro", 7, 4), ("p2", 28, 8), ("p3", 28, 8)))
def test_lines_from_the_second_level(clocks, cpu, latency, line):
    """A pointer chase pays the load-to-use latency each time (ILAT: 7 and 28). Independent loads
    are limited by the bandwidth of the cache's bus: 8 bytes per bus clock, which is half the
    processor's on II and III."""
    assert near(clocks("mov esi, [esi]", cpu=cpu, before=ROUND, turns=4000), latency)
    stream = "mov eax, [area + edi]\nadd edi, 32\nand edi, 0xffff"
    found = clocks(stream, cpu=cpu, before=ROUND + "xor edi, edi", turns=4000)
    assert near(found, line)


def test_an_access_over_the_end_of_a_line(clocks):
    """AGN: 6 to 12 clocks more for each access across a line end; none within a line."""
    def loads(at):
        return "\n".join(f"mov eax, [area + {at + 32 * n}]" for n in range(4))
    within, across = clocks(loads(6), loads(30))
    assert near(within, 4) and 6 <= (across - within) / 4 <= 12
