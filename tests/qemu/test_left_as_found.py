# SPDX-License-Identifier: MIT
"""Checks that a run restores the state a BIOS relies on: the RTC alarm, bus masters, the timer's
interrupt. QEMU's monitor reads the ports of the halted machine."""
import os
import pathlib
import re
import subprocess
import time

import pytest

from bounds import HANG_BOUND
from tiers import fast_cases

BUILD = pathlib.Path(__file__).resolve().parents[2] / os.environ.get("BUILD", "build")
SHORT = "command=thesis/program1 events=branch repetitions=1"
ALARM = {1: 0x21, 3: 0x43, 5: 0x05}  # RTC registers: 05:43:21
HOST_BRIDGE = 0x0600  # PCI class
HEAD = ["qemu-system-i386", "-cpu", "pentium", "-m", "8", "-no-reboot", "-display", "none"]


class Monitor:
    """Sends commands to QEMU's monitor on standard input and reads the answers from standard
    output."""

    def __init__(self, process):
        self.process = process
        self.read()

    def read(self):
        said = ""
        while not said.endswith("(qemu) "):
            said += (piece := self.process.stdout.read(1))
            assert piece, said
        return said

    def command(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()
        return self.read()

    def port(self, port, size="b"):
        return int(re.search(r" = 0x(\w+)", self.command(f"i /{size} {port}"))[1], 16)

    def clock(self, register):
        self.command(f"o /b 0x70 {register}")
        return self.port(0x71)


@pytest.fixture
def monitor(tmp_path):
    """monitor(settings, *options) starts a QEMU that is stopped before its first instruction."""
    started = []

    def start(settings, *options):
        started.append(subprocess.Popen(
            [*HEAD, "-S", "-monitor", "stdio", "-serial", f"file:{tmp_path / 'wire'}", "-kernel",
             BUILD / "bareprobe.elf", "-append", settings, *options], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True))
        return Monitor(started[-1])
    yield start
    for process in started:
        process.kill()
        process.communicate()


def until_sent(wire, what, times=1):
    deadline = time.monotonic() + HANG_BOUND
    while not wire.exists() or wire.read_text(errors="replace").count(what) < times:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_the_clocks_alarm_is_put_back(monitor, tmp_path):
    """The watchdog uses the alarm during the run: its 3000 s do not end at 05:43:21."""
    machine = monitor(f"{SHORT} exit=halt watchdog=3000", "-rtc", "base=2020-01-01T12:00:00")
    for register, value in ALARM.items():
        machine.command(f"o /b 0x70 {register}")
        machine.command(f"o /b 0x71 {value}")
    machine.command("cont")
    until_sent(tmp_path / "wire", "ev=done")
    time.sleep(0.5)
    assert {register: machine.clock(register) for register in ALARM} == ALARM


def masters(machine):
    """{PCI function: bus-master bit} of each function that exists and is not a host bridge."""
    def register(function, at):
        machine.command(f"o /w 0xcf8 {0x80000000 | function << 8 | at}")
        return machine.port(0xcfc, "w")

    def exists(function):
        return register(function, 0) != 0xffffffff

    # A device without a function 0 has no others.
    devices = [device for device in range(0, 0x200, 8) if exists(device)]
    functions = [function for device in devices for function in range(device, device + 8)
                 if exists(function)]
    return {function: bool(register(function, 4) & 4) for function in functions
            if register(function, 8) >> 16 != HOST_BRIDGE}


@pytest.mark.parametrize("runs", fast_cases(1, [10000, 300]))
def test_bus_masters_are_off_for_the_run_and_on_again_behind_it(monitor, records, tmp_path, runs):
    """QEMU's firmware makes each USB controller that it finds a bus master: here one on bus 0 and
    one on bus 1 across a bridge. Many runs leave time to read the bits during a run. 10000 are
    ended with Esc."""
    machine = monitor(f"{SHORT} exit=halt runs={runs}", "-device", "piix3-usb-uhci", "-device",
                      "pci-bridge,chassis_nr=1,id=behind", "-device",
                      "piix3-usb-uhci,bus=behind,addr=1")
    machine.command("cont")
    until_sent(tmp_path / "wire", "ev=done")
    machine.command("stop")
    during = masters(machine)
    machine.command("cont")
    sent = tmp_path / "wire"
    if runs == 300:
        until_sent(sent, "ev=done", runs)
    else:
        machine.command("sendkey esc")
        until_sent(sent, "status=failed")
    time.sleep(0.5)
    behind = masters(machine)
    first = records("BP seq=0 " + sent.read_text().split("BP seq=0 ")[1])
    [record] = [record for record in first if record["ev"] == "machine"]
    turned = [function for function in behind if behind[function] and not during[function]]
    assert int(record["bus_masters"]) == len(turned) >= 2 and max(turned) >= 0x100
    assert all(behind[function] or not during[function] for function in behind)


# Ends QEMU through a debug-exit port instead of switching the machine off.
WAITING_BIOS = """
bits 16
    db 0x55, 0xaa, 1                    ; an option ROM of 512 bytes
    push ax
    push ds
    xor ax, ax
    mov ds, ax
    mov word [0x15 * 4], handler
    mov [0x15 * 4 + 2], cs
    pop ds
    pop ax
    retf
handler:
    cmp ax, 0x5307
    jne .done
    sti
    xor ax, ax
    mov ds, ax
    mov al, [0x46c]                     ; ticks, which the timer's interrupt counts
.wait:
    cmp al, [0x46c]
    je .wait
    mov dx, 0xf4                        ; isa-debug-exit
    mov al, 0x15
    out dx, al
.done:
    clc
    retf 2
    times 511 - ($ - $$) db 0
    db 0
"""


def test_a_bios_may_wait_for_the_timer_before_it_switches_off(tmp_path):
    """The APM BIOS is an option ROM here: it hooks INT 15h, waits for a timer tick and ends QEMU
    with status 2 * 15h + 1."""
    asm, rom = tmp_path / "rom.asm", tmp_path / "rom"
    asm.write_text(WAITING_BIOS)
    subprocess.run(["nasm", "-f", "bin", "-o", rom, asm], check=True)
    image = bytearray(rom.read_bytes())
    image[511] = -sum(image) & 0xff
    rom.write_bytes(image)
    done = subprocess.run(
        [*HEAD, "-serial", "stdio", "-kernel", BUILD / "bareprobe.elf", "-append",
         f"{SHORT} exit=poweroff", "-option-rom", rom, "-device",
         "isa-debug-exit,iobase=0xf4,iosize=4"], stdin=subprocess.DEVNULL, capture_output=True,
        text=True, timeout=HANG_BOUND, check=False)
    assert (done.returncode, done.stderr) == (2 * 0x15 + 1, "")
    assert "status=ok" in done.stdout.splitlines()[-1]
