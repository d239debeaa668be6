# SPDX-License-Identifier: MIT
"""The C library of benchmarks in the virtual machine. On the host, tests/unit/test_lib_*.c compare
its functions with those of the host."""
import math
import pathlib
import re
import shutil
import subprocess

import pytest

import check_wire

ROOT = pathlib.Path(__file__).resolve().parents[2]
RINGS = ["kernel", "user"]
REFERENCE = {"exp2": lambda x: 2.0 ** x, "fabs": abs, "rint": round, "cbrt": lambda x: x ** (1 / 3),
             "round": lambda x: math.floor(x + 0.5)}


@pytest.fixture(name="lib", scope="module", params=RINGS)
def fixture_lib(request, vpentium, records):
    """The records of all of tests/bench/lib, in either ring."""
    run = vpentium(f"command=lib/* privilege={request.param} events=count_clocks repetitions=2 "
                   "exit=qemu", image="bareprobe-test")
    return records(run.stdout)


def printed(records, bench):
    return check_wire.output(records, bench=bench)


def test_mathematics(lib):
    """Results are within a unit in the last place of the host's, which are within one of the exact
    value."""
    lines = printed(lib, "lib/mathematics").splitlines()
    assert len(lines) == 22 * 6 + 5 * 5
    for line in lines:
        name, *numbers = line.split()
        *arguments, got = map(float, numbers)
        expected = REFERENCE.get(name, getattr(math, name, None))(*arguments)
        assert abs(got - expected) <= math.ulp(expected), line


def test_longjmp_and_exit(lib):
    assert printed(lib, "lib/leaving") == ("setjmp: 0, kept 42\nsetjmp: 1, kept 42\n"
                                           "setjmp: 7, kept 42\nlast\n")


def test_clock(lib):
    """A million iterations of INC, CMP and JNE, two clocks each, take 20,000 us at 100 MHz. At each
    start the machine's clock is set to the same second of 1997."""
    elapsed, seconds, difference = re.fullmatch(r"(\d+) us, (\d+) s, (.*)\n",
                                                printed(lib, "lib/clock")).groups()
    assert 20000 <= int(elapsed) <= 20010
    assert 854640140 <= int(seconds) <= 854640142  # Thu Jan 30 16:02:20 1997
    assert difference == "2"


@pytest.mark.parametrize("bench, message", [
    ("lib/assertion", r"tests/bench/lib/assertion.c:\d+: run: "
                      r"Assertion `two \+ two == 5' failed.\n"),
    ("lib/freed_twice", r"free\(0x[0-9a-f]+\): the address is not from malloc\(\), or was freed "
                        r"earlier\n"),
])
def test_abort_fails_the_benchmark_with_a_message(lib, bench, message):
    assert [r["ev"] for r in lib if r.get("bench") == bench and r["ev"] == "fault"] == ["fault"]
    assert re.fullmatch(message, printed(lib, bench))


@pytest.mark.parametrize("ring", RINGS)
def test_hosted_programs_start_anew_in_each_run(vpentium, records, ring):
    """Their check compares the output. wc counts in static variables, and words builds a tree."""
    run = vpentium(f"command=hosted/* privilege={ring} state=both repetitions=4 "
                   "events=instructions_executed,branches,data_read,data_write exit=qemu")
    assert run.returncode == 0, run.stdout[-2000:]
    results = [r for r in records(run.stdout) if r["ev"] == "result"]
    assert len(results) == 2 * 2 * 4
    for result in results:
        assert (result["status"], float(result["sd"])) == ("ok", 0)
    for bench in "hosted/wc", "hosted/words":
        of_event = [float(r["mean"]) for r in results
                    if r["bench"] == bench and r["event"] == "instructions_executed"]
        assert of_event[0] == of_event[1] > 10000


# ---- the steps of kernel/lib/README.md, in a copy of the tree ----------------------------------

ROT13 = r"""
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int turned = 0, lines = 100;
char *name;

main(argc, argv)
    int argc;
    char **argv;
{
    int c;

    name = argv[0];
    while ((c = getchar()) != EOF) {
        if (isalpha(c)) {
            c = (tolower(c) - 'a' + 13) % 26 + (isupper(c) ? 'A' : 'a');
            turned++;
        }
        lines += c == '\n';
        putchar(c);
    }
    if (argc > 1 && strcmp(argv[1], "-v") == 0)
        fprintf(stderr, "%s: %d letters, %d lines\n", name, turned, lines - 100);
    if (turned > 20)
        exit(EXIT_FAILURE);
}
"""


