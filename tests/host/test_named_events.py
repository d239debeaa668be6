# SPDX-License-Identifier: MIT
"""Events of PCL and PAPI: the tables against PCL's manual, cell by cell; -e pcl: and papi:."""
import functools
import json
import os
import pathlib
import re
import subprocess

import pytest

from tiers import fast_cases

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
FAMILIES = {"p5": "Pentium MMX", "p6": "Pro,PII,PIII", "k7": "Athlon", "p4": "Pentium 4"}
# The slowest clocks in MHz: a boot measures the clock for a fixed time, so it takes fewer clocks.
SLOWEST = {"ppro": "100", "p2": "100", "p3": "100", "k7": "500", "northwood": "1300"}
COLUMNS = {"p54c": ("p5", "P54C"), "p55c": ("p5", "P55C"), "p6": ("p6", "ALL"),
           "k7": ("k7", "ALL"), "p4": ("p4", "ALL")}
RATES = ["PCL_MFLOPS", "PCL_IPC", "PCL_L1DCACHE_MISSRATE", "PCL_L2DCACHE_MISSRATE",
         "PCL_MEM_FP_RATIO"]

# Cells that the manual prints in the wrong row: (table, event): row as printed.
SLIPPED = {("3.3", "PCL_L1ICACHE_MISS"): "AMD"}


@functools.cache
def events():
    """Returns {event: its table} in order."""
    text = (ROOT / "libpcl" / "pcl_events.def").read_text()
    return {"PCL_" + name: "3." + table
            for name, table in re.findall(r"^PCL_EVENT\((\w+), (\d+), ", text, re.M)}


@functools.cache
def rows(family):
    """Returns (how, event, processors, counts, per, printed, note) of a family's table."""
    text = (ROOT / "libpcl" / f"pcl_{family}.def").read_text()
    found = []
    for how, line in re.findall(r"^(HAS|INSTEAD|LACKS)\((.*)\)$", text, re.M):
        event, processors = line.split(", ", 2)[:2]
        texts = re.findall(r'"([^"]*)"', line)
        assert len(texts) == (2 if how == "LACKS" else 4), line
        counts, per, printed, note = texts if len(texts) == 4 else ("", "", *texts)
        found.append((how, "PCL_" + event, processors, counts, per, printed, note))
    return found


@functools.cache
def manual():
    """Returns {(row as printed, event): cell}, "" for an empty one."""
    text = (ROOT / "tests" / "data" / "pcl" / "tables.tsv").read_text()
    lines = [line.split("\t") for line in text.splitlines() if not line.startswith("#")]
    return {(row, event): "" if cell == "-" else cell for _, row, event, cell in lines}


@functools.cache
def by_select(family):
    """Returns the names of a family's events in the order of its .def, without the clock."""
    text = (ROOT / "pmc" / family / f"{family}.def").read_text()
    return [(int(code, 16), name) for code, name in re.findall(r"^EVENT\((0x\w+),\s+(\w+),", text,
                                                               re.M)]


# Intel's list of the P6's events (SDM volume 3, Table 19-35), without those of only one counter.
INTELS = """data_mem_refs dcu_lines_in dcu_m_lines_in dcu_m_lines_out dcu_miss_outstanding
ifu_ifetch ifu_ifetch_miss itlb_miss ifu_mem_stall ild_stall l2_ifetch l2_ld l2_st l2_lines_in
l2_lines_out l2_m_lines_inm l2_m_lines_outm l2_rqsts l2_ads l2_dbus_busy l2_dbus_busy_rd
bus_drdy_clocks bus_lock_clocks bus_req_outstanding bus_tran_brd bus_tran_rfo bus_trans_wb
bus_tran_ifetch bus_tran_inval bus_tran_pwr bus_trans_p bus_trans_io bus_tran_def bus_tran_burst
bus_tran_any bus_tran_mem bus_data_rcv bus_bnr_drv bus_hit_drv bus_hitm_drv bus_snoop_stall
ld_blocks sb_drains misalign_mem_ref inst_retired uops_retired inst_decoded hw_int_rx
cycles_int_masked cycles_int_pending_and_masked br_inst_retired br_miss_pred_retired
br_taken_retired br_miss_pred_taken_ret br_inst_decoded btb_misses br_bogus baclears
resource_stalls partial_rat_stalls segment_reg_loads cpu_clk_unhalted""".split()

