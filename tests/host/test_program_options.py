# SPDX-License-Identifier: MIT
"""Executables that `bareprobe run` measures: how options become modules for the kernel, which files
the gate refuses, and what is done with a program's records."""
import base64
import binascii
import csv
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import threading
import xml.etree.ElementTree

import pytest

from logs import result_record, run_log

ROOT = pathlib.Path(__file__).resolve().parents[2]

# A simulator that stores its arguments, and the files that it would load.
RECORDER = """\
#!/usr/bin/env python3
import os, pathlib, sys
words = sys.argv[1:]
pathlib.Path("append").write_text(words[words.index("-append") + 1])
for number, module in enumerate(words[words.index("-initrd") + 1].split(",")):
    path = module.split(" ")[0]
    pathlib.Path(f"module{number}").write_text(module.partition(" ")[2])
    pathlib.Path(f"content{number}").write_bytes(pathlib.Path(path).read_bytes())
"""

ELF32, ELF64, I386, EXEC, DYN = 1, 2, 3, 2, 3
LOAD, INTERP = 1, 3
BASE = 0x8048000
EXIT = bytes.fromhex("31c0 40 31db cd80")  # xor eax,eax; inc eax; xor ebx,ebx; int 80h


def elf(code, kind=EXEC, machine=I386, bits=ELF32, interpreter=None, entry=None):
    """An executable file with one segment: headers, then the code, then the interpreter's name."""
    name = (interpreter + "\0").encode() if interpreter else b""
    n = 2 if interpreter else 1
    start = 52 + 32 * n
    size = start + len(code) + len(name)
    header = b"\x7fELF" + bytes([bits, 1, 1]) + bytes(9) + struct.pack(
        "<HHIIIIIHHHHHH", kind, machine, 1, BASE + start if entry is None else entry, 52, 0, 0, 52,
        32, n, 0, 0, 0)
    segments = struct.pack("<8I", LOAD, 0, BASE, BASE, size, size, 5, 4096)
    if interpreter:
        at = start + len(code)
        segments = struct.pack("<8I", INTERP, at, BASE + at, BASE + at, len(name), len(name), 4,
                               1) + segments
    return header + segments + code + name


@pytest.fixture(name="recorded")
def fixture_recorded(bareprobe, tmp_path):
    """recorded(*options): runs with these options in a simulator that only records what it was
    given; returns {module's text: content}."""
    (tmp_path / "recorder").write_text(RECORDER)
    (tmp_path / "recorder").chmod(0o755)

    def run(*options):
        done = bareprobe("run", f"--sim={tmp_path}/recorder", "--no-log", "--no-store",
                         "-e", "clocks", *options)
        assert (tmp_path / "append").exists(), done.stderr
        texts = {}
        for path in sorted(tmp_path.glob("module*")):
            content = tmp_path / path.name.replace("module", "content")
            texts[path.read_text()] = content.read_bytes()
        return texts
    return run


def write_program(path, code=EXIT, **more):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(elf(code, **more))
    return path


def test_the_command_and_its_files_are_modules(recorded, tmp_path):
    program = write_program(tmp_path / "wc")
    (tmp_path / "book.txt").write_text("a book")
    (tmp_path / "input").write_text("an input")
    modules = recorded("--program", "wc", "--args", "-l book.txt", "--stdin", "input", "--file",
                       "./book.txt", "--env", "A=b c", "--env", "LANG=C")
    assert modules == {
        "": b'(p5mon\n    command = ./wc -l book.txt;\n    stdin = /stdin;\n'
            b'    environment = A=b\\x20c LANG=C;\nend)\n',
        "program=wc": program.read_bytes(), "file=book.txt": b"a book", "file=/stdin": b"an input"}
    assert (tmp_path / "append").read_text().split() == ["events=clocks", "report=records",
                                                          "exit=qemu"]


def test_any_path_is_passed_to_the_loader(recorded, tmp_path):
    """A loader separates files with commas and words with blanks."""
    program = write_program(tmp_path / "a dir, x" / "my 'wc'")
    (tmp_path / "in,put \"1\"").write_text("data")
    modules = recorded("--program", "a dir, x/my 'wc'", "--file", "b c,%.txt=in,put \"1\"")
    assert modules["program=my%20%27wc%27"] == program.read_bytes()
    assert modules["file=b%20c%2C%25.txt"] == b"data"
    command = rb"./a\x20dir\x2c\x20x/my\x20\x27wc\x27"
    assert modules[""] == b"(p5mon\n    command = " + command + b";\nend)\n"


