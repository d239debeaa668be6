# SPDX-License-Identifier: MIT
"""The default report of `bareprobe run`: one line per region, then warnings, then commands."""
import os
import pathlib
import re

import pytest

from logs import finding_record, result_record, run_log, sampling_record
from terminal import Terminal

BUILD = pathlib.Path(__file__).resolve().parents[2] / os.environ.get("BUILD", "build")

CLOCKS = {"event": "count_clocks", "code": "0x100"}
INSTRUCTIONS = {"event": "instructions_executed", "code": "0x16"}
V_PIPE = {"event": "instructions_executed_in_v_pipe", "code": "0x17"}
MISSES = {"event": "data_read_or_write_miss", "code": "0x29"}
FLUSHES = {"event": "pipeline_flushes", "code": "0x15"}
STALLS = [{"event": "clocks_stalled_full_write_buffers", "code": "0x19"},
          {"event": "clocks_stalled_waiting_data_read", "code": "0x1a"},
          {"event": "clocks_stalled_write_to_M_or_E_line", "code": "0x1b"},
          {"event": "pipeline_stalled_address_generation_interlock", "code": "0x1f"}]
ALL = [CLOCKS, INSTRUCTIONS, V_PIPE, MISSES, FLUSHES, *STALLS]


def counts(means, **place):
    """Results of one region: a mean for each of the events."""
    return [result_record(mean=mean, **event, **place) for event, mean in zip(ALL, means)]


def status_record(status, event, bench="apps/one", region=0):
    """A result without a number."""
    return (f"ev=result bench={bench} region={region} event={event['event']} code={event['code']} "
            f"counter=0 ring=kernel state=warm ablate=none entries=1 exits=1 status={status}")


@pytest.fixture(name="table")
def fixture_table(bareprobe, tmp_path):
    """table(*records): the lines of the report of a run with these records."""
    def show(*records, **start):
        (tmp_path / "a.log").write_text(run_log(*records, **start))
        done = bareprobe("show", "a.log", "--report=table")
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()
    return show


def rows(lines):
    """Returns the rows of the table, without its header, as lists of cells."""
    start = next(i for i, line in enumerate(lines) if line.startswith("benchmark "))
    end = lines.index("", start)
    return [re.split("  +", line) for line in lines[start + 1:end]]


def header(lines):
    return next(re.split("  +", line) for line in lines if line.startswith("benchmark "))


def test_a_known_table(table):
    """CPI is 2000 / 1000 = 2 and 600 / 800 = 0.75; 250 of 1000 instructions are 25 %; the largest
    stall of region 1 is 500 of 2000 clocks, 25 %, and region 2 has none. The interval of region 1
    is t(0.975, 4) x 10 / sqrt(5) = 12.4."""
    lines = table(
        result_record(mean=2000, sd=10, region=1, **CLOCKS),
        *counts([2000, 1000, 250, 12345, 7, 3, 500, 0, 300], region=1)[1:],
        *counts([600, 800, 400, 0, 1, 0, 0, 0, 0], region=2), platform="virtual")
    assert lines == """\
Bareprobe 1.0   simulated Pentium, 100 MHz (a model, not a real chip)
5 repetitions, warm, ring 0, +- at 95 %

benchmark  region  clocks    +-  instr   CPI  V-pipe  D-miss  mispred  AGI  largest stall
apps/one   1        2,000  12.4  1,000  2.00    25 %  12,345        7  300  read 25 %
apps/one   2          600   0.0    800  0.75    50 %       0        1    0  -

18 results, 0 errors: ok
All events:           bareprobe show a.log
The thesis's report:  bareprobe show a.log --report text
Web page:             bareprobe html a.log
""".splitlines()


def test_events_that_were_not_counted_have_no_column(table):
    lines = table(result_record(mean=209, **CLOCKS))
    assert header(lines) == ["benchmark", "region", "clocks", "+-"]
    assert rows(lines) == [["apps/one", "0", "209", "0.0"]]


def test_other_events_have_columns_with_their_names(table):
    """An event without a column is shown if there are at most six of them."""
    lines = table(result_record(mean=5, event="branches"), result_record(mean=12.4, region=1,
                                                                         event="branches"))
    assert header(lines) == ["benchmark", "region", "branches"]
    assert rows(lines) == [["apps/one", "0", "5"], ["apps/one", "1", "12.4"]]