# The lists for the Pentium 4 are lost. The meanings of the numbers are inferred from their
# neighbours.
NETBURST = {
    "P4_CG4_16": "1stl_cache_load_miss_retired", "P4_CG1_0": "bpu_fetch_request:tcmiss",
    "P4_CG1_10,11,12": "bsq_cache_reference:rd_2ndl_hits+rd_2ndl_hite+rd_2ndl_hitm",
    "P4_CG1_10,11,12,13":
        "bsq_cache_reference:rd_2ndl_hits+rd_2ndl_hite+rd_2ndl_hitm+rd_2ndl_miss",
    "P4_CG1_13": "bsq_cache_reference:rd_2ndl_miss", "P4_CG1_8": "page_walk_type:dtmiss",
    "P4_CG1_9": "page_walk_type:itmiss", "P4_CYCLES": "global_power_events",
    "P4_CG4_14": "x87_fp_retired", "P4_CG4_18, 19": "instr_retired:nbogusntag+nbogustag",
    "P4_CG4_2": "branch_retired:mmtp", "P4_CG4_4": "mispred_branch_retired",
    "P4_CG4_4+P4_CG4_0, 2": "mispred_branch_retired + branch_retired:mmnp+mmtp",
}


def meant(cell):
    """Returns the meaning of a cell of the manual, (counts, per), in our names; None if it is
    unknown."""
    cell = re.sub(r"\*M[hH]z$", "", cell)
    if cell.startswith("P4_") and not cell.endswith("TSC"):
        if cell.startswith("P4_CG4_12"):  # front-end events: loads, stores or both
            return None
        parts = [NETBURST[part] for part in cell.split("/")]
        return parts[0], parts[1] if len(parts) > 1 else ""
    # Footnotes are merged into the numbers: 3.2, 3.4, 3.8 to 3.10.
    cell = re.sub(r"(_\d\d?)3\.\d+", r"\1", cell.replace("Penntium", "Pentium"))
    p5 = [name for _, name in sorted(by_select("p5"))]
    k7 = [name for _, name in by_select("k7")]
    names = {f"Pentium_{i}": name for i, name in enumerate(p5)}
    names |= {f"PPro_{i}": name for i, name in enumerate(INTELS)}
    names |= {f"ATHLON_{i}": name for i, name in enumerate(k7)}
    names |= {"Pentium_C0_4": "number_of_cycles_not_in_halt_state", "PPro_C0_0": "flops",
              "Pentium_C0_5": "floating_point_stalls_duration"}
    names |= {name + "_TSC": "time_stamp" for name in ("Pentium", "PPro", "ATHLON", "P4")}
    sums = ["".join(f" {part} " if part in "+-" else names[part]
                    for part in re.split(r"([+-])", each)) for each in cell.split("/")]
    return sums[0], sums[1] if len(sums) > 1 else ""


CELLS = [(family, *row) for family in FAMILIES for row in rows(family)]


def test_tables_are_whole():
    """61 events: each family has each once; Pentium events for which P54C and P55C differ have one
    row for each."""
    names = list(events())
    assert len(names) == 61 and names[-5:] == RATES
    for family in FAMILIES:
        for processor in ("P54C", "P55C"):
            assert [row[1] for row in rows(family) if row[2] in (processor, "ALL")] == names
    assert len({event for _, event in manual()}) == 61


@pytest.mark.parametrize("family, how, event, processors, counts, per, printed, note", CELLS,
                         ids=[f"{cell[0]}-{cell[2]}-{cell[3]}" for cell in CELLS])
