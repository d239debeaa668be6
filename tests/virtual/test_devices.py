# SPDX-License-Identifier: MIT
"""The PC around the processor, as a guest finds it. Clocks are those of 100 MHz."""
import re

import pytest

HZ = 100_000_000
PIT_HZ = 1_193_182
RTC_HZ = 32_768
BYTE_CLOCKS = 10 * HZ / 115200  # start, eight data bits, stop: 8680.6


def near(clocks, slack=300):
    """Within 3 us: what polling for it, or the first entry of a handler with cold caches, adds."""
    return pytest.approx(clocks, abs=slack)


def number(text):
    return int(text, 16)


@pytest.fixture
def device(guest):
    """device(source, *options): the numbers that a guest with devices.inc printed."""
    return lambda source, *options: guest('%include "devices.inc"\n' + source).numbers(*options)


# ---- real-time clock ----------------------------------------------------------------------------

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
    # second minute hour weekday day month year, in BCD; one second later, by the calendar
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
    """11 PM is 8Bh in binary; an hour on it is 12 AM, 0Ch, and the next day."""
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
    # Register B's DM (04h, binary) and 24/12 (02h); one second later. Weekday 7, Saturday the 31st.
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
    40 turns of 65,536 ticks are 2.2 s; one of them would fall into any UIP of 2.2 ms."""
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
    """Seconds 25 of any minute: 5 s after the start at :20, and 60 s after that. Register C: IRQF,
    AF, UF (no PF: the rate is 0), then nothing, for reading it has cleared it."""
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
    """16:03:05 is 45 s after the start; at 16:02:05 (never) or 16:02:25 it must not come."""
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
    """73 ticks of 32.768 kHz, up to the update: UIP falls with the full second."""
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
    """While it is held there are no updates; the first comes half a second after."""
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


# ---- interrupt controllers ----------------------------------------------------------------------

# Four lines request while interrupts are off: 0 by the timer, 1 by the keyboard controller, 4 by an
# empty transmitter, 8 by the clock. Each handler prints its line and ends its interrupt.
FOUR_LINES = """
%macro HANDLER 1
line%1:
    pusha
    mov al, %1
    PRINT_AL
%if %1 == 1
    in al, 0x60
%elif %1 == 4
    OUT8 COM1 + 1, 0                    ; what is printed would make it request again
%elif %1 == 8
    RTC_READ 0x0c
    OUT8 PIC_SLAVE, 0x20
%endif
    OUT8 PIC_MASTER, 0x20
    popa
    iret
%endmacro
HANDLER 0
HANDLER 1
HANDLER 4
HANDLER 8

request:
    LINE 0, line0
    LINE 1, line1
    LINE 4, line4
    LINE 8, line8
    OUT8 COM1 + 4, 0x0b
    OUT8 COM1 + 1, 2
    OUT8 0x64, 0x60
    OUT8 0x60, 1
    OUT8 0x64, 0xaa
    RTC_WRITE 0x0a, 0x23
    RTC_WRITE 0x0b, 0x42
    PIT_START 0, 100
    mov ecx, 20000                      ; longer than 1/8192 s and 100 ticks
.wait:
    loop .wait
    RTC_WRITE 0x0a, 0x2f                ; the next one in half a second
    ret

%macro IRR 1
    OUT8 %1, 0x0a
    IN8 %1
    PRINT_AL
%endmacro
%macro ISR 1
    OUT8 %1, 0x0b
    IN8 %1
    PRINT_AL
%endmacro
"""

OPEN = """
    sti
    times 20 nop
    cli
"""


def test_requests_are_served_by_priority(device):
    """The slave is on input 2, before 4. IRR then ISR: what waits, and nothing when all is done."""
    got = device(FOUR_LINES + """
main:
    PIC_INIT 0, 0
    call request
    IRR PIC_MASTER
    IRR PIC_SLAVE
""" + OPEN + """
    IRR PIC_SLAVE
    ISR PIC_MASTER
    ISR PIC_SLAVE
    ret
""")
    assert got == [0x17, 0x01, 0, 1, 8, 4, 0, 0, 0]


def test_priority_is_set_and_rotated(device):
    """OCW2 C1h: input 1 is the lowest, so 2 (the slave) leads and 1 comes last."""
    assert device(FOUR_LINES + """
main:
    PIC_INIT 0, 0
    OUT8 PIC_MASTER, 0xc1
    call request
""" + OPEN + "ret") == [8, 4, 0, 1]


def test_masked_requests_wait(device):
    assert device(FOUR_LINES + """
main:
    PIC_INIT 0x10, 1                    ; line 4 and line 8
    call request
""" + OPEN + """
    IRR PIC_MASTER                      ; only the UART's is on the master
    IRR PIC_SLAVE
    OUT8 PIC_SLAVE + 1, 0
