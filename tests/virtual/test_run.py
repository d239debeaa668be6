# SPDX-License-Identifier: MIT
"""Whole runs in the virtual Pentium: the output that a user sees, and results that must not
change."""
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]

def test_all_events_of_all_benchmarks_are_counted(measured_all):
    results = [r for r in measured_all if r["ev"] == "result"]
    assert len({r["event"] for r in results}) == 39
    assert {r["status"] for r in results} == {"ok"}
    assert {(r["bench"], r["region"]) for r in results} >= {
        ("thesis/hello", "0"), ("thesis/hello", "1"), ("thesis/hello", "2"),
        ("thesis/program1", "0"), ("thesis/program2", "0")}
    assert measured_all[0]["platform"] == "virtual"
    assert {r["status"] for r in measured_all if r["ev"] == "selftest"} == {"ok"}
    assert measured_all[-1]["ev"] == "done" and measured_all[-1]["status"] == "ok"


@pytest.fixture(scope="module")
def measured_all(vpentium, records):
    run = vpentium("command=thesis/[fhp]* repetitions=2 exit=qemu")
    assert run.returncode == 0
    return records(run.stdout)


def test_occurrences_are_the_same_in_every_repetition(measured_all):
    """Clocks may differ: if writes go to the bus, they depend on its phase, 2 clocks of 3."""
    table = (ROOT / "pmc/p5/p5.def").read_text()
    durations = set(re.findall(r"^EVENT\([^,]+, (\w+)[^)]*?\bDURATION\b", table, re.M))
    assert "count_clocks" in durations and "branches" not in durations
    spread = {r["event"] for r in measured_all if r["ev"] == "result" and r["sd"] != "0"}
    assert spread <= durations


def test_benchmarks_are_counted_at_start(measured_all):
    files = [f for f in (ROOT / "bench").glob("*/*")
             if f.is_dir() or f.suffix in (".c", ".asm", ".s")]
    assert int(measured_all[0]["benches"]) == len(files) >= 3


def test_plan_has_two_events_a_pass(measured_all):
    plan = next(r for r in measured_all if r["ev"] == "plan")
    assert (plan["events"], plan["passes"], plan["passes_lower_bound"]) == ("39", "20", "20")


def test_what_is_sent_is_raw_less_overhead(measured_all):
    for r in measured_all:
        if r["ev"] == "result":
            entries = int(r["entries"])
            corrected = float(r["raw"]) - entries * float(r["overhead"])
            assert corrected == pytest.approx(float(r["mean"]))
            assert float(r["per_entry"]) == pytest.approx(float(r["mean"]) / entries)


def test_probe_lets_few_instructions_fall_between_its_reads(vpentium, records):
    """On the near counter 5 and the first RDMSR, on the far one 13 and the RDMSR: pmc/region.h. The
    event that is scheduled first is on counter 0, the near one; the second is on counter 1."""
    for events, counter, instructions in (("instructions_executed,branches", "0", 6),
                                          ("branches,instructions_executed", "1", 14)):
        run = vpentium(f"command=thesis/program2 repetitions=2 events={events} exit=qemu")
        calibration = {r["event"]: r for r in records(run.stdout) if r["ev"] == "calibration"}
        assert calibration["instructions_executed"]["counter"] == counter
        assert float(calibration["instructions_executed"]["overhead"]) == instructions
        assert float(calibration["branches"]["overhead"]) == 0


def test_two_runs_are_the_same_to_the_byte(vpentium):
    settings = "command=thesis/program* repetitions=2 exit=qemu"
    assert vpentium(settings).stdout == vpentium(settings).stdout


def test_runs_in_4_mb(vpentium):
    assert vpentium("command=thesis/program* repetitions=2 exit=qemu", "-m", "4").returncode == 0


