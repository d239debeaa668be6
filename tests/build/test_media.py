# SPDX-License-Identifier: MIT
"""Contents of the boot media: small, reproducible for the same kernel, with editable files in plain
formats, written completely or not at all, and with loaders that run on a Pentium without MMX."""
import lzma
import os
import pathlib
import shutil
import subprocess

import pytest

from tiers import fast_cases

ROOT = pathlib.Path(__file__).resolve().parents[2]
KERNEL = ROOT / "build" / "bareprobe.elf"
GRUB = pathlib.Path("/usr/lib/grub/i386-pc")
EPOCH = {"SOURCE_DATE_EPOCH": "1000000000"}  # 2001-09-09 01:46:40 UTC
MEGABYTE = 1 << 20
FLOPPY_ROOM = 500 * 1024  # bytes that must stay free for experiments and a growing kernel
KINDS = ["floppy", "iso", "netboot"]
EXPERIMENTS = sorted((ROOT / "iso" / "experiments").glob("*.parms"))


def make(kind, source, output, *arguments, **variables):
    return subprocess.run([ROOT / "iso" / f"make_{kind}.sh", source, output, *arguments], text=True,
                          env={**os.environ, **EPOCH, **variables}, capture_output=True,
                          timeout=120, check=False)


def made(kind, source, output, *arguments, **variables):
    result = make(kind, source, output, *arguments, **variables)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    return output


def run(*command):
    return subprocess.run(command, capture_output=True, check=True).stdout


def files_on(image):
    listed = run("xorriso", "-indev", image, "-find", "/", "-type", "f", "--").decode()
    return {line.strip("'") for line in listed.splitlines() if line.startswith("'/")}


def on_floppy(image, name):
    return run("mtype", "-i", image, f"::{name}")


def content(output):
    """Returns the bytes of an image, or of each file in a directory."""
    if output.is_file():
        return output.read_bytes()
    return {path.relative_to(output): path.read_bytes()
            for path in output.rglob("*") if path.is_file()}


@pytest.fixture(name="media", scope="module")
def fixture_media(tmp_path_factory):
    folder = tmp_path_factory.mktemp("media")
    media = {kind: made(kind, KERNEL, folder / kind) for kind in KINDS}
    media["iso_floppy"] = made("iso_floppy", media["floppy"], folder / "iso_floppy")
    return media


def test_images_are_small(media):
    assert media["floppy"].stat().st_size == 1440 * 1024
    assert media["iso"].stat().st_size < 2.5 * MEGABYTE
    assert media["iso_floppy"].stat().st_size < 2.5 * MEGABYTE


def test_floppy_has_room(media):
    free = run("minfo", "-i", media["floppy"], "::").decode()
    assert "sector size: 512 bytes" in free
    listed = run("mdir", "-i", media["floppy"], "::").decode().splitlines()
    [line] = [line for line in listed if line.endswith("bytes free")]
    assert int("".join(filter(str.isdigit, line))) > FLOPPY_ROOM


def test_floppy_is_a_file_system_for_anyone(media):
    """The file system is FAT12 (File System Driver Guide of FAT: fewer than 4085 clusters) with two
    identical copies of the FAT."""
    sector = media["floppy"].read_bytes()[:512]
    field = lambda at, size: int.from_bytes(sector[at:at + size], "little")
    reserved, fats, entries, total, fat = (field(14, 2), sector[16], field(17, 2), field(19, 2),
                                           field(22, 2))
    assert (field(11, 2), sector[13], total, sector[21]) == (512, 1, 2880, 0xF0)
    clusters = total - reserved - fats * fat - entries * 32 // 512
    assert 0 < clusters < 4085 and fat * 512 * 8 >= (clusters + 2) * 12
    image = media["floppy"].read_bytes()
    copies = [image[(reserved + copy * fat) * 512:][:fat * 512] for copy in range(fats)]
    assert copies[0] == copies[1] and copies[0].startswith(b"\xf0\xff\xff")
    assert sector[510:] == b"\x55\xaa"


def test_experiments_are_texts_that_any_editor_shows(media, tmp_path):
    """They have DOS line ends and names in the 8.3 format."""
    for parms in EXPERIMENTS:
        name = f"parms/{parms.stem}.txt"
        assert len(parms.stem) <= 8
        text = on_floppy(media["floppy"], name)
        assert text == parms.read_bytes().replace(b"\n", b"\r\n")
        run("xorriso", "-osirrox", "on", "-indev", media["iso"], "-extract", f"/{name}",
            tmp_path / parms.stem)
        assert (tmp_path / parms.stem).read_bytes() == text
        assert (media["netboot"] / name).read_bytes() == text


def test_every_experiment_is_in_the_menus():
    for menu, ending in (("grub.cfg", ".txt"), ("bareprobe.ipxe", " ")):
        text = (ROOT / "iso" / menu).read_text()
        for parms in EXPERIMENTS:
            assert f"{parms.stem}{ending}" in text, menu


