# SPDX-License-Identifier: MIT
"""Compares each instruction form in the virtual Pentium with measurements of real Pentiums
(tests/data/silicon)."""
import collections
import os
import re
import subprocess

import pytest

from places import ROOT

pytestmark = pytest.mark.full

BAREPROBE = ROOT / os.environ.get("BUILD", "build") / "bareprobe"
SETTINGS = "command=instr/* events=count_clocks repetitions=1 exit=qemu"
VERDICT = re.compile(r" (same|differs|doubtful|board|not measured)(?: \(\d+\))?$")


@pytest.fixture(name="compared", scope="module", ids=lambda param: param[0],
                params=[("p54c", "p54c-100"), ("p55c", "p55c-200")])
def fixture_compared(request, vpentium, tmp_path_factory):
    """Returns (chip, {row: verdict}) of a run of all forms on that processor."""
    processor, chip = request.param
    table = (ROOT / "tests" / "data" / "silicon" / f"{chip}_inst.tsv").read_text().splitlines()[2:]
    names = [line.split("\t")[0] for line in table]
    done = vpentium(SETTINGS, "-cpu", processor, timeout=600)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    log = tmp_path_factory.mktemp(processor) / "run.log"
    log.write_text(done.stdout)
    shown = subprocess.run([BAREPROBE, "compare", log, f"silicon:{chip}"], check=True,
                           capture_output=True, text=True)
    widest = max(map(len, names))
    found = {line[:widest].rstrip(): VERDICT.search(line) for line in shown.stdout.splitlines()}
    assert names == [name for name in found if name in names]
    return chip, {name: found[name][1] for name in names}


def test_each_row_is_measured(compared):
    _, verdicts = compared
    # RDTSC depends on the ring: the tables are for ring 3 and this run is in ring 0.
    assert [row for row, verdict in verdicts.items() if verdict == "not measured"] == ["RDTSC"]


def deviations(chip):
    """Returns the rows of the README: | row | chip | figure | silicon | model | why |."""
    text = (ROOT / "tests" / "data" / "silicon" / "README.md").read_text()
    rows = re.findall(r"^\| `(.*)` \| (\S+) \| (latency|throughput) \| (\S+) \| (\S+) \| (.*) \|$",
                      text.split("## Where the virtual Pentium differs")[1], re.MULTILINE)
    assert len(rows) == text.count("\n| `", text.index("## Where the virtual"))
    assert all(len(why.split()) >= 2 for *_, why in rows)
    return {row for row, of, *_ in rows if of == chip}


def test_what_differs_has_a_reason(compared):
    chip, verdicts = compared
    assert {row for row, verdict in verdicts.items() if verdict == "differs"} == deviations(chip)


def test_the_rest_is_as_silicon_has_it(compared):
    _, verdicts = compared
    count = collections.Counter(verdicts.values())
    assert count["same"] >= 0.98 * (count["same"] + count["differs"])
    # AAD, AAM, and the load and store of 16 bits. For other doubtful rows the latency is compared.
    assert count["doubtful"] == 3
    assert count["board"] <= 43
