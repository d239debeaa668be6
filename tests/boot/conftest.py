# SPDX-License-Identifier: MIT
"""Media as `make floppy` and the others make them, with experiments that take no time."""
import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
KERNEL = ROOT / "build" / "bareprobe.elf"
SUITES = {"quick": "thesis/program1", "thesis": "thesis/program2", "machine": "pipe/prefix",
          "apps": "apps/line"}

WHOLE = "WHOLE_MATRIX" in os.environ  # `make check-boot`


def some(first, *others):
    """Parameters, of which `make check` takes the first alone."""
    return [first, *others] if WHOLE else [first]


def experiment(command):
    """An experiment file, as short a run as there is."""
    return (f"(p5mon\n    command = {command};\n    events = count_clocks,branches;\n"
            "    repetitions = 2;\nend)\n")


def menu(**settings):
    """grub.cfg with other settings in its first lines."""
    text = (ROOT / "iso" / "grub.cfg").read_text()
    for name, value in settings.items():
        assert f"\n    set {name}=" in text
        text = "\n".join(f"set {name}={value}" if line.startswith(f"    set {name}=") else line
                         for line in text.split("\n"))
    return text


def overlay(folder, **settings):
    """Short experiments and, in the menu, other settings."""
    (folder / "boot" / "grub").mkdir(parents=True)
    (folder / "boot" / "grub" / "grub.cfg").write_text(menu(**settings))
    (folder / "parms").mkdir()
    for suite, command in SUITES.items():
        (folder / "parms" / f"{suite}.txt").write_text(experiment(command))
    return folder


def make(kind, source, output, *arguments):
    done = subprocess.run([ROOT / "iso" / f"make_{kind}.sh", source, output, *arguments], text=True,
                          capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return output


@pytest.fixture(name="media", scope="session")
def fixture_media(tmp_path_factory):
    """Media that start at once and send records, by name: the drive, the image."""
    folder = tmp_path_factory.mktemp("media")
    files = overlay(folder / "overlay", timeout=0)
    floppy = make("floppy", KERNEL, folder / "bareprobe.img", files)
    patient = make("floppy_syslinux", KERNEL, folder / "bareprobe-syslinux.img", files)
    iso = make("iso", KERNEL, folder / "bareprobe.iso", files)
    emulated = make("iso_floppy", floppy, folder / "bareprobe-floppy.iso")
    netboot = make("netboot", KERNEL, folder / "netboot", files)
    return {"floppy": ("floppy", floppy), "SYSLINUX floppy": ("floppy", patient),
            "ISO": ("cd", iso), "floppy ISO": ("cd", emulated), "ISO as disk": ("disk", iso),
            "netboot": ("net", netboot)}


@pytest.fixture(name="menu_floppy", scope="session")
def fixture_menu_floppy(tmp_path_factory):
    """A floppy whose menu waits for a key."""
    folder = tmp_path_factory.mktemp("menu")
    return make("floppy", KERNEL, folder / "bareprobe.img",
                overlay(folder / "overlay", timeout=-1))
