# SPDX-License-Identifier: MIT
"""Boots each cell of README.md's table and checks the records on the serial line against the cell.

`make check` boots each machine from each medium with one size of memory, `make check-boot` with all
sizes."""
import pathlib
import re
import shutil
import subprocess

import pytest

from boot.conftest import KERNEL, ROOT, WHOLE, experiment, make, overlay
from boot.machines import boot_bochs, qemu_options, without_cursor
from tiers import full

README = pathlib.Path(__file__).with_name("README.md")
SIZES = [4, 8, 16, 64]  # MB
SETTINGS = ("command=thesis/program1 events=count_clocks,branches repetitions=2 report=records "
            "exit=qemu")
# The emulator, its processor, and the name that a run reports for it. QEMU's signatures are in the
# source of its target/i386/cpu.c (pentium 543h, 486 480h, pentium2 652h, pentium3 673h, athlon
# 623h, coreduo 6E8h; qemu32 Intel's 663h, max AMD's 663h), that of Bochs in its cpu/cpudb (543h).
MACHINES = {
    "QEMU pentium": ("qemu", "pentium", "Intel Pentium MMX (P55C)"),
    "QEMU 486": ("qemu", "486", "Intel 486 DX4"),
    "QEMU pentium2": ("qemu", "pentium2", "Intel Pentium II or Celeron"),
    "QEMU pentium3": ("qemu", "pentium3", "Intel Pentium III or Celeron"),
    "QEMU athlon": ("qemu", "athlon", "AMD Athlon or Duron"),
    "QEMU coreduo": ("qemu", "coreduo", "Intel Core Duo or Solo"),
    "QEMU qemu32": ("qemu", "qemu32", "Intel Pentium II or Celeron"),
    "QEMU max": ("qemu", "max", "AMD Athlon or Duron"),
    "Bochs pentium": ("bochs", "pentium", "Intel Pentium MMX (P55C)"),
    "Bochs 486": ("bochs", "486", None),
    "virtual P54C": ("vpentium", "p54c", "Intel Pentium (P54C)"),
    "virtual P55C": ("vpentium", "p55c", "Intel Pentium MMX (P55C)"),
}
BRANCHES = ("branches", "br_inst_retired", "retired_branches")  # of a Pentium, a P6, a K7
FAST = ("QEMU pentium", "virtual P54C", "virtual P55C")  # in `make check`
LATER = {f"QEMU {cpu}" for cpu in ("pentium2", "athlon", "coreduo", "qemu32", "max")}


def table():
    """The README's table as {(machine, medium): cell}."""
    first, *_ = re.findall(r"(?m)(?:^\|.*\n)+", README.read_text())
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in first.splitlines()]
    media = rows[0][1:]
    return {(row[0], medium): cell for row in rows[2:] for medium, cell in zip(media, row[1:])}


TABLE = table()
BOOTED = [pair for pair, cell in TABLE.items() if cell in ("counts", "times", "told")]
IMPOSSIBLE = {pair: cell for pair, cell in TABLE.items() if pair not in BOOTED}


def cells():
    """Pairs of machine and medium with a memory size.

    With `make check` each pair has one size, different from that of the pairs next to it, and the
    machines of LATER boot only from floppy and ISO, because the BIOS is the same for all of QEMU's
    processors."""
    some = [(machine, medium) for machine, medium in BOOTED
            if machine not in LATER or medium in ("floppy", "ISO")]
    for at, (machine, medium) in enumerate(BOOTED if WHOLE else some):
        for size in SIZES if WHOLE else [SIZES[at % len(SIZES)]]:
            marks = [] if machine in FAST else [pytest.mark.full]
            yield pytest.param(machine, medium, size, id=f"{machine}-{medium}-{size}MB",
                               marks=marks)


@pytest.fixture(name="boot")
def fixture_boot(request, media):
    """boot(machine, medium, MB) returns the output of COM1."""
    def boot(machine, medium, memory):
        emulator, cpu, _ = MACHINES[machine]
        size = ["-m", str(memory)]
        if emulator == "vpentium":
            return request.getfixturevalue("vpentium")(SETTINGS, "-cpu", cpu, *size).stdout
        if emulator == "qemu" and medium == "-kernel":
            return request.getfixturevalue("qemu")(SETTINGS, "-cpu", cpu, *size).stdout
        if emulator == "qemu":
            return request.getfixturevalue("qemu_medium")(*qemu_options(*media[medium]),
                                                          "-cpu", cpu, *size).stdout
        return boot_bochs(*media[medium], cpu, memory)
    return boot


def of_kind(wire, kind):
    return [record for record in wire if record["ev"] == kind]


def is_measured(wire, counted):
    """Checks the run's only benchmark. Its region has the thesis's counts
    (bench/thesis/program1.asm) if events are counted, otherwise a time."""
    assert [record["bench"] for record in of_kind(wire, "bench")] == ["thesis/program1"]
    results = {record["event"]: record for record in of_kind(wire, "result")}
    [branches] = [results[name] for name in BRANCHES if name in results]
    if counted:
        assert (branches["status"], branches["raw"], branches["mean"]) == ("ok", "100", "100")
    else:
        assert branches["status"] == "unsupported" and "mean" not in branches
        assert float(results["time_stamp"]["raw"]) > 0
    [time] = of_kind(wire, "time")
    assert 0 < float(time["min"]) <= float(time["mean"])
    assert not of_kind(wire, "error") and not of_kind(wire, "fault")


def is_told(wire):
    """Checks that the error names the processor and the reason why nothing is measured."""
    [error] = of_kind(wire, "error")
    assert "486" in error["what"] and "time-stamp counter" in error["what"]
    assert not of_kind(wire, "bench")