def test_each_program_may_have_an_input(recorded, tmp_path):
    for name in ("one", "two"):
        write_program(tmp_path / name)
        (tmp_path / f"{name}.txt").write_text(f"for {name}")
    modules = recorded("--program", "one", "--program", "two", "--stdin", "one.txt", "--stdin",
                       "two.txt")
    for number, name in enumerate(("one", "two")):
        text = (tmp_path / f"content{number}").read_text()
        assert f"command = ./{name};" in text
        read = re.search(r"stdin = (.*);", text)[1]
        assert modules[f"file={read}"] == f"for {name}".encode()


@pytest.mark.parametrize("value, name, content", [
    ("a=b", "a%3Db", b"whole"),
    ("b=a=b", "b", b"whole"),
    ("x=y=a=b", "x%3Dy", b"whole"),
    ("a=c", "a", b"c"),
])
def test_names_of_files_may_have_an_equals_sign(recorded, tmp_path, value, name, content):
    """A path follows the '=' that separates."""
    write_program(tmp_path / "wc")
    (tmp_path / "a=b").write_bytes(b"whole")
    (tmp_path / "c").write_bytes(b"c")
    assert recorded("--program", "wc", "--file", value)[f"file={name}"] == content


@pytest.mark.parametrize("option", ["--stdin", "--parms", "--file"])
def test_a_pipe_is_read_to_its_end(recorded, tmp_path, option):
    """An experiment file has at most 65535 bytes; the others are longer than a pipe holds."""
    write_program(tmp_path / "wc")
    lines = 5400 if option == "--parms" else 9000
    sent = b"(p5mon\n command = ./wc;\nend)\n" + b"# a comment\n" * lines
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=(tmp_path / "pipe").write_bytes, args=(sent,), daemon=True)
    writer.start()
    options = [] if option == "--parms" else ["--program", "wc"]
    modules = recorded(*options, option, "pipe")
    writer.join(10)
    assert modules[{"--stdin": "file=/stdin", "--parms": "", "--file": "file=pipe"}[option]] == sent


@pytest.mark.parametrize("typed, written", [
    ("a  b", "a b"),
    ("'a b' \"c d\"", '"a b" "c d"'),
    ("\\; \\\"", '"\\x3b" "\\x22"'),
    ("''", '""'),
    ("\"a\\\\b\" 'a\\b'", '"a\\x5cb" "a\\x5cb"'),
    ("\\x41\\x0a", '"A\\x0a"'),
    ("-k1,2 x=y", "-k1,2 x=y"),
    ("caf\u00e9", '"caf\\xc3\\xa9"'),
])
def test_arguments_are_split_as_by_a_shell(recorded, tmp_path, typed, written):
    """The kernel's value ends at a semicolon or at the end of the line."""
    write_program(tmp_path / "wc")
    modules = recorded("--program", "./wc", "--args", typed)
    assert modules[""].decode() == f"(p5mon\n    command = ./wc {written};\nend)\n"


def test_an_experiment_file_names_programs(recorded, tmp_path):
    """Files are relative to the experiment file, or to the current directory. Two commands of a
    program share a module."""
    here, there = write_program(tmp_path / "cat"), write_program(tmp_path / "sub/wc", EXIT + b"x")
    (tmp_path / "sub/text").write_text("a text")
    first = "(p5mon\n # command = ./not;\n command = ./wc -l;\n stdin = text;\nend)\n"
    (tmp_path / "sub/one.parms").write_text(first)
    (tmp_path / "two.parms").write_text("(p5mon\n command = ./cat;\nend)\n")
    (tmp_path / "three.parms").write_text("(p5mon\n command = ./cat x;\nend)\n")
    modules = recorded("--parms", "sub/one.parms", "--parms", "two.parms", "--parms",
                       "three.parms")
    assert modules["program=wc"] == there.read_bytes()
    assert modules["program=cat"] == here.read_bytes()
    assert modules["file=text"] == b"a text"
    assert len(list(tmp_path.glob("module*"))) == 6


