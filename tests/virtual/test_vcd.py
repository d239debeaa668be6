# SPDX-License-Identifier: MIT
"""--vcd: a well-formed value change dump whose signals agree with the counters."""
import re
import subprocess

import pytest

COUNTED = """
main:
    mov eax, {cesr}
    SET_MSR MSR_CESR
    mov eax, {preset}
    SET_MSR MSR_CTR0
    mov ebx, 100
align 32
turn:
    mov eax, [scratch]
    dec ebx
    jnz turn
behind:
    GET_MSR MSR_CTR0
    call print
    ret
"""

CLOCKS = 0x01c0       # CTR0 counts clocks in every ring
READS = 0x00c0        # ... data reads
ON_OVERFLOW = 0x0200  # PM0 signals overflows


def parse(text):
    """Returns the changes of each signal by name, (clock, value) in order; strict as IEEE 1364,
    clause 18."""
    head, body = text.split("$enddefinitions $end\n")
    assert "$timescale 1 ns $end" in head
    names = {}
    for width, code, name in re.findall(r"\$var wire (\d+) (\S+) (\S+) \$end\n", head):
        assert code not in names
        names[code] = name, int(width)
    changes = {name: [] for name, _ in names.values()}
    clock, dumping = None, False
    for line in body.splitlines():
        value = re.fullmatch(r"b([01]+) (\S+)|([01])(\S+)", line)
        if line.startswith("#"):
            assert clock is None or int(line[1:]) > clock, line
            clock = int(line[1:])
        elif line == "$dumpvars":
            dumping = True
        elif line == "$end":
            assert dumping and all(changes.values()), "a signal without a first value"
            dumping = False
        else:
            assert value and clock is not None, line
            name, width = names[value[2] or value[4]]
            bits = value[1] or value[3]
            assert len(bits) == width, line
            assert dumping or changes[name][-1][1] != int(bits, 2), f"{name} does not change"
            changes[name].append((clock, int(bits, 2)))
    assert not dumping
    return changes


def high(changes):
    """Returns the number of clocks for which a one-bit signal was high."""
    assert changes[-1][1] == 0
    return sum(end - begin for (begin, value), (end, _) in zip(changes, changes[1:]) if value)


def dump(guest, tmp_path, cesr, *options, preset=0):
    out = tmp_path / "out.vcd"
    number, = guest(COUNTED.format(cesr=cesr, preset=preset)).numbers("--vcd", out, *options)
    return parse(out.read_text()), number


@pytest.mark.parametrize("cesr", [CLOCKS, READS])
def test_counter_and_pin_say_the_same(guest, tmp_path, cesr):
    """From the loop on PM0 is high for one clock per increment, at most one per clock here (two
    reads never go together), and CTR0 advances by the value that the guest reads at its end."""
    signals, number = dump(guest, tmp_path, cesr, "--trace-from", "turn")
    pin, counter = signals["PM0"], signals["CTR0"]
    begin = counter[0][1]
    gained = counter[-1][1] - begin
    assert high(pin) == gained
    steps = [after - before for (_, before), (_, after) in zip(counter, counter[1:])]
    assert set(steps) == {1}
    assert number in [value for _, value in counter]
    assert high(signals["PM1"]) == 0 and len(signals["CTR1"]) == 1


def test_reads_of_the_loop(guest, tmp_path):
    """There are a hundred; the code after the loop (`print`) is another interval."""
    signals, number = dump(guest, tmp_path, READS)
    assert number == 100
    assert high(signals["PM0"]) >= 100


def test_pin_on_overflow(guest, tmp_path):
    """Preset to 50 below 2^40, the counter overflows at the fiftieth read: one pulse of a clock,
    five clocks after it."""
    signals, number = dump(guest, tmp_path, READS | ON_OVERFLOW, "--trace-from", "turn",
                           "--trace-clocks", "400", preset=-50)
    assert number == 50
    pulse = [clock for clock, value in signals["PM0"] if value]
    assert len(pulse) == 1 and high(signals["PM0"]) == 1
    wrapped = [clock for (_, before), (clock, after)
               in zip(signals["CTR0"], signals["CTR0"][1:]) if after < before]
    assert [clock + 5 for clock in wrapped] == pulse


