# SPDX-License-Identifier: MIT
"""Executables of Debian's packages, unmodified: they write the same bytes as on this host."""
import gzip
import os
import pathlib
import shutil
import subprocess

import pytest

import programs

pytestmark = pytest.mark.full

BUSYBOX = "busybox-static:i386"
BASH = "bash-static:i386"
KLIBC = ("klibc-utils:i386", "libklibc:i386")
MKSH = "mksh:i386"
PASCAL = ("fp-compiler-3.2.2:i386", "fp-units-rtl-3.2.2:i386")

TEXT = programs.TEXT

# Applet, arguments; all read standard input.
APPLETS = {
    "sha256sum": [], "gzip": ["-c"], "sort": ["-n"], "awk": ["{ n += length($0) } END { print n }"],
    "bc": [], "wc": [], "grep": ["-n", "7.*text"], "md5sum": [], "cut": ["-d", " ", "-f", "1,3"],
    "tr": ["a-z", "A-Z"], "head": ["-n", "3"], "tail": ["-n", "3"], "uniq": ["-c"],
    "sed": ["s/line \\([0-9]*\\)/<\\1>/"], "od": ["-c"], "base64": [], "cksum": [], "nl": [],
    "tac": [], "rev": [],
}
CALCULATION = (b"2^200 / 7\nscale = 30\n1 / 3\n"
               b"define f(n) { if (n < 2) return 1\nreturn n * f(n - 1) }\nf(30)\n")


@pytest.fixture(name="folder")
def fixture_folder(tmp_path):
    (tmp_path / "text").write_bytes(TEXT)
    (tmp_path / "calculation").write_bytes(CALCULATION)
    return tmp_path


def on_host(words, folder, stdin=None, environment=None):
    with open(stdin or os.devnull, "rb") as source:
        done = subprocess.run(words, cwd=folder, stdin=source, capture_output=True, check=False,
                              env=environment or {}, timeout=60)
    return done.returncode, done.stdout, done.stderr


def ended(measured):
    """The status and the streams, in the form of on_host()."""
    assert measured.program, measured.records[-3:]
    assert measured.program["end"] == "exit", measured.program
    return (int(measured.program["status"]), measured.written.get("stdout", b""),
            measured.written.get("stderr", b""))


def unknown_calls(measured):
    return [record.get("name", record["number"]) for record in measured.records
            if record["ev"] == "system_call" and record["status"] == "unknown"]


@pytest.mark.parametrize("cpu", ("p3", "northwood"))
@pytest.mark.parametrize("applet", APPLETS)
def test_busybox(applet, cpu, folder, measure):
    package = programs.fetch("busybox", BUSYBOX)
    shutil.copy(package / "bin/busybox", folder)
    words = ["./busybox", applet, *APPLETS[applet]]
    stdin = folder / ("calculation" if applet == "bc" else "text")
    measured = measure(folder, words, stdin=stdin, cpu=cpu)
    assert ended(measured) == on_host(words, folder, stdin)
    assert all(record["sd"] == "0" for record in measured.counts.values())


def test_busybox_needs_a_later_processor(folder, measure):
    """CMOV (0F 40 to 0F 4F) is an invalid opcode for a P54C: the run ends as by SIGILL,
    before the first system call, and has no count."""
    package = programs.fetch("busybox", BUSYBOX)
    shutil.copy(package / "bin/busybox", folder)
    measured = measure(folder, ["./busybox", "true"])
    assert (measured.program["signal"], measured.program["system_calls"]) == ("SIGILL", "0")
    fault = next(record for record in measured.records if record["ev"] == "fault")
    assert fault["name"] == "invalid opcode" and fault["code"].startswith("0f4")
    assert measured.counts["instructions_executed"]["status"] == "fault"


def test_bash(folder, measure):
    package = programs.fetch("bash", BASH)
    shutil.copy(package / "bin/bash-static", folder)
    script = ("declare -A count; while read -r number word rest; do ((count[$word]++)); done; "
              "echo \"${count[line]} ${#rest}\"; for ((i = 0; i < 5; i++)); do "
              "printf '%d ' $((i * i)); done; echo \"${BASH_VERSION%%.*}\"")
    (folder / "script").write_text(script)
    words = ["./bash-static", "script"]
    measured = measure(folder, words, files=["script"], stdin=folder / "text", cpu="p3")
    assert ended(measured) == on_host(words, folder, folder / "text")


# ---- on a P54C ----------------------------------------------------------------------------------