def test_temporary_files_are_removed(recorded, tmp_path, monkeypatch):
    write_program(tmp_path / "a b")
    (tmp_path / "tmp").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    recorded("--program", "a b")
    assert not list((tmp_path / "tmp").iterdir())


@pytest.mark.parametrize("options, message", [
    (["--program", "no"], "--program: './no' does not exist"),
    (["--program", "."], "--program: './.' is not a regular file"),
    (["--program", "wc", "--args", "'x"], "--args: ''x': a \"'\" is not closed"),
    (["--program", "wc", "--env", "x"], "--env: 'x' is not NAME=VALUE"),
    (["--program", "wc", "--stdin", "no"], "--stdin: 'no' cannot be read"),
    (["--program", "wc", "--stdin", "."], "--stdin: '.' is a directory"),
    (["--program", "wc", "--file", "sub"], "--file: 'sub' is a directory"),
    (["-b", "thesis/*", "--file", "x=sub"], "--file: 'sub' is a directory"),
    (["--program", "wc", "--stdin", "/dev/zero"], "--stdin: '/dev/zero' is a stream of more than"),
    (["--program", "wc", "--stdin", "wc", "--stdin", "sub/wc"], "--stdin: 2 are given for 1 prog"),
    (["--program", "wc", "--args", "x" * 996], "--program and --args: './wc xxxxx"),
    (["--program", "wc", "--args", '"' * 400 + "'"], "is not closed"),
    (["--program", "wc", "--env", "A=" + "x" * 999], "has 1001 characters with its quotes"),
    (["--program", "wc", "--file", "a=no"], "--file: 'no' cannot be read"),
    (["--program", "wc", "--file", "a="], "--file: 'a=' is not NAME=PATH"),
    (["--program", "wc", "--file", "x=wc", "--file", "x=sub/wc"], "files of a run are named 'x'"),
    (["--args", "x"], "--args requires --program"),
    (["--program", "wc", "--args", "x", "--args", "y"], "--args: 2 are given for 1 program;"),
    (["--program", "wc", "-b", "thesis/*"], "--program cannot be combined with 'thesis/*'"),
    (["-b", "./wc"], "'./wc': select a program with --program"),
    (["command=./wc"], "'./wc': select a program with --program"),
    (["--program", "wc", "--serial", "/dev/ttyS0"], "--program cannot be combined with --serial"),
    (["--program", "wc", "--program", "sub/wc"], "two files of a run are named 'wc'"),
    (["--program", ""], "--program: '' is not the path of an executable"),
    (["./wc"], "measure an executable with --program ./wc, and give its arguments with --args"),
    (["--program", "wc", "-silicon"], "'-silicon': a long option has two dashes: --silicon"),
    (["--program", "wc", "-z"], "'-z' is not an option of run"),
    (["--program", "wc", "--files-to", "wc"], "--files-to: 'wc' cannot be written: Not a d"),
    (["--program", "wc", "--files-to", "wc/a/b"], "--files-to: 'wc/a/b' cannot be written: Not"),
    (["--program", "wc", "--files-to", "/proc/a"], "--files-to: '/proc/a' cannot be written"),
    (["--parms", "bad.parms"], "bad.parms:2: './gone' does not exist"),
    (["--parms", "long.parms"], "xxx...' has 1001 characters; at most 1000 are allowed for a prog"),
])
def test_a_wrong_request_is_refused(bareprobe, tmp_path, options, message):
    write_program(tmp_path / "wc").chmod(0o755)
    write_program(tmp_path / "sub/wc", EXIT + b"x")
    (tmp_path / "bad.parms").write_text("(p5mon\n command = ./gone -x;\nend)\n")
    (tmp_path / "long.parms").write_text(f"(p5mon\n command = ./wc {'x' * 996};\nend)\n")
    done = bareprobe("run", "--no-log", "--no-store", *options)
    assert done.returncode == 2 and message in done.stderr, done.stderr


