# SPDX-License-Identifier: MIT
"""Counts all 39 events on all thesis benchmarks, in rings 0 and 3, warm and cold, in one run per
ring."""
import pathlib
import re

import pytest

from tiers import fast_cases

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE = (ROOT / "pmc/p5/p5.def").read_text()
OCCURRENCES = {re.match(r"\(\w+, (\w+)", event)[1]
               for event in re.split(r"^EVENT", TABLE, flags=re.M)
               if re.search(r"\bOCCURRENCE,\s+BOTH\b", event)}
# The other thesis programs program the counters themselves and print the counts.
THESIS = {f"thesis/{path.stem}" for path in (ROOT / "bench/thesis").iterdir()
          if "REGION_BEGIN" in path.read_text()}


@pytest.fixture(name="results", scope="module", params=fast_cases(1, ("user", "kernel")))
def fixture_results(request, vpentium, records):
    run = vpentium(f"command=thesis/[fhp]* events=all state=both privilege={request.param} "
                   "repetitions=2 exit=qemu")
    assert run.returncode == 0, run.stdout[-2000:]
    return [record for record in records(run.stdout) if record["ev"] == "result"]


def test_each_event_counts_everywhere(results):
    regions = {(r["bench"], r["region"]) for r in results}
    assert {bench for bench, _ in regions} == THESIS
    assert {r["status"] for r in results} == {"ok"}
    assert len(THESIS) >= 3 and len(results) == len(regions) * 39 * 2
    assert len({(r["bench"], r["region"], r["event"], r["state"]) for r in results}) == len(results)


def test_warm_occurrences_do_not_vary(results):
    assert len(OCCURRENCES) == 33
    spread = {(r["bench"], r["region"], r["event"], r["ci"]) for r in results
              if r["state"] == "warm" and r["event"] in OCCURRENCES and r["ci"] != "0"}
    assert not spread
