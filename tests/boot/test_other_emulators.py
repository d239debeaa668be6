# SPDX-License-Identifier: MIT
"""Boots the media in DOSBox, from Debian, and v86, from npm, with the files that docs/emulators.md
names, and checks the parts that these emulators lack. Each failure names the version."""
import os
import stat
import subprocess

import pytest

from boot.conftest import ROOT
from boot.machines import HANG_BOUND
from boot.test_matrix import is_measured, of_kind
from tiers import full

pytestmark = pytest.mark.full
EMULATORS = ROOT / "iso" / "emulators"
BUILD = ROOT / os.environ.get("BUILD", "build")
V86 = "0.5.462"


def run_script(name, *words, cwd=ROOT, **environment):
    """Runs a script of iso/emulators. Returns its output after it has ended well."""
    done = subprocess.run([EMULATORS / name, *words], capture_output=True, text=True, cwd=cwd,
                          stdin=subprocess.DEVNULL, timeout=2 * HANG_BOUND, check=False,
                          env={**os.environ, **environment})
    assert done.returncode == 0, (done.stdout[-2000:], done.stderr)
    return done.stdout


@pytest.mark.full
def test_floppy_in_qemu(media, records, tmp_path):
    """iso/run_qemu.sh boots an image .img as a floppy."""
    image = tmp_path / "a, b.img"
    image.symlink_to(media["floppy"][1])
    wire = records(run_script("../run_qemu.sh", image))
    is_measured(wire, counted=False)


def test_bochs(media, records):
    """The command of docs/emulators.md. The boot matrix has each medium."""
    drive, image = media["ISO"]
    wire = records(run_script("run_bochs.sh", drive, image))
    is_measured(wire, counted=False)
    assert wire[-1]["status"] == "ok"


def test_dosbox(media, records):
    """DOSBox 0.74-3 has the time-stamp counter of a Pentium, but no MSRs, no RTC alarm, and not the
    output of the 8254's channel 2 at port 61h."""
    version = subprocess.run(["dosbox", "--version"], capture_output=True, text=True,
                             check=True).stdout.strip()
    wire = records(run_script("run_dosbox.sh", media["floppy"][1]))
    is_measured(wire, counted=False)
    [start], [cpu], [plan] = (of_kind(wire, kind) for kind in ("start", "cpu", "plan"))
    assert start["platform"] == "emulator", version
    assert "the BIOS contains the text DOSBox" in start["platform_evidence"], version
    assert (cpu["read_by"], cpu["mhz_source"]) == ("rdtsc", "none"), version
    assert of_kind(wire, "watchdog")[0]["what"] == "the RTC's alarm does not arrive", version
    assert plan["watchdog"] == "unproved" and wire[-1]["status"] == "ok"


@pytest.fixture(name="v86", scope="module")
def fixture_v86():
    """The directory with v86's package, installed once."""
    folder = BUILD / "npm"
    package = folder / "node_modules" / "v86" / "package.json"
    if not (package.exists() and f'"version": "{V86}"' in package.read_text()):
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", folder,
                        f"v86@{V86}"], timeout=HANG_BOUND, check=True)
    return folder


@pytest.mark.parametrize("medium", ["floppy", *map(full, ["ISO", "floppy ISO", "ISO as disk"])])
def test_v86(media, records, v86, medium):
    """v86 counts no events, and its clock is the host's."""
    drive, image = media[medium]
    done = subprocess.run(["node", EMULATORS / "v86.mjs", drive, image], capture_output=True,
                          text=True, stdin=subprocess.DEVNULL, timeout=2 * HANG_BOUND, cwd=v86,
                          check=False)
    assert done.returncode == 0, (V86, done.stdout[-2000:], done.stderr)
    wire = records(done.stdout)
    is_measured(wire, counted=False)
    [start], [cpu] = of_kind(wire, "start"), of_kind(wire, "cpu")
    assert start["platform_evidence"] == "CPUID leaf 40000000h is VMwareVMware", V86
    assert (cpu["signature"], cpu["read_by"]) == ("0x673", "rdmsr"), V86
    assert wire[-1]["status"] == "ok"


# ---- 86Box, which is not available here ----------------------------------------------------------

FAKE = """#!/bin/sh
# Boots the floppy of the machine's folder in QEMU, which has no unit tester: exit=86box halts.
printf '%s\n' "$@" >words
[ "$1 $2 $4" = "-N -P -R" ] && cd "$3" || exit 99
timeout {seconds} qemu-system-i386 -cpu pentium -m 16 -display none \\
    -smbios type=1,manufacturer=Award -serial file:com1.log \
    -drive if=floppy,format=raw,snapshot=on,file=bareprobe.img -boot a >&2 &
until grep -aq ' ev=done ' com1.log 2>/dev/null || ! kill -0 $!; do sleep 0.2; done
kill $!
exit {status}
"""


@pytest.fixture(name="box")
def fixture_box(tmp_path, media):
    """box(status, *words): the end of run_86box.sh, where a 86Box ends with this status."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "roms").mkdir()
    program = tmp_path / "bin" / "86Box"

    def run(status, *words):
        program.write_text(FAKE.format(status=status, seconds=HANG_BOUND))
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        return subprocess.run([EMULATORS / "run_86box.sh", media["floppy"][1], tmp_path / "roms",
                               *words], capture_output=True, text=True, cwd=tmp_path, check=False,
                              stdin=subprocess.DEVNULL, timeout=2 * HANG_BOUND,
                              env={**os.environ,
                                   "PATH": f"{program.parent}:{os.environ['PATH']}"})
    return run


def test_86box(box, records, tmp_path):
    """The kernel gets exit=86box and the chosen suite; the log and the status are passed on."""
    done = box(1, "thesis")
    assert done.returncode == 1, done.stderr
    wire = records(done.stdout)
    [start] = of_kind(wire, "start")
    assert " exit=86box" in start["arguments"]
    assert {record["bench"] for record in of_kind(wire, "result")} == {"thesis/program2"}
    machine = tmp_path / "build" / "86box"
    assert (machine / "words").read_text().splitlines() == [
        "-N", "-P", str(machine), "-R", str(tmp_path / "roms")]
    config = (EMULATORS / "86box.cfg").read_text()
    assert (machine / "86box.cfg").read_text() == config
    for line in ("unittester_enabled = 1", "fdd_01_fn = bareprobe.img", "path = com1.log"):
        assert line in config.splitlines()
    (machine / "86box.cfg").write_text("[Machine]\nmine = 1\n")  # a changed one is kept
    assert box(0).returncode == 0
    assert (machine / "86box.cfg").read_text() == "[Machine]\nmine = 1\n"


def test_an_end_without_a_result_has_failed(box, tmp_path):
    (tmp_path / "bin" / "qemu-system-i386").write_text("#!/bin/sh\necho nothing >com1.log\n")
    (tmp_path / "bin" / "qemu-system-i386").chmod(0o755)
    done = box(0)
    assert done.returncode == 1 and "86Box ended before the run did" in done.stderr