def test_a_sweep_cannot_read_a_pipe(bareprobe, tmp_path):
    write_program(tmp_path / "wc")
    done = bareprobe("run", "--program", "wc", "--stdin", "/dev/null", "--sweep",
                     "repetitions=1..2")
    assert done.returncode == 2
    assert "--sweep cannot be combined with --stdin '/dev/null'" in done.stderr


# ---- files that are not programs for this machine -----------------------------------------------

def refuse(bareprobe, tmp_path, *options):
    done = bareprobe("run", "--no-log", "--no-store", "-e", "clocks", "-r", "1",
                     f"--sim={shutil.which('false')}", "--program", tmp_path / "x", *options)
    return done.stderr


@pytest.mark.parametrize("content, reason", [
    (b"", "is not an ELF file"),
    (b"#!/bin/sh\n", "is a script: name its interpreter as the program"),
    (elf(EXIT, bits=ELF64), "is a 64-bit program"),
    (elf(EXIT, machine=40), "is for another processor (ELF machine 40)"),
    (elf(EXIT, kind=1), "is an object file"),
    (elf(EXIT, kind=4), "is not an executable file (ELF type 4)"),
    (elf(EXIT, kind=DYN, entry=0), "is a shared library"),
    (elf(EXIT)[:-1], "ends before its segment"),
    (elf(EXIT)[:60], "ends before its program headers"),
    (elf(EXIT)[:40], "ends inside its ELF header"),
    (elf(EXIT, entry=BASE - 1), "has its entry 0x08047fff outside of its code"),
    (elf(EXIT, interpreter="/lib/ld.so"), "it needs the interpreter /lib/ld.so; give it with"),
])
def test_another_file_is_refused_with_its_reason(bareprobe, tmp_path, content, reason):
    (tmp_path / "x").write_bytes(content)
    said = refuse(bareprobe, tmp_path)
    assert reason in said and len(said.splitlines()) == 1, said


def test_shared_libraries_cannot_be_given(bareprobe, tmp_path):
    """Linked as a dynamic executable of glibc is: with an interpreter and DT_NEEDED."""
    (tmp_path / "lib.c").write_text("void f(void) {}")
    (tmp_path / "x.c").write_text("void f(void); void _start(void) { f(); }")
    common = ["gcc", "-m32", "-nostdlib", "-o"]
    for words in (["libf.so", "-shared", "-fPIC", "lib.c"],
                  ["x", "x.c", "-L.", "-lf", "-Wl,--dynamic-linker=/lib/ld-linux.so.2"]):
        subprocess.run([*common, *words], cwd=tmp_path, check=True, timeout=60)
    said = refuse(bareprobe, tmp_path)
    assert said.endswith("/x: is linked with shared libraries: link it with -static, or compile "
                         "it with 'bareprobe cc'\n"), said


@pytest.mark.parametrize("names, reason", [
    ({1: "twin", 3: "twin"}, "'twin' names two regions, 1 and 3; give each its own name"),
    ({2: "zähler"}, "the name of region 2, 'zähler', has the byte C3h: compile it with"),
])
def test_names_of_regions_are_checked(bareprobe, tmp_path, names, reason):
    lines = [f'region_name({number}, "{name}");' for number, name in names.items()]
    (tmp_path / "x.c").write_text("\n".join(["#include <bareprobe/region.h>", *lines,
                                             "void _start(void) { for (;;) continue; }"]))
    subprocess.run(["gcc", "-m32", "-O1", "-nostdlib", "-ffreestanding", "-static",
                    f"-I{ROOT}/pmc/program", "-o", "x", "x.c"], cwd=tmp_path, check=True,
                   timeout=60)
    said = refuse(bareprobe, tmp_path)
    assert f"/x: {reason}" in said, said


def test_an_interpreter_may_be_given(recorded, tmp_path):
    write_program(tmp_path / "x", interpreter="/lib/ld.so")
    write_program(tmp_path / "loader")
    modules = recorded("--program", "x", "--file", "/lib/ld.so=loader")
    assert modules["file=/lib/ld.so"] == (tmp_path / "loader").read_bytes()


def test_every_cut_file_is_refused_or_accepted(bareprobe, tmp_path):
    """The segment ends with the file, so every shorter file is refused."""
    whole = elf(EXIT, interpreter="/lib/ld.so")
    for length in range(0, len(whole), 3):
        (tmp_path / "x").write_bytes(whole[:length])
        said = refuse(bareprobe, tmp_path)
        assert said.startswith("bareprobe run: ") and "/x: " in said, (length, said)


