# SPDX-License-Identifier: MIT
"""The message names what is missing, and the remedy in it works: regions of a benchmark, products
that were not built, events under the names of other tools, files that no program reads."""
import os
import re
import shutil
import subprocess

import pytest

from line_damage import BUILD
from tiers import fast_cases, full

HANG_BOUND = 60
IMAGE = ("--kernel", str(BUILD / "bareprobe-test.elf"))
# It measures nothing by itself: tests/bench/lib/leaving.c.
NO_REGION = "lib/leaving enters no region: use_assembly_regions=no counts its whole run"


@pytest.fixture(name="run", scope="module")
def fixture_run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("missing")
    (folder / "text").write_text("one two\nthree\n")
    environment = {name: value for name, value in os.environ.items() if name != "BAREPROBE_DB"}

    def run(*words, tool=BUILD / "bareprobe"):
        return subprocess.run([tool, *words], cwd=folder, text=True, stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=HANG_BOUND, check=False,
                              env=environment)
    return run


# ---- regions -----------------------------------------------------------------------------------

@pytest.fixture(name="without_region", scope="module")
def fixture_without_region(run):
    return run("run", "-b", "lib/leaving", "-e", "clocks", "-o", "no.log", "--no-store", *IMAGE)


def test_a_benchmark_without_regions(without_region, run):
    assert without_region.returncode == 0
    assert "no region was entered: use_assembly_regions=no counts" in without_region.stdout
    done = run("run", "-b", "lib/leaving,thesis/program1", "-e", "clocks", "--no-log", "--no-store",
               *IMAGE)
    assert NO_REGION in " ".join(done.stdout.split())
    done = run("run", "-b", "lib/leaving", "-e", "clocks", "--no-log", "--no-store", *IMAGE,
               "use_assembly_regions=no")
    assert re.search(r"^lib/leaving +whole run +\d", done.stdout, re.M)
    assert "enters no region" not in done.stdout


@pytest.mark.parametrize("words", (
    ("show", "no.log"), ("html", "no.log"), ("export", "no.log", "-f", "csv"),
    ("breakdown", "no.log"), ("compare", "no.log", "no.log"),
    ("plot", "bars", "no.log", "-o", "x.svg")), ids=lambda words: words[0])
@pytest.mark.usefixtures("without_region")
def test_other_verbs(words, run):
    done = run(*words)
    assert done.returncode == 2 and NO_REGION in done.stderr


@pytest.mark.usefixtures("without_region")
def test_text_report(run):
    assert "no region was entered: use_assembly_regions=no counts the whole run" in \
        run("show", "no.log", "--report", "text").stdout


def test_explain(run):
    done = run("explain", "lib/leaving", *IMAGE)
    assert done.returncode == 2
    assert "nothing to explain: the benchmark enters no region; put the code" in done.stderr


# ---- products ----------------------------------------------------------------------------------

@pytest.fixture(name="lone", scope="module")
def fixture_lone(tmp_path_factory):
    """lone(in_tree): a copy of the program alone, in a tree of sources or elsewhere."""
    def copy(in_tree):
        folder = tmp_path_factory.mktemp("lone")
        (folder / "build").mkdir()
        if in_tree:
            (folder / "make").mkdir()
            (folder / "make" / "simulator.mk").touch()
        shutil.copy(BUILD / "bareprobe", folder / "build")
        return folder / "build" / "bareprobe"
    return copy


@pytest.mark.parametrize("words, goal", (
    (("run", "-b", "thesis/program1"), "build/vpentium"), (("explain", "-c", "nop"),
                                                           "build/vpentium"),
    (("monitor",), "build/vpentium"), (("list", "benches"), "build/bareprobe.elf"),
    (("list", "suites"), "run"), (("run", "--suite", "quick"), "run")))
def test_a_missing_product_has_a_goal(words, goal, lone, run):
    assert f"'make {goal}' builds it" in run(*words, tool=lone(True)).stderr
    assert "'make install' copies it" in run(*words, tool=lone(False)).stderr


@pytest.mark.parametrize("words", (("run", "-b", "thesis/hello", "-e", "clocks"),
                                   ("explain", "-c", "nop")), ids=lambda words: words[0])
