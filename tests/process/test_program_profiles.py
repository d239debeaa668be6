# SPDX-License-Identifier: MIT
"""Profiles of programs, with the names and lines of the executable; multiplexed events and rates of
programs; the place of a fault."""
import csv
import io
import os
import pathlib
import re
import subprocess

import pytest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TOOL = (ROOT / os.environ.get("BUILD", "build")).resolve() / "bareprobe"

# profiled.asm: in `often` 3000 iterations of 3 instructions, MOV and RET, in `seldom` 1000, and 40
# times both with two CALLs, DEC and JNZ; before and after them MOV, MOV and XOR.
INSTRUCTIONS = 40 * (3 * 4000 + 2 * 2 + 4) + 3


@pytest.fixture(name="folder")
def fixture_folder(tmp_path):
    for name, options in (("profiled", ()), ("endless", ("-DENDLESS",))):
        subprocess.run(["nasm", "-f", "elf32", "-g", "-F", "dwarf", *options, "-o", f"{name}.o",
                        HERE / "profiled.asm"], cwd=tmp_path, check=True, timeout=60)
        subprocess.run(["ld", "-m", "elf_i386", "-o", name, f"{name}.o"], cwd=tmp_path, check=True,
                       timeout=60)
    return tmp_path


def tool(folder, *arguments, status=0):
    done = subprocess.run([TOOL, *arguments], cwd=folder, capture_output=True, text=True,
                          timeout=120, check=False)
    assert done.returncode == status, done.stderr
    return done.stdout, done.stderr


def test_functions_and_lines(folder):
    """The shares of the loops are 75 % and 25 %: each iteration takes the same time."""
    shown, _ = tool(folder, "profile", "--sim", "--program", "./profiled")
    rows = {name: (float(share), float(low), float(high)) for share, low, high, name in
            re.findall(r"^ *([\d.]+) % +\[([\d.]+), ([\d.]+)\] +(\w+)", shown, re.M)}
    assert {"often", "seldom"} <= set(rows)
    for name, share in (("often", 75), ("seldom", 25)):
        assert rows[name][1] <= share <= rows[name][2]
    listing, _ = tool(folder, "profile", "last", "--program", "./profiled", "--annotate", "often")
    assert "profiled.asm" in listing and "imul eax, ecx" in listing
    folded, _ = tool(folder, "profile", "last", "--program", "./profiled", "-f", "folded")
    samples = {line.rsplit(" ", 1)[0]: int(line.rsplit(" ", 1)[1]) for line in folded.splitlines()}
    assert samples["virtual;programs/profiled;often"] > 2 * samples[
        "virtual;programs/profiled;seldom"]
    callgrind, _ = tool(folder, "profile", "last", "--program", "./profiled", "-f", "callgrind")
    assert "fn=often" in callgrind and "fn=seldom" in callgrind


def test_position_independent_program(folder):
    """Addresses of the executable are those of its file, and its load address is added to them."""
    subprocess.run(["ld", "-m", "elf_i386", "-pie", "--no-dynamic-linker", "-o", "moved",
                    "profiled.o"], cwd=folder, check=True, timeout=60)
    shown, _ = tool(folder, "profile", "--sim", "--program", "./moved", "samples=100")
    rows = re.findall(r"^ *([\d.]+) % +\[[^]]*\] +(\w+) +(\S+)", shown, re.M)
    assert [(name, place.split(":")[0].rsplit("/", 1)[-1]) for _, name, place in rows[:2]] == [
        ("often", "profiled.asm"), ("seldom", "profiled.asm")]
    listing, _ = tool(folder, "profile", "last", "--program", "./moved", "--annotate", "seldom")
    assert "imul eax, ecx" in listing


def test_code_after_a_function_has_no_name(folder):
    """A function ends where its symbol's size says, as before musl's INT 80h, which has no name."""
    (folder / "nameless.asm").write_text("section .text\nglobal _start:function (_start.end - "
                                         "_start)\n_start:\n mov ecx, 90000\n jmp .end\n.end:\n"
                                         " dec ecx\n jnz .end\n mov eax, 1\n xor ebx, ebx\n"
                                         " int 0x80\n")
    subprocess.run(["nasm", "-f", "elf32", "nameless.asm"], cwd=folder, check=True, timeout=60)
    subprocess.run(["ld", "-m", "elf_i386", "-s", "-o", "none", "nameless.o"], cwd=folder,
                   check=True, timeout=60)
    subprocess.run(["ld", "-m", "elf_i386", "-o", "nameless", "nameless.o"], cwd=folder, check=True,
                   timeout=60)
    shown, _ = tool(folder, "profile", "--sim", "--program", "./nameless", "samples=50")
    assert re.search(r"^ *\d+\.\d % +\[[^]]*\] +0x0804[0-9a-f]{4}", shown, re.M)
    assert not re.search(r"^ *[5-9]\d\.\d % .* _start", shown, re.M)


