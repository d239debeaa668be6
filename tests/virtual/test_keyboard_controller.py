# SPDX-License-Identifier: MIT
"""The keyboard controller, line A20 and ways to reset, as seen by a guest."""
import pytest

from device_clocks import HZ, near


def test_keyboard_controller(device):
    """The self test returns 55h. Then the status has SYS and the flag for a command as last write:
    1Ch. The interface test returns 0. The output port has A20 and no reset: 03h. The keyboard
    answers a reset and an echo."""
    assert device("""
%macro ASK 2
    OUT8 %1, %2
    in al, 0x60
    PRINT_AL
%endmacro
main:
    ASK 0x64, 0xaa
    in al, 0x64
    PRINT_AL
    ASK 0x64, 0xab
    ASK 0x64, 0xd0
    ASK 0x60, 0xff
    in al, 0x60
    PRINT_AL
    ASK 0x60, 0xee
    OUT8 0x64, 0x60
    OUT8 0x60, 0x45
    ASK 0x64, 0x20
    ret
""") == [0x55, 0x1c, 0x00, 0x03, 0xfa, 0xaa, 0xee, 0x45]


def test_a20_is_one_line_with_two_ways_to_it(device):
    assert device("""
main:
    in al, 0x92
    PRINT_AL
    OUT8 0x64, 0xd1
    OUT8 0x60, 0x01
    in al, 0x92
    PRINT_AL
    OUT8 0x92, 0x02
    OUT8 0x64, 0xd0
    in al, 0x60
    PRINT_AL
    ret
""") == [0x02, 0x00, 0x03]


def test_keyboard_interrupts_for_each_byte(device):
    """IDENTIFY answers FAh, ABh, 83h: three interrupts, one for each byte read."""
    assert device("""
handler:
    push eax
    push edx
    in al, 0x60
    PRINT_AL
    OUT8 PIC_MASTER, 0x20
    pop edx
    pop eax
    iret
main:
    LINE 1, handler
    PIC_INIT 0xfd, 0xff
    OUT8 0x64, 0x60
    OUT8 0x60, 1
    sti
    OUT8 0x60, 0xf2
    times 20 nop
    cli
    ret
""") == [0xfa, 0xab, 0x83]


def test_key_is_pressed_and_let_go_on_time(device):
    """Esc is pressed and released, scan codes 01h and 81h, 0.01 s each, while the processor is
    halted. The second code is available as soon as the first has been read."""
    *codes, clock = device("""
handler:
    push eax
    push edx
    in al, 0x60
    PRINT_AL
    OUT8 PIC_MASTER, 0x20
    pop edx
    pop eax
    iret
main:
    LINE 1, handler
    PIC_INIT 0xfd, 0xff
    OUT8 0x64, 0x60
    OUT8 0x60, 1
    sti
    times 3 hlt
    cli
    rdtsc
    call print
    ret
""", "-key", "esc,0.01")
    assert codes == 3 * [0x01, 0x81]
    assert clock == near(3 * HZ // 100, slack=5000)  # two codes are printed after the third


@pytest.mark.parametrize("how", [
    "OUT8 0x64, 0xfe",
    "OUT8 0x64, 0xd1\n OUT8 0x60, 0x02",
    "OUT8 0x92, 0x01",
])
def test_reset_ends_the_run(guest, how):
    done = guest(f"""%include "devices.inc"
main:
    {how}
    OUT8 COM1, 'x'
    ret
""").run("-v")
    assert (done.returncode, done.stdout) == (0, "")
    assert "ended by a reset" in done.stderr
