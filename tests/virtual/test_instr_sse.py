# SPDX-License-Identifier: MIT
"""Compares the forms of bench/instr/sse_* in the virtual Pentium III with measurements of real ones
(tests/data/silicon). They run only on processors with SSE."""
import csv
import os
import re
import subprocess

import pytest

from places import ROOT

BAREPROBE = ROOT / os.environ.get("BUILD", "build") / "bareprobe"
SETTINGS = "events=time_stamp repetitions=1 exit=qemu"
CLASSES = {"sse_arith", "sse_convert", "sse_divide", "sse_mmx", "sse_moves"}
VERDICT = re.compile(r"^(.*?) {2,}.* (same|differs|doubtful|board)(?: \(\d+\))?$")


def clocks(records, text):
    """{class/form: {fact: clocks}} of a run."""
    found = {}
    for record in records(text):
        if record["ev"] == "finding":
            form = record["bench"].removeprefix("instr/").replace(":form=", "/")
            found.setdefault(form, {})[record["name"]] = float(record["value"])
    return found


def test_a_few_forms(vpentium, records):
    """The halves of ADDPS do not wait for each other: 3 clocks in a chain, one port for both.
    The divider takes 17 clocks for a half, 8 if the divisor is a power of two."""
    forms = "instr/sse_arith:form=addps_xmm_same,instr/sse_divide:form=divps_xmm_xmm," \
            "instr/sse_divide:form=divps_x_by_2,instr/sse_moves:form=movaps_xmm_same"
    found = clocks(records, vpentium(f"command={forms} {SETTINGS}", "-cpu", "p3").stdout)
    assert found == {
        "sse_arith/addps_xmm_same": {"latency": 3, "throughput": 2},
        "sse_divide/divps_xmm_xmm": pytest.approx({"latency": 34, "throughput": 34}, abs=0.15),
        "sse_divide/divps_x_by_2": pytest.approx({"latency": 16, "throughput": 16}, abs=0.15),
        "sse_moves/movaps_xmm_same": {"latency": 1, "throughput": 1},
    }


def test_they_are_not_run_without_sse(vpentium, records):
    wire = records(vpentium(f"command=instr/sse_m*,instr/jump:form=jmp_short {SETTINGS}").stdout)
    text = [record["what"] for record in wire if record["ev"] == "warning"]
    assert text == [f"instr/{name}: not run: it needs SSE, which this processor lacks"
                    for name in ("sse_mmx", "sse_moves")]
    assert wire[-1]["status"] == "ok"


@pytest.fixture(name="run", scope="module")
def fixture_run(vpentium, tmp_path_factory):
    done = vpentium(f"command=instr/sse_* {SETTINGS}", "-cpu", "p3", timeout=600)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    log = tmp_path_factory.mktemp("p3") / "run.log"
    log.write_text(done.stdout)
    return log


@pytest.mark.full
@pytest.mark.parametrize("chip", ("p3-katmai-dp", "p3-coppermine", "p3-tanner"))
def test_the_same_rows_differ_as_in_the_core_alone(run, chip):
    """tests/p6/sse_rows_not_met.tsv has the reasons."""
    shown = subprocess.run([BAREPROBE, "compare", run, f"silicon:{chip}"], check=True,
                           capture_output=True, text=True).stdout
    verdicts = dict(VERDICT.match(line).groups() for line in shown.splitlines()
                    if VERDICT.match(line))
    with (ROOT / "tests/p6/sse_rows_not_met.tsv").open() as lines:
        known = {row[1] for row in csv.reader(lines, delimiter="\t") if row[0] == chip}
    assert len(verdicts) > 100
    assert {row for row, verdict in verdicts.items() if verdict == "differs"} == known
    assert {verdict for row, verdict in verdicts.items() if row not in known} == {"same"}


@pytest.mark.full
def test_every_form_is_measured(run, records):
    found = clocks(records, run.read_text())
    assert len(found) >= 107 and {form.split("/")[0] for form in found} == CLASSES
    assert all(value > 0 for facts in found.values() for value in facts.values())
