# SPDX-License-Identifier: MIT
"""experiment=score: the machine compared with a real chip, row by row."""
import pathlib
import re
import shlex
import subprocess

import pytest

from bounds import HANG_BOUND
from places import BUILD
from tiers import fast_cases

ROOT = pathlib.Path(__file__).resolve().parents[2]
ALL = "experiment=score exit=qemu"
# A few rows, for tests that need no more: 32 to 34, 39, 42.
FEW = ALL + " command=instr/x87_arith,memory/misaligned,pipe/encoding"
FEW_ROWS = {"fadd_latency", "fmul_throughput", "fdiv_double_latency", "misaligned_load",
            "pairs_displacement_immediate"}
CLOCKS = {str(row) for row in [4, *range(16, 54), 60]}  # the rows in clocks: docs/score.md


def rows(wire):
    """The records of rows, by name."""
    return {record["name"]: record for record in wire if record["ev"] == "score_row"}


def totals(wire):
    [total] = [record for record in wire if record["ev"] == "score"]
    return {key: int(total[key]) for key in ("strict", "near", "settled", "rows")}


def documented_differences(model):
    """{name: measured} of the table of rows in which a virtual processor differs from its chip."""
    text = (ROOT / "docs/score.md").read_text()
    table = text[text.index("## Where the virtual processors differ"):text.index("## Rows")]
    cells = [[cell.strip(" `") for cell in line.strip("|\n").split("|")]
             for line in table.splitlines() if line.startswith("| `")]
    return {row[0]: row[2] for row in cells if model in row[1].split(", ")}


def test_totals_follow_from_the_verdicts(vpentium, records):
    """strict: same; near: same and near; settled: those and differs. 32 to 34, 39, 42 are run."""
    run = vpentium(FEW)
    wire = records(run.stdout)
    found = rows(wire)
    verdicts = [row["verdict"] for row in found.values()]
    same, near, differs = (verdicts.count(verdict) for verdict in ("same", "near", "differs"))
    assert run.returncode == 0 and len(found) == 60
    assert totals(wire) == {"strict": same, "near": same + near, "settled": same + near + differs,
                            "rows": 60}
    assert all(found[name]["verdict"] == "same" for name in FEW_ROWS)
    assert ("what" in found["imul_r32_latency"]
            and found["imul_r32_latency"]["verdict"] == "not_measurable")


# A parameter of the model, and the values that the rows then have. The other 59 or 58 rows stay:
# each follows from the parameter's meaning (sim/model/p5/p5_parameters.def).
WRONG = [
    ("x87.multiply_issue=1", {"fmul_throughput": "1"}),
    ("cache.misaligned=6", {"misaligned_load": "6"}),
    ("pairing.displacement_immediate_u=on", {"pairs_displacement_immediate": "yes"}),
    ("branch.conditional_u=10", {"mispredict_u": "10"}),
    ("clocks.multiply_into=20", {"imul_r32_latency": "20", "imul_r32_throughput": "20"}),
    ("clocks.multiply32=12", {"mul_r32_latency": "12"}),
    ("tlb.data=8x4", {"data_tlb_entries": "32"}),
    ("cache.data=256x2", {"l1_data_size": "16"}),
    ("branch.btb=32x4", {"btb_entries": "128"}),
    ("branch.return_stack=4", {"return_stack": "4"}),
]


def changed(before, after):
    """{name: new value} of the rows whose value or verdict differs."""
    return {name: after[name].get("measured") for name, row in before.items()
            if (row.get("measured"), row["verdict"]) !=
            (after[name].get("measured"), after[name]["verdict"])}


def test_a_wrong_parameter_changes_its_row_and_no_other(vpentium, records):
    """A sample of the next test, over a few rows."""
    setting, expected = WRONG[0]
    right, wrong = (rows(records(vpentium(FEW, *options).stdout))
                    for options in ((), ("-set", setting)))
    assert changed(right, wrong) == expected
    assert all(wrong[name]["verdict"] == "differs" for name in expected)


@pytest.fixture(name="whole", scope="module")
def fixture_whole(vpentium):
    """The score of the virtual P54C, run once."""
    return vpentium(ALL)


@pytest.mark.full
@pytest.mark.parametrize("setting, expected", WRONG)
def test_each_wrong_parameter(vpentium, records, whole, setting, expected):
    wrong = rows(records(vpentium(ALL, "-set", setting).stdout))
    assert changed(rows(records(whole.stdout)), wrong) == expected
    assert all(wrong[name]["verdict"] == "differs" for name in expected)


@pytest.mark.full
@pytest.mark.parametrize("cpu", ["p54c", "p55c", "ppro", "p2", "p3", "k7"])
def test_differences_are_those_of_the_page(vpentium, records, cpu):
    """Each model scores all settled rows, except for those that docs/score.md explains."""
    run = vpentium(ALL, "-cpu", cpu, timeout=900)
    wire = records(run.stdout)
    [total] = [record for record in wire if record["ev"] == "score"]
    assert (run.returncode, total["chip"]) == (0, cpu)
    differing = {name: row["measured"] for name, row in rows(wire).items()
                 if row["verdict"] in ("near", "differs")}
    assert differing == documented_differences(cpu)
    assert not [row for row in rows(wire).values() if row["verdict"] == "not_settled"]


@pytest.mark.full
def test_the_page_of_the_document_is_current(vpentium):
    page = (ROOT / "docs/score.md").read_text().split("```\n")[1]
    assert page.startswith("Bareprobe score 1") and page in vpentium(
        ALL + " report=text").stdout.replace("\r", "")


