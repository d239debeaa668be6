# SPDX-License-Identifier: MIT
"""tools/benchcheck: the message for each mistake in a benchmark, and the evaluation of expected
counts. Benchmarks are compiled as in the real build, but each is linked separately."""
import functools
import pathlib
import re
import subprocess

import pytest

from bench_tree import build, fixture_built_tree, fixture_tree, write  # noqa: F401, fixtures
from tiers import fast_cases

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHECK = ROOT / "build/benchcheck"
INCLUDE = {".c": '#include "bench/bench.h"\n', ".asm": '%include "bench/bench.inc"\n'}
RUN = {".c": 'static long size, order;\nstatic void run(void) { keep(size + order); }\n',
       ".asm": "section .data\nsize: dd 0\nsection .text\nrun: ret\n"}


@functools.cache
def flags(source="bench/thesis/p5montest", *settings):
    """Returns the compiler command of the Makefile for a source."""
    said = subprocess.run(["make", "-snB", "V=1", *settings, f"build/kernel/{source}.o"],
                          cwd=ROOT, capture_output=True, text=True, check=True).stdout
    command = next(line for line in said.splitlines() if line.startswith("gcc"))
    return [word for word in command.split(" && ")[0].split()[1:] if "prefix-map" not in word
            and word.startswith(("-m", "-std", "-O", "-f", "-W"))]


@pytest.fixture(name="image", scope="module")
def fixture_image(tmp_path_factory):
    """Builds an image from sources given by name. Each source is preceded by the include and a
    routine `run`."""
    compiled_with = flags()

    def make(sources):
        folder = tmp_path_factory.mktemp("tree")
        objects = []
        for name, source in sources.items():
            path = pathlib.Path("bench", name)
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(INCLUDE[path.suffix] + RUN[path.suffix] + source)
            bench = str(path.relative_to("bench").with_suffix(""))
            objects.append(path.with_suffix(".o"))
            compiler = ["gcc", *compiled_with, f"-I{ROOT}", f'-DBENCH_NAME="{bench}"', "-c"]
            if path.suffix == ".asm":
                compiler = ["nasm", "-f", "elf32", f"-I{ROOT}/", f"-DBENCH_NAME='{bench}'"]
            subprocess.run([*compiler, "-o", objects[-1], path], cwd=folder, check=True,
                           stderr=subprocess.DEVNULL)
        subprocess.run(["ld", "-m", "elf_i386", "-T", ROOT / "linker.ld", "--gc-sections",
                        "--unresolved-symbols=ignore-all", "-o", "image", *objects], cwd=folder,
                       check=True, stderr=subprocess.DEVNULL)
        return folder / "image"
    return make


def check(*arguments):
    return subprocess.run([CHECK, *map(str, arguments)], capture_output=True, text=True,
                          timeout=30, check=False)


def arguments(*pairs):
    rows = ", ".join(f'ARGUMENT({name}, "{values}")' for name, values in pairs)
    return f'BENCHMARK("text", run, .arguments = ARGUMENTS({rows}));\n'


SIZED = arguments(("size", "4K..8K*2"), ("order", "up,down"))
NASM_TABLE = """section .rodata
table: ARGUMENT {}, "{}"
       ARGUMENTS_END
%define BENCH_ARGUMENTS table
BENCHMARK "text", run
"""


def work(text):
    return f"WORK({text});\n" + SIZED


