# SPDX-License-Identifier: MIT
"""The parameters of run_p5mon (thesis, Table C.1 and Figure C.1), each tested in a run."""
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIGURE_C_1 = ROOT / "tests/data/figure_c_1.parms"

# Table C.1's events and their codes. The thesis gives no code for count_clocks; p5.def uses 0x100.
EVENTS = {
    "count_clocks": 0x100, "data_read": 0x00, "data_write": 0x01, "data_read_or_write": 0x28,
    "data_tlb_miss": 0x02, "data_read_miss": 0x03, "data_write_miss": 0x04,
    "data_read_or_write_miss": 0x29, "write_to_M_or_E_lines": 0x05,
    "data_cache_lines_written_back": 0x06, "external_snoops": 0x07,
    "data_cache_snooping_hits": 0x08, "memory_accesses_in_both_pipes": 0x09,
    "bank_conflicts": 0x0A, "misaligned_data_memory_or_IO_references": 0x0B, "code_read": 0x0C,
    "code_tlb_miss": 0x0D, "code_cache_miss": 0x0E, "segment_register_loaded": 0x0F,
    "branches": 0x12, "btb_hits": 0x13, "taken_branch_or_btb_hit": 0x14, "pipeline_flushes": 0x15,
    "instructions_executed": 0x16, "instructions_executed_in_v_pipe": 0x17,
    "clocks_while_bus_cycle_in_progress": 0x18, "clocks_stalled_full_write_buffers": 0x19,
    "clocks_stalled_waiting_data_read": 0x1A, "clocks_stalled_write_to_M_or_E_line": 0x1B,
    "locked_bus_cycle": 0x1C, "IO_read_or_write_cycle": 0x1D, "non_cacheable_memory_reads": 0x1E,
    "pipeline_stalled_address_generation_interlock": 0x1F, "flops": 0x22,
    "breakpoint_match_DR0": 0x23, "breakpoint_match_DR1": 0x24, "breakpoint_match_DR2": 0x25,
    "breakpoint_match_DR3": 0x26, "hardware_interrupts": 0x27,
}


@pytest.fixture(name="measure")
def fixture_measure(vpentium, records):
    """measure(settings): the records of a run of program1 in one event, unless the settings say
    otherwise."""
    def run(settings, expect=0, **options):
        events = "" if re.search(r"\bevents=", settings) else "events=branches "
        command = "" if "command=" in settings else "command=program1 "
        done = vpentium(f"{command}{events}{settings} exit=qemu", **options)
        assert done.returncode == expect, done.stdout[-2000:]
        return records(done.stdout)
    return run


def of(wire, kind):
    return [record for record in wire if record["ev"] == kind]


@pytest.mark.parametrize("event", EVENTS)
def test_event_has_a_parameter(vpentium, records, event):
    wire = records(vpentium(f"command=program1 repetitions=1 {event}=yes exit=qemu").stdout)
    (result,) = of(wire, "result")
    assert (result["event"], int(result["code"], 16)) == (event, EVENTS[event])
    assert result["status"] == "ok"


def test_there_are_39_events():
    assert len(EVENTS) == 39


def test_figure_c_1_runs_as_it_stands(vpentium):
    """Measures a user's program as a whole, in the two events that the file enables, and writes its
    output file."""
    run = vpentium("report=text exit=qemu", "-initrd", str(FIGURE_C_1))
    assert run.returncode == 0
    lines = run.stdout.splitlines()
    assert "bareprobe started at Thu Jan 30 16:02:20 1997" in lines
    assert " parameter file: figure_c_1.parms" in lines and " command: hello" in lines
    start = lines.index("Results (for 5 repetitions with a 95% confidence level):")
    assert lines[start - 2] == " measured in ring 3, user events counted, warm"
    assert [line.split(":")[0] for line in lines[start + 1:start + 3]] == [
        "  Data Read Miss", "  Data Write Miss"]
    output = [line.removeprefix("p5mon_output: ") for line in lines
              if line.startswith("p5mon_output: ")]
    assert output[1:4] == ["# run_p5mon results file",
                           "# Results (5 repetitions, 95% confidence level):",
                           "# Event Repetition Value [conf.int] [percentage]"]
    assert [line.split()[:2] for line in output[4:]] == [["0x3", "-1"], ["0x4", "-1"]]
    assert not any("warning" in line for line in lines)