def test_rings_count_apart(vpentium, records):
    """For user events a region in ring 3 has the same counts as in ring 0, and the path through the
    gate adds nothing. For kernel events only, nothing of the region itself is counted."""
    for ring, rings, instructions, branches in (
            ("user", "user_events=yes", 305, 100),
            ("both", "user_events=yes kernel_events=yes", 305, 100),
            ("kernel", "user_events=no kernel_events=yes", 0, 0)):
        wire = records(vpentium("command=thesis/program1 privilege=user repetitions=3 exit=qemu "
                                f"events=instructions_executed,branches {rings}").stdout)
        for event, count in (("instructions_executed", instructions), ("branches", branches)):
            (result,) = results(wire, event=event)
            assert (float(result["mean"]), result["sd"]) == (count, "0")
            assert result["ring"] == ring


@pytest.mark.parametrize("settings, what", [
    ("events=data_raed_miss", "'data_raed_miss' is not an event; did you mean data_read_miss?"),
    ("repetitions=none",
     "repetitions: 'none' is not allowed; allowed: a number from 1 to 10000000"),
    ("command=nothing/*", "no benchmark matches 'nothing/*'; available: apps/* "),
    ("colour=red", "'colour' is not a setting (value 'red'); allowed: command="),
])
def test_wrong_setting_is_named_and_nothing_runs(vpentium, records, settings, what):
    run = vpentium(settings + " exit=qemu")
    assert run.returncode == 1
    wire = records(run.stdout)
    assert what in next(r for r in wire if r["ev"] == "error")["what"]
    assert not any(r["ev"] in ("bench", "result") for r in wire)
    assert wire[-1]["status"] == "failed"


def test_text_report_is_laid_out_as_the_thesis_has_it(vpentium):
    """Figure 4.5, preceded by the header of 4.2 and followed by the closing lines of 4.3.
    It executes a pass of 1 + 2 x 20 runs twice, an empty region and the program, and one of
    1 + 2 x 6, regions that displace the stack; and one more repetition of the program, 2 runs,
    which finds displaced lines."""
    run = vpentium("command=thesis/program1 events=branches,btb_hits report=text exit=qemu")
    lines = run.stdout.splitlines()
    start = lines.index("Results (for 1 regions, 20 repetitions, 95% confidence level):")
    assert lines[start + 1:start + 4] == [
        "    Region 0, entered 1 times and exited 1 times:",
        "        Branches: 100.0 +/- 0.0 (0.000%) [100.0]",
        "        BTB Hits: 100.0 +/- 0.0 (0.000%) [100.0]",
    ]
    header = lines.index("bareprobe started at Thu Jan 30 16:02:20 1997")
    assert [line.split(":")[0] for line in lines[header + 1:header + 5]] == [
        " current directory", " parameter file", " arguments", " command"]
    assert lines[start - 2] == " measured in ring 0, kernel events counted, warm"
    assert re.fullmatch(r"Total elapsed time: \d+\.\d seconds", lines[-3])
    assert re.fullmatch(r"   \(program executed 97 times, with an average execution time of "
                        r"\d+\.\ds\)", lines[-2])


def results(wire, **keys):
    return [r for r in wire if r["ev"] == "result" and keys.items() <= r.items()]


def test_cold_and_warm_stand_side_by_side(vpentium, records):
    """bench/thesis/program1.asm derives both: cold, the loop's branch misses the BTB once."""
    run = vpentium("command=thesis/program1 events=branch state=both repetitions=3 exit=qemu")
    wire = records(run.stdout)
    for state, hits, flushes in (("warm", 100, 1), ("cold", 99, 2)):
        for event, count in (("btb_hits", hits), ("pipeline_flushes", flushes), ("branches", 100)):
            (result,) = results(wire, state=state, event=event)
            assert (float(result["mean"]), result["sd"]) == (count, "0")