# Reported line numbers count the include and the routine, which take three lines in C and five in
# nasm, so that the first line of a C source below is line 4.
WRONG = [
    *((f"apps/x{suffix}", "", f"bench/apps/x{suffix}: BENCHMARK: missing; a benchmark ends in "
       'BENCHMARK("one sentence", routine); a program with a main() is in programs/x/ instead '
       "(programs/README.md)") for suffix in (".c", ".asm")),
    ("apps/x.asm", 'BENCHMARK "one", run\nBENCHMARK "two", run\n',
     "bench/apps/x.asm:7: BENCHMARK: a second one, after bench/apps/x.asm:6; a file or directory "
     "is one benchmark"),
    ("apps/Big.c", 'BENCHMARK("text", run);\n',
     "bench/apps/Big.c:4: BENCHMARK: name='apps/Big': a name is group/name, of lower-case "
     "letters, digits and _; rename the file"),
    ("apps/a-b.asm", 'BENCHMARK "text", run\n',
     "bench/apps/a-b.asm:6: BENCHMARK: name='apps/a-b': a name is group/name, of lower-case "
     "letters, digits and _; rename the file"),
    ("apps/x.c", 'BENCHMARK("", run);\n',
     "bench/apps/x.c:4: BENCHMARK: text='': describe in one sentence what is measured"),
    ("apps/x.c", 'BENCHMARK("one\\ntwo", run);\n',
     "bench/apps/x.c:4: BENCHMARK: text='one': more than one line; write one sentence of at most "
     "100 characters"),
    ("apps/x.c", f'BENCHMARK("{"long " * 20}one", run);\n',
     "bench/apps/x.c:4: BENCHMARK: text='long long long long ...': 103 characters; write one "
     "sentence of at most 100"),
    ("apps/x.c", 'BENCHMARK("text");\n',
     "bench/apps/x.c:4: BENCHMARK: run: missing; the routine to measure follows the text, as in "
     'BENCHMARK("one sentence", run)'),
    ("apps/x.c", 'BENCHMARK("text", .setup = run);\n',
     "bench/apps/x.c:4: BENCHMARK: run: missing; the routine to measure follows the text, as in "
     'BENCHMARK("one sentence", run)'),
    ("apps/x.asm", 'BENCHMARK "text"\n',
     "bench/apps/x.asm:6: BENCHMARK: run: missing; the routine to measure follows the text, as "
     'in BENCHMARK("one sentence", run)'),
    ("apps/x.c", 'static uint32_t need(void) { return 1; }\n'
                 'BENCHMARK("text", run, .memory = 64, .memory_for = need);\n',
     "bench/apps/x.c:5: BENCHMARK: memory=64: memory_for is given too; remove one of them"),
    ("apps/x.c", arguments(("size", "1K..")),
     "bench/apps/x.c:4: BENCHMARK: size='1K..': a range needs an end, as in 1K..64K*2"),
    ("apps/x.c", arguments(("size", "1..65+1")),
     "bench/apps/x.c:4: BENCHMARK: size='1..65+1': more than 64 values; a larger step gives fewer"),
    ("apps/x.c", arguments(("size", "1,2"), ("size", "4,8")),
     "bench/apps/x.c:4: BENCHMARK: size='4,8': an argument of that name already exists, '1,2'"),
    ("apps/x.c", arguments(("size", "1..64+1"), ("order", "1..17+1")),
     "bench/apps/x.c:4: BENCHMARK: arguments: 1088 combinations of values; at most 1024 are "
     "allowed"),
    ("apps/x.asm", NASM_TABLE.format("size", ""),
     "bench/apps/x.asm:10: BENCHMARK: size='': no values; give some, as in 4,16,64 or 1K..64K*2 or "
     "up,down"),
    ("apps/x.asm", 'section .rodata\nname: db "a b", 0\nlist: db "1", 0\n'
                   'table: dd name, list, size\nARGUMENTS_END\n'
                   '%define BENCH_ARGUMENTS table\nBENCHMARK "text", run\n',
     "bench/apps/x.asm:12: BENCHMARK: arguments: name='a b': a name has letters, digits and _ "
     "only"),
    ("apps/x.asm", NASM_TABLE.format("0", "1,2").replace("ARGUMENT 0", 'dd size, 0, 0 ;'),
     "bench/apps/x.asm:10: BENCHMARK: arguments: name='': a name has letters, digits and _ only"),
    ("apps/x.asm", 'section .rodata\nname: db "a", 0\nlist: db "1", 0\n'
                   'table: dd name, list, 0\nARGUMENTS_END\n'
                   '%define BENCH_ARGUMENTS table\nBENCHMARK "text", run\n',
     "bench/apps/x.asm:12: BENCHMARK: a='1': no variable for the values"),
    ("apps/x.asm", 'section .rodata\ntable:\n' + "".join(
        f'ARGUMENT a{i}, "1"\n' for i in range(5)) + "ARGUMENTS_END\nsection .data\n" + "".join(
        f"a{i}: dd 0\n" for i in range(5)) + '%define BENCH_ARGUMENTS table\nBENCHMARK "t", run\n',
     "bench/apps/x.asm:21: BENCHMARK: arguments: more than 4"),
    ("apps/x.c", arguments(("size", "1,2"), ("order", "a" * 31)).replace("size", "s" * 100).replace(
        "BENCHMARK", f"static long {'s' * 100};\nBENCHMARK"),
     f"bench/apps/x.c:5: BENCHMARK: arguments: 'apps/x:{'s' * 100}=1:order=aaaaaaaaaaa...': the "
     "name of this case has 147 characters; shorten names and values to at most 127"),
    ("apps/x.c", work('"data_read=1"'),
     "bench/apps/x.c:4: WORK: 'data_read' before region=; counts follow their region, as in "
     "region=0 data_read=size/4 (apps/x:size=4K:order=up)"),
    ("apps/x.c", work('"region=0"'),
     "bench/apps/x.c:4: WORK: no count after region=0, as in data_read=size/4 "
     "(apps/x:size=4K:order=up)"),
    ("apps/x.c", work('"region=0 data_raed=1"'),
     "bench/apps/x.c:4: WORK: 'data_raed' is not an event of the p54c; did you mean data_read? "
     "(apps/x:size=4K:order=up)"),
    ("apps/x.c", work('"region=0 nonsense=1"'),
     "bench/apps/x.c:4: WORK: 'nonsense' is not an event of the p54c (apps/x:size=4K:order=up)"),
    ("apps/x.c", work('"region=0 returns=1"'),
     "bench/apps/x.c:4: WORK: returns: the p54c does not count this event; write cpu=p55c "
     "before region= "
     "(apps/x:size=4K:order=up)"),
    ("apps/x.c", work('"region=0 data_read = 1"'),
     "bench/apps/x.c:4: WORK: 'data_read' must be followed directly by '=', as in region=0 "
     "data_read=size/4 (apps/x:size=4K:order=up)"),
    ("apps/x.c", work('"region=0 data_read"'),
     "bench/apps/x.c:4: WORK: 'data_read' must be followed directly by '=', as in region=0 "
     "data_read=size/4 (apps/x:size=4K:order=up)"),
    ("apps/x.c", work('"region=0 data_read=sise/4"'),
     "bench/apps/x.c:4: WORK: 'sise' is not an argument of this benchmark; did you mean size? "
     "(apps/x:size=4K:order=up)"),
    ("apps/x.c", work('"region=0 data_read=0x10"'),
     "bench/apps/x.c:4: WORK: '0x10' is not a number, as in 64, 4K or 1M "
     "(apps/x:size=4K:order=up)"),
    ("apps/x.c", work('"region=0 data_read=size/"'),
     "bench/apps/x.c:4: WORK: a number or an argument is missing at the end "
     "(apps/x:size=4K:order=up)"),
    ("apps/x.c", work('"region=0 data_read=*4"'),
     "bench/apps/x.c:4: WORK: a number or an argument is missing before '*4' "
     "(apps/x:size=4K:order=up)"),
    ("apps/x.c", work('"region=0 data_read=(size+1"'),
     "bench/apps/x.c:4: WORK: a '(' is not closed (apps/x:size=4K:order=up)"),
    ("apps/x.c", work('"region=0 data_read=1;"'),
     "bench/apps/x.c:4: WORK: ';': expected a count, as in data_read=size/4 "
     "(apps/x:size=4K:order=up)"),
    ("apps/x.c", work('"region=0 data_read=size/order"'),
     "bench/apps/x.c:4: WORK: division by 0 (apps/x:size=4K:order=up)"),
    ("apps/x.c", work('"region=0 data_read=2048M*2048M*2048M"'),
     "bench/apps/x.c:4: WORK: a number does not fit in 64 bits (apps/x:size=4K:order=up)"),
    ("apps/x.c", work('"region=0 data_read=4K-size"'),
     "bench/apps/x.c:4: WORK: data_read=-4096: a count must not be negative "
     "(apps/x:size=8K:order=up)"),
    ("apps/x.c", work('"cpu=p7 region=0 data_read=1"'),
     "bench/apps/x.c:4: WORK: cpu=p7: expected p5 (p54c, p55c), p6 (ppro, p2, p3, pm), k7 or "
     "p4 (willamette, northwood, prescott) (apps/x:size=4K:order=up)"),
    ("apps/x.c", work('"if order=across region=0 data_read=1"'),
     "bench/apps/x.c:4: WORK: if order=across: not one of its values, up,down "
     "(apps/x:size=4K:order=up)"),
    ("apps/x.c", work('"if odrer=up region=0 data_read=1"'),
     "bench/apps/x.c:4: WORK: 'odrer' is not an argument of this benchmark; did you mean order? "
     "(apps/x:size=4K:order=up)"),
    ("apps/x.c", work('"region=256 data_read=1"'),
     "bench/apps/x.c:4: WORK: region=256: not a number from 0 to 255, and not a named region "
     "of apps/x"),
    ("apps/x.c", work('"region=inner data_read=1"'),
     "bench/apps/x.c:4: WORK: region=inner: not a number from 0 to 255, and not a named region "
     "of apps/x"),
    ("apps/x.c", work(r'"region=\"inner data_read=1"'),
     "bench/apps/x.c:4: WORK: region=\"inner data_read=1: the closing '\"' is missing "
     "(apps/x:size=4K:order=up)"),
    ("apps/x.asm", 'WORK "region=0 data_raed=1"\nBENCHMARK "text", run\n',
     "bench/apps/x.asm:6: WORK: 'data_raed' is not an event of the p54c; did you mean data_read? "
     "(apps/x)"),
]


