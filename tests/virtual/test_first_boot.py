# SPDX-License-Identifier: MIT
"""experiment=first_boot: one page and one record that show whether the counters can be trusted."""
import os
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]

APPEND = "experiment=first_boot exit=qemu"
# The simulated machine: docs/simulator.md and sim/model/p5/p5_parameters.c.
FACTS = {"platform": "virtual", "memory_kb": "16384", "memory_source": "map", "l2_kb": "256",
         "l2": "flushed", "caches": "on", "uart": "16550A", "trusted": "yes"}


def pages(wire):
    """Returns the record of facts and the lines of the page."""
    facts, *lines = [record for record in wire if record["ev"] == "first_boot"]
    assert [int(line["line"]) for line in lines] == list(range(len(lines)))
    return facts, [line["what"] for line in lines]


@pytest.mark.parametrize("cpu, signature", [("p54c", "0x52c"), ("p55c", "0x543")])
def test_a_machine_that_counts_can_be_trusted(vpentium, records, cpu, signature):
    run = vpentium(APPEND, "-cpu", cpu)
    facts, lines = pages(records(run.stdout))
    assert run.returncode == 0
    assert facts.items() >= {**FACTS, "signature": signature}.items()
    # Events 29h and 16h, with the rings exchanged, as in the second pattern of the self-test.
    assert facts["cesr"].endswith("00000000:00000000 -> 00000000:00a90056")
    for counter in ("ctr0", "ctr1"):
        assert facts[counter] == "ok 100 100"
        assert facts[f"additivity_{counter}"] == "ok 14 14 0 2 4 8 -> 0 2 4 8"
    assert all(facts[f"ablate_{what}"].startswith("ok ") for what in ("branch", "vpipe", "l1"))
    assert ("rdpmc" in facts) == (cpu == "p55c")
    assert lines[-1].startswith("DONE: counts can be trusted.")


@pytest.mark.full
def test_the_page_of_four_counters_is_complete(vpentium, records):
    """An Athlon has the most self-tests: selectors, counters, RDPMC, additivity, the time stamp."""
    facts, lines = pages(records(vpentium(APPEND, "-cpu", "k7").stdout))
    assert facts["trusted"] == "yes" and lines[-1].startswith("DONE: counts can be trusted.")
    assert len(lines) <= 20


def test_the_page_fits_on_a_screen(vpentium, records):
    _, lines = pages(records(vpentium(APPEND, "-cpu", "p55c").stdout))
    assert len(lines) <= 20 and max(map(len, lines)) <= 79


def test_the_screen_shows_the_page_and_nothing_before_it(vpentium, records):
    run = vpentium(APPEND, "-screen")
    _, lines = pages(records(run.stdout))
    shown = [line.rstrip() for line in run.stderr.splitlines() if line.strip()]
    assert shown[:len(lines)] == lines


def test_both_reports_are_alike(vpentium, bareprobe_text):
    def lines(text):
        """Returns the lines without clock and noise, which each run measures again."""
        kept = [re.sub(r"(spread|noise) .*", "", line) for line in text.splitlines()]
        return [re.sub(r"^(clock +100\.00)\d MHz", r"\1 MHz", line) for line in kept]
    assert lines(bareprobe_text) == lines(vpentium(APPEND + " report=text").stdout)


@pytest.fixture(name="bareprobe_text")
def fixture_bareprobe_text(vpentium, tmp_path):
    """Returns the report that the listening host makes of the records."""
    log = tmp_path / "log"
    log.write_text(vpentium(APPEND).stdout)
    tool = ROOT / os.environ.get("BUILD", "build") / "bareprobe"
    shown = subprocess.run([tool, "show", "--report=text", log], check=True, capture_output=True,
                           text=True)
    return shown.stdout


def test_the_thesis_file_has_no_place_for_it(vpentium):
    run = vpentium(APPEND + " report=p5mon_file")
    assert run.returncode == 1
    assert re.search("report: 'p5mon_file' cannot represent experiment=first_boot", run.stdout)