# ---- the gate ------------------------------------------------------------------------------------

CMOV = bytes.fromhex("0f44c1")  # cmovz eax, ecx
MOVAPS = bytes.fromhex("0f28f7")
CPUID = bytes.fromhex("0fa2")


def test_a_later_instruction_is_named(bareprobe, tmp_path):
    write_program(tmp_path / "x", CMOV + EXIT)
    said = refuse(bareprobe, tmp_path)
    assert "1 instruction that a P54C lacks:" in said
    assert f"0x{BASE + 84:08x}: cmovz eax, ecx" in said
    assert "run it with --cpu ppro" in said


def test_many_later_instructions_are_counted(bareprobe, tmp_path):
    """One per routine is described, and there are no symbols here."""
    write_program(tmp_path / "x", CMOV * 9 + EXIT)
    said = refuse(bareprobe, tmp_path)
    listed = said.count(": cmovz eax, ecx")
    assert "9 instructions that a P54C lacks:" in said and 0 < listed < 9
    assert f"  and {9 - listed} more\n" in said


@pytest.mark.parametrize("options", [("--cpu", "ppro"), ("--cpu", "p3"), ("--no-gate",)])
def test_a_later_processor_may_run_it(recorded, tmp_path, options):
    write_program(tmp_path / "x", CMOV + EXIT)
    assert "program=x" in recorded("--program", "x", *options)


@pytest.fixture(name="known")
def fixture_known(tmp_path, monkeypatch):
    """The file of accepted programs, which the fixtures after this one use."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "bareprobe" / "accepted_programs"


def test_large_programs_are_checked_once(known, bareprobe, recorded, tmp_path):
    """The line of an accepted program is appended where the gate has checked it, so a second one
    proves a second check: for another processor, other bytes or another version of the gate."""
    code = bytes.fromhex("b800000000") * 20000 + CMOV  # mov eax, 0
    write_program(tmp_path / "x", code + EXIT)

    def lines(cpu):
        recorded("--program", "x", "--cpu", cpu)
        return known.read_text().splitlines()
    first = lines("ppro")
    assert len(first) == 1 and first[0].split()[3] == str((tmp_path / "x").stat().st_size)
    assert lines("ppro") == first
    assert "1 instruction that a P54C lacks" in refuse(bareprobe, tmp_path)
    assert len(lines("p3")) == 2
    write_program(tmp_path / "x", b"\x90" + code[:-1] + b"\xc2" + EXIT)
    assert len(lines("p3")) == 3
    known.write_text(re.sub(r"^(\S+) \d+ ", r"\1 0 ", known.read_text(), flags=re.M))
    assert len(lines("p3")) == 4
    known.unlink()
    known.mkdir()
    assert "program=x" in recorded("--program", "x", "--cpu", "p3")


def test_data_in_code_is_not_decoded(recorded, tmp_path):
    """A jump passes over bytes that would be CMOV and SSE instructions."""
    write_program(tmp_path / "x", b"\xeb\x06" + CMOV + MOVAPS + EXIT)
    assert "program=x" in recorded("--program", "x")


def test_what_follows_a_call_without_return_is_not_decoded(recorded, tmp_path):
    """The called function loops; a second one returns, so the code after it counts."""
    call = b"\xe8" + struct.pack("<i", len(CMOV))
    write_program(tmp_path / "x", call + CMOV + EXIT + b"\xeb\xfe")
    assert "program=x" in recorded("--program", "x")


def test_what_follows_a_call_that_returns_is_decoded(bareprobe, tmp_path):
    call = b"\xe8" + struct.pack("<i", len(CMOV + EXIT) + 2)
    write_program(tmp_path / "x", call + CMOV + EXIT + b"\xeb\xfe\xc3")
    assert "cmovz" in refuse(bareprobe, tmp_path)


# cpuid; and edx, 02000000h; jz +3
ASK = CPUID + bytes.fromhex("81e200000002 7403")


def test_code_behind_a_test_of_cpuid_may_run(recorded, tmp_path):
    write_program(tmp_path / "x", ASK + MOVAPS + EXIT)
    assert "program=x" in recorded("--program", "x")


def test_code_that_both_outcomes_reach_counts(bareprobe, tmp_path):
    write_program(tmp_path / "x", ASK + MOVAPS + MOVAPS + EXIT)
    said = refuse(bareprobe, tmp_path)
    assert "1 instruction that" in said and "--cpu p3" in said


def test_a_test_of_another_value_is_none(bareprobe, tmp_path):
    """Without CPUID: test edx, edx; jz +3."""
    write_program(tmp_path / "x", bytes.fromhex("85d2 7403") + MOVAPS + EXIT)
    assert "movaps" in refuse(bareprobe, tmp_path)


def hwcap(bit):
    """test dword [edx], 1 << bit; jz +3, as in musl's fesetround(): no CPUID."""
    return b"\xf7\x02" + struct.pack("<I", 1 << bit) + b"\x74\x03"


