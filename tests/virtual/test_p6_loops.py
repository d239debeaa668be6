# SPDX-License-Identifier: MIT
"""What common loops take on the P6 model: clocks of a turn, held to what documents and measurements
say of such code. AGN: Agner Fog, How to optimize for the Pentium family, 2000; ILAT: the measured
tables in tests/data/silicon; GCC: its description of the Pentium Pro."""
import pytest

SOURCE = """%include "p6.inc"
main:
    mov eax, 0x600
    mov cr4, eax
"""
# Each way is played with one count of turns and with another: what is more belongs to the turns.
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
    """clocks(body, ...): clocks of a turn of a loop around each, DEC and JNZ in it."""
    def run(*bodies, cpu="p2", before="", turns=200, options=()):
        text = "".join(TURN.format(before=before, turns=n, body=body)
                       for body in bodies for n in (turns, turns, 3 * turns))
        source = SOURCE if cpu == "p3" else SOURCE.replace("0x600", "0")
        numbers = guest(source + text + DATA).numbers("-cpu", cpu, *options)
        found = [(most - least) / (2 * turns) for least, most in zip(numbers[1::3], numbers[2::3])]
        return found if len(bodies) > 1 else found[0]
    return run


# ---- more stores than there are buffers ---------------------------------------------------------

def test_more_stores_in_one_instruction_than_there_are_buffers(clocks):
    """FXSAVE has 32 of 16 bytes, FNSAVE 23, one a clock at most, and twelve buffers for them: they
    take as many clocks and microcode's, and not for ever. FXRSTOR and FRSTOR load as many."""
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
    """Tens of clocks at most."""
    before = "mov dword [area + 24], 0x1f80"
    assert clocks(body, cpu="p3", before=before) < 40


# ---- loops that are known ------------------------------------------------------------------------

EXACTLY, ABOUT = 0.26, 0.1 # clocks of a turn, share of it


def near(found, wanted):
    return abs(found - wanted) <= max(EXACTLY, ABOUT * wanted)


@pytest.mark.parametrize("body,before,wanted", (
    ("", "", 2),                                     # a taken branch each second clock (AGN, GCC)
    ("jmp %$a\n%$a: jmp %$b\n%$b:", "", 6),          # three of them
    ("mov esi, [esi]\n" * 4, "mov esi, area\nmov [esi], esi", 4 * 3), # load to use (ILAT)
    ("imul eax, ebx\n" * 4, "", 4 * 4),              # latencies (AGN, GCC, ILAT)
    ("imul eax, edi\nimul ebx, edi\nimul edx, edi\nimul esi, edi\n", "", 4), # one a clock
    ("lea eax, [eax + eax]\n" * 8, "", 8),           # a chain of one clock each
    ("lea eax, [edi]\nlea ebx, [edi]\nlea edx, [edi]\nlea esi, [edi]\n", "", 4), # port 0 alone
    ("cmove eax, ebx\n" * 4, "", 4 * 2),             # 2, and it needs what it may leave as it is
    ("fadd st0, st1\n" * 4, "fldz\nfldz", 4 * 3),
    ("fmul st0, st1\n" * 4, "fld1\nfld1", 4 * 5),
    ("fadd st0, st7\nfxch st1\nfadd st0, st7\nfxch st2\nfadd st0, st7\nfxch st3\n",
     "fldz\n" * 8, 3),                               # FXCH is renaming: FADD one a clock
    ("div ebx\n", "xor edx, edx\nmov ebx, 1", 39),  # a chain through EDX:EAX (ILAT 39)
    ("add [area], eax\n" * 4, "", 4 * 6.3),          # through memory: forwarding (ILAT 6.3)
    ("xchg [area], eax\n", "", 19),                  # locked (ILAT)
    ("xor eax, eax\nmov al, [area]\nmov ebx, eax", "", 2), # no stall behind XOR (AGN 19)
    ("add ax, 0x1234\n" * 2, "", 7),                 # their 16 bytes take 7 (ILAT: 1.75 for 4)
))
def test_clocks_of_a_turn(clocks, body, before, wanted):
    found = clocks(body, before=before + "\ntest eax, eax")
    assert near(found, wanted), found


def test_a_wider_read_waits_for_the_narrower_write_to_retire(clocks):
    """AGN 19: 5 to 6 clocks at least: the load's 3 of MOV AL and what its retirement takes behind
    it. A flag that INC left alone is waited for in the same way."""
    register, flag = clocks("mov al, [area]\nmov ebx, eax", "cmp eax, ebx\ninc edx\njbe %$x\n%$x:")
    assert 6 <= register <= 12 and 5 <= flag <= 12


def test_a_load_that_no_store_covers(clocks):
    """A chain: word to memory, dword from there. AGN: 7 to 8 clocks more than where the dword was
    written, which is 5 (ILAT: PUSH and POP); less where the store was on its way already."""
    covered, uncovered = clocks("mov [area], esi\nmov esi, [area]",
                                "mov [area], si\nmov esi, [area]")
    assert near(covered, 5) and 7 <= uncovered <= 14


def test_decoders_take_4_1_1(clocks):
    """Instructions of two uops go to the first decoder: a pair of them is two clocks, though its
    four uops would be renamed in 1.33 and no port has more than one of them. A NOP behind each
    costs nothing then: six uops in two clocks. The jump back and ends of blocks
    are up to two more."""
    pair = "add eax, [esi]\n{0}mov [esi + 64], edi\n{0}"
    alone, beside = clocks(pair.format("") * 6, pair.format("nop\n") * 6,
                           before="mov esi, area")
    assert 12 <= alone <= 14 and 12 <= beside <= 14


@pytest.mark.parametrize("cpu", ("ppro", "p2", "p3"))
def test_a_mispredicted_branch(guest, cpu):
    """A branch by the low bit of a shift register with feedback, against the same one never taken:
    the difference over the mispredictions counted. AGN: 10 to 20 clocks; GCC: 15 typically."""
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
    """MOVSB: a load and a store a time, two clocks of its six uops. MOVSD of 1024 dwords, aligned:
    by 8 bytes, so 512 times 4 uops, 1.33 clocks, and a start of 215 uops."""
    start = "mov esi, area\nmov edi, area + 8192\nmov ecx, 1024\n"
    some, more, dwords = clocks(start + "rep movsb", start + "shl ecx, 1\nrep movsb",
                                start + "rep movsd")
    assert near(more - some, 1024 * 2)
    assert near(dwords, 512 * 4 / 3 + 215 / 3)


# A round through 64 KB, a line after the other: more than L1 has, less than L2.
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
    """A chain pays load to use each time (ILAT: 7 and 28). Beside each other lines come as fast as
    the cache's bus brings them: 8 bytes a clock of its own, half the processor's on II and III."""
    assert near(clocks("mov esi, [esi]", cpu=cpu, before=ROUND, turns=4000), latency)
    stream = "mov eax, [area + edi]\nadd edi, 32\nand edi, 0xffff"
    found = clocks(stream, cpu=cpu, before=ROUND + "xor edi, edi", turns=4000)
    assert near(found, line)


def test_an_access_over_the_end_of_a_line(clocks):
    """AGN: 6 to 12 clocks more for each; none where it stays in its line."""
    def loads(at):
        return "\n".join(f"mov eax, [area + {at + 32 * n}]" for n in range(4))
    within, across = clocks(loads(6), loads(30))
    assert near(within, 4) and 6 <= (across - within) / 4 <= 12
