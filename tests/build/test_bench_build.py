# SPDX-License-Identifier: MIT
"""Building benchmarks: flags files, build-time requirements, and benchmarks that do not build,
which must not prevent the others from being built and measured."""
import os
import re
import shutil
import subprocess

import pytest

from bench_tree import (ROOT, build, fixture_built_tree, fixture_tree,  # noqa: F401, fixtures
                        write)

PLAIN = '#include "bench/bench.h"\n%sstatic void run(void) { %s; }\nBENCHMARK("x", run);\n'


def measured(tree, bench, *options):
    """Runs this benchmark alone and returns the finished process with the records in its output."""
    return subprocess.run(["build/vpentium", "-kernel", "build/bareprobe.elf", "-append",
                           f"command={bench} events=count_clocks repetitions=2 exit=qemu",
                           *options], cwd=tree, capture_output=True, text=True, check=False)


@pytest.mark.full
def test_a_benchmark_with_folders_defines_and_a_division(tree):
    """Each line of the flags file is necessary: 14 / 2.8 is 5, and 5 times DEEP is 25."""
    write(tree, "bench/mine/deep/main.c", '#include "bench/bench.h"\n#include <string.h>\n'
          '#include "deep.h"\ndouble part(double);\nstatic int got;\n'
          'static void run(void) { got = (int)(part(14) * DEEP); }\n'
          'static const char *check(void)\n'
          '{ return got == 25 && !strcmp(NAME, "a name") ? 0 : "no"; }\n'
          'BENCHMARK("a division", run, .check = check);\n')
    write(tree, "bench/mine/deep/src/part.c", "double part(double x);\n"
          "double part(double x) { volatile double by = DIVISOR; return x / by; }\n")
    write(tree, "bench/mine/deep/src/broken.c", "no C\n")
    write(tree, "bench/mine/deep/include/deep.h", "#define DEEP 5\n")
    lines = ['define NAME="a name"', "define DIVISOR=2.8", "include include", "sources src",
             "except src/broken.c", "allow fdiv"]
    for left in [*lines, None]:
        write(tree, "bench/mine/deep/flags", "\n".join(line for line in lines if line != left))
        done = build(tree)
        assert done.returncode == 0, done.stderr
        refused = "ev=time" not in measured(tree, "mine/deep").stdout
        assert refused == (left is not None), (left, done.stderr)
        if left == "allow fdiv":  # line 2 of part.c divides
            assert "bench/mine/deep: left out: bench/mine/deep/src/part.c:2: fdiv" in done.stderr
    assert measured(tree, "mine/deep").returncode == 0


@pytest.mark.full
def test_an_allowance_is_one_benchmarks_own(tree):
    """Both benchmarks have a routine `quotient` that divides. The gate prints which line to add to
    which file."""
    source = 'static volatile double a = 1, b = 3;\nstatic void quotient(void) { a = a / b; }\n'
    for name in ("one", "two"):
        write(tree, f"bench/mine/{name}.c", PLAIN % (source, "quotient()"))
    write(tree, "bench/mine/one.flags", "# it divides\nallow fdiv\n")
    done = build(tree)
    assert done.returncode == 0 and "bench/mine/one" not in done.stderr
    assert "bench/mine/two: left out: bench/mine/two.c:3: fdiv" in done.stderr
    assert "(the line `allow fdiv` in bench/mine/two.flags allows it)\n" in done.stderr
    write(tree, "bench/mine/two.flags", "allow fdiv\n")
    done = build(tree)
    assert (done.returncode, done.stderr) == (0, "")


COMMONS = {
    "gas.s": ".comm clock_hz,64,4\n.globl main\nmain: incl clock_hz\ncmpl $1,clock_hz\nje 1f\n"
             "int3\n1: xor %eax,%eax\nret\n",
    "nasm.asm": '%include "bench/bench.inc"\ncommon clock_hz 64:4\nsection .text\n'
                "go: inc dword [clock_hz]\ncmp dword [clock_hz], 1\nje .right\nint3\n"
                '.right: ret\nBENCHMARK "x", go\n',
    "c.c": PLAIN % ("int clock_hz[16];\n", 'if (++clock_hz[0] != 1) __asm__("int3")'),
    "folder/one.c": PLAIN % ("void step(void);\nint clock_hz[16];\n",
                             'step(); if (clock_hz[0] != 1) __asm__("int3")'),
    "folder/two.c": "void step(void);\nint clock_hz[16];\nvoid step(void) { clock_hz[0]++; }\n",
    "c.flags": "option -fcommon\n",
    "folder/flags": "option -fcommon\n",
}


