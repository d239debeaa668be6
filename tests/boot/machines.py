# SPDX-License-Identifier: MIT
"""Machines with a BIOS, which boot the media: QEMU, with its screen and keyboard, and Bochs."""
import contextlib
import pathlib
import subprocess
import tempfile
import time

HANG_BOUND = 120  # seconds: an end for what hangs, not a measure of speed

BOCHSRC = """
plugin_ctrl: unmapped=1, serial=1, biosdev=1, speaker=0, parallel=0, gameport=0, iodebug=0
config_interface: textconfig
display_library: rfb, options="timeout=0"
romimage: file="/usr/share/bochs/BIOS-bochs-latest"
vgaromimage: file="/usr/share/vgabios/vgabios.bin"
{medium}
cpu: model={cpu}, count=1, ips=2000000, reset_on_triple_fault=0, ignore_bad_msrs=0
memory: guest={memory}, host={memory}
clock: sync=none
com1: enabled=1, mode=file, dev="wire"
log: "log"
panic: action=fatal
error: action=ignore
info: action=ignore
debug: action=ignore
"""

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
}


def qemu_options(drive, image):
    """Those that make QEMU boot the image from such a drive."""
    return [option.format(image=image) for option in QEMU_MEDIA[drive]]


def ended(wire):
    """Whether the run's last line has come."""
    last = wire.read_text(errors="replace") if wire.exists() else ""
    return " ev=done " in last and last.endswith("\n")


def boot_bochs(drive, image, cpu, memory):
    """What came on COM1 of Bochs, until the run ended. Debian's Bochs waits in its debugger, and
    has no display but a VNC server to run without a screen."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        medium = BOCHS_MEDIA[drive].format(image=image)
        (folder / "bochsrc").write_text(BOCHSRC.format(medium=medium, cpu=cpu, memory=memory))
        (folder / "continue").write_text("continue\n")
        with (folder / "said").open("wb") as said, subprocess.Popen(
                ["bochs", "-q", "-f", "bochsrc", "-rc", "continue"], stdin=subprocess.DEVNULL,
                stdout=said, stderr=said, cwd=folder) as process:
            try:
                wait(lambda: process.poll() is not None or ended(folder / "wire"))
            finally:
                process.kill()
        wire = folder / "wire"
        return wire.read_bytes().decode("ascii", "replace") if wire.exists() else ""


def wait(until):
    """False where it did not come true in time."""
    deadline = time.monotonic() + HANG_BOUND
    while not until():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.1)
    return True


class Qemu:
    """QEMU at a medium, with someone at the keyboard; COM1 and COM2 go to files."""

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
        """The 25 lines of text on it, as far as QEMU has written them yet."""
        memory = self.folder / "screen"
        self.order(f'pmemsave 0xb8000 4000 "{memory}"')
        time.sleep(0.1)
        cells = memory.read_bytes()[::2].decode("cp437") if memory.exists() else ""
        return "\n".join(cells[at:at + 80].rstrip() for at in range(0, len(cells), 80))

    def press(self, key, when):
        """Presses the key once these words are on the screen."""
        assert wait(lambda: when in self.screen()), f"no '{when}' on the screen:\n{self.screen()}"
        self.order(f"sendkey {key}")

    def result(self):
        """What came on COM1 and on COM2, once QEMU has ended."""
        assert wait(lambda: self.process.poll() is not None), self.screen()
        return [wire.read_bytes().decode("ascii", "replace") for wire in self.wires]