def test_each_cell(family, how, event, processors, counts, per, printed, note):
    """The manual's cell equals the counted event, or the table gives a reason."""
    row = FAMILIES[family]
    if family == "p4":
        row = SLIPPED.get((events()[event], event), row)
    # Table 3.5 has no row Pentium 4, but an empty row Pentium
    cell = manual().get((row, event), "")
    if family != "p5" or processors != "P54C" or printed:
        assert printed == cell
    if how == "LACKS":
        assert note and not counts and (not printed or (family, processors) == ("p5", "P54C"))
    elif how == "INSTEAD":
        assert note and (not printed or meant(printed) != (counts, per))
        assert not printed or "misprint" in note or event in ("PCL_CYCLES", *RATES) or counts
    elif printed and meant(printed):
        assert meant(printed) == (counts, per)
    assert bool(per) == (event in RATES and how != "LACKS")


# ---- use of the names in the command -------------------------------------------------------------

def table(done):
    assert done.returncode == 0, done.stderr
    return {re.split(r"  +", line)[0]: line for line in done.stdout.splitlines()[1:]}


def test_list_of_all_processors(bareprobe):
    listed = table(bareprobe("list", "events", "--pcl"))
    word = {"HAS": {True: "yes", False: "ours"}, "INSTEAD": {True: "other", False: "other"},
            "LACKS": {True: "-", False: "-"}}
    for column, (cpu, (family, member)) in enumerate(COLUMNS.items()):
        for how, event, processors, *_, printed, _ in rows(family):
            if processors in (member, "ALL"):
                assert listed[event].split()[column + 1] == word[how][bool(printed)], (cpu, event)


def test_list_of_one_processor(bareprobe):
    listed = table(bareprobe("list", "events", "--pcl", "--cpu", "p55c", "-v", "*JUMP*"))
    assert list(listed) == ["PCL_JUMP_SUCCESS", "PCL_JUMP_UNSUCCESS", "PCL_JUMP", "PCL_STALL_JUMP"]
    assert "misprint" in listed["PCL_JUMP_SUCCESS"]
    assert listed["PCL_JUMP"].split() == ["PCL_JUMP", "branches", "3.11", "Pentium_16"]
    assert "PAPI_L1_DCM" in table(bareprobe("list", "events", "--papi", "--cpu", "k7"))


def test_papis_formula_is_listed_where_it_is_another(bareprobe):
    """papi_events.csv of PAPI 7.0.0; tests/reference/test_papi.py compares all presets."""
    listed = table(bareprobe("list", "events", "--papi", "--cpu", "p2", "-v"))
    assert re.split("  +", listed["PAPI_L2_LDM"]) == [
        "PAPI_L2_LDM", "l2_ld:i", "PAPI's counts lines of code, too",
        "l2_lines_in - l2_m_lines_inm"]
    assert listed["PAPI_L1_ICM"].split() == ["PAPI_L1_ICM", "l2_ifetch"]
    assert listed["PAPI_L2_DCM"].split() == ["PAPI_L2_DCM", "l2_lines_in", "-", "bus_tran_ifetch"]


def test_instructions_that_a_pentium_4_counts_twice_are_noted(bareprobe):
    """PCL's and PAPI's event of instructions is instr_retired on all models (PAPI 7.0.0's
    papi_events.csv; PCL's table 3.10); docs/neighbours.md."""
    for library, name in (("--pcl", "PCL_INSTR"), ("--papi", "PAPI_TOT_INS")):
        [row] = [line for line in table(bareprobe("list", "events", library, "--cpu", "prescott",
                                                  "-v", name)).values() if line.startswith(name)]
        assert "instr_retired" in row and "which instr_completed (from model 3 on) does not" in row


def test_loads_alone_are_no_misses_of_a_pentium_4s_cache(bareprobe):
    listed = table(bareprobe("list", "events", "--papi", "--cpu", "p4"))
    for name in "PAPI_L1_DCM", "PAPI_L1_TCM", "PAPI_L2_DCM":
        assert "no event counts stores that miss" in listed[name]
    done = bareprobe("run", "--cpu", "northwood", "-b", "thesis/hello", "-e", "papi:PAPI_L1_DCM")
    assert done.returncode == 2 and "no event counts stores that miss" in done.stderr


