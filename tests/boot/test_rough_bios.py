# SPDX-License-Identifier: MIT
"""Boots the media on old hardware: a drive whose first reads fail, and a BIOS without the newer
calls that report memory or read disks. rough_bios.asm makes QEMU and Bochs behave so."""
import pathlib
import subprocess

import pytest

from boot.machines import Qemu, boot_bochs, qemu_options, wait, without_cursor
from boot.test_matrix import is_measured, of_kind
from tiers import full

SOURCE = pathlib.Path(__file__).with_name("rough_bios.asm")
DISK_BYTES = 1 << 20
SMALLEST = 4 * 1024  # KB
SEABIOS_KEEPS = 128  # KB at the top: its tables (seabios, src/fw/biostables.c, in its zone "high")


@pytest.fixture(name="disk")
def fixture_disk(tmp_path):
    """disk(DEFINITION...) returns a disk image with rough_bios.asm, assembled with these
    definitions."""
    def assemble(*definitions):
        image = tmp_path / "disk.img"
        subprocess.run(["nasm", "-f", "bin", *(f"-D{name}" for name in definitions),
                        "-o", image, SOURCE], check=True)
        with image.open("r+b") as file:
            file.truncate(DISK_BYTES)
        return image
    return assemble


def failing(times):
    return f"FAILING_READS={times}"


@pytest.fixture(name="boot_rough")
def fixture_boot_rough(qemu_medium, tmp_path, media):
    """boot_rough(disk, medium, MB, OPTION...): QEMU's output to COM1 and port E9h."""
    def boot(disk, medium, memory=4, *more):
        told = tmp_path / "told"
        kinds = {"floppy": "rough", "cd": "rough cd", "disk": "rough disk"}
        options = qemu_options(kinds[media[medium][0]], (disk, media[medium][1]))
        text = qemu_medium(*options, "-cpu", "pentium", "-m", str(memory),
                           "-debugcon", f"file:{told}", *more).stdout
        return text, told.read_text()
    return boot


@pytest.mark.parametrize("times", [1, *map(full, [0, 3, 8])])
def test_floppy_is_read_again(boot_rough, disk, records, times):
    """The boot sector tries each of its reads 24 times, and its handler of INT 13h those of GRUB 10
    times. One read covers at most a track of 18 sectors; about 700 sectors are read. The core is
    longer than 64 KB, so the boot sector needs bit 16 of EBX."""
    text, told = boot_rough(disk(failing(times), "CLEARS_EBX"), "floppy")
    is_measured(records(text), counted=False)
    assert told == "F" * len(told) and len(told) >= 700 // 18 * times


@pytest.mark.full
def test_floppy_cd_is_read_again(boot_rough, disk, records):
    text, told = boot_rough(disk(failing(1), "CLEARS_EBX", "NEXT"), "floppy ISO")
    is_measured(records(text), counted=False)
    assert told == "F" * len(told) and len(told) >= 700 // 18


@pytest.mark.full
@pytest.mark.parametrize("read", [1, 2, 30])
def test_iso_is_read_again(boot_rough, disk, records, read):
    """GRUB's CD loader, which reads the core, and GRUB, which reads the files, repeat an extended
    read that failed. SeaBIOS numbers CD drives from E0h on."""
    text, told = boot_rough(disk("DRIVE=0xE0", "NEXT", f"FAILING_EXTENDED={read}"), "ISO")
    is_measured(records(text), counted=False)
    assert told == "F"


@pytest.mark.full
def test_floppy_is_read_again_in_bochs(disk, records, media):
    image = (disk(failing(1)), media["floppy"][1])
    is_measured(records(boot_bochs("rough", image, "pentium", 4)), counted=False)


def test_floppy_that_cannot_be_read_is_told(disk, media, tmp_path):
    """The boot sector gives up after 24 reads of one sector."""
    options = qemu_options("rough", (disk(failing(30)), media["floppy"][1]))
    with Qemu(tmp_path, *options) as qemu:
        assert wait(lambda: "Read error: this drive cannot read" in qemu.screen()), qemu.screen()
        assert "Welcome to GRUB" not in qemu.screen()
        assert (tmp_path / "com1").read_bytes() == b""


@pytest.mark.full
@pytest.mark.parametrize("read, last", [(4, "loading GRUB ..\n"), (60, "Booting `Quick")])
def test_read_that_does_not_return_is_told(disk, media, tmp_path, read, last):
    """The 1st read is of the boot sector, the 4th of GRUB's core, the 60th of the kernel. The
    BIOS's timer calls the boot sector's handler for 30 seconds."""
    rough = disk(failing(0), f"HANGING_READ={read}")
    options = qemu_options("rough", (rough, media["floppy"][1]))
    with Qemu(tmp_path, *options) as qemu:
        assert wait(lambda: "The BIOS has not returned from a read of the floppy for 30 s."
                    in qemu.screen()), qemu.screen()
        assert last in qemu.screen()


@pytest.mark.full
@pytest.mark.parametrize("medium, drive, loads", [
    ("ISO", ["DRIVE=0xE0", "NEXT"], "cd"), ("ISO as disk", ["DRIVE=0x81"], "disk")])
