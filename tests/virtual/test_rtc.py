# SPDX-License-Identifier: MIT
"""The real-time clock and its RAM as seen by a guest. Clocks are those of 100 MHz."""
import pytest

from device_clocks import HZ, RTC_HZ, near

DATE = """
date:                                   ; year, month, day, day of the week, hour, minute, second
    RTC_READ 9
    PRINT_AL
    RTC_READ 8
    PRINT_AL
    RTC_READ 7
    PRINT_AL
    RTC_READ 6
    PRINT_AL
    RTC_READ 4
    PRINT_AL
    RTC_READ 2
    PRINT_AL
    RTC_READ 0
    PRINT_AL
    ret
"""

RTC_HANDLER = """
rtc_handler:
    push eax
    push edx
    rdtsc
    mov [stamp], eax
    RTC_READ 0x0c
    mov [flags], al
    OUT8 PIC_SLAVE, 0x20
    OUT8 PIC_MASTER, 0x20
    inc dword [interrupts]
    pop edx
    pop eax
    iret
section .data
flags: db 0
interrupts: dd 0
stamp: dd 0
section .text
"""


def test_clock_starts_on_a_fixed_thursday(device):
    assert device(DATE + "main: call date\nret") == [0x97, 1, 0x30, 5, 0x16, 2, 0x20]


@pytest.mark.parametrize("before, after", [
    # second minute hour weekday day month year, in BCD; then the values one second later, by the
    # calendar
    ((0x59, 0x59, 0x23, 4, 0x28, 0x02, 0x96), [0x96, 2, 0x29, 5, 0x00, 0x00, 0x00]),  # leap
    ((0x59, 0x59, 0x23, 6, 0x28, 0x02, 0x97), [0x97, 3, 0x01, 7, 0x00, 0x00, 0x00]),
    ((0x59, 0x59, 0x23, 7, 0x31, 0x12, 0x99), [0x00, 1, 0x01, 1, 0x00, 0x00, 0x00]),
    ((0x59, 0x09, 0x09, 2, 0x09, 0x09, 0x97), [0x97, 9, 0x09, 2, 0x09, 0x10, 0x00]),
])
def test_clock_carries(device, before, after):
    registers = zip((0, 2, 4, 6, 7, 8, 9), before)
    assert device(DATE + RTC_HANDLER + """
main:
    LINE 8, rtc_handler
    PIC_INIT 0xfb, 0xfe
    RTC_WRITE 0x0b, 0x82                ; SET: no update meanwhile
""" + "".join(f"RTC_WRITE {register}, {value}\n" for register, value in registers) + """
    RTC_WRITE 0x0b, 0x12                ; update-ended interrupt
    sti
    hlt
    cli
    call date
    ret
""") == after


def test_twelve_hour_mode_and_binary(device):
    """11 PM is 8Bh in binary; an hour later it is 12 AM, 0Ch, and the next day."""
    assert device(DATE + RTC_HANDLER + """
main:
    LINE 8, rtc_handler
    PIC_INIT 0xfb, 0xfe
    RTC_WRITE 0x0b, 0x84
    RTC_WRITE 4, 0x8b
    RTC_WRITE 2, 59
    RTC_WRITE 0, 59
    RTC_WRITE 7, 30
    RTC_WRITE 6, 5
    RTC_WRITE 9, 97
    RTC_WRITE 0x0b, 0x14
    sti
    hlt
    cli
    call date
    ret
""") == [97, 1, 31, 6, 12, 0, 0]


@pytest.mark.parametrize("mode, before, after", [
    # Register B's DM (04h, binary) and 24/12 (02h); values one second later. Weekday 7, Saturday
    # the 31st.
    (0x00, 0x91, (0x12, 1, 0x01)),  # 11 PM to 12 AM in BCD: midnight, the next day
    (0x00, 0x11, (0x92, 7, 0x31)),  # 11 AM to 12 PM: noon
    (0x00, 0x92, (0x81, 7, 0x31)),  # 12 PM to 1 PM
    (0x00, 0x09, (0x10, 7, 0x31)),  # 9 AM to 10 AM: a decimal carry
    (0x02, 0x19, (0x20, 7, 0x31)),
    (0x04, 11, (0x80 | 12, 7, 31)),
    (0x06, 9, (10, 7, 31)),         # 24 hours in binary: 0Ah
    (0x06, 19, (20, 7, 31)),
    (0x06, 23, (0, 1, 1)),
])
def test_hours_by_mode(device, mode, before, after):
    fifty_nine, day = (59, 31) if mode & 4 else (0x59, 0x31)
    got = device(DATE + RTC_HANDLER + f"""
main:
    LINE 8, rtc_handler
    PIC_INIT 0xfb, 0xfe
    RTC_WRITE 0x0b, {0x80 | mode}
    RTC_WRITE 4, {before}
    RTC_WRITE 2, {fifty_nine}
    RTC_WRITE 0, {fifty_nine}
    RTC_WRITE 7, {day}
    RTC_WRITE 8, 1
    RTC_WRITE 6, 7
    RTC_WRITE 0x0b, {0x10 | mode}
    sti
    hlt
    cli
    call date
    ret
""")
    assert (got[4], got[3], got[2], got[5:]) == (*after, [0, 0])