@pytest.mark.parametrize("arguments, said", [
    (("list", "metrics", "--pcl"), "--pcl applies to events only: 'bareprobe list events --pcl'"),
    (("list", "events", "--pcl", "--papi"), "--pcl and --papi cannot be combined"),
    (("list", "events", "--pcl", "--cpu", "p9"), "'p9' is not a processor"),
    (("run", "-b", "thesis/program1", "-e", "pcl:PCL_L2CACHE_MISS"),
     "p54c has no PCL_L2CACHE_MISS: the second-level cache is on the board"),
    (("run", "-b", "thesis/program1", "-e", "papi:PAPI_L1_DCMS"),
     "did you mean papi:PAPI_L1_DCM?"),
    (("run", "-b", "thesis/program1", "-e", "pcl:nothing"), "'bareprobe list events --pcl'"),
    (("run", "-b", "thesis/program1", "events=pcl:PCL_L2CACHE_MISS"), "p54c has no PCL_L2CACHE_"),
    (("run", "-b", "apps/sort", "experiment=profile", "source=event,pcl:PCL_IPC"),
     "'pcl:PCL_IPC' is instructions_executed, per count_clocks on p54c"),
    (("run", "-b", "apps/sort", "experiment=profile", "source=event,pcl:PCL_L1CACHE_READ"),
     "'pcl:PCL_L1CACHE_READ' is data_read + code_read on p54c; a source must be a single event"),
    (("run", "-b", "apps/sort", "experiment=profile", "source=event,pcl:PCL_FP_INSTR", "--cpu",
      "k7"), "k7 has no PCL_FP_INSTR: no event counts floating-point instructions"),
    (("run", "-b", "apps/sort", "experiment=profile", "source=event,pcl:PCL_ELAPSED_CYCLES"),
     "use source=timer to sample by time"),
    (("run", "-b", "apps/sort", "experiment=profile", "source=event,pcl:PCL_JUMPS"),
     "source: 'pcl:PCL_JUMPS' is not an event of pcl; did you mean pcl:PCL_JUMP?"),
    (("run", "-b", "apps/sort", "experiment=profile", "source=event,pcl:PCL_JUMP*"),
     "a source is one event; this matches several"),
    (("run", "--serial", "/dev/null", "-b", "apps/sort", "experiment=profile",
      "source=event,pcl:PCL_JUMP"), "use the machine's own name for it"),
    (("list", "registers", "pcl:PCL_L1DCACHE_HIT", "--cpu", "northwood"),
     "p4 has no PCL_L1DCACHE_HIT"),
])
def test_what_is_wrong_is_said(bareprobe, arguments, said):
    done = bareprobe(*arguments)
    assert done.returncode == 2 and said in done.stderr


def counted(bareprobe, *arguments):
    """Returns {(event, region, ring): mean} of the run's results, from ndjson."""
    done = bareprobe("run", "-b", "thesis/program1", "--report", "none", "--db", "a.db", "--no-log",
                     *arguments)
    assert done.returncode == 0, done.stderr
    events_asked = arguments[arguments.index("-e") + 1]
    lines = bareprobe("export", "--db", "a.db", "last", "-f", "ndjson", "-e", events_asked)
    assert lines.returncode == 0, lines.stderr
    found = [json.loads(line) for line in lines.stdout.splitlines()]
    return {row["event"]: row for row in found if "event" in row}


def at(cpu):
    """Returns the options of `run` and `monitor` for that processor at its slowest clock."""
    return ["--cpu", cpu, *(["--mhz", SLOWEST[cpu]] if cpu in SLOWEST else [])]


# ---- in every verb -------------------------------------------------------------------------------

IPC = 305 / 209  # Program 1 on a P54C


def test_settings_take_names(bareprobe):
    """events= works like -e; source=event accepts a name that is a single event on a K7."""
    done = bareprobe("run", "-b", "thesis/program1", "events=pcl:PCL_IPC", "-r", "2", "--no-log",
                     "--no-store")
    assert re.search(rf"pcl:PCL_IPC +{IPC:.4f} ", done.stdout), done.stdout
    done = bareprobe("run", *at("k7"), "-b", "thesis/program1", "experiment=profile",
                     "source=event,PCL:pcl_jump:k,1000", "samples=5", "--no-log", "--no-store")
    assert "source=event,retired_branches:k,1000 " in done.stdout, done.stderr


