# SPDX-License-Identifier: MIT
"""The two interrupt controllers as seen by a guest. Clocks are those of 100 MHz."""
import pytest

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
    """The slave is on input 2, so it is served before 4. IRR and ISR show the waiting lines, and
    nothing at the end."""
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
    """OCW2 C1h: input 1 becomes the lowest, so 2 (the slave) is first and 1 last."""
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
    """The poll returns 80h and the input, for the slave also; 00h if nothing is left (1 and 4 are
    masked)."""
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
    """Without an end of interrupt the interrupt comes once; with automatic end (ICW4 bit 1) each
    time."""
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
    """Line 0 is in service. In special mask mode 1 is served as soon as 0 is masked, or not. A
    specific end of 1 leaves 0 in service, that of 0 clears it."""
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
    """CTR0 counts event 27h in all rings while the timer interrupts five halts."""
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
