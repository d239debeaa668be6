# SPDX-License-Identifier: MIT
"""Executables that run in the simulator: what they print, write and return is what they do on this
Linux host with the same arguments, files and environment."""
import os
import pathlib
import re
import subprocess

import pytest

import tiers

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = (ROOT / os.environ.get("BUILD", "build")).resolve()

PROGRAM = r"""
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    for (int i = 0; i < argc; i++)
        printf("%d <%s>\n", i, argv[i]);
    printf("A=%s\n", getenv("A") ? getenv("A") : "none");
    int c, lines = 0, bytes = 0;
    while ((c = getchar()) != EOF)
        bytes++, lines += c == '\n';
    printf("stdin %d %d\n", lines, bytes);
    FILE *file = fopen("a book", "r");
    for (bytes = 0; file && fgetc(file) != EOF;)
        bytes++;
    printf("book %d\n", bytes);
    if (!fopen("missing", "r"))
        fputs("no file\n", stderr);
    file = fopen("written", "w");
    for (int i = 0; i < 1000; i++)
        fputc(i, file);
    return fclose(file) || argc > 3 ? argc : 0;
}
"""

FAULT = "int main(void) { return *(volatile int *)0; }"
OWN = r"""
#include <stdio.h>
int main(int argc, char **argv)
{
    printf("stream %s\n", argc > 1 ? argv[1] : "");
    FILE *file = fopen("stdout", "w");
    return file && fputs("file", file) >= 0 ? fclose(file) : 1;
}
"""
LOOP = "int main(void) { for (;;) continue; }"
# 150 files of 1 to 150 bytes; with an argument, one of them has a path of 300 characters.
MANY = r"""
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
int main(int argc, char **argv)
{
    char name[400];
    for (int i = 1; i <= 150; i++) {
        sprintf(name, "file %d", i);
        if (argc > 1 && i == 150) {
            memset(name, 'd', 149);
            strcpy(name + 149, "/");
            mkdir(name, 0777);
            memset(name + 150, 'f', 150);
            name[300] = 0;
        }
        FILE *file = fopen(name, "w");
        for (int byte = 0; byte < i; byte++)
            fputc(i, file);
        fclose(file);
    }
    return 0;
}
"""


@pytest.fixture(name="compiled", scope="module")
def fixture_compiled(tmp_path_factory):
    """A directory with the compiled programs."""
    folder = tmp_path_factory.mktemp("programs")
    for name, source in {"prog": PROGRAM, "fault": FAULT, "loop": LOOP, "own": OWN,
                         "many": MANY}.items():
        (folder / f"{name}.c").write_text(source)
        done = subprocess.run([BUILD / "bareprobe", "cc", "-O1", "-o", name, f"{name}.c"],
                              cwd=folder, capture_output=True, text=True, timeout=60, check=False)
        if "musl" in done.stderr and done.returncode:
            pytest.skip(done.stderr)
        assert done.returncode == 0, done.stderr
    return folder


def measure(bareprobe, program, *options):
    return bareprobe("run", "--program", program, "-e", "instructions", "-r", "2", "--no-log",
                     "--no-store", "--mhz", "60", *options)


@pytest.mark.parametrize("arguments", [[], ["-l", "a b"], ["x;y", "", "\"q\"", "\n", "caf\u00e9"]])
def test_it_does_what_it_does_on_the_host(bareprobe, compiled, tmp_path, arguments):
    (tmp_path / "prog").write_bytes((compiled / "prog").read_bytes())
    (tmp_path / "prog").chmod(0o755)
    (tmp_path / "a book").write_bytes(b"book" * 100)
    (tmp_path / "in,put").write_bytes(bytes(range(256)) * 20)
    with open(tmp_path / "in,put", "rb") as standard_input:
        host = subprocess.run(["./prog", *arguments], cwd=tmp_path, stdin=standard_input,
                              env={"A": "b c;d"}, capture_output=True, timeout=30, check=False)
    quoted = " ".join('"' + re.sub(r'([\\"])', r"\\\1", argument) + '"' for argument in arguments)
    done = measure(bareprobe, "prog", "--args", quoted, "--stdin", "in,put", "--env", "A=b c;d",
                   "--file", "a book", "--files-to", "out")
    assert (tmp_path / "out/stdout").read_bytes() == host.stdout
    assert (tmp_path / "out/stderr").read_bytes() == host.stderr
    assert (tmp_path / "out/written").read_bytes() == (tmp_path / "written").read_bytes()
    assert done.returncode == (1 if host.returncode else 0)
    assert f"exit status {host.returncode}" in done.stderr or not host.returncode
    assert " 0 errors: ok" in done.stdout


