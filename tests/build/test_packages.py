# SPDX-License-Identifier: MIT
"""tools/install_packages.sh on machines that lack something. Each machine is a directory of
commands that is its whole PATH; its apt-get, sudo and id record how they are called."""
import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "tools" / "install_packages.sh"

# Commands that the script itself runs.
TOOLS = ["cat", "cut", "tr", "env", "mktemp", "tee", "sed", "rm"]
COMMANDS = ["gcc", "g++", "ld", "nasm", "grub-mkrescue", "xorriso", "mformat", "qemu-system-i386",
            "valgrind", "bochs", "python3", "clang-format", "xz", "dosbox", "node", "npm",
            "pkg-config", "gnuplot", "vcd2fst", "xmllint", "chromium", "man", "picocom", "perf",
            "gdb", "parallel", "lldb-14"]


class Machine:
    """A simulated machine whose PATH contains only the given commands."""

    def __init__(self, folder, commands, uid=0):
        self.bin = folder / "bin"
        self.bin.mkdir()
        self.log = folder / "log"
        self.log.write_text("")
        for tool in TOOLS:
            (self.bin / tool).symlink_to(pathlib.Path("/bin", tool))
        self.script = SCRIPT
        self.has("id", f"echo {uid}")
        for command in commands:
            self.has(command)

    def has(self, command, does="exit 0"):
        path = self.bin / command
        path.write_text(f"#!/bin/sh\n{does}\n")
        path.chmod(0o755)

    def has_apt(self, installs=(), does=""):
        """Adds an apt-get whose `install` creates the commands in `installs`."""
        brings = "; ".join(f"printf '#!/bin/sh\\n' >'{path}'; /bin/chmod +x '{path}'"
                           for path in (self.bin / command for command in installs)) or ":"
        self.has("apt-get", f'echo "apt-get $*" >>"{self.log}"; {does}\n'
                            f'case $1 in install) {brings} ;; esac')
        self.has("apt-cache", "exit 0")

    def has_sudo(self):
        self.has("sudo", f'echo "sudo $*" >>"{self.log}"; exec "$@"')

    def run(self, target, **variables):
        return subprocess.run([self.script, target], text=True, capture_output=True, timeout=30,
                              check=False, env={"PATH": str(self.bin), **variables})

    def calls(self):
        return self.log.read_text().splitlines()


# The script looks for headers in the real system directories, so the target 'run' is complete if
# these commands exist.
@pytest.fixture(name="machine")
def fixture_machine(tmp_path):
    return lambda lacks=(), **more: Machine(tmp_path, [c for c in COMMANDS if c not in lacks],
                                            **more)


def test_nothing_missing_is_silent_and_installs_nothing(machine):
    machine = machine()
    machine.has_apt()
    result = machine.run("run")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    assert machine.calls() == []


def test_no_install_lists_and_stops(machine):
    machine = machine(lacks=["nasm", "ld"])
    machine.has_apt()
    result = machine.run("run", NO_INSTALL="1")
    assert result.returncode == 1
    assert "'make run' needs these Debian packages" in result.stderr
    assert "  nasm " in result.stderr and "  binutils " in result.stderr
    assert "assembles" in result.stderr
    assert "apt-get install --no-install-recommends binutils nasm" in result.stderr
    assert machine.calls() == []


def test_root_installs_what_is_missing_and_no_more(machine):
    machine = machine(lacks=["nasm"])
    machine.has_apt(installs=["nasm"])
    result = machine.run("run")
    assert result.returncode == 0, result.stderr
    assert machine.calls() == ["apt-get install -q -y --no-install-recommends nasm"]
    assert "Installing the packages: apt-get install --no-install-recommends nasm" in result.stderr


@pytest.mark.parametrize("variables", [{}, {"V": "1"}])
def test_installation_takes_a_line_for_each_package(machine, variables):
    box = machine(lacks=["nasm"])
    box.has_apt(installs=["nasm"], does='echo "Reading lists"; echo "Setting up nasm (2.16) ..."')
    said = box.run("run", **variables).stdout.splitlines()
    everything = ["Reading lists", "Setting up nasm (2.16) ..."]
    assert said == (everything if variables else ["  installed nasm 2.16"])


def test_a_failed_installation_shows_what_apt_printed(machine):
    box = machine(lacks=["nasm"])
    box.has_apt(does='echo "E: no space"; exit 100')
    result = box.run("run")
    assert (result.returncode, result.stdout) == (1, "")
    assert "E: no space\n" in result.stderr and "apt-get failed" in result.stderr


def test_user_installs_through_sudo(machine):
    machine = machine(lacks=["nasm"], uid=1000)
    machine.has_apt(installs=["nasm"])
    machine.has_sudo()
    result = machine.run("run")
    assert result.returncode == 0, result.stderr
    assert "sudo apt-get install" in result.stderr
    assert machine.calls()[0] == ("sudo env DEBIAN_FRONTEND=noninteractive "
                                  "apt-get install -q -y --no-install-recommends nasm")


