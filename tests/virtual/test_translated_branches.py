# SPDX-License-Identifier: MIT
"""The BTB and the return stack in translated code. The mispredictions of a P54C are derived here
from its rule (sim/model/p5/p5_parameters.c); `same` also compares both processors with -exact."""
import pytest

TURNS = 960
FLUSHES = 0x15  # pipeline flushes, each caused by a misprediction here

# There are two rounds. In the first all branches enter the BTB and become hot; the second is
# counted. It adds two mispredictions: the last JNZ, the first that is not taken, and the JNS.
ROUNDS = f"""
main:
    mov eax, {FLUSHES} | 3 << 6         ; in all rings
    SET_MSR MSR_CESR
    mov ebx, 1
.round:
    xor eax, eax
    SET_MSR MSR_CTR0
    mov edi, {TURNS}
    call work
    dec ebx
    jns .round
    GET_MSR MSR_CTR0
    call print
    ret
align 64
"""
OF_THE_ROUNDS = 2


@pytest.mark.parametrize("pattern", [0xFFFFFFFF, 0x55555555, 0x00010001, 0x12491249, 0xF0F0F0F0,
                                     0x3A5C96E1])
def test_patterns(same, pattern):
    """The bits of the pattern, lowest first, are the outcomes of JC. The rule predicts taken unless
    JC was not taken the last two times; before the first iteration those are the last two of the
    pattern."""
    work = f"""
work:
    mov esi, {pattern}
.turn:
    ror esi, 1
    jc .taken
    nop
.taken:
    dec edi
    jnz .turn
    ret
"""
    same(ROUNDS + work, "-set", "branch.rule=two-levels", alike=False)
    prints = same(ROUNDS + work, alike=False)
    outcomes = [pattern >> n & 1 for n in range(32)]
    before_last, last, wrong = outcomes[-2], outcomes[-1], 0
    for turn in range(TURNS):
        taken = outcomes[turn % 32]
        wrong += (before_last or last) != taken
        before_last, last = last, taken
    assert prints == [wrong + OF_THE_ROUNDS]


# A procedure is called from two places alternately and calls a second one, which calls a third.
NEST = """
work:
.turn:
    call outer
    nop
    call outer
    dec edi
    jnz .turn
    ret
outer:
    call middle
    ret
middle:
    call inner
    ret
inner:
    nop
    ret
"""


@pytest.mark.parametrize("entries, wrong", [(0, 2 * TURNS), (1, 2 * TURNS), (2, 2 * TURNS),
                                            (3, 0), (4, 0)])
def test_returns(same, entries, wrong):
    """Only outer's RET does not return to the same place as last time. A return stack of three has
    its address; in a smaller one the inner calls overwrote it. The RET of `work` then finds an
    empty stack and is predicted to go where it went last."""
    prints = same(ROUNDS + NEST, "-set", f"branch.return_stack={entries}", alike=False)
    assert prints == [wrong + OF_THE_ROUNDS]


def test_jumps_to_many_places(same):
    """There are two jumps in a row to each of four places: a jump is mispredicted if the target
    differs from the last. EDI / 2 goes from 480 down to 0, so that happens 480 times; the first
    target is that of the round before."""
    prints = same(ROUNDS + """
work:
.turn:
    mov eax, edi
    shr eax, 1
    and eax, 3
    jmp [places + eax * 4]
.first:
    nop
.second:
    nop
.third:
    nop
.fourth:
    dec edi
    jnz .turn
    ret
section .data
places: dd work.first, work.second, work.third, work.fourth
section .text
""", alike=False)
    assert prints == [480 + OF_THE_ROUNDS]
