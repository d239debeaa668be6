# SPDX-License-Identifier: MIT
"""The boot CD image as a file: small, the same bytes for the same kernel, nothing half made."""
import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
KERNEL = ROOT / "build" / "bareprobe.elf"
MEGABYTE = 1 << 20


def make_iso(output, kernel=KERNEL, **variables):
    return subprocess.run([ROOT / "iso" / "make_iso.sh", kernel, output], text=True, timeout=120,
                          env={**os.environ, **variables}, capture_output=True, check=False)


def files_on(image):
    listed = subprocess.run(["xorriso", "-indev", image, "-find", "/", "-type", "f", "--"],
                            capture_output=True, text=True, check=True)
    return {line.strip("'") for line in listed.stdout.splitlines() if line.startswith("'/")}


@pytest.fixture(name="image", scope="module")
def fixture_image(tmp_path_factory):
    image = tmp_path_factory.mktemp("iso") / "bareprobe.iso"
    result = make_iso(image, SOURCE_DATE_EPOCH="1000000000")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    return image


def test_is_well_under_two_megabytes(image):
    assert image.stat().st_size < 1.5 * MEGABYTE


def test_holds_the_kernel_the_menu_and_few_modules(image):
    files = files_on(image)
    assert {"/boot/bareprobe.elf", "/boot/grub/grub.cfg",
            "/boot/grub/i386-pc/multiboot.mod"} <= files
    assert len([name for name in files if name.endswith(".mod")]) < 40
    assert not [name for name in files if name.endswith((".pf2", ".mo", ".png"))]


def test_same_kernel_gives_the_same_bytes(image, tmp_path):
    # Another time zone and umask; and later than the first, by the seconds that one took.
    old = os.umask(0o077)
    try:
        make_iso(tmp_path / "again.iso", SOURCE_DATE_EPOCH="1000000000", TZ="Asia/Tokyo")
    finally:
        os.umask(old)
    assert (tmp_path / "again.iso").read_bytes() == image.read_bytes()


def test_date_is_the_epoch_given(image, tmp_path):
    make_iso(tmp_path / "later.iso", SOURCE_DATE_EPOCH="1000000060")
    assert (tmp_path / "later.iso").read_bytes() != image.read_bytes()
    # ISO 9660, 8.4.26: creation date of the volume, at 813 of the primary descriptor, sector 16.
    assert image.read_bytes()[16 * 2048 + 813:][:14] == b"20010909014640"


def test_failure_says_why_and_leaves_no_image(tmp_path):
    result = make_iso(tmp_path / "bad.iso", kernel=tmp_path / "no-such.elf")
    assert result.returncode != 0
    assert "no-such.elf" in result.stderr
    assert not (tmp_path / "bad.iso").exists()


def test_wrong_use_is_told():
    result = subprocess.run([ROOT / "iso" / "make_iso.sh"], capture_output=True, text=True,
                            check=False)
    assert (result.returncode, result.stderr[:6]) == (2, "usage:")