def test_set_bit_stops_updates(device):
    """MC146818 data sheet: setting SET clears UIE, UIP stays low, and no second passes. The timer's
    40 iterations of 65,536 ticks are 2.2 s; one of them would fall into any UIP of 2.2 ms."""
    enables, updating, seconds = device("""
timer:
    push eax
    push edx
    OUT8 RTC_INDEX, 0x0a
    in al, RTC_INDEX + 1
    or [seen], al
    OUT8 PIC_MASTER, 0x20
    pop edx
    pop eax
    iret
main:
    LINE 0, timer
    PIC_INIT 0xfe, 0xff
    RTC_WRITE 0x0b, 0x92
    RTC_READ 0x0b
    PRINT_AL
    PIT_START 2, 2000                   ; 1.7 ms: none is missed
    mov ecx, 1400                       ; 2.3 s
.again:
    sti
    hlt
    cli
    loop .again
    mov al, [seen]
    and al, 0x80
    PRINT_AL
    RTC_READ 0
    PRINT_AL
    ret
section .data
seen: db 0
section .text
""")
    assert (enables, updating, seconds) == (0x82, 0, 0x20)


def test_alarm_with_bytes_that_match_anything(device):
    """The alarm is at seconds 25 of any minute: 5 s after the start at :20, and 60 s after that.
    Register C reads IRQF, AF, UF (no PF: the rate is 0), then nothing, because reading clears
    it."""
    got = device(RTC_HANDLER + """
main:
    LINE 8, rtc_handler
    PIC_INIT 0xfb, 0xfe
    RTC_WRITE 0x0a, 0x20
    RTC_WRITE 1, 0x25
    RTC_WRITE 3, 0xff
    RTC_WRITE 5, 0xc0
    RTC_WRITE 0x0b, 0x22
    mov ecx, 2
.again:
    sti
    hlt
    cli
    mov eax, [stamp]
    call print
    mov al, [flags]
    PRINT_AL
    RTC_READ 0
    PRINT_AL
    RTC_READ 0x0c
    PRINT_AL
    loop .again
    ret
""")
    # The stamp is the low half of the time-stamp counter: 65 s are 6,500,000,000 clocks.
    assert got[1:4] == got[5:8] == [0xb0, 0x25, 0]
    assert got[0] == near(5 * HZ) and got[4] == near(65 * HZ % 2**32)


def test_alarm_bytes_all_have_to_match(device):
    """16:03:05 is 45 s after the start. At 16:02:05 (which never comes) or 16:02:25 there must be
    no alarm."""
    (stamp,) = device(RTC_HANDLER + """
main:
    LINE 8, rtc_handler
    PIC_INIT 0xfb, 0xfe
    RTC_WRITE 1, 0x05
    RTC_WRITE 3, 0x03
    RTC_WRITE 5, 0x16
    RTC_WRITE 0x0b, 0x22
    sti
    hlt
    cli
    mov eax, [stamp]
    call print
    ret
""")
    assert stamp == near(45 * HZ % 2**32)


@pytest.mark.parametrize("rate, hz", [(3, 8192), (6, 1024), (15, 2), (1, 256), (2, 128)])
def test_periodic_interrupt(device, rate, hz):
    got = device(RTC_HANDLER + f"""
main:
    LINE 8, rtc_handler
    PIC_INIT 0xfb, 0xfe
    RTC_WRITE 0x0a, {0x20 | rate}
    RTC_WRITE 0x0b, 0x42
    mov ecx, 6
.again:
    sti
    hlt
    cli
    mov eax, [stamp]
    call print
    loop .again
    mov al, [flags]
    and al, 0xe0
    PRINT_AL
    ret
""")
    assert got.pop() == 0xc0
    assert [b - a for a, b in zip(got[1:], got[2:])] == [near(HZ / hz, 2)] * 4


