# SPDX-License-Identifier: MIT
"""DEBUGCTL of the P6: LBR and BTF. Rules: SDM volume 3, 17.4 and 17.14."""
import pytest

from p6_guest import numbers # pylint: disable=unused-import

DB = 1
LBR, BTF = 1, 2

# A single step begins at .first. The first taken branch is at .branch.
STEPS = """
    call protect
    WRITE_MSR 0x1d9, {control}
    TRY
    pushfd
    or dword [esp], FLAG_T
    popfd
.first:
    nop
    cmp esp, 0
    jz .first
.branch:
    jmp short .on
    nop
.on:
    nop
    nop
    CAUGHT
    PRINT_FAULT
    mov eax, [fault.eip]
    sub eax, .first
    call print
    PRINT .on - .first
    PRINT_MSR 0x1d9
    mov ecx, 0x1db
    rdmsr
    sub eax, .branch
    call print
    mov ecx, 0x1dc
    rdmsr
    sub eax, .on
    call print
"""


@pytest.mark.parametrize("control", (0, LBR, BTF, LBR | BTF))
def test_steps_on_branches(numbers, control):
    """BTF delays the trap until a branch has been taken. #DB clears LBR and BTF."""
    *fault, eip, target, high, low, source, destination = numbers(STEPS.format(control=control))
    assert (fault, high, low) == ([DB, 0], 0, 0)
    assert eip == (target if control & BTF else 1)  # or after the NOP
    if control == LBR | BTF:
        assert (source, destination) == (0, 0)
