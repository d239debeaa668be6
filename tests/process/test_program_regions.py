# SPDX-License-Identifier: MIT
"""Regions in executables (pmc/program/bareprobe/): the counts of each region, equal to those of
a benchmark with the same code, and executables whose notes are damaged.

Counts by hand of regions/regions.asm, in ring 3: region 1 is one INC, entered ten times; region 2
is two MOVs and two INT 80h, entered twice; region 4 is empty.
"""
import pathlib
import struct
import subprocess

import pytest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SOURCES = HERE / "regions"
PROBES = ROOT / "pmc" / "program"

INSTRUCTIONS = {"p54c": "instructions_executed", "p55c": "instructions_executed",
                "p2": "inst_retired", "k7": "retired_instructions",
                "northwood": "instr_retired:nbogusntag"}

# Events that count the same in a program, whose code is new in each run: caches and the BTB do not
# influence them.
SAME = ("instructions_executed", "branches", "data_read", "data_write", "data_read_or_write",
        "taken_branch_or_btb_hit", "misaligned_data_memory_or_IO_references", "code_read",
        "memory_accesses_in_both_pipes", "bank_conflicts", "segment_register_loaded",
        "write_to_M_or_E_lines", "hardware_interrupts",
        "pipeline_stalled_address_generation_interlock")


def assemble(folder, source, *options, name="program"):
    """An executable from a file in nasm's syntax."""
    objects, path = folder / f"{name}.o", folder / name
    subprocess.run(["nasm", "-f", "elf32", f"-I{SOURCES}/", f"-I{PROBES}/", *options, "-o", objects,
                    source], cwd=folder, check=True, timeout=60)
    subprocess.run(["ld", "-m", "elf_i386", "-o", path, objects], check=True, timeout=60)
    return path


def compile_c(folder, *options):
    path = folder / "program"
    subprocess.run(["gcc", "-m32", "-march=pentium", "-O2", "-std=gnu99", "-Wall", "-Wextra",
                    "-Werror", "-nostdlib", "-ffreestanding", *options, f"-I{PROBES}", "-o", path,
                    SOURCES / "regions.c"], check=True, timeout=60)
    return path


@pytest.fixture(name="run")
def fixture_run(vpentium, records, tmp_path):
    """run(program, *settings): the records of one experiment for each text of settings."""
    def run(program, *experiments, cpu="p54c"):
        modules = []
        for i, settings in enumerate(experiments):
            parms = tmp_path / f"{i}.parms"
            parms.write_text(f"(p5mon\nrepetitions = 3;\n{settings}\nend)\n")
            modules.append(str(parms))
        done = vpentium("exit=qemu report=records", "-cpu", cpu, "-initrd",
                        ",".join([*modules, f"{program} program=program"]))
        assert done.stdout, done.stderr
        return records(done.stdout)
    return run


def counted(sent, event):
    """Mean counts by region, and their names."""
    results = [r for r in sent if r["ev"] == "result" and r["event"] == event]
    assert all((r["status"], r["sd"]) == ("ok", "0") for r in results)
    return ({r["region"]: float(r["mean"]) for r in results},
            {r["region"]: r["region_name"] for r in results if "region_name" in r})


def errors(sent):
    return [r["what"] for r in sent if r["ev"] == "error"]


# Each processor reads counters in its own way: gate, RDPMC, and three routines that probes call.
CPUS = ["p54c", "p55c", *(pytest.param(cpu, marks=pytest.mark.full)
                          for cpu in ("p2", "k7", "northwood"))]


@pytest.mark.parametrize("cpu", CPUS)
def test_counts_by_region(cpu, run, tmp_path):
    program = assemble(tmp_path, SOURCES / "regions.asm")
    event = INSTRUCTIONS[cpu]
    sent = run(program, f"command = ./program; events = {event};", cpu=cpu)
    counts, names = counted(sent, event)
    assert errors(sent) == []
    assert set(counts) == {"0", "1", "2", "4"}
    assert (counts["1"], counts["2"], counts["4"]) == (10, 2 * 4, 0)
    assert names == {"0": "outer", "1": "inner", "2": "calls"}
    entries = {r["region"]: (r["entries"], r["exits"]) for r in sent if r["ev"] == "result"}
    assert entries == {"0": ("1", "1"), "1": ("10", "10"), "2": ("2", "2"), "4": ("1", "1")}


@pytest.mark.parametrize("settings", ("paging = 4k;", "privilege = kernel;", "state = cold;",
                                      "probes = rdmsr;"))
def test_settings(settings, run, tmp_path):
    program = assemble(tmp_path, SOURCES / "regions.asm")
    counts, _ = counted(run(program, "command = ./program; events = instructions_executed;"
                            + settings, cpu="p55c"), "instructions_executed")
    assert (counts["1"], counts["4"]) == (10, 0)
    # In ring 0 the calls are counted too: four, each with 19 instructions of exception_stubs.asm.
    assert counts["2"] > 8 + 4 * 19 if "kernel" in settings else counts["2"] == 8