def test_waits_and_pipes(guest, tmp_path):
    """100 iterations of MOV with DEC, then JNZ: V is busy every second clock, U always. JNZ is
    mispredicted when it is first taken and at the end: 3 clocks each."""
    signals, _ = dump(guest, tmp_path, CLOCKS, "--trace-from", "turn", "--trace-clocks", "150")
    assert 3 <= high(signals["lost_mispredict"]) <= 6
    assert high(signals["lost_read"]) > 0  # the line of `scratch`
    assert {value for _, value in signals["CPL"]} == {0}
    assert 50 <= high(signals["V"]) <= 100
    last = max(clock for changes in signals.values() for clock, _ in changes)
    first = min(clock for clock, _ in signals["CPL"])
    assert last - first <= 150 + 40


USER = """
CODE3 equ 0x18 | 3
DATA3 equ 0x20 | 3
TASK equ 0x28
%macro DESCRIBE_TASK 0                  ; its base goes into the descriptor
    mov eax, task
    mov [gdt3 + TASK + 2], ax
    shr eax, 16
    mov [gdt3 + TASK + 4], al
    mov [gdt3 + TASK + 7], ah
%endmacro
main:
    DESCRIBE_TASK
    lgdt [gdt3_pointer]
    mov ax, TASK
    ltr ax
    GATE 0x30, back
    or byte [idt + 0x30 * 8 + 5], 0x60
    mov [task + 4], esp
    mov dword [task + 8], 0x10
    mov eax, {cesr}
    SET_MSR MSR_CESR
    mov eax, 0
    SET_MSR MSR_CTR0
    mov ebx, 100
    mov eax, DATA3
    mov ds, ax                          ; IRET would take ring 0's away
    push eax
    push dword stack3
    push dword 2
    push dword CODE3
    push dword turn
    iret
align 32
turn:
    mov eax, [scratch]
    dec ebx
    jnz turn
    int 0x30
back:
    GET_MSR MSR_CTR0
    mov esp, [task + 4]
    call print
    ret
section .data
align 8
gdt3: dq 0, 0x00cf9b000000ffff, 0x00cf93000000ffff, 0x00cffb000000ffff, 0x00cff3000000ffff
    dq 0x0000890000000067
gdt3_pointer:
    dw $ - gdt3 - 1
    dd gdt3
section .bss
alignb 16
task: resb 104
resb 256
stack3:
"""


@pytest.mark.parametrize("rings, reads, pulses", [(0x80, 105, 105), (0x40, None, 0)])
def test_ring_3(guest, tmp_path, rings, reads, pulses):
    """The loop runs in ring 3, with CTR0 counting reads only there or only in the other rings. CPL
    is 3 in one interval of clocks, and PM0 is high in it for each of its reads, or never. The reads
    are the loop's 100 and five of INT: the gate, the code segment's descriptor, ESP0 and SS0 of the
    task, and the stack segment's descriptor."""
    out = tmp_path / "out.vcd"
    number, = guest(USER.format(cesr=rings)).numbers("--vcd", out)
    signals = parse(out.read_text())
    (entered, left), = [(begin, end) for (begin, value), (end, _)
                        in zip(signals["CPL"], signals["CPL"][1:]) if value == 3]
    assert [value for _, value in signals["CPL"]] == [0, 3, 0]
    assert reads in (number, None)
    inside = [(begin, end) for (begin, value), (end, _) in zip(signals["PM0"], signals["PM0"][1:])
              if value and entered <= begin < left]
    assert sum(end - begin for begin, end in inside) == pulses


def test_gtkwave_reads_it(guest, tmp_path):
    out = tmp_path / "out.vcd"
    guest(COUNTED.format(cesr=CLOCKS, preset=0)).numbers("--vcd", out)
    done = subprocess.run(["vcd2fst", out, tmp_path / "out.fst"], capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0 and (tmp_path / "out.fst").stat().st_size > 0, done.stderr
