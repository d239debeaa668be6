# SPDX-License-Identifier: MIT
"""Programs without an operating system execute exactly the instructions that they execute on Linux:
the counts of ring 3 equal a count by single steps of the same executable on this host, and they
write the same bytes."""
import pathlib
import shutil
import subprocess

import pytest

import programs
from tiers import full

HERE = pathlib.Path(__file__).resolve().parent

# EDX of CPUID 1, which programs find in the auxiliary vector (sim/cpu's tables of processors).
FEATURES = {"p54c": 0x1BF, "p55c": 0x8001BF}


@pytest.fixture(name="counted", scope="module")
def fixture_counted(tmp_path_factory, count_steps):
    """counted(program): its folder, its counts on this host, its output. Each is counted once: no
    program executes CPUID, which step_count would refuse, and none reads the features."""
    known = {}

    def count(program):
        if program.name not in known:
            folder = tmp_path_factory.mktemp(program.name)
            executable = programs.build(program, folder)
            clean = tmp_path_factory.mktemp(f"{program.name}-host")
            shutil.copy(executable, clean)
            programs.write_files(program, clean)
            words = [f"./{program.name}", *program.arguments]
            known[program.name] = folder, words, *count_steps(
                clean, words, stdin=clean / "standard-input"), clean
        return known[program.name]
    return count


def check(program, cpu, counted, measure):
    folder, words, steps, output, clean = counted(program)
    measured = measure(folder, words, files=program.files, cpu=cpu,
                       stdin=folder / "standard-input")
    count = measured.counts["instructions_executed"]
    assert (count["mean"], count["sd"]) == (str(steps["instructions"]), "0")
    assert count["status"] == "ok"
    assert measured.program["end"] == "exit"
    assert int(measured.program["status"]) == steps["status"]
    assert int(measured.program["system_calls"]) == steps["system_calls"] + 1  # that of the end
    assert measured.written.get("stdout", b"") == output
    # Files that the program made.
    made = {path.name: path.read_bytes() for path in clean.iterdir()
            if path.name not in {program.name, "standard-input", *program.files}}
    assert {name: measured.written.get(name) for name in made} == made


@pytest.mark.parametrize("program", programs.SMALL, ids=lambda program: program.name)
def test_small_programs(program, counted, measure):
    check(program, "p54c", counted, measure)


def test_other_files_change_no_clock(counted, measure):
    """The program is at the same place of the second-level cache with any other files in memory."""
    folder, words, *_ = counted(programs.SMALL[0])
    clocks = []
    for size in (0, 5000, 100000):
        (folder / "other").write_bytes(bytes(size))
        measured = measure(folder, words, files=[*programs.SMALL[0].files, "other"],
                           events="count_clocks,data_read_miss")
        clocks.append([measured.counts[event]["mean"]
                       for event in ("count_clocks", "data_read_miss")])
    assert clocks[0] == clocks[1] == clocks[2]


CALLS = """
.globl _start
_start:
    .rept {}
    mov $20, %eax   # getpid
    int $0x80
    .endr
    mov $1, %eax    # exit
    xor %ebx, %ebx
    int $0x80
"""


@pytest.fixture(name="counts_of_calls", scope="module")
def fixture_counts_of_calls(tmp_path_factory, measure):
    """counts_of_calls(n, settings): counts of a program of 2 n + 2 instructions and the last INT
    80h, which makes n calls before it ends."""
    folder = tmp_path_factory.mktemp("calls")

    def count(n, settings=""):
        source = folder / f"calls{n}.s"
        source.write_text(CALLS.format(n))
        subprocess.run(["gcc", "-m32", "-nostdlib", "-static", "-Wl,--build-id=none", "-o",
                        source.with_suffix(""), source], check=True, timeout=60)
        return measure(folder, [f"./{source.stem}"], settings=settings,
                       events="instructions_executed,branches,data_read").counts
    return count


def test_a_call_is_an_instruction_and_a_branch(counts_of_calls):
    """docs/programs.md, What is counted: in ring 3 the end is subtracted with an empty program, and
    IRET with the calls. A P54C counts INT 80h, IRET and one branch of them for each call."""
    for n in (0, 5):
        counts = counts_of_calls(n)
        assert [counts[event]["mean"] for event in ("instructions_executed", "branches",
                                                    "data_read")] == [str(2 * n + 2), str(n), "0"]
        per_call = {event: record.get("call_overhead", "0") for event, record in counts.items()}
        assert per_call["instructions_executed"] == str(n) and per_call["branches"] == "0"


@pytest.mark.parametrize("settings", ["privilege = kernel;", "kernel_events = yes;",
                                      "kernel_events = yes; user_events = no;"])
def test_counts_of_the_kernel_s_ring_have_its_service(counts_of_calls, settings):
    """Nothing is subtracted for a call; each has at least the entry, which stores eight registers,
    and the return."""
    few, more = counts_of_calls(1, settings), counts_of_calls(5, settings)
    for event, least in {"instructions_executed": 20, "branches": 3, "data_read": 8}.items():
        assert "call_overhead" not in few[event] and "call_overhead" not in more[event]
        assert float(more[event]["mean"]) - float(few[event]["mean"]) >= 4 * least


# calling.asm without the INT 80h that ends it: 1 + 5 * (MOV, INT, DEC, JNZ) + MOV, XOR. INT n is a
# taken branch (Pentium Processor Family Developer's Manual, event 12h), and a far transfer:
# 5 JNZ and 5 INT. The last JNZ is not taken, but a P5's event 14h includes it: it is in the BTB.
CALLING_EVENTS = {
    "p54c": {"instructions_executed": 23, "branches": 10, "taken_branch_or_btb_hit": 10},
    "p2": {"inst_retired": 23, "inst_decoded": 23, "br_inst_retired": 10, "br_inst_decoded": 10,
           "br_taken_retired": 9},
    "k7": {"retired_instructions": 23, "retired_branches": 10, "retired_taken_branches": 9,
           "retired_far_control_transfers": 5},
    "northwood": {"instr_retired": 23, "branch_retired": 10},
}


@pytest.mark.parametrize("cpu", ("p54c", *map(full, ("p2", "k7", "northwood"))))
def test_system_calls_are_the_programs(measure, tmp_path, cpu):
    """An INT 80h is an instruction and a branch of the program. The kernel's IRET is subtracted."""
    built = tmp_path / "calling"
    subprocess.run(["nasm", "-f", "elf32", "-o", f"{built}.o", HERE / "calling.asm"], check=True,
                   timeout=60)
    subprocess.run(["ld", "-m", "elf_i386", "-o", built, f"{built}.o"], check=True, timeout=60)
    events = CALLING_EVENTS[cpu]
    done = measure(tmp_path, ["./calling"], cpu=cpu, events=",".join(events), repetitions=1)
    found = {event.split(":")[0]: float(r["mean"]) for event, r in done.counts.items()}
    assert found == events


@pytest.mark.full
@pytest.mark.parametrize("cpu", FEATURES)
@pytest.mark.parametrize("program", [*programs.SMALL, *programs.OWN_PROGRAMS, *programs.PACKAGED],
                         ids=lambda program: program.name)
def test_programs(program, cpu, counted, measure):
    check(program, cpu, counted, measure)


@pytest.mark.full
def test_features_change_no_count(counted, count_steps):
    """The counts above are those with a P54C's features."""
    for program in programs.SMALL:
        folder, words, steps, output, _ = counted(program)
        for features in FEATURES.values():
            assert count_steps(folder, words, features=features) == (steps, output)