def test_code_behind_a_test_of_hwcap_may_run(recorded, bareprobe, tmp_path):
    write_program(tmp_path / "x", hwcap(25) + MOVAPS + EXIT)
    assert "program=x" in recorded("--program", "x")
    write_program(tmp_path / "x", hwcap(24) + MOVAPS + EXIT)
    assert "movaps" in refuse(bareprobe, tmp_path)


VARIABLE = struct.pack("<I", BASE + 0x800)
STORE = b"\x89\x15" + VARIABLE      # mov [variable], edx
COMPARE = b"\x83\x3d" + VARIABLE + b"\0"  # cmp dword [variable], 0


def test_the_answer_may_be_in_a_variable(recorded, tmp_path):
    """A function asks and stores; another one tests. As in Free Pascal's programs."""
    body = COMPARE + b"\x74\x03" + MOVAPS + EXIT + b"\xeb\xfe"
    asks = CPUID + STORE + b"\xc3"
    call = b"\xe8" + struct.pack("<i", len(body))
    write_program(tmp_path / "x", call + body + asks)
    assert "program=x" in recorded("--program", "x")


def two_calls(second):
    """cpuid; mov [v], edx; cmp [v], 0; je +5; call f; the same test if `second`; call f; exit; f:
    movaps; ret"""
    test = COMPARE + b"\x74\x05"
    rest = (test if second else b"") + b"\xe8" + struct.pack("<i", len(EXIT) + 2)
    first = test + b"\xe8" + struct.pack("<i", len(rest + EXIT) + 2)
    return CPUID + STORE + first + rest + EXIT + b"\xeb\xfe" + MOVAPS + b"\xc3"


def test_a_function_whose_calls_are_all_behind_tests_may_run(recorded, tmp_path):
    write_program(tmp_path / "x", two_calls(True))
    assert "program=x" in recorded("--program", "x")


def test_a_call_without_a_test_counts(bareprobe, tmp_path):
    write_program(tmp_path / "x", two_calls(False))
    assert "movaps" in refuse(bareprobe, tmp_path)


def test_addresses_of_functions_are_followed(bareprobe, tmp_path):
    """push f; pop eax; call eax; exit; f: cmov; ret. The library's start calls main() so."""
    body = b"\x58\xff\xd0" + EXIT + b"\xeb\xfe"
    function = BASE + 84 + 5 + len(body)
    write_program(tmp_path / "x", b"\x68" + struct.pack("<I", function) + body + CMOV + b"\xc3")
    assert "cmovz" in refuse(bareprobe, tmp_path)


def test_a_distance_that_looks_like_an_address_is_not_followed(recorded, tmp_path):
    """add ebx, f: position-independent code adds the distance of its data. In Debian's ldconfig
    (libc-bin 2.36, i386) it is an address within a function for SSE."""
    body = EXIT + b"\xeb\xfe"
    function = BASE + 84 + 6 + len(body)
    write_program(tmp_path / "x",
                  b"\x81\xc3" + struct.pack("<I", function) + body + CMOV + b"\xc3")
    assert "program=x" in recorded("--program", "x")


# ---- records -------------------------------------------------------------------------------------