def test_two_programs_and_their_files(folder):
    """Each program has its own names, although both have the same addresses; the options of `run
    --program` are passed on; the message names the command that shows the functions."""
    (folder / "other.asm").write_text((HERE / "profiled.asm").read_text().replace(
        "often", "mostly").replace("seldom", "rarely"))
    (folder / "reads.c").write_text(
        "#include <stdio.h>\n#include <stdlib.h>\nint main(int n, char **v)\n{\n"
        "    return n < 2 || !fopen(v[1], \"r\") || !getenv(\"NAME\") || getchar() == EOF;\n}\n")
    subprocess.run(["nasm", "-f", "elf32", "other.asm"], cwd=folder, check=True, timeout=60)
    subprocess.run(["ld", "-m", "elf_i386", "-o", "other", "other.o"], cwd=folder, check=True,
                   timeout=60)
    subprocess.run([TOOL, "cc", "-O2", "-o", "reads", "reads.c"], cwd=folder, check=True,
                   timeout=60)
    shown, said = tool(folder, "profile", "--sim", "--program", "./profiled", "--program",
                       "./other", "samples=40")
    first, second = shown.split("programs/other")
    assert "often" in first and "mostly" not in first
    assert "mostly" in second and "often" not in second
    assert "'bareprobe profile 1 --program ./profiled --program ./other'" in said
    _, said = tool(folder, "profile", "1")
    assert "programs/profiled: its samples are shown by address only" in said
    assert "name its executable with --program FILE" in said
    tool(folder, "profile", "--sim", "--program", "./reads", "--args", "reads.c", "--file",
         "reads.c", "--env", "NAME=1", "--stdin", "reads.c", "samples=1")
    _, said = tool(folder, "profile", "--file", "reads.c", "1", status=2)
    assert "--file requires --sim and --program" in said


def test_another_file_gives_no_names(folder):
    tool(folder, "profile", "--sim", "--program", "./profiled")
    subprocess.run(["strip", "-o", "stripped", "profiled"], cwd=folder, check=True, timeout=60)
    shown, said = tool(folder, "profile", "last", "--program", "./stripped")
    assert "often" not in shown
    assert "--program: ./stripped is not the file that ran" in said


def test_place_of_the_watchdog(folder):
    """A program that does not end is ended, with its address, its function and its line."""
    shown, _ = tool(folder, "run", "--program", "./endless", "-e", "instructions_executed",
                    "watchdog=1", status=1)
    text = " ".join(shown.split())
    assert re.search(r"fault: programs/endless: exception 40 \(watchdog\) at 0x0804[0-9a-f]{4}: "
                     r"did not end within 1 second; watchdog=SECONDS sets the limit; "
                     r"in often at \S*profiled\.asm:2[0-9]", text)


@pytest.mark.full
def test_multiplexed_events(folder):
    """Estimates agree with the counts within their intervals, and the exact sums with the counted
    run but for the slices at the end of the last round."""
    tool(folder, "run", "--program", "./profiled", "-e", "instructions_executed,branches,data_read")
    counted, _ = tool(folder, "export", "last", "-f", "csv")
    [count] = [row for row in csv.DictReader(io.StringIO(counted))
               if row["event"] == "instructions_executed:u"]
    assert float(count["mean"]) == INSTRUCTIONS
    tool(folder, "run", "--program", "./profiled", "-e", "instructions_executed,branches,data_read",
         "experiment=multiplex", "-o", "log")
    [repetitions] = set(re.findall(r"ev=sampling .* repetitions=(\d+)",
                                   (folder / "log").read_text()))
    shown, _ = tool(folder, "show", "last", "--multiplex")
    rows = re.findall(r"^(\w+) +([\d,]+) +\+-([\d.]+) % +([\d,]+)", shown, re.M)
    found = {event: [float(number.replace(",", "")) for number in rest] for event, *rest in rows}
    for event in ("instructions_executed", "branches"):
        estimate, interval, exact = found[event]
        assert abs(estimate - exact) <= exact * (interval + 0.05) / 100  # rounded
    exact = found["instructions_executed"][2]
    assert exact == pytest.approx(int(repetitions) * INSTRUCTIONS, rel=0.03)
