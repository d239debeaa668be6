# SPDX-License-Identifier: MIT
"""Boot media built like those of `make floppy` and its siblings, with short experiments."""
import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
KERNEL = ROOT / "build" / "bareprobe.elf"
SUITES = {"quick": "thesis/program1", "thesis": "thesis/program2", "machine": "pipe/prefix",
          "apps": "apps/line"}

WHOLE = "WHOLE_MATRIX" in os.environ  # set by `make check-boot`


def some(first, *others):
    """All parameters with `make check-boot`, only the first one with `make check`."""
    return [first, *others] if WHOLE else [first]


def experiment(command):
    """The text of an experiment file with the shortest possible run."""
    return (f"(p5mon\n    command = {command};\n    events = count_clocks,branches;\n"
            "    repetitions = 2;\nend)\n")


def menu(**settings):
    """The text of grub.cfg with changed values of the variables set in its first lines."""
    text = (ROOT / "iso" / "grub.cfg").read_text()
    for name, value in settings.items():
        assert f"\n    set {name}=" in text
        text = "\n".join(f"set {name}={value}" if line.startswith(f"    set {name}=") else line
                         for line in text.split("\n"))
    return text


def overlay(folder, **settings):
    """Writes short experiments and a menu with these settings into the folder."""
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
    """Media that start without waiting and send records: {name: (drive, image)}."""
    folder = tmp_path_factory.mktemp("media")
    files = overlay(folder / "overlay", timeout=0)
    floppy = make("floppy", KERNEL, folder / "bareprobe.img", files)
    iso = make("iso", KERNEL, folder / "bareprobe.iso", files)
    emulated = make("iso_floppy", floppy, folder / "bareprobe-floppy.iso")
    netboot = make("netboot", KERNEL, folder / "netboot", files)
    return {"floppy": ("floppy", floppy), "ISO": ("cd", iso), "floppy ISO": ("cd", emulated),
            "ISO as disk": ("disk", iso), "netboot": ("net", netboot)}


@pytest.fixture(name="menu_floppy", scope="session")
def fixture_menu_floppy(tmp_path_factory):
    """The path of a floppy image whose menu waits for a key."""
    folder = tmp_path_factory.mktemp("menu")
    return make("floppy", KERNEL, folder / "bareprobe.img",
                overlay(folder / "overlay", timeout=-1))
