# SPDX-License-Identifier: MIT
"""Each form that a real Pentium was measured with is measured in the virtual one, and held to it
(tests/data/silicon)."""
import os
import re
import subprocess

import pytest

from conftest import ROOT

BAREPROBE = ROOT / os.environ.get("BUILD", "build") / "bareprobe"
SETTINGS = "command=instr/* events=count_clocks repetitions=1 exit=qemu"
VERDICT = re.compile(r" (same|differs|doubtful|board|not measured)(?: \(\d+\))?$")


@pytest.fixture(scope="module", params=[("p54c", "p54c-100"), ("p55c", "p55c-200")],
                ids=lambda param: param[0])
def verdicts(request, vpentium, tmp_path_factory):
    """{row: verdict} of a run of all forms in that processor, one for each row of the table."""
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
    return {name: found[name][1] for name in names}


def test_each_row_is_measured(verdicts):
    # RDTSC differs from ring to ring: the tables are of ring 3, this run is of ring 0.
    assert [row for row, verdict in verdicts.items() if verdict == "not measured"] == ["RDTSC"]