def test_list_and_registers_take_names(bareprobe):
    assert "PCL_IPC" in table(bareprobe("list", "events", "pcl:PCL_IPC"))
    assert list(table(bareprobe("list", "events", "papi:PAPI_L1_DCM", "--cpu", "k7"))) == \
        ["PAPI_L1_DCM"]
    done = bareprobe("list", "registers", "pcl:PCL_IPC", "--cpu", "northwood")
    assert re.findall(r"(\w+):uk$", done.stdout, re.M) == ["global_power_events", "instr_retired"]


@pytest.fixture(name="two_runs", scope="module")
def fixture_two_runs(tmp_path_factory):
    """A store with Program 1 on a P54C twice, at 100 and at 66 MHz, and on a K7."""
    folder = tmp_path_factory.mktemp("named")
    for more in ([], ["--mhz", "66"], at("k7")):
        done = subprocess.run([BUILD / "bareprobe", "run", "-b", "thesis/program1", "-r", "2", "-e",
                               "pcl:PCL_IPC,pcl:PCL_L1DCACHE_MISSRATE,pcl:PCL_JUMP", "--report",
                               "none", "--db", "a.db", "--no-log", *more], cwd=folder,
                              capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    return str(folder / "a.db")


def test_history_of_a_name(bareprobe, two_runs):
    done = bareprobe("history", "thesis/program1", "0", "pcl:PCL_IPC,clocks", "--db", two_runs)
    assert done.returncode == 0, done.stderr
    of_name, of_clocks = done.stdout.split("\n\n")
    assert "(0x52c), 100 MHz" in of_clocks and "AMD Athlon" not in of_clocks
    k7, p54c = of_name.split("Intel Pentium (P54C)")
    assert "thesis/program1, region 0, pcl:PCL_IPC; warm" in p54c
    assert re.findall(r"^ +(\d) .* (\S+)  0\.0000", p54c, re.M) == [("1", f"{IPC:.4f}"),
                                                                   ("2", f"{IPC:.4f}")]
    assert len(re.findall(r"^ +3 ", k7, re.M)) == 1
    done = bareprobe("history", "thesis/program1", "0", "pcl:PCL_IPC", "--db", two_runs,
                     "--machine", "p54c", "-n", "1")
    assert re.findall(r"^ +(\d) ", done.stdout, re.M) == ["2"]


@pytest.mark.parametrize("words, said", [
    (("0", "pcl:PCL_FP_INSTR"), "has numbers for thesis/program1, region 0, pcl:PCL_FP_INSTR"),
    (("0", "pcl:PCL_IPCC"), "did you mean pcl:PCL_IPC?"),
    (("0", "pcl:PCL_IPC:u"), "has numbers for thesis/program1, region 0, pcl:PCL_IPC:u"),
    (("1", "pcl:PCL_IPC"), "has the region '1'"),
    (("0", "pcl:PCL_L1*"), "for example PCL_L1CACHE_READ and PCL_L1CACHE_WRITE")])
def test_history_that_there_is_not(bareprobe, two_runs, words, said):
    done = bareprobe("history", "thesis/program1", *words, "--db", two_runs)
    assert done.returncode == 2 and said in done.stderr, done.stderr


def test_page_of_all_runs(bareprobe, two_runs, tmp_path):
    done = bareprobe("html", "--trend", "-e", "pcl:PCL_IPC", "--db", two_runs, "-o", "t.html")
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "t.html").read_text()
    assert "pcl:PCL_IPC" in page and len(re.findall(r"<tr><td[^>]*>\d</td>", page)) == 2


def test_sweep_has_a_column_for_a_name(bareprobe):
    done = bareprobe("run", "-b", "thesis/program1", "-e", "pcl:PCL_IPC", "--sweep",
                     "repetitions=1..2", "--no-store")
    assert done.returncode == 0, done.stderr
    heading, *lines = done.stdout.splitlines()
    assert heading.endswith("thesis/program1 0 pcl:PCL_IPC") and "clocks" not in heading
    assert [line.split() for line in lines] == [["1", "2", "ok", f"{IPC:.4f}"],
                                                ["2", "2", "ok", f"{IPC:.4f}"]]