@pytest.mark.parametrize("name, source, message", WRONG)
def test_is_refused_with(image, name, source, message):
    done = check(image({name: source}), f"bench/{name}")
    assert done.stdout == message + "\n"
    assert (done.returncode, done.stderr) == (1, "")


def test_each_wrong_thing_is_said_at_once(image):
    done = check(image({"apps/x.c": 'WORK("region=0 a=1");\nBENCHMARK("");\n',
                        "apps/y.asm": 'BENCHMARK "", run\n'}))
    assert [line.split(": ")[:2] for line in done.stdout.splitlines()] == [
        ["bench/apps/x.c:5", "BENCHMARK"], ["bench/apps/x.c:5", "BENCHMARK"],
        ["bench/apps/x.c:4", "WORK"], ["bench/apps/y.asm:6", "BENCHMARK"]]


def counts(image):
    done = check("--counts", image)
    assert done.returncode == 0, done.stdout + done.stderr
    return [tuple(line.split("\t")) for line in done.stdout.splitlines()]


def test_a_formula_is_worked_out_for_each_case(image):
    """Evaluation is from left to right, products before sums; a division drops its remainder."""
    source = work('"region=0 data_read=size/4*2 + (order+7)/2 - 1 branches=1M"')
    assert counts(image({"apps/x.c": source})) == [
        ("p54c", f"apps/x:size={size}K:order={order}", "0", event, str(count))
        for size in (4, 8) for place, order in enumerate(("up", "down"))
        for event, count in (("data_read", size * 512 + (place + 7) // 2 - 1),
                             ("branches", 1 << 20))]


def test_conditions_choose_cases_and_a_processor(image):
    source = ('WORK("if order=down if size=8K cpu=p55c region=3 returns=2");\n'
              + work('"if order=up region=0 clocks=size-4K"'))
    assert counts(image({"apps/x.c": source})) == [
        ("p55c", "apps/x:size=8K:order=down", "3", "returns", "2"),
        ("p54c", "apps/x:size=4K:order=up", "0", "count_clocks", "0"),
        ("p54c", "apps/x:size=8K:order=up", "0", "count_clocks", "4096")]


def test_a_region_goes_by_its_name(image):
    source = """static void loops(void)
{ region("outer") { run(); } region("inner loop") { run(); } }
WORK("region=inner_loop branches=1");
WORK("region=\\"inner loop\\" data_read=1");
BENCHMARK("text", loops);
"""
    nasm = 'REGION_NAME 9, "last one"\nWORK `region="last one" branches=2`\nBENCHMARK "t", run\n'
    assert counts(image({"apps/x.c": source, "apps/y.asm": nasm})) == [
        ("p54c", "apps/x", "1", "branches", "1"), ("p54c", "apps/x", "1", "data_read", "1"),
        ("p54c", "apps/y", "9", "branches", "2")]


def test_nasm_has_arguments(image):
    """WORK lines between the code do not change the current section."""
    source = NASM_TABLE.format("size", "4K,8K") + 'again: nop\nWORK "region=0 data_read=size"\nret'
    made = image({"apps/x.asm": source})
    assert [row[1:] for row in counts(made)] == [
        ("apps/x:size=4K", "0", "data_read", "4096"), ("apps/x:size=8K", "0", "data_read", "8192")]
    code = subprocess.run(["objdump", "-d", "--disassemble=again", made], capture_output=True,
                          text=True, check=True).stdout
    assert re.findall(r"\t(nop|ret)", code) == ["nop", "ret"]


def test_notes_cost_no_memory():
    headers = subprocess.run(["readelf", "-SW", ROOT / "build/bareprobe.elf"], capture_output=True,
                             text=True, check=True).stdout
    for name in (".bench_source", ".bench_work"):
        # The columns are name, type, address, offset, size, entry size and flags. A section that is
        # not allocated has no flag A.
        assert re.search(rf" {re.escape(name)} +PROGBITS +0+ \w+ (?!0+ )\w+ 00 +0 ", headers)


def test_what_is_no_image(tmp_path):
    (tmp_path / "text").write_text("text")
    assert check().returncode == 2
    done = check(tmp_path / "text")
    assert done.returncode == 2 and "too short for an ELF header" in done.stderr
    done = check(ROOT / "build/kernel/kernel/settings/word.o")
    assert done.returncode == 2 and done.stderr.endswith("not a kernel image of bareprobe\n")


# ---- the build ----------------------------------------------------------------------------------

@pytest.mark.full
def test_benchmarks_are_compiled_alike():
    """The library that they share with the kernel is compiled with the same options, too."""
    for source, optimized in (("bench/thesis/p5montest", "-O2"), ("kernel/lib/string", "-Os"),
                              ("libp5mon/buffers", "-Os")):
        assert flags(source) == flags(source, "OPTIMIZE=-O3")
        assert [flag for flag in flags(source) if flag.startswith("-O")] == [optimized]
    assert "-O3" in flags("kernel/main", "OPTIMIZE=-O3")


def test_a_wrong_benchmark_is_in_no_image(tree):
    write(tree, "bench/apps/x.c", INCLUDE[".c"] + RUN[".c"])
    done = build(tree)
    assert done.returncode == 0
    assert "bench/apps/x.c: left out: BENCHMARK: missing" in done.stderr
    names = subprocess.run(["nm", "build/bareprobe.elf"], cwd=tree, capture_output=True, text=True,
                           check=True).stdout
    (tree / "bench/apps/x.c").unlink()
    done = build(tree)
    assert (done.returncode, done.stderr) == (0, "")
    assert b"apps/x" not in (tree / "build/bareprobe.elf").read_bytes()
    assert names == subprocess.run(["nm", "build/bareprobe.elf"], cwd=tree, capture_output=True,
                                   text=True, check=True).stdout


@pytest.mark.full
def test_a_folder_is_one_benchmark(tree):
    """Two benchmarks have routines of the same names. Each contains C, nasm and GNU as sources and
    its own headers."""
    for name, times in (("one", 1), ("two", 2)):
        folder = f"bench/parts/{name}"
        write(tree, f"{folder}/main.c", """#include "bench/bench.h"
#include "parts.h"
static void run(void) { region_begin(0); inner(); other(); region_end(0); }
BENCHMARK("parts", run);
""")
        write(tree, f"{folder}/parts.h", "void inner(void);\nvoid other(void);\n")
        write(tree, f"{folder}/main.asm", """%include "bench/bench.inc"
%include "times.inc"
global inner
section .text
WORK "region=0 branches=4"
inner: times TIMES nop
ret
""")
        write(tree, f"{folder}/times.inc", f"%define TIMES {times}\n")
        write(tree, f"{folder}/other.s",
              '.globl other\nother: ret\nWORK "region=0 data_write=2"\n')
    done = build(tree)
    assert done.returncode == 0, done.stdout + done.stderr
    run = subprocess.run(["build/vpentium", "-kernel", "build/bareprobe.elf", "-append",
                          "command=parts/* events=instructions_executed repetitions=2 exit=qemu"],
                         cwd=tree, capture_output=True, text=True, check=True).stdout
    # Two CALL, two RET and the NOPs.
    assert re.findall(r"bench=parts/(\w+) region=0 .*? mean=(\d+)", run) == [("one", "5"),
                                                                          ("two", "6")]
    work = subprocess.run(["build/benchcheck", "--counts", "build/bareprobe.elf"], cwd=tree,
                          capture_output=True, text=True, check=True).stdout
    assert {line for line in work.splitlines() if "parts/one" in line} == {
        "p54c\tparts/one\t0\tbranches\t4", "p54c\tparts/one\t0\tdata_write\t2"}


# ---- make new-bench, and bench/README.md --------------------------------------------------------

def held(tree, records, bench):
    """Returns (case, region, event, count) for each count that the benchmark states. The virtual
    Pentium must measure exactly these counts, and the benchmark must accept its own results."""
    done = build(tree)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = subprocess.run(["build/benchcheck", "--counts", "build/bareprobe.elf"], cwd=tree,
                           capture_output=True, text=True, check=True).stdout.splitlines()
    stated = {tuple(line.split("\t")[1:]) for line in lines if bench in line}
    events = ",".join({row[2] for row in stated})
    run = subprocess.run(["build/vpentium", "-kernel", "build/bareprobe.elf", "-append",
                          f"command={bench} events={events} repetitions=3 exit=qemu"],
                         cwd=tree, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout[-2000:]
    measured = {(r["bench"], r["region"], r["event"], str(int(float(r["mean"]))))
                for r in records(run.stdout) if r["ev"] == "result" and float(r["sd"]) == 0}
    assert stated <= measured
    return stated


@pytest.mark.parametrize("language", fast_cases(1, ["asm", "c"]))
def test_a_new_benchmark_builds_runs_and_passes(tree, records, language):
    done = build(tree, "new-bench", "NAME=fresh/sum", f"LANGUAGE={language}")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (f"wrote bench/fresh/sum.{language}; "
                           "to measure it: make run COMMAND=fresh/sum\n")
    assert {row[0] for row in held(tree, records, "fresh/sum")} == {
        f"fresh/sum:size={size}K" for size in (1, 4, 16, 64)}


@pytest.mark.parametrize("words, said", [
    ([], "NAME= is missing, as in make new-bench NAME=apps/crc32"),
    (["NAME=crc32"], "NAME=crc32: the group is missing, as in NAME=apps/crc32"),
    (["NAME=apps/CRC32"], "NAME=apps/CRC32: a name is group/name, of lower-case letters, digits "
                          "and _"),
    (["NAME=a/b/c"], "NAME=a/b/c: a name is group/name, of lower-case letters, digits and _"),
    (["NAME=../x"], "NAME=../x: a name is group/name, of lower-case letters, digits and _"),
    (["NAME=a b/c"], "NAME=a b/c: a name is group/name, of lower-case letters, digits and _"),
    (["NAME=apps/crc32", "LANGUAGE=go"], "LANGUAGE=go: expected c, asm, or program for a "
                                        "program with a main()"),
    (["NAME=thesis/hello"], "bench/thesis/hello.asm already exists; choose another name"),
])
def test_a_new_benchmark_is_refused(words, said):
    before = sorted(ROOT.glob("bench/**/*"))
    done = build(ROOT, "new-bench", *words)
    assert done.returncode and done.stderr.splitlines()[0] == f"make new-bench: {said}"
    assert sorted(ROOT.glob("bench/**/*")) == before


README = (ROOT / "bench/README.md").read_text()


def example():
    """Returns the path and the text of the example."""
    return (re.search(r"This would be `(.*?)`", README)[1],
            re.search(r"```c\n(.*?)```", README, re.S)[1])


def test_the_example_works_as_written(tree, records):
    write(tree, *example())
    assert held(tree, records, "demo/fetch") == {
        (f"demo/fetch:size={size}K:unit={unit}", "0", "data_read", str(size * 1024 // bytes_each))
        for size in (1, 2, 4, 8) for unit, bytes_each in (("byte", 1), ("word", 4))}


# ---- timing a sequence -----------------------------------------------------------------------

SHIFTS = re.search(r"```nasm\n(.*?)```", README, re.S)[1]
SHIFTS_PATH = re.search(r"This would be `(bench/demo/shifts.asm)`", README)[1]


def measure(tree, bench):
    """Returns the output and the exit status of `make run`."""
    return subprocess.run(["make", "-s", "run", f"COMMAND={bench}", "REPETITIONS=2",
                           "EVENTS=clocks,instructions_executed,data_read"], cwd=tree,
                          capture_output=True, text=True, check=False)


@pytest.mark.full
def test_a_sequence_timed_to_the_clock(tree):
    """The example of bench/README.md: its expected counts are met, and its finding is the time of a
    pair, 1 clock."""
    write(tree, SHIFTS_PATH, SHIFTS)
    done = measure(tree, "demo/shifts")
    assert (done.returncode, "WORK" in done.stderr) == (0, False), done.stderr
    assert len(re.findall(r"shifts\.pair\D+1(\.0+)? clocks?$", done.stdout, re.M)) == 3


WRONG_COUNTS = [
    ("region=1 count_clocks=10", "region=1 count_clocks=9",
     "count_clocks: expected 9 more than in region 0, counted 10 (demo/shifts:turns=20, "
     "region 1)"),
    ("11*(turns - 20)", "12*(turns - 20)",
     "count_clocks: expected 240 more than with turns=20, counted 220 (demo/shifts:turns=40, "
     "region 2)"),
    ("turns=turns count_clocks=11", "turns=turns count_clocks=12",
     "count_clocks: expected 12 in each of 20 iterations, counted 11.2 (demo/shifts:turns=20, "
     "region 2)"),
    ("region=0 count_clocks=1", "region=0 count_clocks=2",
     "count_clocks: expected 2, counted 1 (demo/shifts:turns=20, region 0)"),
]


def test_each_wrong_count_is_said_by_make_run(tree):
    source = SHIFTS
    for right, wrong, _ in WRONG_COUNTS:
        source = source.replace(right, wrong, 1)
    write(tree, SHIFTS_PATH, source)
    done = measure(tree, "demo/shifts")
    assert done.returncode
    for right, _, said in WRONG_COUNTS:
        line = next(i for i, text in enumerate(SHIFTS.splitlines(), 1) if right in text)
        assert f"bareprobe run: {SHIFTS_PATH}:{line}: WORK: {said}\n" in done.stderr
    assert "27 results, 0 errors: ok" in done.stdout  # three cases, three regions, three events


WRONG_LESS = [
    ("less turns=30 region=2", "less turns=30: not one of its values, 20,40,80"),
    ("less region=7000 region=2",
     "region=7000: not a number from 0 to 255, and not a named region of "),
    ("less turn=20 region=2", "'turn' is not an argument of this benchmark; did you mean turns?"),
    ("less turns=20 less region=0 region=2", "less: given twice"),
]


@pytest.mark.full
def test_less_of_what_is_not_there(tree):
    [line] = [line for line in SHIFTS.splitlines(True) if "less turns=20 region=2" in line]
    write(tree, SHIFTS_PATH, SHIFTS.replace(line, "".join(
        line.replace("less turns=20 region=2", wrong) for wrong, _ in WRONG_LESS)))
    done = build(tree)
    assert done.returncode == 0
    at = SHIFTS.splitlines(True).index(line) + 1
    for number, (_, said) in enumerate(WRONG_LESS, at):
        assert f"{SHIFTS_PATH}:{number}: WORK: {said}" in done.stderr


@pytest.mark.full
def test_a_count_that_make_run_finds_wrong_is_as_the_readme_shows(tree):
    path, source = example()
    right = 'WORK("if unit=byte region=add_up data_read=size");'
    line = source[:source.index(right)].count("\n") + 1
    write(tree, path, source.replace(right, right.replace("=size", "=1000")))
    shown = re.search(r"^    (bareprobe run: bench/demo/fetch.*)$", README, re.M)[1]
    assert re.sub(r":\d+:", f":{line}:", shown, count=1) in measure(tree, "demo/fetch").stderr


@pytest.mark.full
def test_the_messages_shown_are_those_given(tree):
    path, source = example()
    shown = re.search(r"```\n(bench/demo.*?)```", README, re.S)[1].splitlines()
    assert len(shown) == 2
    mistakes = [("1K..8K*2", "1K.."), ('data_read=size"', 'data_raed=size"')]
    for (right, wrong), message in zip(mistakes, shown, strict=True):
        write(tree, path, source.replace(right, wrong))
        assert message in build(tree).stderr.splitlines()


def test_each_field_is_in_the_table():
    header = (ROOT / "bench/bench.h").read_text()
    fields = re.search(r"struct benchmark \{(.*?)\n\};", header, re.S)[1]
    names = re.findall(r"(?:\(\*|\*|uint32_t )(\w+)[);]", fields)
    assert len(names) == 11
    for name in names[3:]:
        assert f"| `.{name}` | `%define BENCH_{name.upper()}` |" in README
        assert f"%define BENCH_{name.upper()} 0" in (ROOT / "bench/bench.inc").read_text()