def test_kernel_is_whole_but_for_symbols_and_notes(media, tmp_path):
    """Only the host reads the work and source sections of benchmarks, from the .elf next to the
    image, so the media do not contain them."""
    run("strip", "-R", ".bench_work", "-R", ".bench_source", "-o", tmp_path / "stripped", KERNEL)
    stripped = (tmp_path / "stripped").read_bytes()
    assert lzma.decompress(on_floppy(media["floppy"], "bareprobe")) == stripped
    assert (media["netboot"] / "bareprobe").read_bytes() == stripped
    assert len(stripped) < KERNEL.stat().st_size / 2


def test_iso_holds_the_kernel_the_menu_and_few_modules(media):
    files = files_on(media["iso"])
    assert {"/bareprobe", "/boot/grub/grub.cfg", "/boot/grub/i386-pc/multiboot.mod"} <= files
    assert len([name for name in files if name.endswith(".mod")]) < 40
    assert not [name for name in files if name.endswith((".pf2", ".mo", ".png"))]


@pytest.mark.parametrize("kind", [*KINDS, "iso_floppy"])
def test_same_kernel_gives_the_same_bytes(media, tmp_path, kind):
    # The second build uses another time zone and umask, and it runs some seconds later than the
    # first.
    old = os.umask(0o077)
    try:
        source = media["floppy"] if kind == "iso_floppy" else KERNEL
        again = made(kind, source, tmp_path / kind, TZ="Asia/Tokyo")
    finally:
        os.umask(old)
    assert content(again) == content(media[kind])


@pytest.mark.parametrize("kind", fast_cases(1, ["iso", "floppy"]))
def test_date_is_the_epoch_given(media, tmp_path, kind):
    later = made(kind, KERNEL, tmp_path / "later", SOURCE_DATE_EPOCH="1000000060")
    assert later.read_bytes() != media[kind].read_bytes()


def test_dates_are_told(media):
    # ISO 9660, 8.4.26: the volume's creation date is at offset 813 of the primary descriptor,
    # sector 16.
    assert media["iso"].read_bytes()[16 * 2048 + 813:][:14] == b"20010909014640"
    assert "2001-09-09   1:46" in run("mdir", "-i", media["floppy"], "::").decode()


# The media of tests/boot have overlays, too.
@pytest.mark.parametrize("kind", fast_cases(2, ["iso", "netboot", "floppy"]))
def test_overlay_is_on_the_medium(tmp_path, kind):
    overlay = tmp_path / "overlay" / "parms"
    overlay.mkdir(parents=True)
    (overlay / "own.txt").write_text("(p5mon end)\n")
    medium = made(kind, KERNEL, tmp_path / kind, overlay.parent)
    if kind == "floppy":
        assert on_floppy(medium, "parms/own.txt") == b"(p5mon end)\n"
    elif kind == "iso":
        assert "/parms/own.txt" in files_on(medium)
    else:
        assert (medium / "parms" / "own.txt").read_text() == "(p5mon end)\n"


def test_medium_that_starts_a_suite_at_once(tmp_path):
    """The menu's time-out is 0. A name that is not in the menu is refused."""
    menu = on_floppy(made("floppy", KERNEL, tmp_path / "floppy", START="score"),
                     "boot/grub/grub.cfg").decode()
    assert "\n    set timeout=0\n" in menu and "\n    set chosen=score\n" in menu
    assert "set chosen=quick" not in menu and "set chosen=port\n" in menu
    bad = make("iso", KERNEL, tmp_path / "bad", START="scores")
    assert bad.returncode == 1 and not (tmp_path / "bad").exists()
    assert bad.stderr.startswith("make_iso.sh: START: 'scores' is not an entry of the menu; "
                                 "allowed: first score quick thesis ")


@pytest.mark.parametrize("kind", [*KINDS, "iso_floppy"])
def test_failure_says_why_and_leaves_no_image(tmp_path, kind):
    result = make(kind, tmp_path / "no-such.elf", tmp_path / "bad")
    assert result.returncode != 0
    assert "no-such.elf" in result.stderr
    assert not (tmp_path / "bad").exists()