def test_update_in_progress_lasts_244_and_1984_microseconds(device):
    """73 ticks of 32.768 kHz before the update: UIP falls with the full second."""
    rise, fall, seconds = device("""
main:
    OUT8 RTC_INDEX, 0x0a
.low:
    in al, RTC_INDEX + 1
    test al, 0x80
    jz .low
    rdtsc
    mov ebx, eax
.high:
    in al, RTC_INDEX + 1
    test al, 0x80
    jnz .high
    rdtsc
    mov esi, eax
    mov eax, ebx
    call print
    mov eax, esi
    call print
    RTC_READ 0
    PRINT_AL
    ret
""")
    assert (fall, seconds) == (near(HZ), 0x21)
    assert fall - rise == near(73 * HZ / RTC_HZ)


def test_divider_held_and_let_go(device):
    """While the divider is held there are no updates; the first comes half a second after its
    release."""
    held, after = device(RTC_HANDLER + """
main:
    LINE 8, rtc_handler
    LINE 0, timer
    PIC_INIT 0xfa, 0xfe
    RTC_WRITE 0x0a, 0x60
    RTC_WRITE 0x0b, 0x12
    PIT_START 2, 0                      ; 18.2 a second
    mov ecx, 40
.wait:
    sti
    hlt
    cli
    loop .wait
    mov eax, [interrupts]
    call print
    OUT8 PIC_MASTER + 1, 0xfb
    RTC_WRITE 0x0a, 0x26
    rdtsc
    mov ebx, eax
    sti
    hlt
    cli
    mov eax, [stamp]
    sub eax, ebx
    call print
    ret
timer:
    push eax
    push edx
    OUT8 PIC_MASTER, 0x20
    pop edx
    pop eax
    iret
""")
    assert (held, after) == (0, near(HZ / 2, HZ / RTC_HZ))


def test_cmos_says_how_much_memory(device):
    """-m 8: 640 KB below 1 MB and 7 MB above; the checksum is that of bytes 10h to 2Dh."""
    memory = device("""
main:
    mov ecx, 0x10
.next:
    mov al, cl
    out RTC_INDEX, al
    in al, RTC_INDEX + 1
    PRINT_AL
    inc ecx
    cmp ecx, 0x34
    jb .next
    ret
""", "-m", "8")
    cmos = dict(enumerate(memory, 0x10))
    assert (cmos[0x15], cmos[0x16]) == (640 & 255, 640 >> 8)
    assert (cmos[0x17], cmos[0x18]) == (cmos[0x30], cmos[0x31]) == (0, 7 * 1024 >> 8)
    assert cmos[0x2e] << 8 | cmos[0x2f] == sum(cmos[i] for i in range(0x10, 0x2e))


def test_a_tick_breaks_no_instruction(device):
    """The RTC updates once a second and has an alarm that is hours away. 16,000 times REP LODSB of
    8,000 bytes in the cache, 3 clocks each, take almost four seconds. No update may interrupt one
    of them: a restart takes at least 6 clocks. Mispredicting the loop's branch once, as in the
    first few iterations, costs the next instruction 2."""
    least, most = device("""
    main:
        PIC_INIT 0xfb, 0xfe
        RTC_WRITE 5, 0x23               ; the alarm: at 23 h
        RTC_WRITE 0x0b, 0x22            ; interrupts at it; hours from 0 to 23, BCD
        sti
        mov edi, 16000
        call many
        cli
        mov eax, ebp
        call print
        mov eax, ebx
        call print
        ret

    many:                               ; EBP and EBX: the least and most clocks of EDI times
        rdtsc
        push eax
        mov esi, 0x200000
        mov ecx, 8000
        cld
        rep lodsb
        rdtsc
        pop ecx
        sub eax, ecx
        cmp eax, ebp
        jae .not_less
        mov ebp, eax
    .not_less:
        cmp eax, ebx
        jbe .not_more
        mov ebx, eax
    .not_more:
        cmp edi, 15990
        jne .next
        mov ebp, -1                     ; the first few filled caches
        xor ebx, ebx
    .next:
        dec edi
        jnz many
        ret
    """)
    assert 3 * 8000 < least <= most <= least + 2