@pytest.mark.full
def test_common_symbols_are_a_benchmarks_own(tree):
    """`clock_hz` is also a variable of the kernel. Each benchmark has its own variable of that
    name, which it increments once and finds at 1; both files of the directory share one."""
    for name, source in COMMONS.items():
        write(tree, f"bench/mine/{name}", source)
    done = build(tree)
    assert done.returncode == 0, done.stderr
    names = subprocess.run(["nm", "build/bareprobe.elf"], cwd=tree, capture_output=True, text=True,
                           check=True).stdout
    places = re.findall(r"^(\w+) (\w) clock_hz$", names, re.M)
    assert sorted(kind for _, kind in places) == ["B", *"bbbb"]
    assert len({place for place, _ in places}) == 5
    run = subprocess.run(["build/vpentium", "-kernel", "build/bareprobe.elf", "-append",
                          "command=mine/* events=count_clocks repetitions=1 "
                          "skip_initialization_run=yes use_assembly_regions=no exit=qemu"],
                         cwd=tree, capture_output=True, text=True, check=False)
    assert re.findall(r"ev=result bench=(\S+) ", run.stdout) == [
        "mine/c", "mine/folder", "mine/gas", "mine/nasm"], run.stdout


@pytest.mark.full
def test_mmx_where_it_is_asked_for(tree):
    """EMMS exists on a P55C. A P54C lacks it, and the run reports that."""
    write(tree, "bench/mine/mmx.asm", '%include "bench/bench.inc"\nsection .text\nmmx: emms\nret\n'
          'BENCHMARK "x", mmx\n')
    assert "not a P5 instruction: MMX requires a P55C" in build(tree).stderr
    write(tree, "bench/mine/mmx.flags", "needs mmx\n")
    assert build(tree).returncode == 0
    assert measured(tree, "mine/mmx", "-cpu", "p55c").returncode == 0
    run = measured(tree, "mine/mmx")
    assert run.returncode
    assert "mine/mmx: not run: it needs MMX, which this processor lacks" in run.stdout