def test_a_missing_simulator(words, lone, run):
    tool = lone(True)
    shutil.copy(BUILD / "vpentium", tool.parent)
    shutil.copy(BUILD / "bareprobe.elf", tool.parent)
    done = run(*words, "--cpu", "pentium-ii", tool=tool)
    assert done.returncode != 0
    assert "vpentium-p6 does not exist; build it with: make build/vpentium-p6\n" in done.stderr


# ---- events ------------------------------------------------------------------------------------

# The events are those that PAPI's presets have in the tables of host/data/metrics/named_table.c, or
# words that mean the same on all processors.
EVENTS = (
    ("branch-misses", "p54c", "pipeline_flushes"),
    ("PAPI_TOT_INS", "p2", "inst_retired"),
    ("INST_RETIRED.ANY", "p54c", "instructions"),
    ("Data-Read-Miss", "p54c", "data_read_miss"),
    ("branch-misses:u", "p2", "br_miss_pred_retired:u"),
    ("cpu/branch-misses/u", "p54c", "pipeline_flushes:u"),
    ("cache-misses", "p54c", "papi:PAPI_L1_TCM"),
    ("cache-misses", "p2", "l2_lines_in"),
    ("L1-dcache-load-misses", "p54c", "data_read_miss"),
    ("dTLB-load-misses", "p54c", "data_tlb_miss"),
    ("papi_l1_dcm", "p54c", "data_read_or_write_miss"),
    ("CPU_CLK_UNHALTED.THREAD", "k7", "clocks"),
    ("cpu-cycles", "p4", "clocks"),
    ("BR_INST_RETIRED.ALL_BRANCHES", "p4", "branches"),
    ("BR_MISP_RETIRED.ALL_BRANCHES", "p54c", "pipeline_flushes"),
    ("ex_ret_instr", "k7", "instructions"),
    ("rdtsc", "p54c", "time_stamp"),
    ("l2-lines-in", "p2", "l2_lines_in"),
)


@pytest.mark.parametrize("name, cpu, event", fast_cases(4, EVENTS))
def test_names_of_other_tools(name, cpu, event, run):
    """The event that the message names can be counted."""
    words = ("run", "--cpu", cpu, "-b", "thesis/program1", "--no-log", "--no-store", "-e")
    done = run(*words, name)
    assert done.returncode == 2
    assert f"-e: '{name}' is not an event; did you mean {event}?" in done.stderr
    done = run(*words, event)
    assert done.returncode == 0 and re.search("^thesis/program1", done.stdout, re.M)


@pytest.mark.parametrize("name", ("instructions:u", "clocks", "cycles", "branches:u", "DATA_READ"))
def test_names_that_are_events(name, run):
    done = run("run", "-b", "thesis/program1", "--no-log", "--no-store", "-e", name)
    assert done.returncode == 0, done.stderr


def test_events_of_a_setting_and_of_a_selection(run):
    done = run("run", "-b", "thesis/program1", "events=data_read,branch-misses")
    assert "'branch-misses' is not an event; did you mean pipeline_flushes?" in done.stderr
    run("run", "-b", "thesis/program1", "-e", "clocks", "-o", "one.log", "--no-store")
    assert "no result of event 'PAPI_TOT_INS'; did you mean instructions_executed?" in \
        run("show", "one.log", "-e", "PAPI_TOT_INS").stderr


# ---- files -------------------------------------------------------------------------------------

WC = ("run", "--program", str(BUILD / "programs" / "wc"), "-e", "clocks", "--no-log", "--no-store")


def test_a_file_for_a_benchmark(run):
    done = run("run", "-b", "thesis/program1", "-e", "clocks", "--file", "text")
    assert done.returncode == 2
    assert "--file: no program reads 'text'; name one with --program" in done.stderr


@pytest.mark.parametrize("words, unread", (
    (("--args", "text", "--file", "text"), None),
    (("--stdin", "text"), None),
    (("--stdin", "text", "--file", "other=text"), "other"),
    full((("--args", "text none", "--file", "text", "--file", "nine=text"), "nine")),
    full((("--args", "a b", "--file", "a=text", "--file", "b=text"), "b")),
))
def test_a_file_that_the_program_does_not_open(words, unread, run):
    done = run(*WC, *words)
    assert done.returncode == (1 if unread else 0), done.stderr
    assert ("no program opened it" in done.stdout) == bool(unread)
    assert not unread or f"file '{unread}': no program opened it" in done.stdout