@pytest.mark.parametrize("machine, medium, memory", cells())
def test_cell(boot, records, machine, medium, memory):
    text = boot(machine, medium, memory)
    assert text.startswith("BP seq=0 ev=start "), text[:500]
    wire = records(text)
    assert [record["name"] for record in of_kind(wire, "cpu")] == [MACHINES[machine][2]]
    # Bochs 2.7 has the signature of a P55C, whose registers 11h to 13h raise #GP there.
    assert "Bochs" not in machine or of_kind(wire, "cpu")[0]["read_by"] == "rdtsc"
    cell = TABLE[machine, medium]
    if cell == "told":
        is_told(wire)
    else:
        is_measured(wire, counted=cell == "counts")
    assert wire[-1]["ev"] == "done"
    assert wire[-1]["status"] == ("failed" if cell == "told" else "ok")


@pytest.mark.parametrize("medium", ["ISO", *map(full, ["floppy", "floppy ISO", "ISO as disk"])])
def test_screen_shows_no_error(qemu_medium, media, medium):
    """Without a display SeaBIOS 1.16.2 sends the output of INT 10h to COM1, and so that of GRUB
    2.06 before its menu. A user takes its errors for those of a bad medium."""
    text = qemu_medium(*qemu_options(*media[medium]), "-cpu", "pentium",
                       "-machine", "pc,graphics=off").stdout
    screen, start, _ = text.partition("BP seq=0 ev=start ")
    screen = without_cursor(screen)
    assert start and "GRUB" in screen
    version = subprocess.run(["grub-mkrescue", "--version"], capture_output=True, text=True,
                             check=True).stdout.strip()
    assert "error" not in screen, (version, screen)


def test_isapc_ends(qemu_medium, records, media):
    """In QEMU 7.2 the SMBIOS manufacturer of -M isapc is Bochs. Without exit=qemu the machine halts
    and QEMU never ends."""
    text = qemu_medium(*qemu_options(*media["ISO"]), "-M", "isapc").stdout
    wire = records(text)
    is_measured(wire, counted=False)
    assert wire[-1]["status"] == "ok"


@pytest.mark.full
@pytest.mark.parametrize("machine", ["QEMU pentium", "Bochs pentium"])
def test_program_on_the_floppy(records, qemu_medium, tmp_path, machine):
    """The floppy's example program, chosen by the menu's default, in 8 MB."""
    files = overlay(tmp_path / "overlay", timeout=0, chosen="programs", exit="qemu")
    (files / "parms" / "programs.txt").write_text(experiment("./hello"))
    floppy = make("floppy", KERNEL, tmp_path / "floppy.img", files)
    emulator, cpu, _ = MACHINES[machine]
    if emulator == "bochs":
        text = boot_bochs("floppy", floppy, cpu, 8)
    else:
        text = qemu_medium(*qemu_options("floppy", floppy), "-cpu", cpu, "-m", "8").stdout
    wire = records(text)
    assert [record["bench"] for record in of_kind(wire, "bench")] == ["programs/hello"]
    assert [record["end"] for record in of_kind(wire, "program")] == ["exit"]
    assert of_kind(wire, "written")[0]["text"] == "hello from ring 3%0A"
    times = [r for r in of_kind(wire, "result") if r["event"] == "time_stamp"]
    assert [(r["region_name"], r["status"]) for r in times] == [("loop", "ok")]
    assert not of_kind(wire, "error") and wire[-1]["status"] == "ok"


def test_table_has_every_machine_and_medium(media):
    assert {machine for machine, _ in TABLE} == set(MACHINES)
    assert {medium for _, medium in TABLE} == {*media, "-kernel"} - {"netboot"}
    assert len(TABLE) == len(MACHINES) * 5


def no_486():
    listed = subprocess.run(["bochs", "--help", "cpu"], capture_output=True, text=True, check=False)
    models = (listed.stdout + listed.stderr).split()
    assert "pentium" in models
    assert not [model for model in models if "486" in model or "386" in model]


def no_loader():
    """Bochs cannot enter a multiboot kernel: an optramimage only places bytes at an address."""
    listed = subprocess.run(["bochs", "--help"], capture_output=True, text=True, check=False)
    help_text = listed.stdout + listed.stderr
    assert "-f configfile" in help_text
    assert not re.search("kernel|multiboot", help_text, re.IGNORECASE)


def no_drives():
    helped = subprocess.run([ROOT / "build/vpentium", "--help"], capture_output=True, text=True,
                            check=True)
    assert "-kernel FILE" in helped.stdout
    assert not re.search(r"floppy|cdrom|-hda|drive", helped.stdout)


WHY = {"no 486": no_486, "no loader": no_loader, "no drives": no_drives}


@pytest.mark.parametrize("reason", sorted(set(IMPOSSIBLE.values())))
def test_reason_holds(reason):
    WHY[reason]()
    assert f"`{reason}`" in README.read_text()


def netboot(media, bootfile):
    folder = media["netboot"][1]
    return ["-cpu", "pentium,fxsr=on,sse=on", "-boot", "n",
            "-nic", f"user,model=e1000,tftp={folder},bootfile={bootfile}"]


@pytest.mark.parametrize("bootfile", ["bareprobe.0", full("bareprobe.ipxe")])
def test_netboot(qemu_medium, records, media, bootfile):
    """QEMU's network card has iPXE, which serves as PXE for bareprobe.0 and as iPXE for
    bareprobe.ipxe. Debian's build of it needs FXSAVE, which a Pentium lacks."""
    text = qemu_medium(*netboot(media, bootfile)).stdout
    is_measured(records(text), counted=False)