def test_command_is_a_name_or_a_pattern(measure):
    for command, benches in (("hello", ["thesis/hello"]), ("thesis/hello", ["thesis/hello"]),
                             ("thesis/program?", ["thesis/program1", "thesis/program2"])):
        wire = measure(f"command={command} repetitions=1")
        assert [record["bench"] for record in of(wire, "bench")] == benches


def test_repetitions(measure):
    for repetitions in (1, 7):
        (result,) = of(measure(f"repetitions={repetitions}"), "result")
        assert result["n"] == str(repetitions)


@pytest.mark.parametrize("settings, ring, branches", [
    ("", "kernel", 100),
    ("user_events=yes", "user", 100),
    ("user_events=yes kernel_events=yes", "both", 100),
    ("user_events=yes privilege=kernel kernel_events=no", "user", 0),
    ("kernel_events=yes privilege=user user_events=no", "kernel", 0),
])
def test_user_events_and_kernel_events(measure, settings, ring, branches):
    """The default of Table C.1, user events only, must be requested explicitly."""
    (result,) = of(measure(f"{settings} repetitions=2"), "result")
    assert (result["ring"], float(result["mean"])) == (ring, branches)


def test_no_events_at_all_is_an_error(measure):
    for settings, what in (("user_events=no kernel_events=no", "nothing would be counted"),
                           ("events=branches branches=no", "events: none is selected")):
        wire = measure(settings, expect=1)
        assert what in of(wire, "error")[0]["what"] and not of(wire, "bench")


def test_skip_initialization_run(measure):
    """A repetition is an uncounted run and a counted one; the first run finds the regions."""
    for settings, executions in (("", ["no"] + 3 * ["no", "yes"]),
                                 ("skip_initialization_run=yes", ["no"] + 3 * ["yes"]),
                                 ("state=cold", ["no"] + 3 * ["yes"])):
        wire = measure(f"{settings} repetitions=3 verbose_level=2")
        assert [record["counted"] for record in of(wire, "execution")] == executions


def test_repeat_first_run(measure):
    """The first repetition runs twice and is recorded once."""
    wire = measure("repeat_first_run=yes skip_initialization_run=yes repetitions=3 verbose_level=1 "
                   "output_all_results=yes")
    assert [record["number"] for record in of(wire, "repetition")] == ["1", "1", "2", "3"]
    assert [record["rep"] for record in of(wire, "sample")] == ["0", "1", "2"]
    wire = measure("repeat_first_run=yes batches=2 repetitions=2 verbose_level=1")
    assert [record["number"] for record in of(wire, "repetition")] == 2 * ["1", "1", "2"]


def test_max_regions(measure):
    """The benchmark that has more regions fails; the other is measured."""
    settings = "command=[rt]*/[nh]e* repetitions=1"  # region/nested has 4, thesis/hello 3
    wire = measure(f"{settings} max_regions=3", expect=1, image="bareprobe-test")
    assert of(wire, "error")[0]["what"] == ("max_regions: region/nested uses 4 regions, "
                                            "at most 3 are allowed")
    assert {record["bench"] for record in of(wire, "result")} == {"thesis/hello"}
    assert not of(measure(f"{settings} max_regions=4", image="bareprobe-test"), "error")


def test_verbose_level(measure):
    """0 prints nothing, 1 each repetition, 2 also each execution and its events."""
    settings = "events=branches,flops repetitions=2"
    wire = measure(settings)
    assert not of(wire, "repetition") and not of(wire, "execution")
    wire = measure(f"{settings} verbose_level=1")
    assert [(r["number"], r["of"], r["bench"]) for r in of(wire, "repetition")] == [
        ("1", "2", "thesis/program1"), ("2", "2", "thesis/program1")]
    assert not of(wire, "execution")
    wire = measure(f"{settings} verbose_level=2")
    executions = of(wire, "execution")
    assert {record["events"] for record in executions} == {"branches,flops"}
    numbers = [int(record["number"]) for record in executions]
    assert numbers == list(range(numbers[0], numbers[0] + 5))
    # A benchmark with several regions has one more run, which counts nested probes.
    wire = measure("command=thesis/hello events=branches repetitions=2 verbose_level=2")
    assert [r["number"] for r in of(wire, "repetition")] == ["1", "2"]
    assert len(of(wire, "execution")) == 6


def test_messages_change_no_count(measure):
    """No message is printed between preparing the machine and the counted run."""
    def counts(wire):
        return [{key: record[key] for key in record if key not in ("seq", "crc")}
                for record in of(wire, "result")]

    for state in ("warm", "cold"):
        settings = f"events=all repetitions=2 state={state}"
        assert counts(measure(settings)) == counts(measure(f"{settings} verbose_level=2"))