def test_samples_are_of_the_formulas_events(bareprobe):
    """The events are multiplexed, or counted together with the samples of a profile."""
    done = bareprobe("profile", "--sim", "apps/sort:variant=radix", "-e", "pcl:PCL_IPC", "--db",
                     "a.db", "samples=100")
    assert re.search(r"hottest line +instructions_executed  count_clocks$", done.stdout, re.M), \
        done.stdout + done.stderr
    done = bareprobe("run", "-b", "apps/sort:variant=radix", "experiment=multiplex",
                     "samples=20", "-e", "pcl:PCL_L1D*,clocks", "--report", "none", "--db",
                     "a.db", "--no-log")
    assert done.returncode == 0, done.stderr
    done = bareprobe("show", "last", "--multiplex", "-e", "pcl:PCL_L1DCACHE_HIT", "--db", "a.db")
    assert re.findall(r"^(data_\w+|count_\w+) ", done.stdout, re.M) == ["data_read_or_write",
                                                                       "data_read_or_write_miss"]


def test_at_the_prompt(bareprobe):
    done = bareprobe("monitor", "-c", "count pcl:PCL_IPC,papi:PAPI_TOT_INS thesis/program1; "
                     "count pcl:PCL_MEM_FP_RATIO thesis/program1; count pcl:PCL_IPCC thesis/hello")
    lines = done.stdout.splitlines()
    assert f"thesis/program1 0 pcl:PCL_IPC: {IPC:.4f} +/- 0.0000" in lines
    assert "thesis/program1 0 papi:PAPI_TOT_INS: 305.0 +/- 0.0" in lines
    assert sum(line.startswith("thesis/program1 0 pcl:PCL_MEM_FP_RATIO: undefined")
               for line in lines) == 1
    assert done.returncode == 1 and "did you mean pcl:PCL_IPC?" in done.stderr


def test_at_another_processors_prompt(bareprobe):
    """CPUID identifies the processor there. For a region with two rings no formula is evaluated."""
    done = bareprobe("monitor", *at("northwood"), "-c", "count pcl:PCL_INSTR thesis/program1;"
                     "count pcl:PCL_INSTR:u,instr_retired:k thesis/program1")
    assert done.stdout.splitlines()[:2] == [
        "thesis/program1 0 instr_retired: 305 (305 to 305, n=20)",
        "thesis/program1 0 pcl:PCL_INSTR: 305.0 +/- 0.0"]
    assert done.stdout.count("PCL_INSTR") == 1 and "counted twice in one region" in done.stderr


def test_experiments_refuse_a_name(bareprobe, tmp_path):
    text = (ROOT / "tests" / "data" / "experiments" / "slips.xml").read_text()
    (tmp_path / "e.xml").write_text(text.replace('"uops_retired"', '"pcl:PCL_IPC"'))
    done = bareprobe("experiments", "e.xml", "--print")
    assert done.returncode == 2
    assert 'base="pcl:PCL_IPC">: a formula is not allowed as a base' in done.stderr


# ---- values --------------------------------------------------------------------------------------

def test_rates_and_counts_of_program_1(bareprobe):
    """Program 1 of the thesis: 305 instructions in 209 clocks at 100 MHz (tests/THESIS.md); 100
    branches, the last of them mispredicted; 2 data accesses, both hits; no x87."""
    found = counted(bareprobe, "-r", "3", "-e",
                    "pcl:PCL_IPC,pcl:pcl_jump*,pcl:PCL_L1DCACHE_*,pcl:PCL_MEM_FP_RATIO,"
                    "papi:PAPI_BR_PRC,clocks")
    mean = {event: row["mean"] for event, row in found.items()}
    assert mean["pcl:PCL_IPC"] == pytest.approx(305 / 209, abs=1e-12)
    assert found["pcl:PCL_IPC"]["ci95_lo"] == found["pcl:PCL_IPC"]["ci95_hi"]
    assert mean["pcl:PCL_JUMP"] == 100 and mean["pcl:PCL_JUMP_UNSUCCESS"] == 1
    assert mean["pcl:PCL_JUMP_SUCCESS"] == mean["papi:PAPI_BR_PRC"] == 99
    assert mean["pcl:PCL_L1DCACHE_HIT"] == 2 and mean["pcl:PCL_L1DCACHE_MISSRATE"] == 0
    assert found["pcl:PCL_MEM_FP_RATIO"]["status"] == "undefined"
    assert mean["count_clocks"] == 209


