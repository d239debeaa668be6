# SPDX-License-Identifier: MIT
"""tools/name_image: an image is named by a hash of its loaded bytes, so no two images share a
name."""
import os
import pathlib
import struct
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
ADDRESS = 0x2000


def fnv_1a(data):
    """The hash's definition: http://www.isthe.com/chongo/tech/comp/fnv/, 32 bits."""
    value = 2166136261
    for byte in data:
        value = (value ^ byte) * 16777619 % 2**32
    return value


def linked(folder, name, further="", symbol="build_name"):
    source = f'global {symbol}\nsection .rodata\n{symbol}: db "{name}", 0\n{further}\n'
    (folder / "image.asm").write_text(source)
    subprocess.run(["nasm", "-f", "elf32", "-o", "image.o", "image.asm"], cwd=folder, check=True)
    subprocess.run(["ld", "-m", "elf_i386", f"--section-start=.rodata={ADDRESS:#x}", "-e",
                    "0x2000", "-o", "image", "image.o"], cwd=folder, check=True)
    return folder / "image"


def named(image):
    return subprocess.run([BUILD / "name_image", image], capture_output=True, text=True,
                          timeout=30, check=False)


@pytest.mark.parametrize("further", ["", "db 1", "db 2"])
def test_the_name_is_the_hash_of_what_is_loaded(tmp_path, further):
    image = linked(tmp_path, "0.1 gcc image 00000000", further)
    before = image.read_bytes()
    done = named(image)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    loaded = b"0.1 gcc image 00000000\0" + bytes(further[3:].encode() and [int(further[3:])])
    digits = f"{fnv_1a(struct.pack('<II', ADDRESS, len(loaded)) + loaded):08x}"
    assert image.read_bytes() == before.replace(b"image 00000000", f"image {digits}".encode())


def test_the_images_of_a_build_have_names_of_their_own():
    names = set()
    for image in "bareprobe.elf", "bareprobe-quick.elf", "bareprobe-test.elf":
        text = (BUILD / image).read_bytes()
        start = text.index(b" image ") + len(b" image ")
        names.add(text[start:start + 9])
    assert len(names) == 3 and b"00000000\0" not in names
    assert all(int(name[:8], 16) and name[8] == 0 for name in names)


@pytest.mark.parametrize("name, symbol", [
    ("0.1 gcc image c8b31fab", "build_name"),  # it has a name already
    ("000000", "build_name"),  # too short
    ("0.1 gcc image 00000000", "another"),
])
def test_an_image_that_cannot_be_named(tmp_path, name, symbol):
    image = linked(tmp_path, name, symbol=symbol)
    before = image.read_bytes()
    done = named(image)
    assert done.returncode == 1 and image.read_bytes() == before
    assert done.stderr == (f"name_image: {image}: the string `build_name` does not end with "
                           "8 zeros\n")


def test_a_file_that_is_not_an_image(tmp_path):
    (tmp_path / "text").write_text("not an image\n" * 20)
    done = named(tmp_path / "text")
    assert done.returncode == 1 and "text" in done.stderr
    assert named(tmp_path / "none").returncode == 1