@pytest.mark.parametrize("settings", [
    "output_all_results=yes", "output_all_results=no", "use_assembly_regions=no privilege=user"])
def test_output_file_is_the_file_that_report_sends(vpentium, records, settings):
    """The same bytes arrive: in a text report after the file name, in records as lines, and as the
    report alone."""
    settings += " command=region/figure_4_5 events=branches,btb_hits repetitions=3 exit=qemu"

    def run(more):
        return vpentium(f"{settings} {more}", image="bareprobe-test").stdout

    alone = [line for line in run("report=p5mon_file").splitlines()
             if not re.match(r"# \d+ results", line)]
    text = [line.removeprefix("out: ") for line in
            run("report=text output_file=out").splitlines() if line.startswith("out: ")]
    wire = [record["line"] for record in of(records(run("output_file=out")), "file")
            if record["name"] == "out"]
    assert alone == text == wire and len(alone) > 4


def test_confidence_level_99(measure):
    for name in ("confidence_level_99", "conf_level_99"):
        assert of(measure(f"{name}=yes"), "result")[0]["level"] == "99"


def test_dump_parms(vpentium, records, measure, tmp_path):
    """The dump, used as a file, yields the same dump and the same results."""
    def dump(wire):
        return "".join(record["line"] + "\n" for record in of(wire, "file")
                       if record["name"] == "parms")

    first = measure("dump_parms=yes parm_dump_file_name=parms repetitions=3 state=both")
    again = tmp_path / "again.parms"
    again.write_text(dump(first))
    second = records(vpentium("", "-initrd", str(again)).stdout)
    assert dump(second) == dump(first) != ""
    assert [r["mean"] for r in of(second, "result")] == [r["mean"] for r in of(first, "result")]


def test_warnings(vpentium, records, tmp_path):
    """Each warning goes to its file and the run continues. Without the switches they are errors."""
    mistaken = tmp_path / "mistaken.parms"
    lines = ["(p5mon", "command = program1;", "branchse = yes;", "branches = yes;",
             "repetitions = 2;", "repetitions = 3;", "end)"]
    mistaken.write_text("\n".join(lines))
    run = vpentium("exit=qemu", "-initrd", str(mistaken))
    assert run.returncode == 1 and not of(records(run.stdout), "result")
    lines[-1:] = ["warn_parm_not_used = yes;", "warn_parm_defined_twice = yes;",
                  "warn_parm_not_defined = yes;", "parm_warn_file_name = w;", "end)"]
    mistaken.write_text("\n".join(lines))
    run = vpentium("exit=qemu", "-initrd", str(mistaken))
    assert run.returncode == 0
    wire = records(run.stdout)
    said = [record["what"] for record in of(wire, "warning") if record["file"] == "w"]
    assert said[:3] == [
        "mistaken.parms:3: 'branchse' is not a setting (value 'yes'); did you mean branches?",
        "mistaken.parms:6: repetitions: given twice, the second time as '3'; once is allowed",
        "mistaken.parms: confidence_level_99: not defined; using no"]
    assert of(wire, "result")[0]["n"] == "3"
    text = vpentium("exit=qemu report=text", "-initrd", str(mistaken)).stdout
    assert "w: warning: mistaken.parms:3: 'branchse'" in text


def test_figure_4_5(vpentium):
    """The layout equals the figure's to the character, and the branches are those of the thesis."""
    run = vpentium("command=region/figure_4_5 events=branches,btb_hits repetitions=3 report=text "
                   "exit=qemu", image="bareprobe-test")
    assert (
        "Results (for 3 regions, 3 repetitions, 95% confidence level):\n"
        "    Region 0, entered 1 times and exited 1 times:\n"
        "        Branches: 797.0 +/- 0.0 (0.000%) [797.0]\n"
        "        BTB Hits: 797.0 +/- 0.0 (0.000%) [797.0]\n"
        "    Region 1, entered 100 times and exited 100 times:\n"
        "        Branches: 3900.0 +/- 0.0 (0.000%) [39.0]\n"
        "        BTB Hits: 3900.0 +/- 0.0 (0.000%) [39.0]\n"
        "    Region 2, entered 1 times and exited 1 times:\n"
        "        Branches: 174.0 +/- 0.0 (0.000%) [174.0]\n"
        "        BTB Hits: 174.0 +/- 0.0 (0.000%) [174.0]\n"
        "Total elapsed time: ") in run.stdout