def test_rings_are_those_that_were_asked_for(bareprobe):
    """Nothing counts in ring 3 if the benchmark runs in ring 0."""
    found = counted(bareprobe, "-r", "2", "-e", "papi:PAPI_TOT_INS:u,instructions_executed:k")
    assert found["papi:PAPI_TOT_INS"]["mean"] == 0
    assert found["papi:PAPI_TOT_INS"]["ring"] == "user"


SUMS = [("L1DCACHE_HIT", "L1DCACHE_MISS", "L1DCACHE_READWRITE"),
        ("L1ICACHE_HIT", "L1ICACHE_MISS", "L1ICACHE_READWRITE"),
        ("L1CACHE_HIT", "L1CACHE_MISS", "L1CACHE_READWRITE"),
        ("L1CACHE_READ", "L1CACHE_WRITE", "L1CACHE_READWRITE"),
        ("L2CACHE_HIT", "L2CACHE_MISS", "L2CACHE_READWRITE"),
        ("L2DCACHE_HIT", "L2DCACHE_MISS", "L2DCACHE_READWRITE"),
        ("L2ICACHE_HIT", "L2ICACHE_MISS", "L2ICACHE_READWRITE"),
        ("JUMP_SUCCESS", "JUMP_UNSUCCESS", "JUMP"),
        ("ITLB_HIT", "ITLB_MISS", "L1ICACHE_READ"),
        ("DTLB_HIT", "DTLB_MISS", "L1DCACHE_READWRITE"),
        ("ITLB_MISS", "DTLB_MISS", "TLB_MISS")]


@pytest.mark.parametrize("cpu", fast_cases(2, ("p54c", "k7", "p55c", "northwood", "ppro", "p2",
                                               "p3")))
def test_all_of_a_processor_in_one_run(bareprobe, cpu):
    """Each event of the table is counted, or is one that the model does not count. The manual's
    sums hold: hits and misses are reads and writes, and so on."""
    family, member = COLUMNS[{"northwood": "p4"}.get(cpu, cpu if cpu in COLUMNS else "p6")]
    there = {event for how, event, processors, *_ in rows(family)
             if how != "LACKS" and processors in (member, "ALL")}
    found = counted(bareprobe, *at(cpu), "-r", "2", "-e", "pcl:*")
    assert {event.removeprefix("pcl:") for event in found} == there
    mean = {event.removeprefix("pcl:PCL_"): row["mean"] for event, row in found.items()
            if row["status"] == "ok"}
    held = 0
    for one, other, both in SUMS:
        if {one, other, both} <= set(mean):
            assert mean[one] + mean[other] == pytest.approx(mean[both]), (one, other, both)
            held += 1
    assert held >= (5 if cpu != "northwood" else 2)  # northwood has no events for accesses
    assert mean["IPC"] == pytest.approx(mean["INSTR"] / mean["CYCLES"])


def test_runs_of_two_processors_are_compared_by_their_names(bareprobe, two_runs):
    done = bareprobe("compare", "--db", two_runs, "1", "3", "-a", "-e", "pcl:PCL_JUMP")
    assert re.search(r"region 0  pcl:PCL_JUMP +100\.0 +100\.0 +0 ", done.stdout), done.stdout


def test_the_pentium_4s_names_are_known(bareprobe):
    """All of PCL's and PAPI's columns for it are events with register values."""
    asked = {word for *_, counts, per, _, _ in rows("p4") for word in (counts + " " + per).split()}
    papi = (ROOT / "libpcl" / "papi.def").read_text()
    asked |= {word for line in re.findall(r'^PRESET\(.*"([^"]*)"\)$', papi, re.M)
              for word in line.split()}
    asked -= {"+", "-", "time_stamp"}
    assert len(asked) > 20
    done = bareprobe("list", "registers", ",".join(sorted(asked)), "--cpu", "northwood")
    assert done.returncode == 0, done.stderr
