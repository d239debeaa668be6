# SPDX-License-Identifier: MIT
"""Programs in the style of published benchmarks, without changes for the machine: static arrays,
files, options, mathematics, old declarations. They print and write what the same source does on
this host, compiled by its own compiler with its own C library."""
import os
import pathlib
import random
import re
import shlex
import subprocess

import pytest

import tiers

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = (ROOT / os.environ.get("BUILD", "build")).resolve()
SOURCES = ROOT / "tests/data/programs"

# Name: sources, options of the compiler, arguments, files, standard input, options of the run.
PROGRAMS = {
    "sums": (["sums.c"], [], "-w 9 -bo list 'a book.txt' costs missing -", ["a book.txt", "costs"],
             "points", []),
    "mix": (["dhry/mix_1.c", "dhry/mix_2.c"], ['-DVERSION="2.1"'], "", [], "runs", []),
    "points": (["points.c"], ["-g", "-lm"], "points", ["points"], None, []),
    "stream": (["stream.c"], ["-lm"], "", [], None, []),
    "cubics": (["cubics.c"], ["-lm"], "", [], None, []),
    "paths": (["paths.c"], [], "costs", ["costs"], None, []),
    "usage": (["paths.c"], [], "", [], None, []),
    "options": (["sums.c"], [], "-w 1 -x costs", [], None, []),
    # 3 arrays of 3.8 MB
    "large": (["stream.c"], ["-lm", "-DN=500000"], "", [], None, ["--memory", "32"]),
}


@pytest.fixture(name="folder")
def fixture_folder(tmp_path):
    """A directory with the files that the programs read."""
    chance = random.Random(39)
    (tmp_path / "a book.txt").write_bytes(bytes(range(256)) * 21 + b"end")
    (tmp_path / "costs").write_text("\n".join(
        " ".join(str(chance.randrange(1, 100)) for _ in range(24)) for _ in range(24)) + "\n")
    (tmp_path / "points").write_text("".join(
        f"{chance.randrange(-999, 999)}\t{chance.randrange(999)} {n}\n" for n in range(150)))
    (tmp_path / "runs").write_text("40\n")
    return tmp_path


def compile_program(compiler, target, sources, options):
    done = subprocess.run([*compiler, "-O2", "-w", "-o", target,
                           *(SOURCES / source for source in sources), *options],
                          capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr


def without_times(text):
    """Blanks out the rates and times of the bandwidth program."""
    text = re.sub(rb"(about) +\d+", rb"\1 TIME", text)
    return re.sub(rb"(?m)^((?:Copying|Scaling|Adding|Triads): ).*$", rb"\1TIMES", text)


@pytest.mark.parametrize("name", tiers.fast_cases(2, PROGRAMS))
def test_it_writes_what_it_writes_on_the_host(bareprobe, folder, name):
    sources, options, arguments, files, stdin, more = PROGRAMS[name]
    compile_program(["gcc"], folder / "native", sources, options)
    compile_program([BUILD / "bareprobe", "cc"], folder / "pasted", sources, options)
    with open(folder / stdin if stdin else os.devnull, "rb") as source:
        host = subprocess.run([folder / "native", *shlex.split(arguments)], cwd=folder,
                              stdin=source, capture_output=True, timeout=60, check=False)
    written = {path.name: path.read_bytes() for path in folder.glob("list")}
    done = bareprobe("run", "--program", "pasted", "--args", arguments, "-e", "clocks", "-r", "1",
                     "--no-log", "--no-store", "--files-to", "out",
                     *(word for file in files for word in ("--file", file)),
                     *(("--stdin", stdin) if stdin else ()), *more)
    out = {path.name: path.read_bytes() for path in (folder / "out").iterdir()}
    assert " 0 errors: ok" in done.stdout, done.stdout + done.stderr
    assert without_times(out.pop("stdout", b"")) == without_times(host.stdout)
    assert out.pop("stderr", b"") == host.stderr
    assert out == written and host.stdout + host.stderr
    if name == "points":  # void main() returns what its last call left
        assert done.returncode == 0
    else:
        assert done.returncode == (1 if host.returncode else 0)
        assert not host.returncode or f"exit status {host.returncode}\n" in done.stderr


@pytest.mark.full
def test_the_case_studies_of_the_thesis(bareprobe, folder):
    """wc and compress of chapter 5, by the commands of docs/programs.md. wc prints the numbers of
    the host's wc. The decompressed text is the original, and the compressed one is shorter."""
    text = (ROOT / "README.md").read_bytes()
    (folder / "README.md").write_bytes(text)
    lines = re.search(r"^build/bareprobe run --program build/programs/wc .*\n.*lzw.*\n.*lzw.*$",
                      (ROOT / "docs/programs.md").read_text(), re.MULTILINE)[0].splitlines()
    outputs = []
    for line in lines:
        words = shlex.split(line.replace("build/programs", f"{BUILD}/programs"))[1:]
        done = bareprobe(*words, "-e", "clocks", "-r", "1", "--no-log", "--no-store",
                         *(() if "--files-to" in words else ("--files-to", "out")))
        assert done.returncode == 0, done.stdout + done.stderr
        made = "compressed" if "compressed" in words else "out"
        outputs.append((folder / made / "stdout").read_bytes())
    host = subprocess.run(["wc", "-lw", "README.md"], cwd=folder, capture_output=True, check=True)
    counted, compressed, restored = outputs
    assert counted.split() == host.stdout.split()
    assert restored == text and len(compressed) < len(text)
