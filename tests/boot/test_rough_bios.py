# SPDX-License-Identifier: MIT
"""Both floppies on old boxes: in a drive whose first reads fail, and on a BIOS that does not know
the newer ways to tell of memory. rough_bios.asm makes such a box of QEMU's and Bochs's."""
import pathlib
import subprocess

import pytest

from boot.conftest import some
from boot.machines import Qemu, boot_bochs, qemu_options, wait
from boot.test_matrix import is_measured, of_kind

SOURCE = pathlib.Path(__file__).with_name("rough_bios.asm")
DISK_BYTES = 1 << 20
SMALLEST = 4 * 1024  # KB
SEABIOS_KEEPS = 128  # KB at the top: its tables (seabios, src/fw/biostables.c, in its zone "high")
RAM_FLOPPY = 720  # KB that memdisk keeps, of make_floppy_syslinux.sh


@pytest.fixture(name="disk")
def fixture_disk(tmp_path):
    """disk(DEFINITION...): a disk with rough_bios.asm so assembled."""
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
    """boot_rough(disk, medium, MB): COM1 and port E9h of QEMU."""
    def boot(disk, medium, memory=4):
        told = tmp_path / "told"
        options = qemu_options("rough", (disk, media[medium][1]))
        text = qemu_medium(*options, "-cpu", "pentium", "-m", str(memory),
                           "-debugcon", f"file:{told}").stdout
        return text, told.read_text()
    return boot


@pytest.mark.parametrize("times", some(3, 1))
def test_syslinux_reads_again(boot_rough, disk, records, times):
    """A read that fails is made again, so that each place failed as often as any other: the number
    of all is a multiple. It reads a track of 18 sectors at a time at most, and some 480 sectors."""
    text, told = boot_rough(disk(failing(times)), "SYSLINUX floppy")
    is_measured(records(text), counted=False)
    assert told == "F" * len(told) and len(told) % times == 0 and len(told) >= 480 // 18 * times


def test_syslinux_reads_again_in_bochs(disk, records, media):
    image = (disk(failing(1)), media["SYSLINUX floppy"][1])
    is_measured(records(boot_bochs("rough", image, "pentium", 4)), counted=False)


def test_drive_that_does_not_fail_suits_grub(boot_rough, disk, records):
    text, told = boot_rough(disk(failing(0)), "floppy")
    is_measured(records(text), counted=False)
    assert told == ""


@pytest.mark.parametrize("times", some(1, 3))
def test_grub_reads_once(disk, media, tmp_path, times):
    """Its first sector says so, and gives up; then the BIOS tries the next drive."""
    options = qemu_options("rough", (disk(failing(times)), media["floppy"][1]))
    with Qemu(tmp_path, *options) as qemu:
        assert wait(lambda: "GRUB Read Error" in qemu.screen()), qemu.screen()
        assert (tmp_path / "com1").read_bytes() == b""


@pytest.mark.parametrize("medium, lacks, left", [
    ("floppy", ["NO_E820"], SMALLEST - SEABIOS_KEEPS),
    ("floppy", ["NO_E820", "NO_E801"], SMALLEST - SEABIOS_KEEPS),
    ("SYSLINUX floppy", ["NO_E820"], SMALLEST - SEABIOS_KEEPS - RAM_FLOPPY),
])
def test_memory_is_right_without_the_newer_calls(boot_rough, disk, records, medium, lacks, left):
    """In 4 MB. GRUB makes a map of what the older calls say, so the kernel's source is a map."""
    text, told = boot_rough(disk(failing(0), *lacks), medium)
    wire = records(text)
    is_measured(wire, counted=False)
    [machine] = of_kind(wire, "machine")
    assert (machine["memory_kb"], machine["memory_source"]) == (str(left), "map")
    assert told and set(told) == {"U"}


def test_syslinux_needs_one_of_the_newer_calls(disk, media, tmp_path):
    """Of AH=88h it takes the wrong register, CX in place of AX, and finds no room for what it has
    loaded (syslinux, core/bios.c, bios_scan_memory())."""
    rough = disk(failing(0), "NO_E820", "NO_E801")
    options = qemu_options("rough", (rough, media["SYSLINUX floppy"][1]))
    with Qemu(tmp_path, *options, "-m", "4") as qemu:
        assert wait(lambda: "Booting kernel failed: Invalid argument" in qemu.screen()), \
            qemu.screen()
        assert (tmp_path / "com1").read_bytes() == b""
