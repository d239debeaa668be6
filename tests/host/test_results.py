# SPDX-License-Identifier: MIT
"""The logs of results/: each is a whole score of a described machine (results/README.md)."""
import csv
import json
import re

import pytest

import check_wire
from places import ROOT

RESULTS = ROOT / "results"
LOGS = sorted(RESULTS.glob("*.log"))
DESCRIPTION = re.compile(r"# machine: (?!unknown$).+\n# board: .+\n# chip set: .+\n# BIOS: .+\n")


def test_there_are_only_logs_and_documents():
    assert LOGS and {path.name for path in RESULTS.iterdir()} == {
        "README.md", "by_hand.tsv", *(path.name for path in LOGS)}


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_a_log(log, bareprobe):
    text = log.read_text(encoding="ascii")
    assert re.fullmatch(r"[a-z0-9-]+\.log", log.name)
    assert DESCRIPTION.match(text), "four lines describe the machine"
    # All records were received undamaged, and no path has directories.
    check_wire.parse("\n".join(line[line.index("BP seq="):] for line in text.splitlines()
                               if "BP seq=" in line))
    done = bareprobe("export", log, "-f", "contribution")
    assert (done.returncode, done.stdout) == (0, text)
    done = bareprobe("score", log, "-f", "json")
    assert done.returncode == 0, done.stderr
    [run] = json.loads(done.stdout)["runs"]
    assert not run["missing"]
    assert run["platform"] == ("virtual" if log.name.startswith("example-") else "silicon")


def test_the_rows_added_by_hand_have_their_origin():
    lines = [line for line in (RESULTS / "by_hand.tsv").read_text().splitlines()
             if not line.startswith("#")]
    rows = list(csv.DictReader(lines, delimiter="\t"))
    assert lines[0] == "name\tversion\tdate\tscore\torigin"
    for row in rows:
        assert all(row.values()) and None not in row
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", row["date"])
        assert re.fullmatch(r"SCORE suite=\d+ chip=\w+ strict=\d+/\d+ near=\d+/\d+ "
                            r"settled=\d+/\d+", row["score"])