def test_ablation_shows_what_a_feature_is_worth(vpentium, records):
    """thesis/hello's loop of 2 clocks per iteration takes 3 without the V pipe. Without prediction
    each of the 999,999 taken branches costs 3 more; the last, not taken, costs nothing more."""
    run = vpentium("command=thesis/hello ablate=branch,vpipe,l1 repetitions=2 exit=qemu "
                   "events=count_clocks,btb_hits,instructions_executed_in_v_pipe")
    wire = records(run.stdout)
    expected = {
        ("none", "count_clocks"): 2_000_003, ("none", "btb_hits"): 1_000_000,
        ("none", "instructions_executed_in_v_pipe"): 1_000_000,
        ("vpipe", "count_clocks"): 3_000_003, ("vpipe", "btb_hits"): 1_000_000,
        ("vpipe", "instructions_executed_in_v_pipe"): 0,
        ("branch", "count_clocks"): 4_999_997, ("branch", "btb_hits"): 0,
        ("branch", "instructions_executed_in_v_pipe"): 1_000_000,
    }
    for (ablate, event), count in expected.items():
        (result,) = results(wire, ablate=ablate, event=event, region="2")
        assert float(result["mean"]) == count
    # The processor is restored, or the plain run after the others would differ.
    assert len(results(wire, ablate="l1")) == 9


def test_whole_runs_need_no_regions(vpentium, records):
    """The same benchmark is measured as a whole: its CALL and RET also occur in the empty
    benchmark."""
    run = vpentium("command=thesis/program1 events=branches use_assembly_regions=no repetitions=2 "
                   "exit=qemu")
    (result,) = results(records(run.stdout))
    assert (result["region"], result["entries"]) == ("whole", "1")
    assert float(result["mean"]) == 100


def test_all_results_are_the_samples(vpentium, records):
    run = vpentium("command=thesis/program1 events=branches output_all_results=yes repetitions=4 "
                   "exit=qemu")
    samples = [r for r in records(run.stdout) if r["ev"] == "sample"]
    assert [(r["rep"], r["value"]) for r in samples] == [(str(i), "100") for i in range(4)]


def test_batches_are_set_up_again(vpentium, records):
    run = vpentium("command=thesis/program1 events=branches batches=3 repetitions=5 exit=qemu")
    (result,) = results(records(run.stdout))
    assert (result["n"], result["mean"], result["ci"]) == ("3", "100", "0")


def test_text_names_the_batches(vpentium):
    run = vpentium("command=thesis/program1 events=branches batches=3 repetitions=5 report=text "
                   "exit=qemu")
    assert ("Results (for 1 regions, 3 batches of 5 repetitions, 95% confidence level):"
            in run.stdout.splitlines())


@pytest.mark.parametrize("settings, key", [
    ("batches=2 ci_target=1%", "ci_target"),
    ("batches=2 output_all_results=yes", "output_all_results"),
    ("experiment=overhead report=p5mon_file", "report"),
])
def test_settings_that_do_not_go_together_are_refused(vpentium, settings, key):
    run = vpentium(f"command=thesis/program1 events=branches {settings} exit=qemu")
    assert run.returncode == 1
    assert f"{key}: " in run.stdout and "error" in run.stdout
    assert "ev=result" not in run.stdout and "program1:" not in run.stdout


def test_one_repetition_has_no_interval_to_be_content_with(vpentium, records):
    """The run is repeated with double the repetitions once: two equal samples have an interval of
    0."""
    run = vpentium("command=thesis/program1 events=branches repetitions=1 ci_target=1% exit=qemu")
    (result,) = results(records(run.stdout))
    assert (result["n"], result["mean"], result["ci"]) == ("2", "100", "0")


def test_time_stamps_are_repeated_until_their_interval_is_narrow(vpentium, records):
    """Without a warming run the first repetition has cold caches and the others do not, so an
    interval of 0.001 % is never reached."""
    run = vpentium("command=thesis/program2 events=time_stamp repetitions=2 ci_target=0.001% "
                   "max_repetitions=50 skip_initialization_run=yes use_assembly_regions=no "
                   "exit=qemu")
    (result,) = results(records(run.stdout))
    assert result["n"] == "50" and float(result["max"]) > float(result["med"])


