# SPDX-License-Identifier: MIT
"""`make listener`: its commands, the lists of Debian packages, and the table that replaces a header
of x86 computers. test_deb.py builds and runs it."""
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]


def table_of_packages():
    """{package: targets} of tools/install_packages.sh."""
    rows = re.findall(r"^(\S+) +\| \S+:\S+ +\| ([a-z ]+?) *\| ",
                      (ROOT / "tools/install_packages.sh").read_text(), re.M)
    return {package: targets.split() for package, targets in rows}


def build_depends(field):
    """Packages of a field of debian/control, without versions and architectures."""
    control = (ROOT / "debian/control").read_text()
    text = re.search(rf"^{field}: ((?:.*\n)(?: .*\n)*)", control, re.M)[1]
    return {re.sub(r"[ (\[].*", "", entry.strip()) for entry in text.split(",")}


def commands(goal, build):
    return subprocess.run(["make", "-n", "-B", goal, f"BUILD={build}", "NO_INSTALL=1"], cwd=ROOT,
                          capture_output=True, text=True, check=True).stdout


def test_neither_nasm_nor_the_simulator(tmp_path):
    dry = commands("listener", tmp_path)
    assert "host/commands/capture_verb.c" in dry and f"{tmp_path}/bareprobe " in dry
    assert not re.search(r"\bnasm\b|sim/cpu/|vpentium|kernel/main\.c|-flto|^gcc -m32", dry, re.M)
    assert "nasm -f bin" in commands(f"{tmp_path}/bareprobe", tmp_path)


def test_names_of_system_calls():
    """The C preprocessor's view of the header that the table replaces."""
    header = subprocess.run(["gcc", "-E", "-dM", "-"], input="#include <asm/unistd_32.h>\n",
                            capture_output=True, text=True, check=True).stdout
    true = {int(number): name
            for name, number in re.findall(r"^#define __NR_(\w+) (\d+)$", header, re.M)}
    table = (ROOT / "host/data/written/linux_call_names.inc").read_text()
    ours = {int(number): name
            for number, name in re.findall(r'^\[(\d+)\] = "(\w+)",$', table, re.M)}
    assert len(ours) > 400
    assert {number: name for number, name in ours.items() if true.get(number) != name} == {}
    newest = max(ours)
    assert [number for number in true if number <= newest and number not in ours] == []


def test_packages_of_the_build():
    """debian/control names the packages that the two goals install, and no other ones. gcc, the
    linker and the C library are build-essential."""
    essential = {"gcc", "binutils", "libc6-dev"}
    table = table_of_packages()
    listener = {package for package, targets in table.items() if "listener" in targets}
    media = {package for package, targets in table.items() if "iso" in targets}
    assert essential < listener and "libserialport-dev" in listener
    assert build_depends("Build-Depends") == listener - essential | {"debhelper-compat"}
    assert build_depends("Build-Depends-Arch") == {"nasm"}
    assert build_depends("Build-Depends-Indep") == media - listener


def test_version_of_the_packages():
    version = re.search(r"^VERSION +:= (\S+)$", (ROOT / "make/settings.mk").read_text(), re.M)[1]
    assert (ROOT / "debian/changelog").read_text().startswith(f"bareprobe ({version}) ")
