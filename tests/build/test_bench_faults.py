# SPDX-License-Identifier: MIT
"""Faulty benchmarks and programs: each costs only itself. The message names it, the file, the
line and a remedy, and the benchmark is built after the remedy was applied."""
import os
import re
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


def left_out(done):
    """The messages on benchmarks that are left out, by benchmark or file."""
    return dict(re.findall(r"^(?:bench|programs)/(.*?): left out: (.*)$", done.stderr, re.M))


def run(tree, command):
    return build(tree, "run", f"COMMAND={command}", "EVENTS=count_clocks", "REPETITIONS=2",
                 "MEMORY=64")


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
    """One build with faults of each stage: names, flags, sources, link, checks, gate, size. The
    lines are those of the sources below. These are no faults: a warning of nasm, a file for the
    preprocessor, two outputs of a compiler with the same COMDAT group, MMX after a test."""
    assembly = thunk(tmp_path)
    assert ",comdat" in assembly
    write_all(tree, {
        "common/common.h": "#define N 3\n",
        "a-b.c": GOOD,
        "words/flags": "stak 4K\n", "words/x.c": GOOD,
        "unread/flags/x": "", "unread/x.c": GOOD,
        "syntax.c": "int x = ;\n",
        "unix/main.c": C % ("#include <pthread.h>\n", "", END),
        "undef.c": C % ("void f(void);\n", "f()", END),
        "work.c": C % ("", "", 'WORK("region=0 data_raed=1");\n' + END),
        "gate/a.c": C % ("int f(int);\n", "f(2)", END),
        "gate/b.c": f"int f(int);\nint f(int x)\n{{\n    {CMOV};\n    return x;\n}}\n",
        "gate/c.c": "int unused(void);\nint unused(void) { return 1; }\n",
        "late.asm": '%include "bench/bench.inc"\nsection .text\nlate:\ncmovz eax, ecx\nret\n'
                    'BENCHMARK "x", late\n',
        "big.c": C % ("static volatile char a[3000000] = {1};\n", "a[1] = 1", END),
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
            ("mine/unread", "bench/mine/unread/flags: not a file that can be read"),
            ("mine/syntax", "bench/mine/syntax.c:1: expected expression"),
            ("mine/unix", "bench/mine/unix/main.c:2: <pthread.h>: not available"),
            ("mine/undef", "bench/mine/undef.c:3: undefined reference to `f'"),
            ("mine/work", "bench/mine/work.c:3: WORK: 'data_raed'"),
            ("mine/gate", "bench/mine/gate/b.c:4: cmovl"),
            ("mine/late", "bench/mine/late.asm:4: cmovz"),
            ("mine/big", "too large: its code and static data have 2930 KB")):
        assert found.pop(name).startswith(place), (name, done.stderr)
    assert not found and "f.asm:5: warning: label alone" in done.stderr
    # Each of the requested benchmarks that is missing fails the run and is named once more.
    assert done.returncode
    assert "bareprobe run: not measured: bench/mine/late: left out" in done.stderr
    assert measured(done) >= {"mine/orphan", "mine/upper", "mine/mmx"}, done.stdout
    image = (tree / "build/bareprobe.elf").read_bytes()
    assert b"main() of mine/one.s" in image and b"main() of mine/two.s" in image
    done = subprocess.run([tree / "build/bareprobe", "list", "benches", "mine/late"], cwd=tree,
                          capture_output=True, text=True, check=True)
    assert done.stdout.startswith("bench/mine/late: left out: bench/mine/late.asm:4: cmovz")
    done = build(tree, "run", "COMMAND=thesis/program1", "EVENTS=branches", "REPORT=text")
    assert done.returncode == 0 and "Branches: 100.0" in done.stdout
    assert len(left_out(done)) == 11


# ---- names --------------------------------------------------------------------------------------

# Files below bench/mine/, and for those that are left out a part of the reason; None: a benchmark.
LISTED = {
    "good.c": None, "gas.s": None, "upper.S": None, "lower.asm": None, "other.nasm": None,
    "made.o": None, "folder/x.c": None, "notes.txt": "", "README.md": "", "header.h": "",
    "my file.c": "a name is group/name", "it's.c": "a name is group/name", "a;b.c": "a name is",
    "$HOME.c": "a name is group/name", "#x.c": "a name is group/name", "Big.asm": "rename it",
    "my dir/x.c": "a name is group/name", "LOUD.ASM": "in capitals; rename it to .asm",
    "c.cpp": "only C, nasm", "c.cxx": "only C, nasm", "lib.a": "a library; extract",
    LONG + ".c": "has 135 characters; rename it to at most 127",
    "nothing/common.h": "no source file",
    "deep/er/x.c": "no source file", "two.c": "each of them would be benchmark mine/two",
    "two/x.c": "each of them would be benchmark mine/two", "parts/my part.c": "rename it",
    "alone.flags": "there is no file of that benchmark", "flags": "flags are of one benchmark",
    "mixed/x.c": "", "mixed/y.cc": "add the line 'except y.cc' to bench/mine/mixed/flags",
    "excepted/x.c": None, "excepted/y.cc": "", "excepted/flags": "except y.cc\n",
    "deeper/src/x.c": "", "deeper/flags": "sources src\n", "hidden/.x.c": "",
}
FOLDERS = {"folder/x.c": "folder", "excepted/x.c": "excepted", "my dir/x.c": "my dir",
           "nothing/common.h": "nothing", "deep/er/x.c": "deep", "two/x.c": "two"}


def test_names_that_can_be_benchmarks(tmp_path):
    (tmp_path / "tools").symlink_to(ROOT / "tools")
    for name, text in LISTED.items():
        write(tmp_path, f"bench/mine/{name}", text if text and "flags" in name else "")
    write(tmp_path, "bench/alone.c", 'BENCHMARK("x", run);\n')
    write(tmp_path, "bench/shared.c", "int shared;\n")
    (tmp_path / "bench/mine/link.c").symlink_to("nowhere")
    (tmp_path / "bench/mine/circle").symlink_to("circle")
    (tmp_path / "bench/mine/folder/again").symlink_to(".")
    os.mkfifo(tmp_path / "bench/mine/pipe.c")
    (tmp_path / "bench/mine/folder/flags").mkdir()
    done = subprocess.run(["tools/bench_list.sh", "refused"], cwd=tmp_path, capture_output=True,
                          text=True, check=True)
    assert done.stderr == ""
    good = [f"bench/mine/{FOLDERS.get(name, name)}" for name, reason in LISTED.items()
            if reason is None]
    assert sorted(done.stdout.split("\n")) == sorted(
        ["", "bench/shared.c", "bench/mine/deeper", *good])
    refused = dict(line.split("\t") for line in (tmp_path / "refused").read_text().splitlines())
    for name, reason in LISTED.items():
        if reason and not reason.endswith("\n"):
            assert reason in refused.pop(f"bench/mine/{FOLDERS.get(name, name)}"), name
    assert "a benchmark is in a group" in refused.pop("bench/alone.c")
    assert "a link to a file that does not exist" in refused.pop("bench/mine/link.c")
    assert "no source file" in refused.pop("bench/mine/hidden")
    assert "too many levels of symbolic links" in refused.pop("bench/mine/circle")
    assert "a pipe, socket or device" in refused.pop("bench/mine/pipe.c")
    assert not refused


@pytest.mark.parametrize("message, remedy", [
    ("bench/m/x.c:1:10: fatal error: bench/hosted.h: No such file or directory",
     "this header no longer exists"),
    ("ld: build/kernel/bench/m/x.o: plugin needed to handle lto object", "without -flto"),
    ("bench/m/x.asm:1: error: parser: instruction expected", "remove ORG"),
    ("bench/m/x.c:1:1: error: stray \u2018\\376\u2019 in program", "iconv -f utf-16"),
])
def test_remedies_of_messages(tmp_path, message, remedy):
    write(tmp_path, "bench/m/x.asm", "org 100h\n")
    done = subprocess.run(["awk", "-v", "object=build/kernel/bench/m/x.o", "-f",
                           ROOT / "tools/build_reasons.awk"], cwd=tmp_path, capture_output=True,
                          input=message + "\n", text=True, check=True)
    assert remedy in done.stdout


# ---- programs -----------------------------------------------------------------------------------

@pytest.mark.full
def test_a_faulty_program_costs_one_program(tree):
    """The others are built; the goal `programs` fails at its end, and so does a program by name."""
    program = "int f(void);\nint main(void) { return f(); }\n"
    write(tree, "programs/late/main.c", program)
    write(tree, "programs/late/f.nasm", "global f\nsection .text\nf: xor eax, eax\nagain\nret\n")
    write(tree, "programs/late/g.S", "#define N 3\n.globl g\ng: movl $N, %eax\n")
    write(tree, "programs/early/main.c", program)
    write(tree, "programs/words2/x.c", "\nint x = ;\n")
    write(tree, "programs/cpp/x.cxx", "class C;\n")
    write(tree, "programs/my program/x.c", program)
    (tree / "programs/empty").mkdir()
    done = build(tree, "programs")
    found = left_out(done)
    assert done.returncode and (tree / "build/programs/late").exists()
    for name, reason in (
            ("early", "programs/early/main.c:2: undefined reference to `f'; define it in"),
            ("words2", "programs/words2/x.c:2: expected expression"),
            ("cpp", "programs/cpp/x.cxx: only C, nasm"), ("my program", "a program's name is"),
            ("empty", "no source file in it; add one")):
        assert found.pop(name).startswith(reason), done.stderr
    assert not found
    assert build(tree, "build/programs/early").returncode
    (tree / "programs/early/f.c").write_text("int f(void);\nint f(void) { return 0; }\n")
    assert build(tree, "build/programs/early").returncode == 0


# ---- remedies -----------------------------------------------------------------------------------

MMX = C % ("static volatile int has;\n", 'if (has) __asm__ volatile("emms")', END)
BIG = C % ("static volatile char a[3000000] = {1};\n", "a[1] = 2", END)
SMALL = C % ("#include <stdlib.h>\nstatic char *a;\n"
             "static void setup(void) { a = malloc(40000000); }\n", "a[1] = 2",
             'BENCHMARK("x", run, .setup = setup, .memory = 41000000);\n')

# A dozen and more broken benchmarks: files of each, the words of its remedy, and the edit that
# follows them. An edit without files is a line of flags, which is read from the message itself.
BROKEN = {
    "common": ({"common/common.h": "#define N 3\n"}, "move its files to bench/mine/",
               {"common/common.h": None, "common.h": "#define N 3\n",
                "common.c": '#include "bench/mine/common.h"\n' + GOOD}),
    "syntax": ({"syntax.c": "int x = ;\n" + GOOD}, "correct the line", {"syntax.c": GOOD}),
    "header": ({"header.c": '#include "numbers.h"\n' + GOOD}, "add the file to bench/mine/",
               {"numbers.h": "#define N 3\n"}),
    "gas": ({"gas.s": ".globl main\nmain: movq %rax, %rbx\nret\n"}, "generate 32-bit code",
            {"gas.s": ".globl main\nmain: movl %eax, %ecx\nret\n"}),
    "undef": ({"undef.c": C % ("int sum(int);\n", "sum(2)", END)},
              "make bench/mine/undef/ a directory with all files",
              {"undef.c": None, "undef/undef.c": C % ("int sum(int);\n", "sum(2)", END),
               "undef/sum.c": SUM}),
    "twice": ({"twice/a.c": C % (SUM, "sum(2)", END), "twice/b.c": SUM},
              "leave a file out by the line 'except FILE' in bench/mine/twice/flags",
              {"twice/flags": "except b.c\n"}),
    "cmov": ({"cmov.c": C % ("", CMOV, END)}, "the line `needs p6`", {}),
    "fdiv": ({"fdiv/a.c": C % ("double f(void);\n", "f()", END),
              "fdiv/b.c": "double f(void);\n"
                          "double f(void) { volatile double d = 3; return 1 / d; }\n"},
             "the line `allow fdiv`", {}),
    "mmx": ({"mmx.c": MMX}, "`allow mmx` is for code that tests CPUID first",
            {"mmx.flags": "allow mmx\n"}),
    "words": ({"words/flags": "except no.c\n", "words/x.c": GOOD}, "or remove the line",
              {"words/flags": None}),
    "work": ({"work.c": C % ("", "", 'WORK("region=0 data_raed=0");\n' + END)},
             "did you mean data_read?",
             {"work.c": C % ("", "", 'WORK("region=0 data_read=0");\n' + END)}),
    "big": ({"big.c": BIG}, "allocate the data by malloc() in .setup", {"big.c": SMALL}),
    LONG: ({f"{LONG}.c": GOOD}, "has 135 characters; rename it",
           {f"{LONG}.c": None, "short.c": GOOD}),
    "cpp": ({"cpp/main.c": GOOD, "cpp/other.cxx": "class C;\n"},
            "add the line 'except other.cxx'", {}),
    "same": ({"same.c": GOOD, "same.asm": "nothing\n"}, "rename or remove all but one",
             {"same.asm": None}),
    "My": ({"My.c": GOOD}, "rename it", {"My.c": None, "my.c": GOOD}),
}


def apply_edit(tree, message, edit):
    """Writes the line of flags that the message names if the edit has no files, and the files of
    the edit; None removes one."""
    line = re.search(r"the line [`'](.*?)[`'] (?:in|to) (bench/\S+flags)", message)
    if line and not edit:
        write(tree, line[2], line[1] + "\n")
    for name, text in edit.items():
        if text is None:
            (tree / f"bench/mine/{name}").unlink()
        else:
            write(tree, f"bench/mine/{name}", text)
    for folder in [path for path in (tree / "bench/mine").iterdir() if path.is_dir()]:
        if not list(folder.iterdir()):
            folder.rmdir()


@pytest.mark.full
def test_a_dozen_broken_benchmarks_next_to_a_good_one(tree):
    """`make run COMMAND=good/one` prints its report and a one-line remedy for each of the others,
    and after the remedies all are built and measured."""
    write(tree, "bench/good/one.c", GOOD)
    for files, _, _ in BROKEN.values():
        write_all(tree, files)
    done = run(tree, "good/one")
    assert done.returncode == 0 and measured(done) == {"good/one"}, done.stderr
    lines = [line for line in done.stderr.splitlines() if ": left out: " in line]
    assert len(lines) == len(BROKEN) + 1  # both files of `same` are named
    for name, (_, remedy, edit) in BROKEN.items():
        message = next(line for line in lines if re.match(rf"bench/mine/{name}\b", line))
        assert remedy in message, message
        apply_edit(tree, message, edit)
    done = run(tree, "mine/*")
    assert not left_out(done), done.stderr
    assert "mine/cmov: not run: it needs the instructions of a Pentium Pro" in done.stdout
    names = {f"mine/{name}" for name in BROKEN if name not in (LONG, "My", "cmov", "gas")}
    assert measured(done) >= names | {"mine/short", "mine/my"}, done.stdout
    assert b"main() of mine/gas.s" in (tree / "build/bareprobe.elf").read_bytes()
    later = subprocess.run([ROOT / "build/vpentium-p6", "-cpu", "ppro", "-kernel",
                            "build/bareprobe.elf", "-append",
                            "command=mine/cmov events=clocks repetitions=2 exit=qemu"],
                           cwd=tree, capture_output=True, text=True, check=False)
    assert later.returncode == 0 and "ev=result bench=mine/cmov" in later.stdout
