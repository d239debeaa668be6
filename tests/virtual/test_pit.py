# SPDX-License-Identifier: MIT
"""The interval timer as seen by a guest. Clocks are those of 100 MHz."""
import pytest

from device_clocks import HZ, PIT_HZ, near, number


@pytest.mark.parametrize("mode, count, turns", [(2, 10000, 4), (3, 10000, 4), (0, 10000, 1)])
def test_timer_interrupts(device, mode, count, turns):
    got = device(f"""
timer:
    push eax
    push edx
    rdtsc
    mov [stamp], eax
    OUT8 PIC_MASTER, 0x20
    pop edx
    pop eax
    iret
main:
    LINE 0, timer
    PIC_INIT 0xfe, 0xff
    PIT_START {mode}, {count}
    rdtsc
    call print
    mov ecx, {turns}
.again:
    sti
    hlt
    cli
    mov eax, [stamp]
    call print
    loop .again
    ret
section .bss
stamp: resd 1
""")
    assert [b - a for a, b in zip(got, got[1:])] == [near(count * HZ / PIT_HZ)] * turns


def test_timer_interrupts_once_in_mode_0(guest):
    """Nothing can wake the second HLT, so the run ends; -v prints the reason."""
    done = guest("""%include "devices.inc"
timer:
    push eax
    push edx
    OUT8 PIC_MASTER, 0x20
    pop edx
    pop eax
    iret
main:
    LINE 0, timer
    PIC_INIT 0xfe, 0xff
    PIT_START 0, 1000
    mov eax, 1
    sti
    hlt
    call print
    hlt
    call print
    ret
""").run("-v")
    assert (done.returncode, done.stdout) == (0, "00000001\n")
    assert "halted" in done.stderr and "no device can wake it" in done.stderr


def test_timer_latch_and_read_back(device):
    """The latched count is constant while the counter runs. The status of channel 0 in mode 2, both
    bytes, is B4h: OUT high, count loaded, access 3, mode 2. Status is read before the count."""
    first, again, later, status, low, high = device("""
%macro COUNT 0
    in al, 0x40
    mov bl, al
    in al, 0x40
    mov bh, al
    movzx eax, bx
    call print
%endmacro
main:
    PIT_START 2, 60000
    OUT8 0x43, 0x00                     ; latch
    mov ecx, 10000
.wait:
    loop .wait
    OUT8 0x43, 0x00                     ; ignored: the first is not read yet
    COUNT
    OUT8 0x43, 0x00
    OUT8 0x43, 0x00
    COUNT
    OUT8 0x43, 0x00
    COUNT
    OUT8 0x43, 0xc2                     ; read back status and count of channel 0
    in al, 0x40
    PRINT_AL
    in al, 0x40
    PRINT_AL
    in al, 0x40
    PRINT_AL
    ret
""")
    assert 59_990 <= first <= 60_000
    assert first - 1000 < again < first - 500  # LOOP takes 5 to 7 clocks: 597 to 835 ticks
    assert again - 100 < later < again
    assert status == 0xb4 and later - 200 < (high << 8 | low) <= later


def bcd(number):
    return int(str(number), 16)


@pytest.mark.parametrize("count, ticks", [(0x1000, 1000), (0x0250, 250), (0, 10000)])
def test_timer_counts_in_decimal(device, count, ticks):
    """If control bit 0 is set, a count written as 1000h lasts 1000 ticks and a count of 0 lasts
    10,000. The read-back status in mode 2 is B5h: OUT high, access 3, mode 2, BCD. The count is in
    BCD, too; some clocks after the start it is close to its initial value."""
    status, low, high, *stamps = device(f"""
timer:
    push eax
    push edx
    rdtsc
    mov [stamp], eax
    OUT8 PIC_MASTER, 0x20
    pop edx
    pop eax
    iret
main:
    LINE 0, timer
    PIC_INIT 0xfe, 0xff
    PIT_START 2, 0                      ; binary first, so that a forgotten bit shows
    OUT8 0x43, 0x35
    OUT8 0x40, {count & 255}
    OUT8 0x40, {count >> 8}
    OUT8 0x43, 0xc2
    in al, 0x40
    mov bl, al
    in al, 0x40
    mov bh, al
    in al, 0x40
    mov cl, al
    mov al, bl
    PRINT_AL
    mov al, bh
    PRINT_AL
    mov al, cl
    PRINT_AL
    mov ecx, 3
.again:
    sti
    hlt
    cli
    mov eax, [stamp]
    call print
    loop .again
    ret
section .bss
stamp: resd 1
""")
    left = high << 8 | low
    assert status == 0xb5
    assert left in [bcd((ticks - gone) % 10000) for gone in range(8)]
    assert [b - a for a, b in zip(stamps, stamps[1:])] == [near(ticks * HZ / PIT_HZ)] * 2


def test_decimal_count_wraps_to_nines(device):
    """Mode 0 from 5 on: some ticks later the count is below 10,000 in four decimal digits."""
    (left,) = device("""
main:
    OUT8 0x43, 0x31
    OUT8 0x40, 5
    OUT8 0x40, 0
    mov ecx, 1000                       ; LOOP takes 5 to 7 clocks: 60 to 84 ticks
.wait:
    loop .wait
    OUT8 0x43, 0x00
    in al, 0x40
    mov bl, al
    in al, 0x40
    mov bh, al
    movzx eax, bx
    call print
    ret
""")
    assert 0x9900 <= left <= 0x9950
    assert all(digit < 10 for digit in (left >> 4 & 15, left & 15))