@pytest.mark.full
def test_twelve_thousand_repetitions(vpentium, records):
    """Each has the 100 branches of program 1, and the mode of its clocks is as in few repetitions.
    tests/unit/test_stats_summary.c has ten million samples."""
    settings = "command=thesis/program1 events=branches,clocks noise=0 exit=qemu"
    few, = results(records(vpentium(f"{settings} repetitions=20").stdout), event="count_clocks")
    many = records(vpentium(f"{settings} repetitions=12000").stdout)
    branches, = results(many, event="branches")
    clocks, = results(many, event="count_clocks")
    assert (branches["n"], branches["mean"], branches["ci"]) == ("12000", "100", "0")
    assert (clocks["n"], clocks["mode"]) == ("12000", few["mode"])


def test_99_percent(vpentium, records):
    run = vpentium("command=thesis/program1 events=branches confidence_level_99=yes exit=qemu")
    assert results(records(run.stdout))[0]["level"] == "99"


def test_experiment_files_are_run_one_after_the_other(vpentium, records, tmp_path):
    first, second = tmp_path / "first.parms", tmp_path / "second.parms"
    first.write_text("(p5mon\n command = thesis/program1;\n branches = yes;\n"
                     " repetitions = 3;\nend)\n")
    second.write_text("(p5mon\n command = thesis/program2;\n data_read = yes;\nend)\n")
    run = vpentium("repetitions=2 exit=qemu", "-initrd", f"{first},{second}")
    wire = records(run.stdout)
    assert [r["experiment"] for r in wire if r["ev"] == "plan"] == ["first.parms", "second.parms"]
    assert [(r["bench"], r["event"], r["n"], r["mean"]) for r in results(wire)] == [
        ("thesis/program1", "branches", "2", "100"), ("thesis/program2", "data_read", "2", "7")]


def test_mistake_in_the_last_file_stops_all(vpentium, records, tmp_path):
    good, bad = tmp_path / "good.parms", tmp_path / "bad.parms"
    good.write_text("(p5mon\n command = thesis/program1;\nend)\n")
    bad.write_text("(p5mon\n\n branchse = yes;\nend)\n")
    run = vpentium("exit=qemu", "-initrd", f"{good},{bad}")
    wire = records(run.stdout)
    assert run.returncode == 1 and not results(wire)
    assert wire[1]["what"] == ("bad.parms:3: 'branchse' is not a setting (value 'yes'); "
                               "did you mean branches?")


def test_overheads_are_known_in_every_ring(vpentium, records):
    """Instructions between the reads of the near counter. Ring 0: 5 and the first RDMSR itself, 6.
    In ring 3 a read is INT, RDMSR, IRET. After the first read its RDMSR and IRET run in ring 0,
    then the 5 and an INT in ring 3, which counts as an instruction and as an interrupt (thesis,
    Appendix A): 7 in ring 3, and 9 in both."""
    run = vpentium("experiment=overhead command=thesis/program1 events=instructions_executed "
                   "repetitions=3 exit=qemu")
    wire = records(run.stdout)
    seen = {(r["ring"], r["state"], r["of"]): float(r["overhead"])
            for r in wire if r["ev"] == "calibration"}
    for state in ("cold", "warm"):
        assert seen["kernel", state, "region"] == 6
        assert seen["user", state, "region"] == 7
        assert seen["both", state, "region"] == 9
    assert not results(wire) and wire[-1]["status"] == "ok"


def test_overheads_are_printed_as_a_table(vpentium):
    run = vpentium("experiment=overhead command=thesis/program1 events=instructions_executed "
                   "repetitions=3 report=text exit=qemu")
    rows = [line.split()[2:] for line in run.stdout.splitlines()
            if line.startswith("Instructions Exec")]
    assert [row[0] for row in rows] == ["0n"] * 4
    cells = [[cell.partition("+-")[0] for cell in row[1:]] for row in rows]
    assert cells[0][:2] == ["6.0", "6.0"] and cells[1] == ["7.0", "9.0", "7.0", "9.0"]
    assert all(cell.endswith("+-0.0") for row in rows for cell in row[1:])
