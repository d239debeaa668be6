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