def test_extended_read_that_does_not_return_is_told(disk, media, tmp_path, medium, drive, loads):
    """The 40th extended read is of GRUB's files. The first ones are of its core, which has the
    handlers: if they do not return, nothing can show a line."""
    rough = disk(*drive, "HANGING_EXTENDED=40")
    options = qemu_options(f"rough {loads}", (rough, media[medium][1]))
    with Qemu(tmp_path, *options) as qemu:
        assert wait(lambda: "A read has not returned for 30 s: use another medium."
                    in qemu.screen()), qemu.screen()
        assert "BP seq" not in (tmp_path / "com1").read_text()


@pytest.mark.full
def test_menu_that_cannot_be_read_gives_a_prompt(disk, media, tmp_path):
    """GRUB 2.06 prints no error if it cannot read grub.cfg, which is after sector 400; its core
    ends before."""
    rough = disk(failing(250), "FIRST_FAILING=400")
    options = qemu_options("rough", (rough, media["floppy"][1]))
    with Qemu(tmp_path, *options) as qemu:
        assert wait(lambda: "grub>" in qemu.screen()), qemu.screen()
        assert "error" not in qemu.screen()


@pytest.mark.parametrize("medium, lacks, left", [
    full(("floppy", ["NO_E820"], SMALLEST - SEABIOS_KEEPS)),
    full(("floppy", ["NO_E820", "NO_E801"], SMALLEST - SEABIOS_KEEPS)),
])
def test_memory_is_right_without_the_newer_calls(boot_rough, disk, records, medium, lacks, left):
    """Boots in 4 MB. GRUB converts the answers of the older calls to a map, so the kernel's memory
    source is a map."""
    text, told = boot_rough(disk(failing(0), *lacks), medium)
    wire = records(text)
    is_measured(wire, counted=False)
    [machine] = of_kind(wire, "machine")
    assert (machine["memory_kb"], machine["memory_source"]) == (str(left), "map")
    assert told and set(told) == {"U"}


# Answers of the BIOS for 4 MB, and the sources that the record must name. SeaBIOS's map marks the
# last 128 KB as reserved; without a map they are used too. GRUB makes its map of the corrected
# answers.
SIS = ["E820_KB=14336", "E801_KB=14336", "INT88_KB=3072"]  # 14 MB, as on a board with a SiS 501
UMC = ["E820_KB=512", "E801_KB=512", "INT88_KB=3072"]  # 3.5 MB less than fitted
MIXED = ["E820_KB=14336", "E801_KB=6144", "INT88_KB=1024", "CMOS_KB=40000"]
NOTHING = ["NO_E820", "NO_E801", "INT88_KB=0", "CMOS_KB=0"]
LIES = {
    "too much": (SIS, SMALLEST - SEABIOS_KEEPS, "e820:15360,e801:15360",
                 "E820 15360, E801 15360, 88h 4096, CMOS 4096; verified 3968 KB"),
    "too little": (UMC, SMALLEST - SEABIOS_KEEPS, "e820:1536,e801:1536",
                   "E820 1536, E801 1536, 88h 4096, CMOS 4096; verified 3968 KB"),
    "mixed": (MIXED, SMALLEST - SEABIOS_KEEPS, "e820:15360,e801:7168,int88:2048,cmos:41024",
              "E820 15360, E801 7168, 88h 2048, CMOS 41024; verified 3968 KB"),
    "nothing": (NOTHING, SMALLEST, None, "E820 0, E801 0, 88h 0, CMOS 0; verified 4096 KB"),
}
LOADED = {"floppy": [], "ISO": ["NEXT"], "floppy ISO": ["NEXT"], "ISO as disk": ["DRIVE=0x81"]}


@pytest.mark.parametrize("medium, lie", [
    (medium, lie) if (medium, lie) == ("ISO", "too much") else full((medium, lie))
    for medium in LOADED for lie in LIES])
def test_wrong_memory_size_is_corrected(boot_rough, disk, records, medium, lie):
    """Without a display SeaBIOS sends the screen's text to COM1."""
    definitions, left, named, line = LIES[lie]
    rough = disk(failing(0), *LOADED[medium], *definitions)
    text, _ = boot_rough(rough, medium, 4, "-machine", "pc,graphics=off")
    screen, start, rest = text.partition("BP seq=0 ev=start ")
    assert line in without_cursor(screen)
    wire = records(start + rest)
    is_measured(wire, counted=False)
    [machine] = of_kind(wire, "machine")
    assert (machine["memory_kb"], machine.get("memory_wrong")) == (str(left), named)


@pytest.mark.parametrize("roughness", [full("NO_EXTENSIONS"), full("FAILING_EXTENDED=50")])
def test_iso_boots_as_a_disk_without_extended_reads(boot_rough, disk, records, roughness):
    """GRUB 2.06 then refuses sectors beyond the BIOS's geometry, which SeaBIOS 1.16.2 derives from
    the length of the image without its last cylinder of 516,096 bytes (AH=08h). The 50th extended
    read is in a file; after its failure GRUB uses the geometry, too."""
    text, told = boot_rough(disk("DRIVE=0x81", roughness), "ISO as disk", memory=16)
    is_measured(records(text), counted=False)
    assert told == ("F" if roughness.startswith("FAILING") else "")
