# SPDX-License-Identifier: MIT
"""A directory that cannot be written costs a warning: the machine is measured, and the report is
printed."""
import os
import pathlib
import re
import shutil
import subprocess

import pytest

from line_damage import BUILD, LOG
from test_line import Box, Capture

# Without this capability the permissions of files apply to root too (capabilities(7)).
PLAIN = ["setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override"]
HANG_BOUND = 60
ONE = ("-b", "thesis/program1", "-e", "clocks")


@pytest.fixture(name="plain", scope="module")
def fixture_plain(tmp_path_factory):
    """plain(*words, env={}): a command of a user who cannot write into the current directory."""
    folder = tmp_path_factory.mktemp("closed")
    other = tmp_path_factory.mktemp("other")
    (folder / "commands").write_text("cpuid 1\n")
    (folder / "good.log").write_bytes(LOG)
    folder.chmod(0o555)
    prefix = PLAIN if os.geteuid() == 0 else []
    environment = {name: value for name, value in os.environ.items() if name != "BAREPROBE_DB"}
    environment |= {"TMPDIR": str(other), "LC_ALL": "C.UTF-8"}

    def run(*words, env=None):
        return subprocess.run([*prefix, BUILD / "bareprobe", *words], cwd=folder, text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=HANG_BOUND,
                              check=False, env=environment | (env or {}))
    probe = subprocess.run([*prefix, "touch", "x"], cwd=folder, capture_output=True, check=False)
    if probe.returncode == 0 or b"Permission denied" not in probe.stderr:
        pytest.skip("this user can write everywhere, and cannot give that up")
    yield run
    folder.chmod(0o755)


def measured(done):
    """thesis/program1 takes 209 clocks (thesis, Figure 4.2; docs/tutorials/first-run.md)."""
    assert done.returncode == 0, done.stderr
    assert re.search(r"^thesis/program1 +0 +209 ", done.stdout, re.M)


def test_run(plain):
    """The log is in another directory, and the commands below the report work."""
    done = plain("run", *ONE)
    measured(done)
    found = re.search(r"bareprobe-logs: cannot write logs there: Permission denied; they are in "
                      r"(\S+)\n", done.stderr)
    log = re.search(r"bareprobe show (\S+)\n", done.stdout)[1]
    assert pathlib.Path(log).parent == pathlib.Path(found[1])
    assert f"the run was not stored; import it from its raw log, {log}\n" in done.stderr
    assert "209" in plain("show", log).stdout
    shutil.rmtree(found[1])


@pytest.mark.parametrize("options, warning", (
    (("-o", "x.log"), "x.log: cannot be written: Permission denied; the raw log ends here"),
    (("--logs", "/proc/none"), "/proc/none: cannot write logs there: "),
    (("--logs", "good.log"), "good.log: cannot write logs there: Not a directory"),
    (("--no-log", "--db", "none/x.db"), "none/x.db: cannot open it"),
))
def test_other_places(plain, options, warning):
    done = plain("run", *ONE, *options)
    measured(done)
    assert warning in done.stderr
    for folder in re.findall(r"they are in (\S+)\n", done.stderr):
        shutil.rmtree(folder)


def test_reading_needs_no_permission(plain):
    assert "thesis" in plain("show", "good.log").stdout
    assert plain("compare", "good.log", "good.log").returncode == 0


def test_monitor(plain):
    done = plain("monitor", "-o", "x.log", "commands")
    assert done.returncode == 0 and "CPUID 1" in done.stdout
    assert "'x.log' cannot be written: Permission denied; the session continues" in done.stderr


@pytest.mark.parametrize("words", (("explain", "-c", "nop"), ("explain", "thesis/program1"),
                                   ("profile", "--sim", "thesis/program1")))
def test_temporary_files(plain, words):
    """$TMPDIR cannot be written either; /tmp can."""
    done = plain(*words, env={"TMPDIR": "."})
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) > 3
    for log in re.findall("import it from its raw log, (.*)", done.stderr):
        assert "thesis/program1" in plain("profile", log).stdout
        pathlib.Path(log).unlink()


def test_capture(tmp_path):
    """The port's records are kept: in a log in another directory, and in the store."""
    (tmp_path / "logs").write_text("a file, no directory\n")
    box = Box(tmp_path / "ttyBOX")
    capture = Capture([box.link], "--logs", "logs", cwd=tmp_path)
    capture.said("waiting for a machine")
    box.send(LOG)
    status, stdout, stderr = capture.end()
    folder = re.search(r"logs: cannot write logs there: Not a directory; they are in (\S+)\n",
                       stderr)[1]
    [log] = pathlib.Path(folder).iterdir()
    assert status == 0 and log.read_bytes() == LOG and "stored as run 1" in stdout
    shutil.rmtree(folder)