def test_common_variables_are_cleared(bareprobe, tmp_path):
    """A program that increments a COMMON variable and prints it as a digit; it ends with the value
    less 1, which would be an error from the second run on."""
    (tmp_path / "count.asm").write_text(
        "bits 32\ncommon counter 64:4\nglobal _start\nsection .data\ntext: db '0', 10\n"
        "section .text\n_start: inc dword [counter]\nmov eax, [counter]\nadd [text], al\n"
        "mov eax, 4\nmov ebx, 1\nmov ecx, text\nmov edx, 2\nint 0x80\n"
        "mov eax, 1\nmov ebx, [counter]\ndec ebx\nint 0x80\n")
    subprocess.run(["nasm", "-f", "elf32", "count.asm"], cwd=tmp_path, check=True)
    subprocess.run(["ld", "-m", "elf_i386", "-o", "count", "count.o"], cwd=tmp_path, check=True)
    done = measure(bareprobe, "count", "--files-to", "out")
    assert (tmp_path / "out/stdout").read_text() == "1\n"
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("arguments, sent", (("", 150), tiers.full(("long", 149))))
def test_each_written_file_is_sent(bareprobe, compiled, tmp_path, arguments, sent):
    (tmp_path / "many").write_bytes((compiled / "many").read_bytes())
    done = measure(bareprobe, "many", "--args", arguments, "--files-to", "out")
    for number in range(1, sent + 1):
        assert (tmp_path / f"out/file {number}").read_bytes() == bytes([number]) * number
    assert done.returncode == (0 if sent == 150 else 1)
    assert (sent == 150) != ("path has more than 255 characters" in done.stdout)


def test_a_long_command_and_environment(bareprobe, compiled, tmp_path):
    """1000 characters each, which is the limit."""
    (tmp_path / "prog").write_bytes((compiled / "prog").read_bytes())
    arguments = ["a"] * 400 + ["b" * 193]
    value = "v" * 998
    host = subprocess.run([compiled / "prog", *arguments], env={"A": value}, capture_output=True,
                          timeout=30, check=False, cwd=tmp_path, stdin=subprocess.DEVNULL)
    measure(bareprobe, "prog", "--args", " ".join(arguments), "--env", f"A={value}", "--files-to",
            "out")
    expected = host.stdout.replace(str(compiled / "prog").encode(), b"./prog")
    assert (tmp_path / "out/stdout").read_bytes() == expected


def test_what_is_missing_is_named(bareprobe, compiled):
    done = measure(bareprobe, compiled / "prog", "--report", "text")
    assert "  not found: a book\n  not found: missing\n" in done.stdout
    assert "\n current directory: /home\n" in done.stdout
    assert re.search(r" program: \S*/prog: exit status 0\n", done.stdout)


def test_a_missing_standard_input_is_named(bareprobe, compiled):
    done = measure(bareprobe, compiled / "prog", "stdin=no.txt", "--report", "text")
    assert done.returncode == 1
    assert "standard input 'no.txt': no file of that name was loaded; pass it with" in done.stdout


def test_a_signal_is_an_error(bareprobe, compiled):
    done = measure(bareprobe, compiled / "fault")
    assert done.returncode == 1
    assert "programs/fault" in done.stderr and "SIGSEGV" in done.stderr, done.stderr


def test_programs_of_one_name_have_directories(bareprobe, compiled, tmp_path):
    """In the order of the command; the streams keep their names."""
    program = compiled / "own"
    done = measure(bareprobe, program, "--program", program, "--args", "one", "--args", "two",
                   "--program", compiled / "prog", "--args", "", "--files-to", "out")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out/own/stdout").read_text() == "stream one\n"
    assert (tmp_path / "out/own-2/stdout").read_text() == "stream two\n"
    assert (tmp_path / "out/own-2/stdout.file").read_text() == "file"
    assert (tmp_path / "out/prog/stderr").read_text() == "no file\n"
    assert "'own/stdout' is written as 'own/stdout.file'" in done.stderr


def test_output_of_programs_of_one_name_is_printed(bareprobe, compiled):
    done = measure(bareprobe, compiled / "own", "--program", compiled / "own")
    assert done.stdout.count("stream") == 2
    assert "\nprograms/own-2: stdout, 8 bytes:\nstream \n" in done.stdout
    assert re.findall(r"^programs/own\S*", done.stdout, re.M)[:2] == ["programs/own",
                                                                     "programs/own-2"]


def test_the_second_program_of_a_name_has_its_faults(bareprobe, compiled, tmp_path):
    (tmp_path / "fault").write_bytes((compiled / "fault").read_bytes())
    done = measure(bareprobe, "fault", "--program", "fault", "watchdog=1")
    assert re.search(r"programs/fault-2: exception 14 .*?in main", done.stdout, re.S)


@pytest.fixture(name="temporary")
def fixture_temporary(tmp_path, monkeypatch):
    """The directory of temporary files."""
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    return tmp_path / "temporary"


@pytest.mark.parametrize("name, words", [("fault", []), ("loop", ["watchdog=1"])])
def test_a_profile_of_a_program_that_does_not_end(bareprobe, compiled, temporary, name, words):
    done = bareprobe("profile", "--sim", "--program", compiled / name, *words)
    assert done.returncode == 1
    assert f"programs/{name}: exception" in done.stderr, done.stderr
    assert "; in main" in done.stderr, done.stderr
    assert not list(temporary.iterdir())


def test_no_temporary_file_is_left_after_a_closed_pipe(compiled, temporary, tmp_path):
    """Less is read than the report has."""
    with subprocess.Popen([BUILD / "bareprobe", "run", "--program", compiled / "loop", "watchdog=1",
                           "--no-log", "--no-store", "-e", "clocks"], cwd=tmp_path,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        process.stdout.close()
        process.wait(60)
    assert not list(temporary.iterdir())
