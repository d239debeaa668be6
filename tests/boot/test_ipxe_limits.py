# SPDX-License-Identifier: MIT
"""iPXE, the program of QEMU's network cards, drops the end of a command line and of a list of
modules without a message. The kernel reports a line that was cut, and the netboot directory has no
list that is too long."""
import re
import subprocess

import pytest

from boot.conftest import experiment
from boot.test_matrix import netboot, of_kind

pytestmark = pytest.mark.full
SETTINGS = "exit=qemu report=records console=com1,115200"


@pytest.fixture(name="ipxe")
def fixture_ipxe(qemu_medium, records, media):
    """ipxe(line, ...) boots a script of these lines, and returns the records and iPXE's version."""
    def boot(*lines):
        folder = media["netboot"][1]
        (folder / "limits.ipxe").write_text("\n".join(["#!ipxe", *lines, "boot", ""]))
        (folder / "parms" / "short.txt").write_text(experiment("thesis/program1"))
        wire = records(qemu_medium(*netboot(media, "limits.ipxe")).stdout)
        listed = subprocess.run(["dpkg-query", "-W", "ipxe-qemu"], capture_output=True, text=True,
                                check=False).stdout.strip()
        return wire, listed
    return boot


def test_line_that_is_cut_is_told(ipxe):
    """511 characters are passed: the URL, a blank and the settings up to there."""
    line = " ".join(["kernel bareprobe begin", SETTINGS, "command=thesis/program1", "repetitions=2",
                     "events=" + ",".join(["count_clocks"] * 40), "end"])
    assert len(line) > 511
    wire, version = ipxe(line)
    arguments = of_kind(wire, "start")[0]["arguments"]
    assert re.match(r"tftp://10\.0\.2\.2/\S*bareprobe begin ", arguments), version
    assert len(arguments) == 511 and not arguments.endswith(" end"), version
    [error] = of_kind(wire, "error")
    assert error["what"].startswith("command line: cut by the loader: 'begin' without 'end'")
    assert wire[-1]["status"] == "failed"


def test_eight_modules_are_passed(ipxe):
    wire, version = ipxe(f"kernel bareprobe begin {SETTINGS} end",
                         *["module parms/short.txt short.txt"] * 10)
    assert len(of_kind(wire, "plan")) == 8, version
    assert wire[-1]["status"] == "ok"