""" + OPEN + """
    OUT8 PIC_MASTER + 1, 0
""" + OPEN + "ret") == [0, 1, 0x10, 0x01, 8, 4]


def test_poll_command_acknowledges(device):
    """80h and the input; at the slave likewise; 00h with nothing left (the mask keeps 1 and 4)."""
    assert device(FOUR_LINES + """
main:
    PIC_INIT 0x12, 0
    call request
%rep 2
    OUT8 PIC_MASTER, 0x0c
    IN8 PIC_MASTER
    PRINT_AL
    ISR PIC_MASTER
    OUT8 PIC_MASTER, 0x20
%endrep
    OUT8 PIC_SLAVE, 0x0c
    IN8 PIC_SLAVE
    PRINT_AL
    OUT8 PIC_SLAVE, 0x20
    OUT8 PIC_MASTER, 0x0c
    IN8 PIC_MASTER
    PRINT_AL
    ret
""") == [0x80, 0x01, 0x82, 0x04, 0x80, 0x00]


COUNTING = """
count:                                  ; no end of interrupt
    inc dword [counted]
    iret
section .data
counted: dd 0
section .text
"""


@pytest.mark.parametrize("icw4, most, expected", [(1, 9, 1), (3, 3, 3)])
def test_line_in_service_keeps_itself_out_until_its_end(device, icw4, most, expected):
    """Without an end of interrupt it comes once; with automatic end (ICW4 bit 1) each time."""
    assert device(COUNTING + f"""
main:
    LINE 0, count
    PIC_INIT 0xfe, 0xff, {icw4}
    PIT_START 2, 1000                   ; 83,810 clocks
    sti
    mov ecx, 400000                     ; as many clocks at least: four periods
.wait:
    dec ecx
    jnz .wait
    cli
    mov eax, [counted]
    cmp eax, {most}
    jb .less
    mov eax, {most}
.less:
    call print
    ret
""") == [expected]


def test_specific_end_and_special_mask(device):
    """In service: 0. In special mask mode 1 gets through as soon as 0 is masked or not; a specific
    end of 1 leaves 0 in service, that of 0 none."""
    assert device(FOUR_LINES + """
inner:
    pusha
    in al, 0x60
    ISR PIC_MASTER
    OUT8 PIC_MASTER, 0x61
    ISR PIC_MASTER
    popa
    iret
outer:
    pusha
    OUT8 PIC_MASTER, 0x68               ; special mask mode
    sti
    times 4 nop
    cli
    OUT8 PIC_MASTER, 0x48               ; and out of it
    OUT8 PIC_MASTER, 0x60
    ISR PIC_MASTER
    popa
    iret
main:
    PIC_INIT 0xfc, 0xff
    call request
    LINE 0, outer
    LINE 1, inner
""" + OPEN + "ret") == [0x03, 0x01, 0x00]


def test_hardware_interrupts_wake_and_are_counted(device):
    """CTR0 with event 27h in all rings while the timer interrupts five halts."""
    assert device("""
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
    mov eax, 0x00e7
    SET_MSR MSR_CESR
    xor eax, eax
    SET_MSR MSR_CTR0
    PIT_START 2, 5000
    mov ecx, 5
.again:
    sti
    hlt
    cli
    loop .again
    GET_MSR MSR_CTR0
    call print
    ret
""") == [5]


# ---- timer --------------------------------------------------------------------------------------

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
    """Nothing can wake the second HLT: the run ends, for good, with the reason in -v."""
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
    assert "halted" in done.stderr and "nothing to wake it" in done.stderr


def test_timer_latch_and_read_back(device):
    """The latched count stands while the counter runs. Status of channel 0 in mode 2, both bytes:
    OUT high, count loaded, access 3, mode 2: B4h. Status comes before the count."""
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
    """Control bit 0: a count written as 1000h lasts 1000 ticks, one of 0 lasts 10,000. The
    read-back status in mode 2 says so: OUT high, access 3, mode 2, BCD: B5h. The count is in BCD
    too: with no more than some clocks between, it is near its start."""
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
    """Mode 0 from 5 on: some ticks later it is below 10,000 in four decimal digits."""
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


# ---- serial ports -------------------------------------------------------------------------------

def test_holding_register_empties_when_its_byte_starts(device):
    """At 115200 baud, 8N1, no FIFO: the second byte leaves THR when the first is out, after 10
    bits; both are out after 20. LSR 20h is THRE, 40h TEMT."""
    empty, sent = device(SENDING.format(fcr=0, bytes=2), "-serial", "timed")
    assert (empty, sent) == (near(BYTE_CLOCKS), near(2 * BYTE_CLOCKS))


def test_fifo_holds_sixteen(device):
    """One byte is being shifted, sixteen wait: THRE when the last begins, 16 bytes' time."""
    empty, sent = device(SENDING.format(fcr=1, bytes=17), "-serial", "timed")
    assert (empty, sent) == (near(16 * BYTE_CLOCKS), near(17 * BYTE_CLOCKS))