def test_user_without_sudo_is_told_what_to_type(machine):
    machine = machine(lacks=["nasm"], uid=1000)
    machine.has_apt(installs=["nasm"])
    result = machine.run("run")
    assert result.returncode == 1
    assert "Run as root: apt-get install --no-install-recommends nasm" in result.stderr
    assert machine.calls() == []


def test_lists_are_fetched_where_a_package_is_unknown(machine):
    machine = machine(lacks=["nasm"])
    machine.has_apt(installs=["nasm"])
    machine.has("apt-cache", "exit 100")
    assert machine.run("run").returncode == 0
    assert [call.split()[1] for call in machine.calls()] == ["update", "install"]


def without_libpfm4(folder, machine):
    """Makes a copy of the script that finds no 32-bit library, as on a machine without
    libpfm4:i386."""
    script = folder / "install_packages.sh"
    here = "/usr/lib/i386-linux-gnu/libpfm.so.4"
    assert here in SCRIPT.read_text()
    script.write_text(SCRIPT.read_text().replace(here, str(folder / "libpfm.so.4")))
    script.chmod(0o755)
    machine.script = script
    machine.has_apt(does=f'case $1 in install) >"{folder}/libpfm.so.4" ;; esac')


def test_another_architecture_is_added_once(machine, tmp_path):
    """A package NAME:i386 first adds that architecture with dpkg if it is missing. This apt-cache
    knows every package name, so the script accepts the first of several alternatives."""
    machine = machine()
    without_libpfm4(tmp_path, machine)
    machine.has("dpkg", f'case $1 in --add-architecture) echo "dpkg $*" >>"{machine.log}" ;;\n'
                        "--print-architecture) echo amd64 ;; esac")
    asked = machine.run("check", NO_INSTALL="1")
    assert ("dpkg --add-architecture i386 && apt-get update && "
            "apt-get install --no-install-recommends libpfm4:i386") in asked.stderr
    assert machine.calls() == []
    result = machine.run("check")
    assert result.returncode == 0, result.stderr
    assert [call.rsplit(None, 1) for call in machine.calls()] == [
        ["dpkg --add-architecture", "i386"], ["apt-get update", "-q"],
        ["apt-get install -q -y --no-install-recommends", "libpfm4:i386"]]


def test_an_architecture_that_is_there_is_not_added(machine, tmp_path):
    machine = machine()
    without_libpfm4(tmp_path, machine)
    machine.has("dpkg", "case $1 in --print-architecture) echo amd64 ;; *) echo i386 ;; esac")
    result = machine.run("check")
    assert result.returncode == 0, result.stderr
    assert machine.calls() == ["apt-get install -q -y --no-install-recommends libpfm4:i386"]


def test_failing_apt_get_fails_the_target(machine):
    machine = machine(lacks=["nasm"])
    machine.has_apt(does="exit 100")
    result = machine.run("run")
    assert result.returncode == 1
    assert "apt-get failed" in result.stderr


def test_package_that_does_not_bring_its_command_is_told(machine):
    machine = machine(lacks=["nasm"])
    machine.has_apt()
    result = machine.run("run")
    assert result.returncode == 1
    assert "still not found:\n  nasm" in result.stderr


def test_without_apt_the_tools_are_named(machine):
    machine = machine(lacks=["nasm", "ld"])
    result = machine.run("run")
    assert result.returncode == 1
    assert "no apt-get" in result.stderr
    lines = [line.split()[:2] for line in result.stderr.splitlines() if line.startswith("  ")]
    assert lines == [["binutils", "ld"], ["nasm", "nasm"]]


def test_without_apt_a_complete_system_is_fine(machine):
    result = machine().run("run")
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize("target, needed", [
    ("run", set()),
    ("iso", {"grub-common", "xorriso", "mtools"}),
    ("qemu", {"grub-common", "xorriso", "mtools", "qemu-system-x86"}),
    ("check", {"grub-common", "xorriso", "mtools", "qemu-system-x86", "clang-format"}),
    ("format", {"clang-format"}),
])
def test_each_target_asks_for_its_own(machine, target, needed):
    lacking = ["grub-mkrescue", "xorriso", "mformat", "qemu-system-i386", "clang-format"]
    result = machine(lacks=lacking).run(target)
    listed = {line.split()[0] for line in result.stderr.splitlines() if line.startswith("  ")}
    assert listed - {"python3-pytest"} == needed
    assert result.returncode == (1 if listed else 0)


def test_wrong_target_is_refused():
    result = subprocess.run([SCRIPT, "rnu"], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr[:6]) == (2, "usage:")


def test_this_machine_has_what_check_needs():
    result = subprocess.run([SCRIPT, "check"], capture_output=True, text=True, check=False,
                            env={**os.environ, "NO_INSTALL": "1"})
    assert (result.returncode, result.stderr) == (0, "")


def test_make_reads_its_files_without_a_compiler():
    """On a new machine the first recipe installs the packages, so make must not call gcc before
    it."""
    read = subprocess.run(["make", "help", "CC=/no/compiler", "BUILD=/no/build"], cwd=ROOT,
                          capture_output=True, text=True, check=False)
    assert read.returncode == 0 and "make run" in read.stdout
    assert read.stderr == ""