@pytest.fixture(name="copy", scope="module")
def fixture_copy(tmp_path_factory):
    """Copies the sources together with their build, so that only new files are compiled."""
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout: the list of files is unknown")
    tree = tmp_path_factory.mktemp("copy")
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)
    left_out = shutil.ignore_patterns("unit", "sanitized", "tests", "fuzz", "logs", "*.iso")
    shutil.copytree(ROOT / "build", tree / "build", ignore=left_out, symlinks=True)
    return tree


@pytest.fixture(name="programs", scope="module")
def fixture_programs(copy):
    """Builds the image with the programs of tests/hosted/ as bench/mine/, and with a second copy of
    `refused` that does not check the result of malloc()."""
    mine = copy / "bench/mine"
    shutil.copytree(ROOT / "tests/hosted", mine)
    shutil.copytree(mine / "refused", mine / "unseen")
    hosted = mine / "unseen/hosted.c"
    hosted.write_text(hosted.read_text().replace('"status"', '"fault"'))
    subprocess.run(["make", "-s", "build/bareprobe.elf"], cwd=copy, check=True)
    yield copy / "build/bareprobe.elf"
    shutil.rmtree(mine)


PROGRAMS = sorted(path.name for path in (ROOT / "tests/hosted").iterdir())


def run_program(programs, name, ring):
    command = [programs.parent / "vpentium", "-kernel", programs, "-append",
               f"command=mine/{name} privilege={ring} events=instructions_executed "
               "report=text repetitions=3 exit=qemu"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("ring", RINGS)
@pytest.mark.parametrize("name", [name for name in PROGRAMS if name != "refused"])
def test_program_prints_what_its_hosted_c_says(programs, name, ring):
    """HOSTED_OUTPUT checks the output. Each run executes the same number of instructions, because
    each starts from the same state."""
    done = run_program(programs, name, ring)
    assert done.returncode == 0, done.stdout
    assert "Region 0 (main()), entered 1 times and exited 1 times" in done.stdout
    assert re.search(r"Instructions Executed: [0-9.]+ \+/- 0\.0 ", done.stdout)


@pytest.mark.parametrize("name, before", [
    ("refused", "wrong result: exit status 3; "),
    ("unseen", "write to 0x7fffffff in ring 3, where no memory is mapped; "),
])
def test_a_failed_malloc_is_named_with_the_error(programs, name, before):
    done = run_program(programs, name, "user")
    assert done.returncode != 0
    assert before + "malloc() of 300000 bytes failed: HOSTED_MEMORY is 262144\n" in done.stdout


def steps():
    """Returns (commands, hosted.c) from the README."""
    readme = (ROOT / "kernel/lib/README.md").read_text()
    code = re.search(r"```c\n(.*?)```", readme, re.S)[1]
    commands = re.findall(r"^ {7}(\w.*)$", readme, re.M)
    return commands, re.sub("(?m)^   ", "", code)


def run_steps(tree, program, hosted):
    commands, _ = steps()
    (tree / "rot13.c").write_text(program)
    for command in commands[:-1]:
        subprocess.run(command, shell=True, cwd=tree, check=True)
    (tree / "bench/mine/rot13/hosted.c").write_text(hosted)
    settings = "EVENTS=instructions_executed REPETITIONS=3 REPORT=text"
    return subprocess.run(f"{commands[-1]} {settings}", shell=True, cwd=tree, capture_output=True,
                          text=True, check=False)


def test_steps_of_the_readme(copy):
    """Expected are the rotated text and the counts of each run, which start at zero: 10 letters,
    one line."""
    commands, hosted = steps()
    assert [command.split()[0] for command in commands] == ["mkdir", "cp", "make"]
    done = run_steps(copy, ROT13, hosted)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "    Uryyb, Jbeyq!\n    rot13: 10 letters, 1 lines\n" in done.stdout
    assert "Region 0 (main()), entered 1 times" in done.stdout


def test_a_status_and_a_wrong_output_are_errors(copy):
    _, hosted = steps()
    longer = hosted.replace("Hello, World!", "Hello, World! And all others.")
    done = run_steps(copy, ROT13, longer)
    assert done.returncode != 0
    assert "exit status 1" in done.stdout
    expecting = hosted.replace("HOSTED_BENCH", 'HOSTED_OUTPUT("x");\nHOSTED_BENCH')
    done = run_steps(copy, ROT13, expecting)
    assert done.returncode != 0
    assert "wrong result: the output is not 'x'\nOutput:\n    Uryyb, Jbeyq!\n" in done.stdout
