# SPDX-License-Identifier: MIT
"""Starts the machines that run the guest: QEMU and Bochs as references, and the virtual Pentium."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time

from differential import differences, layout, netburst

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
CYLINDER = 16 * 63 * 512  # bytes, of the disk that Bochs gets
STALL = 20  # seconds without a new line in the log: the case is considered hung

BOCHSRC = """
plugin_ctrl: unmapped=1, serial=1, biosdev=0, speaker=0, parallel=0, gameport=0, iodebug=0
config_interface: textconfig
display_library: rfb, options="timeout=0"
romimage: file="{folder}/rom"
vgaromimage: file="{folder}/vgarom"
optramimage1: file="{folder}/guest", address=0x100000
ata0: enabled=1
ata0-master: type=disk, path="{folder}/module", mode=flat, cylinders={cylinders}, heads=16, spt=63
cpu: model={model}, count=1, ips=2000000, reset_on_triple_fault=0, ignore_bad_msrs=0
memory: guest=16, host=16
clock: sync=none
com1: enabled=1, mode=file, dev="{folder}/wire"
log: "{folder}/log"
panic: action=fatal
error: action=ignore
info: action=ignore
debug: action=ignore
"""


class MachineError(Exception):
    """A machine could not be started or logged nothing."""


# Kind of processor (None is a Pentium): the models of QEMU and Bochs. Bochs has no Pentium Pro. Its
# first AMD processor with 3DNow! and the Athlon's additions is an Athlon 64.
KINDS = {
    None: ("pentium", "pentium"),
    "ppro": ("pentium2,-mmx,-fxsr,-sep", None),
    "p2": ("pentium2", "p2_klamath"),
    "p3": ("pentium3", "p3_katmai"),
    "k7": ("athlon", "athlon64_clawhammer"),
    "northwood": ("pentium3,family=15,model=2,stepping=4,+sse2,+clflush", "p4_willamette"),
    "prescott": ("pentium3,family=15,model=3,stepping=4,+sse2,+clflush,+pni",
                 "p4_prescott_celeron_336"),
}


def qemu_command(folder, build, kind=None):
    return ["qemu-system-i386", "-cpu", KINDS[kind][0], "-m", "16", "-no-reboot",
            "-display", "none", "-monitor", "none", "-serial", f"file:{folder}/wire",
            "-device", "isa-debug-exit,iobase=0xf4,iosize=4",
            "-kernel", str(build / "differential.elf"), "-initrd", f"{folder}/module"]


def bochs_command(folder, build, kind=None):
    """Debian's Bochs stops in its debugger at startup, and its only display that needs no screen is
    a VNC server. Its Pentium starts a ROM of this project; see rom.asm."""
    folder = pathlib.Path(folder)
    shutil.copy(build / "differential.bin", folder / "guest")
    shutil.copy(build / "differential.rom", folder / "rom")
    (folder / "vgarom").write_bytes(bytes(2048))
    (folder / "continue").write_text("continue\n")
    with open(folder / "module", "ab") as module:
        cylinders = module.tell() // CYLINDER + 1
        module.truncate(cylinders * CYLINDER)
    (folder / "bochsrc").write_text(BOCHSRC.format(
        folder=folder, cylinders=cylinders, model=KINDS[kind][1]))
    return ["bochs", "-q", "-f", f"{folder}/bochsrc", "-rc", f"{folder}/continue"]


def vpentium_command(folder, build, kind=None):
    """Runs each case twice, so that its code is in the cache and translated the second time. Each
    kind of processor runs on its own model if there is one, otherwise on a Pentium's."""
    processor = ["-instructions" if kind in netburst.KINDS else "-cpu", kind]
    return ["stdbuf", "-oL", str(build / "vpentium"), "-kernel", str(build / "differential.elf"),
            "-initrd", f"{folder}/module", "-translate-after", "1", "-append", "turns=2",
            *(processor if kind else [])]


MACHINES = {"qemu": qemu_command, "bochs": bochs_command, "vpentium": vpentium_command}


PROGRAMS = {"qemu": "qemu-system-i386", "bochs": "bochs", "vpentium": str(BUILD / "vpentium")}


def missing(machine, kind=None):
    """The reason why this machine cannot be used here or cannot be this kind of processor; None if
    it can."""
    if machine == "bochs" and not KINDS[kind][1]:
        return "bochs has no such processor"
    return None if shutil.which(PROGRAMS[machine]) else f"{PROGRAMS[machine]} is not there"


def run_cases(machine, cases, build=BUILD, options=(), kind=None):
    """Runs the cases on a machine: {case number: result, or None if the machine did not survive}.
    The machine is restarted after a case that crashes or hangs it. `options` are those of the
    machine's command."""
    results, left = {}, [case for case in cases if not differences.skips(machine, case)]
    while left:
        text = run_module(machine, layout.build_module([case.pack() for case in left]), build,
                          options, kind)
        results.update(parse(text))
        if text.endswith("end\n"):
            break
        fatal = next((i for i, case in enumerate(left) if case.number not in results),
                     len(left) - 1)
        results.setdefault(left[fatal].number, None)
        left = left[fatal + 1:]
    return results


def run_module(machine, module, build=BUILD, options=(), kind=None):
    """The log of one run, which may be incomplete."""
    with tempfile.TemporaryDirectory(prefix="differential-") as folder:
        pathlib.Path(folder, "module").write_bytes(module)
        wire = pathlib.Path(folder, "wire")
        wire.touch()
        command = [*MACHINES[machine](folder, build, kind), *options]
        with open(f"{folder}/said", "wb") as said:
            stdout = open(wire, "wb") if machine == "vpentium" else said
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=stdout,
                                       stderr=said, cwd=folder)
            try:
                wait(process, wire)
            finally:
                process.kill()
                process.wait()
        text = wire.read_text(errors="replace")
        complaint = pathlib.Path(folder, "said").read_text(errors="replace")[-2000:]
        if not text and process.returncode >= 0:
            raise MachineError(f"{machine} logged nothing: {complaint}")
        return text


def wait(process, wire):
    """Waits until the machine ends or its log has not grown for STALL seconds."""
    size, since = -1, time.monotonic()
    while process.poll() is None:
        time.sleep(0.05)
        now = wire.stat().st_size
        if now != size:
            size, since = now, time.monotonic()
        elif time.monotonic() - since > STALL:
            return


def parse(text):
    """{case number: {field: value}} from a log."""
    results = {}
    for line in text.splitlines():
        if not re.fullmatch(r"[0-9a-f]+( [a-z0-9]+=[0-9a-f]+)+", line):
            continue
        number, *fields = line.split()
        results[int(number, 16)] = {name: int(value, 16) for name, value in
                                    (field.split("=") for field in fields)}
    return results