@pytest.mark.parametrize("cpu", ("p54c", "p55c"))
def test_calls_of_a_region_cost_no_less_than_calibrated(cpu, run, tmp_path):
    """Each region executes two MOVs and two INT 80h, so it takes clocks. In an executable of more
    than two pages the first call of a run misses the data cache once, which the calibration must
    not expect of each call: regions of such a program had -29 clocks."""
    source = tmp_path / "many.asm"
    regions = "".join(f"REGION_BEGIN {n}\nmov eax, 20\nint 0x80\nmov eax, 20\nint 0x80\n"
                      f"REGION_END {n}\n" for n in range(28))
    source.write_text('%include "bareprobe/region.inc"\nsection .text\nglobal _start\n_start:\n'
                      + regions + "mov eax, 1\nxor ebx, ebx\nint 0x80\n")
    program = assemble(tmp_path, source)
    assert program.stat().st_size > 8192
    sent = run(program, "command = ./program; events = count_clocks, instructions_executed;",
               cpu=cpu)
    clocks, _ = counted(sent, "count_clocks")
    assert len(clocks) == 28 and min(clocks.values()) > 0
    assert not [r for r in sent if "suspect" in r]
    assert set(counted(sent, "instructions_executed")[0].values()) == {4}


def test_runs_on_linux(tmp_path):
    """Registers and flags are the same after an unwritten probe."""
    assert subprocess.run([assemble(tmp_path, SOURCES / "regions.asm")], check=False,
                          timeout=10).returncode == 0


def test_whole_run(run, tmp_path):
    """use_assembly_regions=no: no probe is written, and each place is a JMP."""
    program = assemble(tmp_path, SOURCES / "regions.asm")
    counts, _ = counted(run(program, "command = ./program; use_assembly_regions = no;"
                            "events = branches;"), "branches")
    # JMP: 2 of region 0, 20 of 1, 4 of 2, 2 of 4; JNZ: 10 and 2; INT 80h: 4.
    assert counts == {"whole": 2 + 20 + 4 + 2 + 10 + 2 + 4}


@pytest.mark.parametrize("bench", ("program1", "program2"))
def test_same_as_a_benchmark(bench, run, tmp_path):
    """The code of a benchmark, as an executable, has the counts of the benchmark in ring 3."""
    program = assemble(tmp_path, ROOT / f"bench/thesis/{bench}.asm")
    events = f"events = {', '.join(SAME)};"
    sent = run(program, f"command = thesis/{bench}; privilege = user; {events}",
               f"command = ./program; {events}")
    both = [{r["event"]: r["mean"] for r in sent if r["ev"] == "result" and r["bench"] == name}
            for name in (f"thesis/{bench}", "programs/program")]
    assert set(both[0]) == set(SAME)
    assert both[0] == both[1]
    assert {"program1": "305", "program2": "17"}[bench] == both[1]["instructions_executed"]


@pytest.mark.parametrize("options", (("-static",), ("-static-pie", "-fPIE")),
                         ids=("fixed", "pie"))
def test_header_for_c(options, run, tmp_path):
    program = compile_c(tmp_path, *options)
    assert subprocess.run([program], check=False, timeout=10).returncode == 0
    sent = run(program, "command = ./program; events = data_write;")
    counts, names = counted(sent, "data_write")
    assert errors(sent) == []
    # 100 to 102: number - 99 INCs each.
    assert counts == {"0": 1, "1": 3, "7": 4, "100": 1, "101": 2, "102": 3}
    assert names == {"0": "first block", "1": "second block", "7": "numbered in C"}


def test_region_left_open(run, tmp_path):
    program = assemble(tmp_path, SOURCES / "regions.asm", "-DOPEN")
    sent = run(program, "command = ./program; events = instructions_executed;")
    faults = [(r["region"], r["name"]) for r in sent if r["ev"] == "fault"]
    assert faults == [("3", "left open at the end")]
    results = {r["region"]: r["status"] for r in sent if r["ev"] == "result"}
    assert results == {"0": "ok", "1": "ok", "2": "ok", "3": "broken", "4": "ok"}


# Offsets in a note of a place: 24 the distance, 28 bytes, 32 number; 4: bytes of its contents.
DAMAGE = [
    (24, 0x10000000, "an address where the program has no memory"),
    (28, 47, "another version of Bareprobe"),
    (32, 256, "a note on its regions is damaged"),
    (8, 77, "another version of Bareprobe"),
    (4, 8, "a note on its regions is damaged"),
]


@pytest.mark.parametrize("offset, value, what", DAMAGE)
def test_damaged_notes(offset, value, what, run, tmp_path):
    """They are refused, and the next experiment of the same run is right."""
    program = assemble(tmp_path, ROOT / "bench/thesis/program1.asm")
    content = bytearray(program.read_bytes())
    start = content.index(b"Bareprobe") - 12
    struct.pack_into("<I", content, start + offset, value)
    program.write_bytes(content)
    sent = run(program, "command = ./program; events = instructions_executed;",
               "command = thesis/program1; events = instructions_executed;")
    assert len(errors(sent)) == 1 and what in errors(sent)[0]
    bench = [r for r in sent if r["ev"] == "result" and r["bench"] == "thesis/program1"]
    assert counted(bench, "instructions_executed")[0] == {"0": 305}


def test_large_pages(run, tmp_path):
    program = assemble(tmp_path, SOURCES / "regions.asm")
    sent = run(program, "command = ./program; events = branches; paging = 4m;")
    assert errors(sent) == ["./program: its regions need the kernel's memory in small pages: use "
                            "paging=mixed or paging=4k"]
