# SPDX-License-Identifier: MIT
"""Boots the media in DOSBox, from Debian, and v86, from npm, with the files that docs/emulators.md
names, and checks the parts that these emulators lack. Each failure names the version."""
import contextlib
import os
import socket
import subprocess
import time

import pytest

from boot.conftest import ROOT
from boot.machines import HANG_BOUND
from boot.test_matrix import is_measured, of_kind
from tiers import full

pytestmark = pytest.mark.full
EMULATORS = ROOT / "iso" / "emulators"
BUILD = ROOT / os.environ.get("BUILD", "build")
V86 = "0.5.462"


def listen(server, process):
    """Returns the output of the emulator to the server, up to the end of the run."""
    sent, deadline = b"", time.monotonic() + HANG_BOUND
    server.settimeout(HANG_BOUND)
    line, _ = server.accept()
    line.settimeout(1)
    with line:
        while time.monotonic() < deadline and process.poll() is None:
            with contextlib.suppress(TimeoutError):
                sent += line.recv(65536)
            if b" ev=done " in sent and sent.endswith(b"\n"):
                break
    return sent.decode("ascii", "replace")


def boot_dosbox(folder, image):
    """Returns the output of COM1, as configured by dosbox.conf with another port."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        text = (EMULATORS / "dosbox.conf").read_text()
        assert "port:5000" in text
        config = folder / "dosbox.conf"
        config.write_text(text.replace("port:5000", f"port:{server.getsockname()[1]}"))
        with (folder / "said").open("wb") as said, subprocess.Popen(
                ["dosbox", "-conf", config, "-noconsole", "-c", f"boot {image} -l a"],
                stdin=subprocess.DEVNULL, stdout=said, stderr=said, cwd=folder,
                env={**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy",
                     "HOME": str(folder)}) as process:
            try:
                return listen(server, process)
            finally:
                process.kill()


def test_dosbox(media, records, tmp_path):
    """DOSBox 0.74-3 has the time-stamp counter of a Pentium, but no MSRs, no RTC alarm, and not the
    output of the 8254's channel 2 at port 61h."""
    version = subprocess.run(["dosbox", "--version"], capture_output=True, text=True,
                             check=True).stdout.strip()
    wire = records(boot_dosbox(tmp_path, media["floppy"][1]))
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
