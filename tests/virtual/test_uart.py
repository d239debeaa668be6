# SPDX-License-Identifier: MIT
"""Serial ports as seen by a guest. Clocks are those of 100 MHz."""
import re

import pytest

from device_clocks import HZ, near, number

BYTE_CLOCKS = 10 * HZ / 115200  # start bit, eight data bits, stop bit: 8680.6


def test_holding_register_empties_when_its_byte_starts(device):
    """At 115200 baud, 8N1, without FIFO: the second byte leaves THR when the first is sent, after
    10 bits; both are sent after 20. LSR 20h is THRE, 40h TEMT."""
    empty, sent = device(SENDING.format(fcr=0, bytes=2), "-serial", "timed")
    assert (empty, sent) == (near(BYTE_CLOCKS), near(2 * BYTE_CLOCKS))


def test_fifo_holds_sixteen(device):
    """One byte is being shifted and sixteen wait: THRE is set when the last begins, after the time
    of 16 bytes."""
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
    """A to Z are written at once: without FIFO each replaces the one that waits; with it 1 + 16 are
    sent."""
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
    """THRE of each port interrupts on its line: with two bytes sent, one interrupt when the second
    begins. IIR is 02h and then 01h. 9600 baud: a byte takes 104,167 clocks."""
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
    """In the mode `timed` the last byte of each port is still being sent when the run ends, but it
    is in the file. No byte was overwritten in a holding register: 'b' waits after '2'."""
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
    # scratch register; neither it nor the 16450 has a FIFO; the 16550's bit 6 of IIR stays clear.
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
    # A repeated code is printed once: without a port all three are FFh.
    expected = [code for code in (scratch, status, identification) if code]
    assert done.stderr.splitlines() == [f"vpentium: POST 190h: {code}h" for code in expected]
    assert (done.returncode, done.stdout) == (0, "")


def test_loopback(device):
    """Bytes are received back, and the modem outputs RTS, DTR, OUT1, OUT2 appear as CTS, DSR, RI,
    DCD. The low half of MSR has the changes since its last read; for RI only a fall counts."""
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