@pytest.mark.parametrize("line, said", [
    ("stak 4K", "'stak': expected define, include, sources, except, option, allow or needs"),
    ("allow sse4", "'sse4': expected fdiv, ud2, rdpmc, pause, tzcnt, p6, mmx, mmxext, fxsr, sse, "
                   "sse2, sse3 or 3dnow"),
    ("needs sse4", "'sse4': expected mmx, p6, k7, sse, sse2, sse3, paging or netburst"),
    ("option -march=i686", "'-march=i686': an option must begin with -f, -O, -std= or -W; "
                           "all benchmarks are compiled for a Pentium"),
    ("define 1=2", "'1=2': define needs NAME or NAME=VALUE"),
    ("include", "'include' needs a value"),
    ("sources src", "'src': not found in bench/mine/x; correct the path or remove the line"),
    ("except no.c", "'no.c': not found in bench/mine/x; correct the path or remove the line"),
    ("include a;b", "'a;b': a path in flags is of letters, digits, _, -, +, . and /; "
                    "rename the file"),
])
def test_wrong_flags_refuse_the_benchmark(tmp_path, line, said):
    """make reads what awk prints: the benchmark is in FLAGS_REFUSED, and make goes on."""
    write(tmp_path, "bench/mine/x/flags", f"# a comment\n{line}\n")
    done = subprocess.run(["awk", "-f", ROOT / "tools/bench_flags.awk", "bench/mine/x/flags"],
                          cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stderr == f"bench/mine/x/flags:2: {said}\n"
    assert done.stdout == "FLAGS_REFUSED += bench/mine/x\n"


@pytest.mark.full
def test_a_source_that_is_renamed_is_built_anew(tree):
    """The renamed source is rebuilt even if it is older than the object built from the previous
    source."""
    asm = '%include "bench/bench.inc"\nsection .text\nrun: nop\nret\nBENCHMARK "in nasm", run\n'
    for suffix, text in ((".c", PLAIN % ("", "")), (".asm", asm), (".c", PLAIN % ("", ""))):
        for old in (tree / "bench/mine").glob("x.*"):
            old.unlink()
        write(tree, f"bench/mine/x{suffix}", text)
        os.utime(tree / f"bench/mine/x{suffix}", (1000000000, 1000000000))
        assert build(tree).returncode == 0
        assert ("in nasm" in measured(tree, "mine/x").stdout) == (suffix == ".asm")


def test_a_new_program_runs(tree):
    """Its input is empty."""
    done = build(tree, "new-bench", "NAME=tally", "LANGUAGE=program")
    command = "build/bareprobe run --program build/programs/tally"
    assert done.stdout == ("wrote programs/tally/tally.c; to measure it: "
                           f"make programs && {command}\n")
    assert build(tree, "build/programs/tally").returncode == 0
    run = subprocess.run([*command.split(), "--no-log", "--report=text", "-r", "2"], cwd=tree,
                         capture_output=True, text=True, check=False)
    assert run.returncode == 0 and "0 lines" in run.stdout


def test_the_readmes_example_works_as_written(tree):
    page = (ROOT / "README.md").read_text()
    path, name = re.search(r"Save this as `(bench/(.*?)\.c)`", page).group(1, 2)
    source = re.search(r"```c\n(.*?)```", page, re.S)[1]
    assert source.count("\n") <= 10
    write(tree, path, source)
    run = build(tree, "run", f"COMMAND={name}", "EVENTS=data_read", "REPORT=text")
    assert run.returncode == 0, run.stdout + run.stderr
    assert f"{name}: reads a thousand numbers" in run.stdout
    # An iteration reads one number, because the array is volatile.
    assert re.search(r"Data Read: 1000\.0 \+/- 0\.0", run.stdout)


def test_the_gate_has_help():
    done = subprocess.run([ROOT / "build/p5gate", "--help"], capture_output=True, text=True,
                          check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usage: p5gate [OPTION]... IMAGE\n")
    assert max(map(len, done.stdout.splitlines())) <= 80


@pytest.mark.full
def test_compiler_and_flags_are_in_the_builds_name(tree):
    """-O1 and -O2 yield different build names, and changing the level recompiles the sources."""
    def name(*words):
        done = build(tree, "build/bareprobe.elf", *words)
        assert done.returncode == 0, done.stderr
        start = measured(tree, "thesis/hello").stdout.splitlines()[0]
        return re.search(r' build="(\S+) (\S+) (\S+) image \S+" ', start).groups()[1:], done.stdout
    version = subprocess.run(["gcc", "-dumpfullversion"], capture_output=True, text=True,
                             check=True).stdout.strip()
    name()
    usual, made = name("V=1")
    assert usual == (f"gcc-{version}", "-O2") and " -c -o " not in made
    other, made = name("BENCH_OPTIMIZE=-O1", "V=1")
    assert other == (f"gcc-{version}", "-O1")
    assert " bench/apps/bytecode/bytecode.c" in made and " pmc/event.c" not in made
    assert name()[0] == (f"gcc-{version}", "-O2")


ARRAYS = '''#include "bench/bench.h"
#define BYTES (%d * 1048576)
static char first[BYTES / 2], second[BYTES / 2];
static int unclear;
static void setup(void)
{
    for (unsigned i = 0; i < BYTES / 2; i += 64) {
        unclear += first[i] || second[i];
        first[i] = second[i] = 1;
    }
}
static void run(void) { region("copy") { second[1] = first[BYTES / 2 - 64]; } }
static const char *check(void)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < BYTES / 2; i += 64)
        sum += first[i] + second[i];
    return sum == BYTES / 64 && second[1] == 1 && !unclear ? 0 : "the arrays";
}
BENCHMARK("large static arrays", run, .setup = setup, .check = check);
'''


def test_large_static_arrays_are_where_memory_is(tree):
    """The arrays of both are at the same place, clear when their benchmark begins, in either ring.
    6 MB fit into a machine with 12 MB; 20 MB do not, and a machine with 4 MB measures the other
    benchmarks. `.bss` of the image is not larger than before."""
    write(tree, "bench/mine/medium.c", ARRAYS % 6)
    write(tree, "bench/mine/medium_too.c", ARRAYS % 5)
    write(tree, "bench/mine/too_large.c", ARRAYS % 20)
    done = build(tree)
    assert done.returncode == 0, done.stderr
    for ring in ("kernel", "user"):
        done = measured(tree, f"mine/* privilege={ring}", "-m", "12")
        assert "what=" not in done.stdout, done.stdout
        assert set(re.findall(r"ev=result .*?bench=(\S+)", done.stdout)) == {"mine/medium",
                                                                           "mine/medium_too"}
        needs, has = map(int, re.search(
            r"ev=skipped .*bench=mine/too_large needs_kb=(\d+) has_kb=(\d+)", done.stdout).groups())
        assert 20 * 1024 <= needs <= 20 * 1024 + 1 and 7 * 1024 < has < 8 * 1024
    assert "ev=result" in measured(tree, "thesis/hello", "-m", "4").stdout
    done = subprocess.run(["build/bareprobe", "run", "-b", "mine/too_large", "-e", "clocks",
                           "--no-log", "--no-store"], cwd=tree, capture_output=True, text=True,
                          check=False)
    assert done.returncode == 1
    assert "mine/too_large was not run: it needs 20481 KB of memory" in done.stderr
    assert "--memory 32 simulates a machine that has enough" in done.stderr


@pytest.mark.full
def test_a_directory_of_programs_is_compiled_as_it_is(tree):
    """A program of two files and a header, and one of one file, in programs/ of a tree."""
    programs = tree / "programs"
    try:
        shutil.copytree(ROOT / "tests/data/programs/dhry", programs / "mixed")
        (programs / "mixed/version.h").write_text('#define VERSION "2.1"\n')
        header = programs / "mixed/mix.h"
        header.write_text('#include "version.h"\n' + header.read_text())
        (programs / "shortest").mkdir()
        shutil.copy(ROOT / "tests/data/programs/paths.c", programs / "shortest")
        done = build(tree, "-s", "build/programs/mixed", "build/programs/shortest")
        assert done.returncode == 0, done.stderr
        run = subprocess.run(["build/programs/mixed"], cwd=tree, input="7\n", text=True,
                             capture_output=True, timeout=60, check=False)
        assert "Table:    17 (17)\n" in run.stdout
        assert (tree / "build/programs/shortest").exists()
    finally:
        for name in ("mixed", "shortest"):
            shutil.rmtree(programs / name, ignore_errors=True)
            (tree / "build/programs" / name).unlink(missing_ok=True)