SENDING = """
main:
    OUT8 COM1 + 3, 0x83
    OUT8 COM1, 1
    OUT8 COM1 + 1, 0
    OUT8 COM1 + 3, 3
    OUT8 COM1 + 2, {fcr}
    rdtsc
    mov ebx, eax
    mov ecx, {bytes}
    mov dx, COM1
    mov al, 10
.send:
    out dx, al
    dec ecx
    jnz .send
    mov dx, COM1 + 5
.full:
    in al, dx
    test al, 0x20
    jz .full
    rdtsc
    mov esi, eax
    mov dx, COM1 + 5
.busy:
    in al, dx
    test al, 0x40
    jz .busy
    rdtsc
    mov edi, eax
    OUT8 COM1 + 2, 1
    mov eax, esi
    sub eax, ebx
    call print_slowly
    mov eax, edi
    sub eax, ebx
    call print_slowly
    ret
"""


@pytest.mark.parametrize("fcr, sent", [(0, "AZ"), (1, "ABCDEFGHIJKLMNOPQ")])
def test_bytes_too_many_are_lost(guest, fcr, sent):
    """A to Z at once: without FIFO each comes in place of the one that waits; with it 1 + 16 go."""
    done = guest(f"""%include "devices.inc"
main:
    OUT8 COM1 + 2, {fcr}
    mov dx, COM1
    mov al, 'A'
.send:
    out dx, al
    inc al
    cmp al, 'Z'
    jbe .send
    ret
""").run("-serial", "timed")
    assert (done.returncode, done.stdout) == (0, sent)


def test_sending_is_fast_unless_asked(guest):
    source = """%include "devices.inc"
main:
    mov dx, COM1
    mov al, 'A'
.send:
    out dx, al
    inc al
    cmp al, 'Z'
    jbe .send
    ret
"""
    assert guest(source).run().stdout == "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@pytest.mark.parametrize("base, line", [(0x3f8, 4), (0x2f8, 3), (0x3e8, 4), (0x2e8, 3)])
def test_transmitter_interrupts(device, base, line):
    """THRE of each port on its line: with two bytes sent, one interrupt when the second begins. IIR
    is 02h and then 01h. 9600 baud: a byte takes 104,167 clocks."""
    first, second, delay = device(f"""
handler:
    push eax
    push edx
    rdtsc
    mov [stamp], eax
    IN8 {base} + 2
    mov [identified], al
    IN8 {base} + 2
    mov [identified + 1], al
    OUT8 PIC_MASTER, 0x20
    pop edx
    pop eax
    iret

main:
    LINE {line}, handler
    PIC_INIT 0xff - (1 << {line}), 0xff
    OUT8 {base} + 3, 0x83               ; 9600 baud
    OUT8 {base}, 12
    OUT8 {base} + 3, 3
    OUT8 {base} + 4, 0x0b               ; OUT2 lets the line through
    rdtsc
    mov ebx, eax
    mov dx, {base}
    mov al, 10
    out dx, al
    out dx, al
    OUT8 {base} + 1, 2
    sti
    hlt
    cli
    OUT8 {base} + 1, 0
    OUT8 COM1 + 2, 1                    ; with its FIFO, COM1 takes a number at once
    movzx eax, byte [identified]
    call print_slowly
    movzx eax, byte [identified + 1]
    call print_slowly
    mov eax, [stamp]
    sub eax, ebx
    call print_slowly
    ret
section .bss
stamp: resd 1
identified: resb 2
section .text
""", "-serial", "timed")
    assert (first, second) == (2, 1)
    assert delay == near(12 * BYTE_CLOCKS)


FOUR_PORTS = """%include "devices.inc"
main:
    OUT8 0x3f8, '1'
    OUT8 0x2f8, '2'
    OUT8 0x3e8, '3'
    OUT8 0x2e8, '4'
    OUT8 0x2f8, 'b'
    ret
"""


@pytest.mark.parametrize("timing", ["fast", "timed"])
def test_other_ports_send_to_files(guest, tmp_path, timing):
    """With `timed` the last byte of each is still being sent when the run ends, and the next one
    has replaced it in no holding register: 'b' waits behind '2'."""
    files = [tmp_path / f"com{port}" for port in (2, 3, 4)]
    done = guest(FOUR_PORTS).run("-serial", timing, "-serial2", files[0], "-serial3", files[1],
                                 "-serial4", files[2])
    assert (done.returncode, done.stdout, done.stderr) == (0, "1", "")
    assert [file.read_bytes() for file in files] == [b"2b", b"3", b"4"]


