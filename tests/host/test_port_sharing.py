# SPDX-License-Identifier: MIT
"""A serial port that another program has open: no byte is taken from that program. The port is a
pseudo-terminal; the other programs are Debian's."""
import contextlib
import fcntl
import os
import pathlib
import pty
import struct
import subprocess
import termios
import tty

import pytest

from bounds import HANG_BOUND
from debian_packages import fetch
from line_damage import BUILD, LOG
from processes import wait_for
from tiers import full

LOCKS = pathlib.Path("/run/lock")
UNPRIVILEGED = 65534


@pytest.fixture(name="line")
def fixture_line():
    """(master, slave, name) of a pseudo-terminal."""
    master, slave = os.openpty()
    tty.setraw(slave)
    yield master, slave, os.ttyname(slave)
    os.close(slave)
    os.close(master)


def capture(name, folder, *options, **how):
    return subprocess.run([BUILD / "bareprobe", "capture", name, "--timeout", "0.5", "--no-store",
                           "-o", folder / "raw.log", *options], cwd=folder, capture_output=True,
                          text=True, check=False, timeout=HANG_BOUND, **how)


@contextlib.contextmanager
def terminal_program(words, ready):
    """Runs a program on a separate terminal until ready() and then for the body."""
    process, screen = pty.fork()
    if not process:
        os.environ["TERM"] = "vt100"
        os.execvp(words[0], [str(word) for word in words])
    try:
        wait_for(ready)
        yield process
    finally:
        os.kill(process, 9)
        os.waitpid(process, 0)
        os.close(screen)


def fetched(package, program, *words):
    """The program of a package that is not installed. Its version is in the path."""
    root = fetch(package, package, *{"tio": ["libinih1"], "socat": ["libwrap0"]}.get(package, []))
    library = root / "usr/lib/x86_64-linux-gnu"
    return ["env", f"LD_LIBRARY_PATH={library}", root / "usr/bin" / program, *words]


def version(package):
    shown = subprocess.run(["apt-cache", "policy", package], capture_output=True, text=True,
                           check=False).stdout
    return f"{package}: {shown}"


def is_locked(name):
    with open(name, "rb", buffering=0, opener=lambda path, flags: os.open(
            path, flags | os.O_NOCTTY | os.O_NONBLOCK)) as port:
        try:
            fcntl.flock(port, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


@pytest.mark.parametrize("package", ("picocom", full("tio")))
def test_a_program_with_flock(package, line, tmp_path):
    """picocom 3.1 and tio 2.5 of Debian 12 hold flock(LOCK_EX) on the port."""
    words = ["picocom", "-q", "-b", "115200"] if package == "picocom" else fetched("tio", "tio")
    name = line[2]
    with terminal_program([*words, name], lambda: is_locked(name)) as process:
        done = capture(name, tmp_path)
    assert done.returncode == 3, version(package)
    assert (f"capture: {name}: another program has it open: {package} (process {process})\n"
            in done.stderr), version(package)
    assert not (tmp_path / "raw.log").exists()


@pytest.mark.full
@pytest.mark.parametrize("package, words", (
    ("minicom", ("minicom", "-D")),
    ("ckermit", ("kermit", "-Y", "-b", "115200", "-C", "set carrier-watch off, connect", "-l"))))
def test_a_program_with_a_lock_file(package, words, line, tmp_path):
    """minicom 2.8 writes LCK..pts_N, C-Kermit 10.0 beta.08 LCK..N; neither uses flock."""
    name = line[2]
    os.chmod(name, 0o660)
    words = fetched(package, *words)
    with terminal_program([*words, name], lambda: list(LOCKS.glob("LCK..*"))) as process:
        assert not is_locked(name), version(package)
        done = capture(name, tmp_path)
        for lock in LOCKS.glob("LCK..*"):
            lock.unlink()
    assert done.returncode == 3, version(package)
    assert f": another program has it open: {words[2].name} (process {process})\n" in done.stderr


def ended_process():
    with subprocess.Popen(["true"]) as process:
        process.wait()
    return process.pid


@pytest.mark.parametrize("form", ("pts_{}", "{}"))
@pytest.mark.parametrize("written", (lambda pid: f"{pid:10}\n".encode(),
                                     lambda pid: struct.pack("<q", pid)), ids=("text", "binary"))
def test_lock_files_of_living_and_ended_processes(written, form, line, tmp_path):
    """The text is that of FHS 3.0, section 5.9; microcom writes a binary number."""
    name = line[2]
    lock = LOCKS / ("LCK.." + form.format(name.rsplit("/", 1)[1]))
    said = []
    try:
        for process in (os.getpid(), ended_process()):
            lock.write_bytes(written(process))
            said.append(capture(name, tmp_path).stderr)
    finally:
        lock.unlink()
    assert f"another program has it open: python3 (process {os.getpid()})" in said[0]
    assert "another program has it open" not in said[1] and "waiting for a machine" in said[1]


def test_a_refused_port_keeps_its_settings(line, tmp_path):
    _, slave, name = line
    settings = termios.tcgetattr(slave)
    settings[3] |= termios.ICANON | termios.ECHO
    termios.tcsetattr(slave, termios.TCSANOW, settings)
    settings = termios.tcgetattr(slave)
    fcntl.flock(slave, fcntl.LOCK_EX)
    done = capture(name, tmp_path)
    assert done.returncode == 3 and "another program has it open" in done.stderr
    assert termios.tcgetattr(slave) == settings


@pytest.mark.parametrize("verb", ("run -b thesis/hello --serial", "monitor -c help --serial"))
def test_other_commands_refuse_too(verb, line, tmp_path):
    fcntl.flock(line[1], fcntl.LOCK_EX)
    done = subprocess.run([BUILD / "bareprobe", *verb.split(), line[2]], cwd=tmp_path, text=True,
                          capture_output=True, check=False, timeout=HANG_BOUND)
    assert done.returncode == 3 and "another program has it open" in done.stderr


def reopen(descriptor, path, flags):
    other = os.open(path, flags)
    os.dup2(other, descriptor)
    os.close(other)


def test_a_program_without_locks_is_reported(line, tmp_path):
    """`cat` only opens the port; one that only writes receives nothing."""
    name = line[2]
    with subprocess.Popen(["sh", "-c", f"exec cat < {name}"],
                          stdout=subprocess.DEVNULL) as reader:
        wait_for(lambda: os.readlink(f"/proc/{reader.pid}/fd/0") == name)
        reopen(line[1], os.devnull, os.O_RDONLY)
        done = capture(name, tmp_path)
        reader.kill()
    reopen(line[1], name, os.O_WRONLY | os.O_NOCTTY)
    alone = capture(name, tmp_path)
    said = f": cat (process {reader.pid}) has it open too: each byte that it reads is lost here\n"
    assert said in done.stderr and "waiting for a machine" in done.stderr
    assert "has it open too" not in alone.stderr


def test_a_second_capture_by_an_ordinary_user(line, tmp_path):
    """On Linux a pseudo-terminal remains exclusive (TIOCEXCL) until its master closes, except for
    root."""
    master, _, name = line
    how = {}
    if os.getuid() == 0:
        os.chown(name, UNPRIVILEGED, -1)
        os.chmod(tmp_path, 0o777)
        for folder in tmp_path.parents[:2]:
            os.chmod(folder, 0o755)
        how = {"user": UNPRIVILEGED, "extra_groups": []}
    for _ in range(2):
        os.write(master, LOG[:400])
        done = capture(name, tmp_path, **how)
        assert "waiting for a machine" in done.stderr, done.stderr