def test_gzip_of_klibc(folder, measure):
    """A static program with klibc, whose start clears 197 KB with one REP STOSB."""
    shutil.copy(programs.fetch("klibc", *KLIBC) / "usr/lib/klibc/bin/gzip", folder)
    (folder / "text.gz").write_bytes(gzip.compress(TEXT))
    measured = measure(folder, ["./gzip", "-d", "-c"], stdin=folder / "text.gz")
    assert ended(measured) == (0, TEXT, b"")


def test_mksh_of_klibc(folder, measure):
    shutil.copy(programs.fetch("mksh", MKSH) / "usr/lib/klibc/bin/mksh", folder)
    script = "i=0; while (( i < 5 )); do print -n $((i * i))' '; let i++; done; print done; exit 4"
    assert ended(measure(folder, ["./mksh", "-c", script])) == (4, b"0 1 4 9 16 done\n", b"")


@pytest.fixture(name="shell")
def fixture_shell(folder):
    """klibc's shell, an ET_EXEC that names an interpreter: the path of that one. readelf reads it
    independently of the kernel."""
    package = programs.fetch("klibc", *KLIBC)
    shutil.copy(package / "usr/lib/klibc/bin/sh", folder)
    headers = subprocess.run(["readelf", "-lW", folder / "sh"], text=True, capture_output=True,
                             check=True).stdout
    interpreter = headers.split("interpreter: ")[1].split("]")[0]
    shutil.copy(package / interpreter[1:], folder)
    return interpreter


def test_shell_with_its_interpreter(shell, folder, measure):
    script = "i=0; while [ $i -lt 5 ]; do echo $((i * i)); i=$((i + 1)); done; exit 4"
    measured = measure(folder, ["./sh", "-c", script],
                       modules=[f"{folder / pathlib.Path(shell).name} file={shell}"])
    assert ended(measured) == (4, b"0\n1\n4\n9\n16\n", b"")


def test_shell_without_its_interpreter_is_refused(shell, folder, measure):
    measured = measure(folder, ["./sh", "-c", "exit 4"])
    assert not measured.counts and not measured.program
    assert any(shell in str(record) for record in measured.records if record["ev"] == "error")


PROGRAM = """program hello;
var i, n: longint; r: double;
begin
  n := 0;
  for i := 1 to 10 do n := n + i * i;
  r := n / 8;
  writeln('sum ', n, ' ', r:0:3);
  {$I-} n := n div (n - 385); {$I+}
end.
"""
UNITS = ("system", "objpas", "fpintres", "si_prc")


@pytest.fixture(name="pascal")
def fixture_pascal(tmp_path):
    """Two equal folders with compiler, units and a program: for the host and the machine."""
    root = programs.fetch("pascal", *PASCAL) / "usr/lib/i386-linux-gnu/fpc/3.2.2"
    folders = []
    for name in ("host", "machine"):
        folder = tmp_path / name
        (folder / "rtl").mkdir(parents=True)
        shutil.copy(root / "ppc386", folder)
        (folder / "hello.pas").write_text(PROGRAM)
        for unit in UNITS:
            for path in (root / "units/i386-linux/rtl").glob(f"{unit}.*"):
                shutil.copy(path, folder / "rtl")
        folders.append(folder)
    return folders


def test_pascal_compiler(pascal, measure):
    """It compiles on a P54C. The program, linked on the host, runs on both: it ends with a division
    by zero, whose signal its runtime turns into a message and the status 200."""
    host, machine = pascal
    words = ["./ppc386", "-n", "-s", "-Furtl", "hello.pas"]
    status, output, error = on_host(words, host)
    assert status == 0
    files = sorted(str(path.relative_to(machine)) for path in machine.rglob("*")
                   if path.is_file() and path.name != "ppc386")
    measured = measure(machine, words, files=files, memory=32, repetitions=1,
                       settings="skip_initialization_run = yes;", timeout=900)
    assert ended(measured) == (status, output, error)
    assert measured.written["hello.o"] == (host / "hello.o").read_bytes()
    assert not unknown_calls(measured)

    (machine / "hello.o").write_bytes(measured.written["hello.o"])
    script = next(name for name in measured.written if name.endswith(".res"))
    (machine / script).write_bytes(measured.written[script])
    subprocess.run(["ld", "-m", "elf_i386", "-b", "elf32-i386", "-o", "hello", "-T", script,
                    "-e", "_start"], cwd=machine, check=True)
    expected = on_host(["./hello"], machine)
    assert expected[0] == 200 and expected[1].startswith(b"sum 385 48.125\n")
    assert ended(measure(machine, ["./hello"])) == expected
