# SPDX-License-Identifier: MIT
"""-b and -e: lists, other names of events, repeated options."""
import json
import os
import pathlib

import pytest

from logs import result_record, run_log

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
CLOCKS = {"event": "count_clocks", "code": "0x100"}
READS = {"event": "data_read", "code": "0x00"}


@pytest.fixture(name="log")
def fixture_log(tmp_path):
    """Three events of two benchmarks, one of them with an argument; 6 results."""
    results = [result_record(mean, bench=bench, **event)
               for bench in ("thesis/one", '"apps/sort:size=4"')
               for mean, event in ((10, CLOCKS), (20, READS), (30, {}))]
    (tmp_path / "run.log").write_text(run_log(*results))
    return tmp_path / "run.log"


def chosen(bareprobe, log, *options):
    done = bareprobe("export", log, "-f", "ndjson", *options)
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return {(row["bench"], row["event"]) for row in rows if "event" in row}, done.stderr


ALL = {"count_clocks", "data_read", "branches"}


@pytest.mark.parametrize("options, events", [
    (["-e", "clocks"], {"count_clocks"}),
    (["-e", "cycles"], {"count_clocks"}),
    (["-e", "DATA_READ"], {"data_read"}),        # the mnemonic
    (["-e", "0x12"], {"branches"}),              # p5.def: branches is 12h
    (["-e", "clocks,branches"], {"count_clocks", "branches"}),
    (["-e", "clocks", "-e", "branches"], {"count_clocks", "branches"}),
    (["-e", "branch"], {"branches"}),            # the group
    (["-e", "all"], ALL),
    (["-e", "data_*,clocks"], {"data_read", "count_clocks"}),
    (["-e", "data_read:k"], {"data_read"}),      # the records count in ring 0
    (["-e", "data_read:u,clocks"], {"count_clocks"}),
])
def test_events_as_run_takes_them(options, events, bareprobe, log):
    got, _ = chosen(bareprobe, log, *options)
    assert got == {(bench, event) for bench in ("thesis/one", "apps/sort:size=4")
                   for event in events}


@pytest.mark.parametrize("options, benches", [
    (["-b", "one"], {"thesis/one"}), (["-b", "sort"], {"apps/sort:size=4"}),
    (["-b", "apps/sort"], {"apps/sort:size=4"}),
    (["-b", "one,sort"], {"thesis/one", "apps/sort:size=4"}),
    (["-b", "thesis/*", "--bench", "apps/sort:*"], {"thesis/one", "apps/sort:size=4"}),
])
def test_benchmarks_as_run_takes_them(options, benches, bareprobe, log):
    got, _ = chosen(bareprobe, log, *options)
    assert {bench for bench, _ in got} == benches and len(got) == 3 * len(benches)


@pytest.mark.parametrize("options, said", [
    (["-e", "clocks,brnches"], "has no result of event 'brnches'; did you mean branches?"),
    (["-b", "sort,thesis/on"], "of benchmark 'thesis/on'; did you mean thesis/one?"),
    (["-b", "sort,thesis/hallo"],
     "of benchmark 'thesis/hallo'; the most similar one is thesis/one"),
    (["-b", "one,apps/hallo"],
     "of benchmark 'apps/hallo'; the most similar one is apps/sort:size=4"),
])
def test_a_word_that_nothing_has_is_told(options, said, bareprobe, log):
    _, stderr = chosen(bareprobe, log, *options)
    assert stderr == f"bareprobe export: {log} {said}\n" or said in stderr


def test_all_verbs_take_lists_and_aliases(bareprobe, log):
    two = "-e", "clocks", "-e", "branches"
    shown = bareprobe("show", log, *two).stdout
    assert shown.count("count_clocks") == 2 and shown.count("branches") == 2
    assert "data_read" not in shown
    # 2 benchmarks x 2 events
    assert "in 4 rows" in bareprobe("compare", log, log, *two).stdout
    assert bareprobe("plot", "bars", log, *two, "-o", "a.gp").returncode == 0
    script = (log.parent / "a.gp").read_text()
    assert "Clock cycles" in script and "Branches" in script and "Data read" not in script
    bareprobe("import", log)
    tables = bareprobe("history", "thesis/one", "0", "clocks,branches").stdout
    assert tables.count("thesis/one, region 0, count_clocks in clocks") == 1
    assert tables.count("thesis/one, region 0, branches in events") == 1


def test_what_is_asked_of_run_adds_up(bareprobe):
    """Two benchmarks by three events: 6 results of one region each; programs 1 and 2 have one."""
    done = bareprobe("run", "-b", "thesis/program1", "-b", "thesis/program2", "-e",
                     "clocks,branches", "-e", "data_read", "-r", "2", "--report", "none",
                     "-o", "two.log")
    assert done.returncode == 0, done.stderr
    got, _ = chosen(bareprobe, "two.log", "-r", "0")
    assert got == {(f"thesis/program{n}", event) for n in (1, 2) for event in ALL}