def test_other_ports_send_nowhere_or_to_standard_output(guest):
    assert guest(FOUR_PORTS).run().stdout == "1"
    assert guest(FOUR_PORTS).run("-serial3", "-").stdout == "13"


@pytest.mark.parametrize("path, why", [("/no/such/folder/x", "No such file"),
                                       ("/dev/full", "No space left")])
def test_port_whose_file_cannot_be_written(guest, path, why):
    done = guest(FOUR_PORTS).run("-serial4", path)
    assert done.returncode == 2
    assert re.fullmatch(rf"vpentium: -serial4 '{path}': {why}.*\n", done.stderr)


UART_LOOK = """
    OUT8 COM1 + 7, 0x5a
    IN8 COM1 + 7
    OUT8 0x190, al
    IN8 COM1 + 5
    OUT8 0x190, al
    OUT8 COM1 + 2, 0xc1
    IN8 COM1 + 2
    OUT8 0x190, al
"""


@pytest.mark.parametrize("kind, scratch, status, identification", [
    # PC16550D data sheet, and National's notes on its predecessors (AN-493): the 8250 has no
    # scratch register, neither it nor the 16450 a FIFO; the 16550's bit 6 of IIR stays clear.
    ("8250", "FF", "60", "01"),
    ("16450", "5A", "60", "01"),
    ("16550", "5A", "60", "81"),
    ("16550a", "5A", "60", "C1"),
    ("none", "FF", None, None),
    ("stuck", "5A", "00", "C1"),
])
def test_kinds_of_uart(guest, kind, scratch, status, identification):
    done = guest('%include "devices.inc"\nmain:' + UART_LOOK + "ret").run(
        "-uart", kind, "-post", "0x190")
    # A repeated code is shown once: with nothing there all three are FFh.
    expected = [code for code in (scratch, status, identification) if code]
    assert done.stderr.splitlines() == [f"vpentium: POST 190h: {code}h" for code in expected]
    assert (done.returncode, done.stdout) == (0, "")


def test_loopback(device):
    """Bytes come back, the modem lines RTS, DTR, OUT1, OUT2 as CTS, DSR, RI, DCD; the low half of
    MSR says what has changed since it was read: of RI only a fall."""
    assert device("""
main:
    OUT8 COM1 + 2, 0x07
    OUT8 COM1 + 4, 0x10                 ; CTS, DSR and DCD of the terminal go: 0Bh
    IN8 COM1 + 6
    mov bl, al
    OUT8 COM1 + 4, 0x16                 ; RTS and OUT1
    IN8 COM1 + 6
    mov bh, al
    OUT8 COM1 + 4, 0x12                 ; OUT1 falls
    IN8 COM1 + 6
    mov cl, al
    OUT8 COM1, 0x41
    OUT8 COM1, 0x42
    IN8 COM1
    mov ch, al
    IN8 COM1
    shl eax, 24
    mov esi, eax
    IN8 COM1 + 5                        ; nothing left
    mov ah, al
    OUT8 COM1 + 4, 0
    movzx eax, ah
    call print
    movzx eax, bl
    call print
    movzx eax, bh
    call print
    movzx eax, cl
    call print
    movzx eax, ch
    call print
    mov eax, esi
    call print
    ret
""") == [0x60, 0x0b, 0x51, 0x14, 0x41, 0x42000000]


# ---- keyboard controller and reset --------------------------------------------------------------

def test_keyboard_controller(device):
    """Self test 55h; status then has SYS and the last write was a command: 1Ch; interface test 0;
    the output port has A20 and no reset: 03h; the keyboard's answers to a reset and an echo."""
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
    """Esc, scan codes 01h and 81h, each 0.01 s, to a processor that has halted; the second code is
    there as soon as the first has been read."""
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
    assert clock == near(3 * HZ // 100, slack=5000)  # two codes are printed behind the third


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


# ---- screen -------------------------------------------------------------------------------------

def screen(done):
    assert done.returncode == 0
    lines = done.stderr.splitlines()
    assert len(lines) == 25
    return {row: text for row, text in enumerate(lines) if text}


def test_screen_is_shown(guest):
    """Row 0 from its first column, row 24 up to its last; C4h is a line, E1h sharp s, in UTF-8."""
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
    """720 x 400: 449 lines at 31.469 kHz, so 1,426,774 clocks from one retrace to the next."""
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


def test_a_tick_breaks_no_instruction(device):
    """The RTC updates once a second, and interrupts at an alarm that is hours away. 16,000 times
    REP LODSB of 8,000 bytes in the cache, 3 clocks each, are almost four seconds: no update may
    break one of them, which takes the clocks of beginning it anew, 6 at least. That the loop turns
    another way for once, as when the first few are forgotten, takes the next one 2."""
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