def program_log(end="exit status=0", written=(), unsent=0):
    """The log of a run of programs/wc that wrote these (name, bytes, form)."""
    common = "bench=programs/wc state=warm ablate=none"
    records = [result_record(bench="programs/wc", region="whole"),
               f"ev=program {common} command=\"./wc -l\" file_bytes=67000 entry=0x8049000 "
               f"memory_kb=96 system_calls=6 end={end}",
               f"ev=system_call {common} number=4 name=write calls=4 errors=0 status=ok",
               f"ev=system_call {common} number=999 calls=2 errors=2 status=unknown",
               f"ev=missing_file {common} name=\"a%22b\""]
    for name, content, form in written:
        for at in range(0, max(len(content), 1), 360):
            part = content[at:at + 360]
            text = (base64.b64encode(part).decode() if form == "base64"
                    else "".join(chr(b) if 32 <= b < 127 and chr(b) not in '"%' else f"%{b:02X}"
                                 for b in part))
            last = (f" size={len(content)} crc32=0x{binascii.crc32(content):x}"
                    + (f" lost={unsent}" if unsent else "")
                    if at + 360 >= len(content) else "")
            records.append(f'ev=written {common} name={name} at={at} {form}="{text}"{last}')
    return run_log(*records, platform="virtual")


def test_show_lists_the_program(bareprobe, tmp_path):
    (tmp_path / "a.log").write_text(program_log("signal status=11 signal=SIGSEGV"))
    shown = bareprobe("show", "a.log").stdout
    assert "programs/wc   warm   ./wc -l\nended by signal 11 (SIGSEGV)\n" in shown
    assert "67000 bytes, entry 0x08049000, 96 KB of memory, 6 system calls" in shown
    assert re.search(r"^write +4 +4 +0$", shown, re.M)
    assert re.search(r"^unknown +999 +2 +2$", shown, re.M)
    assert "not found: a%22b" in shown


def test_the_text_report_is_the_kernel_s(bareprobe, tmp_path):
    (tmp_path / "a.log").write_text(program_log(written=[("stdout", b"one\ntwo\n", "text")]))
    shown = bareprobe("show", "a.log", "--report").stdout
    assert (" program: ./wc -l: exit status 0\n"
            "  67000 bytes, entry 0x08049000, 96 KB of memory\n"
            "  system calls: write 4, number 999 2 (unknown: ENOSYS)\n"
            "  not found: a\"b\n"
            "  stdout, 8 bytes:\n    one\n    two\n") in shown


def test_the_store_has_all_of_it(bareprobe, tmp_path):
    (tmp_path / "a.log").write_text(program_log(written=[("stdout", b"one\n" * 200, "text")]))
    direct = bareprobe("show", "a.log", "--report").stdout
    assert bareprobe("import", "a.log").returncode == 0
    assert bareprobe("show", "last", "--report").stdout == direct


@pytest.mark.parametrize("end, sentence, failures", [
    ("exit status=0", "exit status 0", 0),
    ("exit status=3", "exit status 3", 1),
    ("signal status=11 signal=SIGSEGV", "ended by signal 11 (SIGSEGV)", 1),
])
def test_exports_have_the_end(bareprobe, tmp_path, end, sentence, failures):
    (tmp_path / "a.log").write_text(program_log(end))
    rows = list(csv.DictReader(bareprobe("export", "a.log", "-f", "csv").stdout.splitlines()))
    assert {(row["command"], row["end"]) for row in rows} == {("./wc -l", sentence)}
    objects = [json.loads(line) for line in
               bareprobe("export", "a.log", "-f", "ndjson").stdout.splitlines()]
    [program] = [thing for thing in objects if "program" in thing]
    assert (program["bench"], program["program"]) == ("programs/wc", "./wc -l")
    assert program["exit_status"] == {"exit status 0": 0, "exit status 3": 3}.get(sentence)
    assert program["signal"] == ("SIGSEGV" if "SIGSEGV" in end else None)
    exported = bareprobe("export", "a.log", "-f", "junit")
    suites = xml.etree.ElementTree.fromstring(exported.stdout)
    assert int(suites.get("failures")) == failures == len(suites.findall(".//failure"))
    assert [failure.get("message") for failure in suites.iter("failure")] == [sentence] * failures
    assert bareprobe("html", "a.log", "-o", "a.html").returncode == 0
    page = (tmp_path / "a.html").read_text()
    assert page.count(f"<li>programs/wc (warm), ./wc -l: {sentence}</li>") == failures
    assert exported.stderr.count(f"programs/wc (warm): {sentence}") == failures


