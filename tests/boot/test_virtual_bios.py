# SPDX-License-Identifier: MIT
"""Boots the floppy in the virtual Pentium with virtual_bios.asm: GRUB on processors without CR4 or
CPUID, which QEMU and Bochs do not have, and with memory that wraps around."""
import pathlib
import subprocess

import pytest

from boot.test_matrix import is_measured, of_kind

SOURCE = pathlib.Path(__file__).with_name("virtual_bios.asm")
ROOT = SOURCE.parents[2]
SMALLEST = "cmos=3072"  # KB above 1 MB, as virtual_bios.asm reports
STATUS_KEY = 4  # of virtual_bios.asm: a program waits for a key

pytestmark = pytest.mark.full


@pytest.fixture(name="bios")
def fixture_bios(tmp_path):
    """bios(DEFINITION...) returns the kernel that is a BIOS, assembled with these definitions."""
    def assemble(*definitions):
        object_file, kernel = tmp_path / "bios.o", tmp_path / "bios.elf"
        subprocess.run(["nasm", "-f", "elf32", *(f"-D{name}" for name in definitions),
                        "-o", object_file, SOURCE], check=True)
        subprocess.run(["ld", "-m", "elf_i386", "-n", "--no-warn-rwx-segments", "-Ttext=0x100000",
                        "-e", "entry", "-o", kernel, object_file], check=True)
        return kernel
    return assemble


def boot(kernel, image, *options):
    """The output of COM1: GRUB's text and the records; and the exit status."""
    done = subprocess.run([ROOT / "build/vpentium", "-kernel", kernel, "-initrd", image, *options],
                          capture_output=True, text=True, check=False, timeout=600)
    screen, start, rest = done.stdout.replace("\r", "").partition("BP seq=0 ev=start ")
    return screen, start + rest, done.returncode


def test_floppy_counts(bios, records, media):
    screen, text, status = boot(bios(), media["floppy"][1], "-m", "16", "-silicon", SMALLEST)
    wire = records(text)
    is_measured(wire, counted=True)
    [machine] = of_kind(wire, "machine")
    assert machine["memory_kb"] == "4096" and "memory_wrong" not in machine
    assert status == 0 and "Wrong memory size" not in screen


@pytest.mark.parametrize("part, name", [
    ("no-cr4", "Intel 486 DX2"), ("no-cpuid", "a Cyrix 486, 5x86 or 6x86 with CPUID disabled")])
def test_processor_without_cr4_is_told_in_one_sentence(bios, records, media, part, name):
    """Debian's GRUB restarts such a machine after `Booting`: its relocator reads CR4."""
    screen, text, status = boot(bios(), media["floppy"][1], "-m", "16",
                                "-silicon", f"{part},{SMALLEST}")
    assert "Welcome to GRUB!" in screen and status == 0
    wire = records(text)
    assert [record["ev"] for record in wire] == ["start", "cpu", "machine", "error", "done"]
    assert wire[3]["what"].startswith(f"this processor ({name}, family 4 ")
    assert "cannot be measured: it has no" in wire[3]["what"]


@pytest.mark.parametrize("definitions, cmos, line, wrong", [
    (["E820_KB=512", "E801_KB=512"], 3072,
     "E820 1536, E801 1536, 88h 4096, CMOS 4096; verified 4096 KB", "e820:1536,e801:1536"),
    (["E820_KB=512", "E801_KB=512", "INT88_KB=512"], 3072,
     "E820 1536, E801 1536, 88h 1536, CMOS 4096; verified 4096 KB",
     "e820:1536,e801:1536,int88:1536"),
    (["E820_KB=0", "E801_KB=0", "INT88_KB=0"], 3072,
     "E820 0, E801 0, 88h 0, CMOS 4096; verified 4096 KB", None),
    (["E820_KB=0", "E801_KB=512"], 3072,
     "E820 0, E801 1536, 88h 4096, CMOS 4096; verified 4096 KB", "e801:1536"),
    # The CMOS alone is not used if INT 15h reports enough. The kernel names it.
    ([], 15360, None, "cmos:16384"),
])
def test_wrong_memory_size(bios, records, media, definitions, cmos, line, wrong):
    screen, text, _ = boot(bios(*definitions), media["floppy"][1], "-m", "16",
                           "-silicon", f"cmos={cmos}")
    if line:
        assert f"Wrong memory size: {line}\n" in screen
    else:
        assert "Wrong memory size" not in screen
    wire = records(text)
    is_measured(wire, counted=True)
    [machine] = of_kind(wire, "machine")
    assert (machine["memory_kb"], machine.get("memory_wrong")) == ("4096", wrong)


@pytest.mark.parametrize("options", [[], ["-silicon", "memory-wraps"]])
def test_memory_that_wraps_does_not_count(bios, media, tmp_path, options):
    """A machine of 4 MB whose BIOS reports 14 above the first. The image is in these 4 MB, where
    GRUB may overwrite it after the loader, so only the loader is tested."""
    start = tmp_path / "start.img"
    start.write_bytes(media["floppy"][1].read_bytes()[:0x40000])
    kernel = bios("IMAGE=0x340000", "E820_KB=14336", "E801_KB=14336")
    screen, _, status = boot(kernel, start, "-m", "4", *options)
    assert ("Wrong memory size: E820 15360, E801 15360, 88h 4096, CMOS 4096; verified 4096 KB\n"
            in screen)
    assert status in (0, STATUS_KEY)


def test_too_little_memory_is_told(bios, media, tmp_path):
    """2 MB: GRUB then prints `out of memory`."""
    start = tmp_path / "start.img"
    start.write_bytes(media["floppy"][1].read_bytes()[:0x40000])
    kernel = bios("IMAGE=0x1B0000", "E820_KB=700", "E801_KB=700", "INT88_KB=700")
    screen, _, _ = boot(kernel, start, "-m", "2")
    assert "Bareprobe needs 4096 KB of memory; the loader may stop.\n" in screen