def test_a_missing_count_is_never_0(table):
    """Region 2 lacks the instructions, and so the CPI and the share of the V pipe; region 1 lacks a
    stall event, so its largest stall is unknown."""
    region_1 = [record for record in counts([100, 50, 10, 0, 0, 0, 0, 0, 40], region=1)
                if "stalled_full_write_buffers" not in record]
    region_2 = [record for record in counts([100, 50, 10, 0, 0, 0, 0, 0, 40], region=2)
                if "event=instructions_executed " not in record]
    shown = rows(table(*region_1, *region_2))
    assert shown[0][-2:] == ["40", "not counted"]
    assert shown[1] == ["apps/one", "2", "100", "0.0", "-", "-", "-", "0", "0", "40", "AGI 40 %"]


def test_a_small_count_does_not_look_like_0(table):
    shown = rows(table(result_record(mean=0.01, **CLOCKS), result_record(mean=-0.3, region=1,
                                                                         **CLOCKS)))
    assert [row[2] for row in shown] == ["<0.1", "-0.3"]


def test_a_status_stands_in_the_cell(table):
    lines = table(result_record(mean=100, region=0, **CLOCKS),
                  status_record("fault", CLOCKS, region=1),
                  result_record(mean=1, region=0, **INSTRUCTIONS),
                  status_record("stuck", INSTRUCTIONS, region=1),
                  status_record("unsupported", MISSES, region=0),
                  status_record("unsupported", MISSES, region=1))
    assert header(lines) == ["benchmark", "region", "clocks", "+-", "instr", "CPI"]
    assert rows(lines)[1] == ["apps/one", "1", "fault", "-", "stuck", "-"]
    assert "fault: 1 of 6 results: count_clocks in apps/one, region 1" in lines
    assert "stuck: 1 of 6 results: instructions_executed in apps/one, region 1" in lines
    assert "unsupported: 2 of 6 results: data_read_or_write_miss" in lines


def test_a_machine_where_nothing_counts(table):
    lines = table(status_record("unsupported", CLOCKS), status_record("unsupported", MISSES))
    assert rows(lines) == [["apps/one", "0", "unsupported", "-", "unsupported"]]


def test_what_differs_from_the_default_is_shown(table):
    cold = result_record(mean=300, state="cold", **CLOCKS)
    both = table(result_record(mean=100, **CLOCKS), cold)
    assert both[0].endswith("   5 repetitions, ring 0, +- at 95 %")
    assert [line.split()[2:4] for line in both[3:5]] == [["100", "0.0"], ["cold", "300"]]
    assert table(cold)[0].endswith("   5 repetitions, cold, ring 0, +- at 95 %")
    off = cold.replace("ablate=none", "ablate=vpipe").replace("ring=kernel", "ring=user")
    assert table(off)[0].endswith("   5 repetitions, cold, ring 3, V pipe off, +- at 95 %")


def test_rows_that_differ_in_the_ring_all_name_it(table):
    """The usual ring is 0 for a benchmark and 3 for a program."""
    kernel = result_record(mean=100, **CLOCKS)
    lines = table(kernel, kernel.replace("ring=kernel", "ring=user"))
    assert [line.split()[2:4] for line in lines[3:5]] == [["ring", "0"], ["ring", "3"]]


def test_names_of_regions(table):
    named = result_record(mean=10, **CLOCKS)
    named = named.replace("region=0", 'region=0 region_name="inner loop"')
    whole = result_record(mean=20, region="whole", **CLOCKS)
    assert [row[1] for row in rows(table(named))] == ["inner loop"]
    assert [row[1] for row in rows(table(whole))] == ["whole run"]


def case_records():
    names = [f'"apps/sort:size=1000K:order={order}:variant={variant}"' for order in ("up", "down")
             for variant in ("quicksort", "radix")]
    return [record for name in names for record in
            counts([123456, 123456, 1234, 123456, 12345, 1, 2, 3, 12345], bench=name)]


def test_names_that_are_too_long_have_separate_lines(table):
    lines = table(*case_records())
    assert all(len(line) <= 100 for line in lines[:lines.index("")])
    at = lines.index("apps/sort:size=1000K:order=up:variant=quicksort")
    assert lines[at + 1].split() == [
        "0", "123,456", "0.0", "123,456", "1.00", "1", "%", "123,456", "12,345", "12,345", "AGI",
        "10", "%"]


