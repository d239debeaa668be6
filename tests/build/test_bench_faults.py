# SPDX-License-Identifier: MIT
"""Faulty benchmarks and programs: each costs only itself. The message names it, the file, the line and
a remedy, and the benchmark is built after the remedy was applied."""
import re
import shutil
import subprocess

import pytest

from bench_tree import (ROOT, build, fixture_built_tree, fixture_tree,  # noqa: F401, fixtures
                        write)

C = '#include "bench/bench.h"\n%sstatic void run(void) { region_begin(0); %s; region_end(0); }\n%s'
END = 'BENCHMARK("x", run);\n'
GOOD = C % ("", "", END)
CMOV = '__asm__ volatile("cmovl %%eax, %%ecx" : : : "ecx")'
LONG = "n" * 130
SUM = "int sum(int);\nint sum(int x) { return x + 1; }\n"
PROGRAM = "#include <stdio.h>\nint main(void) { puts(\"here\"); return 0; }\n"


def left_out(done):
    """The messages on benchmarks that are left out, by benchmark or file."""
    return dict(re.findall(r"^(?:bench|programs)/(.*?): left out: (.*)$", done.stderr, re.M))


def run(tree, command):
    return build(tree, "run", f"COMMAND={command}", "EVENTS=count_clocks", "REPETITIONS=2")


def measured(done):
    """The benchmarks in the table of `make run`."""
    return set(re.findall(r"^(\w+/\w+) ", done.stdout, re.M))


def write_all(tree, files):
    for name, text in files.items():
        write(tree, f"bench/mine/{name}", text)


def thunk(folder):
    """Assembly of a compiler with a COMDAT group, __x86.get_pc_thunk."""
    (folder / "table.c").write_text(
        "int printf(const char *, ...);\nstatic int t[16] = {1, 2, 3};\nint main(void)\n"
        '{ int s = 0; for (int i = 0; i < 16; i++) s += t[i]; printf("%d\\n", s); return 0; }\n')
    return subprocess.run(["gcc", "-m32", "-O2", "-fPIC", "-S", "-o", "-", "table.c"], cwd=folder,
                          capture_output=True, text=True, check=True).stdout


def test_each_fault_costs_one_benchmark(tree, tmp_path):
    """One build with faults of each stage: names, flags, sources, link, checks, gate, size. The lines are
    those of the sources below. What is no fault is built: a warning of nasm, a file for the preprocessor,
    two outputs of a compiler with the same COMDAT group, MMX behind a test of CPUID."""
    assembly = thunk(tmp_path)
    assert ",comdat" in assembly
    write_all(tree, {
        "common/common.h": "#define N 3\n",
        "a-b.c": GOOD,
        "words/flags": "stak 4K\n", "words/x.c": GOOD,
        "syntax.c": "int x = ;\n",
        "unix/main.c": C % ("#include <pthread.h>\n", "", END),
        "undef.c": C % ("void f(void);\n", "f()", END),
        "work.c": C % ("", "", 'WORK("region=0 data_raed=1");\n' + END),
        "gate/a.c": C % ("int f(int);\n", "f(2)", END),
        "gate/b.c": f"int f(int);\nint f(int x)\n{{\n    {CMOV};\n    return x;\n}}\n",
        "gate/c.c": "int unused(void);\nint unused(void) { return 1; }\n",
        "late.asm": '%include "bench/bench.inc"\nsection .text\nlate:\ncmovz eax, ecx\nret\n'
                    'BENCHMARK "x", late\n',
        "big.c": C % ("static volatile char a[20000000];\n", "a[1] = 1", END),
        "orphan/f.asm": "section .text\nglobal f\nf:\n mov eax, 42\nagain\n ret\n",
        "orphan/main.c": C % ("int f(void);\n", "f()", END),
        "upper/work.S": "#define N 9\n.globl work\n.text\nwork: movl $N, %ecx\n1: decl %ecx\n"
                        "jnz 1b\nret\n",
        "upper/main.c": C % ("void work(void);\n", "work()", END),
        "one.s": assembly, "two.s": assembly,
        "mmx.c": C % ("static volatile int has;\n", 'if (has) __asm__ volatile("emms")', END),
        "mmx.flags": "allow mmx\n",
    })
    done = run(tree, "mine/*")
    found = left_out(done)
    for name, place in (
            ("mine/common", "no source file in it"), ("mine/a-b.c", "a name is group/name"),
            ("mine/words", "bench/mine/words/flags:1: 'stak'"),
            ("mine/syntax", "bench/mine/syntax.c:1: expected expression"),
            ("mine/unix", "bench/mine/unix/main.c:2: <pthread.h>: not available"),
            ("mine/undef", "bench/mine/undef.c:3: undefined reference to `f'"),
            ("mine/work", "bench/mine/work.c:3: WORK: 'data_raed'"),
            ("mine/gate", "bench/mine/gate/b.c:4: cmovl"),
            ("mine/late", "bench/mine/late.asm:4: cmovz"),
            ("mine/big", "too large: its code and static data have 19532 KB")):
        assert found.pop(name).startswith(place), (name, done.stderr)
    assert not found and "f.asm:5: warning: label alone" in done.stderr
    # Each of the requested benchmarks that is missing fails the run and is named once more.
    assert done.returncode and "bareprobe run: not measured: bench/mine/late: left out" in done.stderr
    assert measured(done) >= {"mine/orphan", "mine/upper", "mine/mmx"}, done.stdout
    image = (tree / "build/bareprobe.elf").read_bytes()
    assert b"main() of mine/one.s" in image and b"main() of mine/two.s" in image
    done = build(tree, "run", "COMMAND=thesis/program1", "EVENTS=branches", "REPORT=text")
    assert done.returncode == 0 and "Branches: 100.0" in done.stdout
    assert len(left_out(done)) == 10
