# SPDX-License-Identifier: MIT
"""The display adapter as seen by a guest and by a viewer. Clocks are those of 100 MHz."""
from device_clocks import HZ, near


def screen(done):
    assert done.returncode == 0
    lines = done.stderr.splitlines()
    assert len(lines) == 25
    return {row: text for row, text in enumerate(lines) if text}


def test_screen_is_shown(guest):
    """Row 0 is shown from its first column and row 24 to its last. C4h is a line, E1h sharp s, in
    UTF-8."""
    done = guest("""
main:
    mov word [0xb8000], 0x0700 | 'H'
    mov word [0xb8002], 0x0700 | 'i'
    mov word [0xb8000 + 3 * 160 + 4], 0x07c4
    mov word [0xb8000 + 3 * 160 + 8], 0x07e1
    mov word [0xb8000 + 24 * 160 + 158], 0x0700 | '!'
    ret
""").run("--screen")
    assert screen(done) == {0: "Hi", 3: "  \u2500 \u00df", 24: " " * 79 + "!"}


def test_screen_starts_where_the_controller_says(guest):
    done = guest("""%include "devices.inc"
main:
    mov word [0xb8000 + 80 * 25 * 2], 0x0700 | '2'
    mov word [0xb8000], 0x0700 | '1'
    OUT8 0x3d4, 0x0c
    OUT8 0x3d5, 2000 >> 8
    OUT8 0x3d4, 0x0d
    OUT8 0x3d5, 2000 & 255
    ret
""").run("-screen")
    assert screen(done) == {0: "2"}


def test_monochrome_screen(guest):
    done = guest("main: mov word [0xb0000 + 160], 0x0700 | 'm'\nret").run("-screen")
    assert screen(done) == {1: "m"}


def test_retrace_comes_70_times_a_second(device):
    """720 x 400: 449 lines at 31.469 kHz, so retraces are 1,426,774 clocks apart."""
    first, second = device("""
%macro RETRACE 0
%%in:
    in al, dx
    test al, 8
    jnz %%in
%%out:
    in al, dx
    test al, 8
    jz %%out
    push edx
    rdtsc
    call print
    pop edx
%endmacro
main:
    mov edx, 0x3da
    RETRACE
    RETRACE
    ret
""")
    assert second - first == near(449 * HZ / 31469)