def test_shorter_names_lose_only_the_names_of_arguments(table):
    """Before that, columns move together: one blank separates them."""
    means = [123456, 123456, 1234, 123456, 12345, 1, 2, 3, 12345]
    lines = table(*counts(means, bench='"apps/one:variant=quicksort"'))
    assert [line.split()[0] for line in lines if "123,456" in line] == ["apps/one:quicksort"]


@pytest.mark.parametrize("width", (100, 80, 60, 40))
def test_the_table_fits_the_terminal(tmp_path, width):
    """A narrow table names each case on a separate line, and lists the columns without room."""
    (tmp_path / "a.log").write_text(run_log(*case_records(), *counts([1] * 9)))
    with Terminal([BUILD / "bareprobe", "show", "--report=table", "a.log"], tmp_path,
                  rows=60, columns=width) as terminal:
        screen = terminal.until(lambda text: "Web page:" in text)
    start = screen[screen.index("benchmark"):]
    table = start[:start.index("\n\n")].splitlines()
    assert all(len(line) <= width for line in table)
    assert ("no room in" in start) == (width < 90)
    assert "123,456" in start
    if width < 90:
        assert "; 'bareprobe show' has all events" in " ".join(start.split())


AGI_NOTE = ("up to 1 per entry may come from the probe at the end of the region, if the region "
            "ends by writing ESP; it is not subtracted")


def test_a_note_has_the_names_of_the_table(table):
    """The name is as short as in the table. 1 of 12345 is less than a hundredth: only the first two
    regions have the note. Its first line has 98 columns; "of" would end in column 101."""
    means = [123456, 123456, 1234, 123456, 12345, 1, 2, 3]
    bench = '"apps/one:variant=quicksort"'
    lines = table(*[record for region, agi in enumerate((1, 100, 12345)) for record in
                    counts([*means, agi], bench=bench, region=region)])
    at = next(i for i, line in enumerate(lines) if line.startswith("AGI of "))
    assert lines[at - 1] == "" and lines[at + 2] == ""
    assert lines[at:at + 2] == [
        "AGI of apps/one:quicksort 0 and 1 more count: up to 1 per entry may come from the probe "
        "at the end",
        "  of the region, if the region ends by writing ESP; it is not subtracted"]


def test_a_note_of_one_count(table):
    """A name that the table does not shorten is whole in the note, too."""
    lines = table(result_record(mean=2, bench='"apps/one:variant=a"', **STALLS[3]))
    assert " ".join(line.strip() for line in lines[lines.index("") + 4:][:2]) == (
        f"AGI of apps/one:variant=a 0: {AGI_NOTE}")


def test_a_note_of_the_probes_range(table):
    lines = table(result_record(mean=8, event="data_write_miss", code="0x04").replace(
        " status=ok", " probe_low=0 probe_high=8 status=ok"))
    text = " ".join(line.strip() for line in lines)
    assert ("data_write_miss of apps/one 0: the probe's own part is known as a range and is not "
            "subtracted (0 to 8 are the probe's)") in text


def test_a_note_of_tlb_misses(table):
    lines = table(result_record(mean=100, event="data_tlb_miss", code="0x02"))
    text = " ".join(line.strip() for line in lines)
    assert ("data_tlb_miss of apps/one 0: up to 1 per entry may come from the probe at the end "
            "of the region, if the region displaced the stack from the TLB; it is not subtracted"
            ) in text


def test_a_status_has_the_names_of_the_table(table):
    means = [123456, 123456, 1234, 123456, 12345, 1, 2, 3, 1000]
    bench = '"apps/one:variant=quicksort"'
    lines = table(*counts(means, bench=bench),
                  status_record("stuck", {"event": "branches", "code": "0x12"}, bench=bench))
    assert "stuck: 1 of 10 results: branches in apps/one:quicksort, region 0" in lines


@pytest.mark.parametrize("width", (100, 60, 40, 12))
def test_long_warnings_are_wrapped_at_blanks(tmp_path, width):
    """Further lines begin with two blanks. A word wider than the terminal is not divided."""
    (tmp_path / "a.log").write_text(run_log(*counts([1] * 8 + [3])))
    with Terminal([BUILD / "bareprobe", "show", "--report=table", "a.log"], tmp_path,
                  rows=60, columns=width) as terminal:
        screen = terminal.until(lambda text: "Web page:" in text)
    lines = screen.replace("\r", "").splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("AGI of"))
    note = lines[start:start + lines[start:].index("")]
    assert " ".join(line.strip() for line in note) == f"AGI of apps/one 0: {AGI_NOTE}"
    assert all(line.startswith("  ") and line[2] != " " for line in note[1:])
    assert all(len(line) <= max(width, len("  subtracted")) for line in note)
    for line, following in zip(note, note[1:]):
        assert len(line) + 1 + len(following.split()[0]) > width


