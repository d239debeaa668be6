# SPDX-License-Identifier: MIT
"""Runs boot media in machines with a BIOS: QEMU, with its screen and keyboard, and Bochs."""
import contextlib
import pathlib
import re
import subprocess
import tempfile
import time

from bounds import HANG_BOUND
from places import ROOT

# The settings that a user gets, without a medium.
BOCHSRC = (ROOT / "iso/emulators/bochsrc").read_text(encoding="ascii")

BOCHS_MEDIA = {
    "floppy": 'floppya: 1_44="{image}", status=inserted\nboot: floppy',
    "cd": 'ata0-master: type=cdrom, path="{image}", status=inserted\nboot: cdrom',
    "disk": 'ata0-master: type=disk, path="{image}", mode=volatile\nboot: disk',
    "rough": 'floppya: 1_44="{image[1]}", status=inserted\n'
             'ata0-master: type=disk, path="{image[0]}", mode=volatile\n'
             'port_e9_hack: enabled=1\nboot: disk',
}

QEMU_MEDIA = {
    "floppy": ["-drive", "if=floppy,format=raw,snapshot=on,file={image}", "-boot", "a"],
    "cd": ["-cdrom", "{image}"],
    "disk": ["-drive", "format=raw,snapshot=on,file={image}"],
    "rough": ["-drive", "format=raw,snapshot=on,file={image[0]}", "-boot", "c",
              "-drive", "if=floppy,format=raw,snapshot=on,file={image[1]}"],
    "rough cd": ["-drive", "format=raw,snapshot=on,file={image[0]}", "-boot", "order=cd",
                 "-cdrom", "{image[1]}"],
    "rough disk": ["-drive", "format=raw,snapshot=on,file={image[0]}", "-boot", "c",
                   "-drive", "format=raw,snapshot=on,file={image[1]}"],
}


def without_cursor(text):
    """The text without line ends and the escape sequences with which SeaBIOS moves the cursor,
    between any two characters, when its output goes to COM1."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|[\r\n]", "", text)


def qemu_options(drive, image):
    """The QEMU options that boot the image from a drive of this kind."""
    return [option.format(image=image) for option in QEMU_MEDIA[drive]]


def ended(wire):
    """True when the last line of the run has arrived."""
    last = wire.read_text(errors="replace") if wire.exists() else ""
    return " ev=done " in last and last.endswith("\n")


def boot_bochs(drive, image, cpu, memory):
    """Returns the output of COM1 of Bochs up to the end of the run.

    Debian's Bochs stops in its debugger at startup, so a script continues it. Its only display that
    needs no screen is a VNC server."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        medium = BOCHS_MEDIA[drive].format(image=image)
        settings = BOCHSRC.replace("model=pentium", f"model={cpu}").replace(
            "guest=16, host=16", f"guest={memory}, host={memory}")
        (folder / "bochsrc").write_text(f"{settings}{medium}\n")
        (folder / "continue").write_text("continue\n")
        with (folder / "said").open("wb") as said, subprocess.Popen(
                ["bochs", "-q", "-f", "bochsrc", "-rc", "continue"], stdin=subprocess.DEVNULL,
                stdout=said, stderr=said, cwd=folder) as process:
            try:
                wait(lambda: process.poll() is not None or ended(folder / "com1.log"))
            finally:
                process.kill()
        wire = folder / "com1.log"
        return wire.read_bytes().decode("ascii", "replace") if wire.exists() else ""


def wait(until):
    """Polls until `until` returns true; returns False after HANG_BOUND seconds."""
    deadline = time.monotonic() + HANG_BOUND
    while not until():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.1)
    return True


class Qemu:
    """QEMU with a medium, whose screen is read and whose keys are pressed; COM1 and COM2 go to
    files."""

    def __init__(self, folder, *options):
        self.folder = folder
        self.wires = [folder / "com1", folder / "com2"]
        command = ["qemu-system-i386", "-cpu", "pentium", "-m", "16", "-no-reboot",
                   "-display", "none", "-monitor", "stdio",
                   *(word for wire in self.wires for word in ("-serial", f"file:{wire}")),
                   "-device", "isa-debug-exit,iobase=0xf4,iosize=4", *map(str, options)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                        text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()

    def order(self, line):
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()

    def screen(self):
        """The 25 lines of text on the screen. QEMU may not have written all of them yet."""
        memory = self.folder / "screen"
        self.order(f'pmemsave 0xb8000 4000 "{memory}"')
        time.sleep(0.1)
        cells = memory.read_bytes()[::2].decode("cp437") if memory.exists() else ""
        return "\n".join(cells[at:at + 80].rstrip() for at in range(0, len(cells), 80))

    def press(self, key, when):
        """Presses the key after the text `when` has appeared on the screen."""
        assert wait(lambda: when in self.screen()), f"no '{when}' on the screen:\n{self.screen()}"
        self.order(f"sendkey {key}")

    def result(self):
        """The output of COM1 and of COM2, after QEMU has ended."""
        assert wait(lambda: self.process.poll() is not None), self.screen()
        return [wire.read_bytes().decode("ascii", "replace") for wire in self.wires]