def test_kernel_too_large_for_a_floppy_is_told(tmp_path):
    overlay = tmp_path / "overlay"
    overlay.mkdir()
    (overlay / "large").write_bytes(bytes(MEGABYTE + MEGABYTE // 2))
    result = make("floppy", KERNEL, tmp_path / "bad", overlay)
    assert result.returncode != 0 and "full" in result.stderr.lower()
    assert not (tmp_path / "bad").exists()


@pytest.mark.parametrize("kind", [*KINDS, "iso_floppy"])
def test_wrong_use_is_told(kind):
    result = subprocess.run([ROOT / "iso" / f"make_{kind}.sh"], capture_output=True, text=True,
                            check=False)
    assert (result.returncode, result.stderr[:6]) == (2, "usage:")


def test_netboot_leaves_what_else_is_in_the_folder(tmp_path):
    (tmp_path / "other").write_text("kept")
    made("netboot", KERNEL, tmp_path)
    assert (tmp_path / "other").read_text() == "kept"


def test_more_programs_than_ipxe_passes(tmp_path):
    """iPXE 1.0.0+git-20190125 passes eight modules and drops others without a message
    (tests/boot/test_ipxe_limits.py); two of the eight are the experiment and the example."""
    programs = tmp_path / "overlay" / "programs"
    programs.mkdir(parents=True)
    for count in (6, 7):
        for other in range(count):
            (programs / f"d{other}").write_text("data")
        netboot = made("netboot", KERNEL, tmp_path / f"netboot{count}", programs.parent)
        lines = (netboot / "programs.ipxe").read_text().splitlines()[1:]
        if count == 6:
            assert len(lines) == 8 and all(line.startswith("module ") for line in lines)
        else:
            assert "programs/ has 9 files" in lines[0] and lines[-1] == "reboot"
    assert "/programs/d6 file=d6" in (netboot / "programs" / "menu.cfg").read_text()


# ---- The loaders on a Pentium -----------------------------------------------------------------

def checked(folder):
    """Returns the names of the files that the check passes to a gate, which here only records
    them."""
    gate = folder / "gate"
    gate.write_text(f'#!/bin/sh\nfor last; do :; done\necho "${{last##*/}}" >>"{folder}/seen"\n')
    gate.chmod(0o755)
    subprocess.run([ROOT / "iso" / "check_grub.sh", gate], check=True)
    return set((folder / "seen").read_text().split())


def test_gate_sees_every_module_of_the_media(media, tmp_path):
    seen = checked(tmp_path)
    on_iso = {pathlib.Path(name).name for name in files_on(media["iso"]) if name.endswith(".mod")}
    assert len(on_iso) > 20
    assert on_iso <= seen
    assert {"fat.mod", "xzio.mod", "tftp.mod", "boot_floppy.img", "kernel.img", "diskboot.img",
            "cdboot.img", "lzma_decompress.img", "pxeboot.img"} <= seen


def test_grub_of_the_media_fits_a_pentium():
    result = subprocess.run([ROOT / "iso" / "check_grub.sh", ROOT / "build" / "p5gate"],
                            capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def relocator(media, folder):
    """Returns the bytes of relocator.mod on the CD."""
    run("xorriso", "-osirrox", "on", "-indev", media["iso"], "-extract",
        "/boot/grub/i386-pc/relocator.mod", folder / "relocator.mod")
    return (folder / "relocator.mod").read_bytes()


def test_loader_needs_no_cr4(media, tmp_path):
    """GRUB 2.06 clears CR4.PAE in its relocators for 32-bit and 16-bit code, 0F 20 E0 (MOV EAX,CR4)
    to 0F 22 E0 (MOV CR4,EAX) by the SDM, volume 2. The one for 64-bit code sets PAE and PSE."""
    clear_pae, set_pae = bytes.fromhex("0f20e083e0df0f22e0"), bytes.fromhex("0f20e083c8300f22e0")
    patched, original = relocator(media, tmp_path), (GRUB / "relocator.mod").read_bytes()
    assert original.count(clear_pae) == 2
    assert patched == original.replace(clear_pae, bytes([0x90] * 9))
    assert patched.count(b"\x0f\x20\xe0") == patched.count(set_pae) == 1


def checked_copy(folder, before, after):
    """Runs the check of a copy whose media.sh differs in one place."""
    folder.mkdir()
    for name in ("check_grub.sh", "boot_floppy.asm", "loader_memory.asm", "read_limit.inc"):
        shutil.copy(ROOT / "iso" / name, folder)
    media_sh = (ROOT / "iso" / "media.sh").read_text()
    assert before in media_sh
    (folder / "media.sh").write_text(media_sh.replace(before, after))
    return subprocess.run([folder / "check_grub.sh", "true"], capture_output=True, text=True,
                          check=False)


def test_access_to_cr4_fails_the_check(tmp_path):
    """The check of a copy without the patch."""
    result = checked_copy(tmp_path / "iso", "nop='\\x90\\x90\\x90'", "nop='\\x0f\\x20\\xe0'")
    assert result.returncode == 1
    assert result.stderr == "check_grub.sh: relocator.mod accesses CR4 without a test\n"


def test_another_grub_is_refused(tmp_path):
    """loader_memory.asm has addresses of this version."""
    result = checked_copy(tmp_path / "iso", "known=9b552e", "known=000000")
    assert result.returncode == 1 and result.stderr.count("\n") == 1
    assert "lzma_decompress.img is not that of GRUB 2.06 in Debian 12" in result.stderr


@pytest.mark.parametrize("part", ["fat.mod", "kernel.img", "boot_floppy.img"])
def test_one_bad_part_fails_the_check(tmp_path, part):
    gate = tmp_path / "gate"
    gate.write_text(f'#!/bin/sh\nfor last; do :; done\n[ "${{last##*/}}" != {part} ]\n')
    gate.chmod(0o755)
    result = subprocess.run([ROOT / "iso" / "check_grub.sh", gate], check=False)
    assert result.returncode == 1