def test_a_p6_has_its_own_columns(table):
    """clocks and instructions are the P6's own events; it has no U and V pipe and no AGI event."""
    events = [("cpu_clk_unhalted", "0x79", 214), ("inst_retired", "0xc0", 305),
              ("dcu_lines_in", "0x45", 2), ("br_miss_pred_retired", "0xc5", 1)]
    lines = table(*[result_record(mean=mean, event=event, code=code)
                    for event, code, mean in events], signature="0x633", name="Pentium II")
    assert header(lines) == ["benchmark", "region", "clocks", "+-", "instr", "CPI", "D-miss",
                             "mispred"]
    assert rows(lines) == [["apps/one", "0", "214", "0.0", "305", "0.70", "2", "1"]]


def test_findings_follow_the_table(table):
    lines = table(result_record(mean=1, **CLOCKS), finding_record("latency", 3, "clocks",
                                                                  documented="4"))
    at = lines.index("benchmark  finding  measured  documented")
    assert lines[at + 1] == "instr/one  latency  3 clocks  4 clocks"


def test_warnings_are_one_line_each(bareprobe, tmp_path):
    fault = ("ev=fault bench=apps/two vector=0 name=\"divide error\" error=0x0 eip=0x00101234 "
             "region=3")
    text = run_log(result_record(mean=1, **CLOCKS), result_record(mean=2, region=1, **CLOCKS),
                   fault)
    lines = text.splitlines(True)
    damaged = next(i for i, line in enumerate(lines) if "region=1 " in line)
    lines[damaged] = lines[damaged].replace("mean=2 ", "mean=3 ")
    (tmp_path / "a.log").write_text("".join(lines))
    shown = bareprobe("show", "a.log", "--report=table").stdout.splitlines()
    assert "fault: apps/two, region 3: exception 0 (divide error) at 0x00101234" in shown
    assert "1 of 2 results lost" in shown
    assert [line for line in shown if line.startswith(f"line {damaged + 1} of the log: ")]
    assert not [line for line in shown if "damaged: damaged" in line]


def test_a_run_without_rows_has_the_text_report(bareprobe, tmp_path):
    (tmp_path / "a.log").write_text(run_log(sampling_record()))
    as_table = bareprobe("show", "a.log", "--report=table").stdout
    assert as_table == bareprobe("show", "a.log", "--report=text").stdout
    assert "('bareprobe profile' shows them)" in as_table


def test_the_commands_name_the_run(bareprobe, tmp_path):
    words = ["run", "-b", "thesis/program1", "-e", "clocks", "-r", "2"]
    end = bareprobe(*words, "--no-log").stdout.splitlines()[-3:]
    assert end == ["All events:           bareprobe show last",
                   "The thesis's report:  bareprobe show last --report text",
                   "Web page:             bareprobe html last"]
    assert bareprobe("show", "last", "--report", "text").returncode == 0
    assert bareprobe(*words, "--no-log", "--db", "b.db").stdout.endswith("html last --db b.db\n")
    assert bareprobe(*words, "-o", "b.log", "--no-store").stdout.endswith("html b.log\n")
    none = bareprobe(*words, "--no-log", "--no-store").stdout
    assert none.endswith("1 result, 0 errors: ok\n")


def test_the_table_of_a_program(bareprobe):
    """Program 1 takes 209 clocks for 305 instructions (bench/thesis/program1.asm): CPI 0.69. 101
    instructions are executed in the V pipe, 33 %."""
    done = bareprobe("run", "-b", "thesis/program1", "-r", "2", "--no-log", "--no-store")
    lines = done.stdout.splitlines()
    assert rows(lines) == [["thesis/program1", "0", "209", "0.0", "305", "0.69", "33 %", "0", "1",
                            "0", "-"]]
    assert "39 results, 0 errors: ok" in lines


def test_the_suite_quick_fits_on_two_screens(bareprobe):
    """A screen has 24 lines of 100 columns."""
    done = bareprobe("run", "--suite", "quick", "-r", "2", "--no-log")
    lines = done.stdout.splitlines()
    assert len(lines) <= 2 * 24
    table = lines[lines.index("") + 1:]
    assert all(len(line) <= 100 for line in table[:table.index("")])