@pytest.fixture(name="replayed")
def fixture_replayed(bareprobe, tmp_path):
    """replayed(log, *options): runs with a simulator that sends this log."""
    def run(log, *options):
        (tmp_path / "log").write_text(log)
        (tmp_path / "replay").write_text("#!/bin/sh\nexec cat log\n")
        (tmp_path / "replay").chmod(0o755)
        write_program(tmp_path / "wc")
        return bareprobe("run", "--sim=./replay", "--no-log", "--no-store", "--program", "wc",
                         "--args", "-l", *options)
    return run


def test_files_are_written_byte_by_byte(replayed, tmp_path):
    binary = bytes(range(256)) * 5
    done = replayed(program_log(written=[("stdout", binary, "base64"), ("stderr", b"", "text"),
                                         ("/tmp/dir/x", b"100%\n\"", "text")]),
                    "--files-to", "out")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out/stdout").read_bytes() == binary
    assert (tmp_path / "out/stderr").read_bytes() == b""
    assert (tmp_path / "out/tmp/dir/x").read_bytes() == b"100%\n\""


def test_output_is_printed_after_the_report(replayed):
    done = replayed(program_log(written=[("stdout", b"7 book.txt\n", "text")]))
    assert done.stdout.endswith("\nprograms/wc: stdout, 11 bytes:\n7 book.txt\n")


@pytest.mark.parametrize("end, message", [
    ("exit status=3", "programs/wc (warm): exit status 3"),
    ("signal status=8 signal=SIGFPE", "programs/wc (warm): ended by signal 8 (SIGFPE)"),
    ("stopped what=\"fork is not possible here\"",
     "programs/wc (warm): stopped: fork is not possible here"),
])
def test_another_end_is_an_error(replayed, end, message):
    done = replayed(program_log(end))
    assert done.returncode == 1 and message in done.stderr
    assert done.stderr.count("system call 999 is unknown") == 1


@pytest.mark.parametrize("lost, marked", [
    (" at=0 ", "\n[360 bytes are missing here]\n" + "x" * 540),
    (" at=360 ", "x" * 360 + "\n[360 bytes are missing here]\n" + "x" * 180),
    (" at=720 ", "x" * 720 + "\n[the rest is missing]\n"),
])
def test_a_missing_part_is_reported(replayed, tmp_path, lost, marked):
    """One of three parts is lost."""
    lines = program_log(written=[("stdout", b"x" * 900, "text"),
                                 ("stderr", b"", "text")]).splitlines(keepends=True)
    done = replayed("".join(line for line in lines if lost not in line or "stderr" in line),
                    "--files-to", "out")
    assert done.returncode == 1
    assert "programs/wc: stdout is incomplete" in done.stderr
    assert (tmp_path / "out/stdout").read_text() == marked
    assert ": output of programs is incomplete\n" in done.stdout and ": ok" not in done.stdout


def test_a_lost_stream_is_an_error(replayed):
    """Nothing shows that the lost record was a stream's."""
    lines = program_log(written=[("stdout", b"x", "text"), ("a", b"a", "text")])
    done = replayed("".join(line for line in lines.splitlines(keepends=True)
                            if "name=a " not in line))
    assert done.returncode == 1 and ": ok" not in done.stdout
    whole = replayed(lines)
    assert whole.returncode == 0 and ": ok" in whole.stdout and "incomplete" not in whole.stderr


def test_bytes_that_are_not_sent_are_an_error(replayed):
    done = replayed(program_log(written=[("big", b"a", "text")], unsent=5))
    assert done.returncode == 1 and ": ok" not in done.stdout
    assert "programs/wc: big: 5 further bytes were not sent" in done.stderr


def test_a_name_outside_of_the_directory_is_not_written(replayed, tmp_path):
    done = replayed(program_log(written=[("../x", b"1", "text")]), "--files-to", "out")
    assert done.returncode == 1 and "outside of out" in done.stderr
    assert not (tmp_path / "x").exists()