@pytest.mark.full
def test_a_run_repeats_and_is_short(vpentium, records, whole):
    """At most two minutes of the machine's time, and the same bytes again."""
    [done] = [record for record in records(whole.stdout) if record["ev"] == "done"]
    assert float(done["seconds"]) < 120
    assert vpentium(ALL).stdout == whole.stdout


def test_the_page_fits_on_a_screen(vpentium):
    """23 lines of at most 79 columns; each row is shown; nothing is printed after it."""
    run = vpentium(FEW, "-screen")
    shown = [line.rstrip() for line in run.stderr.splitlines() if line.strip()][:23]
    assert shown[0].startswith("Bareprobe score 1  Intel Pentium (P54C) 52ch (virtual)")
    assert re.fullmatch(r"SCORE suite=1 chip=p54c strict=\d+/\d+ near=\d+/\d+ settled=\d+/60",
                        shown[22])
    assert max(map(len, shown)) <= 79
    for line, text in enumerate(shown[1:21]):
        assert [int(text[at:at + 2]) for at in (0, 26, 52)] == [1 + line, 21 + line, 41 + line]
    assert shown[13][26:51] == "33 FMUL thr            2="


@pytest.mark.parametrize("options, title", fast_cases(1, [
    ("-cpu p55c", "Intel Pentium MMX (P55C) 543h (virtual); real: p55c"),
    ("-cpu p2", "Intel Pentium II or Celeron 651h (virtual); real: p2"),
    ("-cpu p3", "Intel Pentium III or Celeron 673h (virtual); real: p3"),
    ("-silicon no-cpuid", "a Cyrix 486, 5x86 or 6x86 with CPUID disabled 0h (unknown)")]))
def test_a_long_title_is_shortened(vpentium, tmp_path, options, title):
    """The chip's full name would exceed 79 columns. The host prints the same page."""
    run = vpentium(ALL + " command=pipe/encoding", *options.split(), "-screen")
    shown = [line.rstrip() for line in run.stderr.splitlines() if line.strip()]
    assert shown[0] == "Bareprobe score 1  " + title and len(shown[0]) <= 79
    assert shown[1].startswith(" 1 CPUID family") and shown[22].startswith("SCORE suite=1 ")
    (tmp_path / "run.log").write_text(run.stdout)
    host = subprocess.run([BUILD / "bareprobe", "show", tmp_path / "run.log", "--report", "text"],
                          capture_output=True, text=True, timeout=HANG_BOUND, check=True).stdout
    assert "\n" + "\n".join(shown[:23]) + "\n" in host


def test_without_a_time_stamp_counter(qemu, records):
    """QEMU's 486 has CPUID and an x87, but no time stamp, MSRs or counters."""
    run = qemu(ALL, "-cpu", "486")
    found = rows(records(run.stdout))
    assert run.returncode == 0
    assert {row["row"] for row in found.values()
            if row.get("what") == "no time-stamp counter"} >= CLOCKS - {"37", "38"}
    assert found["fdiv_quotient"]["verdict"] == "same"
    assert found["msr_undefined"]["what"] == "no MSRs"
    assert found["counters"]["what"] == "no performance counters"


def test_a_time_stamp_that_follows_the_host(qemu, records):
    """Without -icount QEMU's time stamp is the host's clock, so no row in clocks is settled, and no
    benchmark is run for one. Its counters stand still."""
    run = qemu(ALL)
    wire = records(run.stdout)
    found = rows(wire)
    [stamp] = [record for record in wire if record.get("name") == "time_stamp"]
    assert run.returncode == 0 and stamp["status"] == "off"
    assert {row["row"] for row in found.values() if row["verdict"] == "not_settled"} == CLOCKS - {
        row["row"] for row in found.values()
        if row.get("what") == "no table has it for this chip"}
    assert found["fmul_throughput"]["what"] == (
        "the time stamp does not repeat, as where it follows the host's clock")
    assert found["program1_instructions"]["what"] == "no counter counts"


@pytest.mark.full
def test_an_emulator_whose_clock_counts_instructions(qemu, records):
    """With -icount the clocks repeat, and so does the whole log, except for the times of the
    run and its progress, which contain QEMU's waits for its serial line."""
    clock = ("-icount", "shift=0", "-rtc", "base=1997-01-30T12:00:00,clock=vm")
    logs = [qemu(ALL, *clock, timeout=900).stdout for _ in range(2)]
    assert len({re.sub(r" seconds=.*", "", log) for log in logs}) == 1
    assert " ev=score suite=1 chip=p55c " in logs[0]
    values = {fields["name"]: fields for fields in (
        dict(word.split("=", 1) for word in shlex.split(line)[3:])
        for line in logs[0].splitlines() if " ev=score_row " in line)}
    assert values["imul_r32_latency"]["measured"] == "1"


@pytest.mark.parametrize("append, expected", fast_cases(1, [
    ("experiment=score report=p5mon_file",
     "report: 'p5mon_file' cannot represent experiment=score; allowed: records, text"),
    ("experiment=overhead report=p5mon_file",
     "report: 'p5mon_file' cannot represent experiment=overhead; allowed: records, text")]))
def test_a_results_file_cannot_hold_it(vpentium, append, expected):
    run = vpentium(append + " exit=qemu")
    assert run.returncode == 1 and expected in run.stdout
