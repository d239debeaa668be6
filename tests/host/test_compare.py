# SPDX-License-Identifier: MIT
"""`bareprobe compare`: order of rows, geometric mean, and exports."""
import csv
import io
import json

import pytest

from logs import result_record, run_log

CLOCKS = {"event": "count_clocks", "code": "0x100"}
# Without spread each change is exact. 0.5 x 1 x 1.2 = 0.6, whose cube root is 0.843433.
BEFORE_AFTER = (100, 120), (200, 100), (50, 50)


@pytest.fixture(name="compare")
def fixture_compare(bareprobe, write_run):
    """compare(*options): compares two runs whose regions 0 to 2 changed by these, and one other
    event."""
    for at, name in enumerate(("a.log", "b.log")):
        write_run(name, *[result_record(pair[at], region=region, **CLOCKS)
                          for region, pair in enumerate(BEFORE_AFTER)], result_record((7, 9)[at]))

    def compare(*options, status=0):
        done = bareprobe("compare", "a.log", "b.log", *options)
        assert done.returncode == status, done.stderr
        return done.stdout
    return compare


def rows(shown):
    return [line.split()[:4] for line in shown.splitlines() if line.startswith("apps/one")]


def test_the_largest_change_comes_first(compare):
    # -50 %, 7 to 9 is +28.6 %, +20 %
    shown = compare()
    assert rows(shown) == [["apps/one", "region", "1", "count_clocks"],
                           ["apps/one", "region", "0", "branches"],
                           ["apps/one", "region", "0", "count_clocks"]]
    assert "-50.0 % [-50.0, -50.0]" in shown and "3 of 4 rows changed" in shown
    assert shown.endswith("geometric mean of count_clocks, after / before: 0.8434 (-15.66 %) "
                          "over 3 rows\n")
    assert rows(compare("-a"))[-1] == ["apps/one", "region", "2", "count_clocks"]


def test_small_changes_are_left_out_and_counted(compare):
    shown = compare("--min-change", "25")
    assert len(rows(shown)) == 2
    assert "3 of 4 rows changed" in shown
    assert "1 of them changed by less than --min-change: not shown" in shown
    assert "over 3 rows" in shown  # the mean is over all rows


def test_the_mean_is_of_the_only_event_where_there_are_no_clocks(compare):
    # 9 / 7 = 1.285714
    assert "geometric mean of branches, after / before: 1.2857 (+28.57 %) over 1 row\n" in compare(
        "-e", "branches")


def test_csv_has_all_rows(compare):
    table = list(csv.DictReader(io.StringIO(compare("-f", "csv"))))
    assert [(row["region"], row["event"], float(row["percent"]), row["verdict"])
            for row in table] == [
        ("1", "count_clocks", -50, "significant"),
        ("0", "branches", pytest.approx(200 / 7), "significant"),
        ("0", "count_clocks", 20, "significant"),
        ("2", "count_clocks", 0, "no significant change")]
    assert float(table[0]["before"]) == 200 and float(table[0]["after"]) == 100


def test_json_has_runs_rows_and_summary(compare):
    told = json.loads(compare("-f", "json"))
    assert told["before"]["run"] == "a.log" and told["after"]["platform"] == "silicon"
    assert [row["change"] for row in told["rows"]] == [-100, 2, 20, 0]
    assert told["summary"] == {"rows": 4, "changed": 3, "of": "count_clocks", "over": 3,
                               "geometric_mean": pytest.approx(0.6 ** (1 / 3))}


def test_markdown_is_a_table(compare):
    lines = compare("-f", "markdown").splitlines()
    assert lines[0].startswith("before: a.log: Pentium, 100.0 MHz, build 1.0")
    assert lines[3].startswith("| benchmark | region | event | before | after | change (95 %) |")
    assert lines[5] == ("| apps/one | region 1 | count_clocks | 200.0 | 100.0 | "
                        "-50.0 % [-50.0, -50.0] | significant |")
    assert all(line.count("|") == 8 for line in lines[3:8])


@pytest.mark.parametrize("options, said", [
    (["-f", "jsno"], "--format: 'jsno' is not a form; did you mean json?"),
    (["-f", "x"], "--format: 'x' is not a form; allowed: table, csv, json, markdown"),
    (["--min-change", "-1"], "--min-change: '-1' is not a number from 0"),
])
def test_what_is_wrong_is_said(options, said, bareprobe, write_run):
    write_run("a.log", result_record())
    done = bareprobe("compare", "a.log", "a.log", *options)
    assert done.returncode == 2 and said in done.stderr and not done.stdout


def test_other_pages_are_said(bareprobe, write_run):
    """Rows are paired by their subject, and a note reports different page kinds. In a run with
    several kinds each is paired with its own kind. A run without the key is older and counts as
    mixed."""
    write_run("old.log", result_record(100))
    write_run("mixed.log", result_record(100), paging="mixed")
    write_run("4k.log", result_record(110), paging="4k")
    done = bareprobe("compare", "old.log", "4k.log")
    assert "1 of 1 rows were measured with paging=mixed in old.log and paging=4k in 4k.log" in (
        done.stderr)
    assert "apps/one (warm, paging mixed and then 4k)" in done.stdout
    same = bareprobe("compare", "old.log", "mixed.log", "--all")
    assert "paging" not in same.stdout + same.stderr
    assert "apps/one (warm, paging 4k)" in bareprobe("compare", "4k.log", "4k.log", "--all").stdout


def test_several_kinds_of_pages_in_a_run(bareprobe, write_run):
    plan = ('ev=plan experiment="2.parms" command=* benches=1 events=1 passes=1 '
            "passes_lower_bound=1 variants=1 repetitions=5 batches=1 paging=4k")
    write_run("both.log", result_record(100), plan, 'ev=bench bench=apps/one text="a text"',
              result_record(150), paging="mixed")
    write_run("4k.log", result_record(151), paging="4k")
    shown = bareprobe("compare", "both.log", "4k.log", "--all").stdout
    assert [line.split()[7:9] for line in shown.splitlines() if line.startswith("apps/one")] == [
        ["150.0", "151.0"]]


@pytest.mark.parametrize("before, after, said", [
    ("0.1-gaaaaaaa gcc-12.2.0 -O1", "0.1-gaaaaaaa clang-14.0.6 -O3",
     "The builds differ (compiled by gcc-12.2.0 -O1 and by clang-14.0.6 -O3): the compiler may "
     "have caused changes."),
    ("0.1-gaaaaaaa gcc-12.2.0 -O2", "0.1-gbbbbbbb gcc-12.2.0 -O2", None),
    # the same compiler, and an image with another benchmark
    ("0.1-gaaaaaaa gcc-12.2.0 -O2 image 00c8b31f", "0.1-gaaaaaaa gcc-12.2.0 -O2 image d13f951c",
     None),
    ("0.1-gaaaaaaa gcc-12.2.0 -O1 image 00c8b31f", "0.1-gaaaaaaa gcc-12.2.0 -O2 image d13f951c",
     "The builds differ (compiled by gcc-12.2.0 -O1 and by gcc-12.2.0 -O2): the compiler"),
    # an older build does not name its compiler
    ("0.1-gaaaaaaa", "0.1-gbbbbbbb gcc-12.2.0 -O2", None),
])
@pytest.mark.parametrize("form", ["table", "markdown"])
def test_other_compilers_are_said(bareprobe, tmp_path, before, after, said, form):
    for name, build in (("a", before), ("b", after)):
        (tmp_path / f"{name}.log").write_text(run_log(result_record(), build=f'"{build}"'))
    done = bareprobe("compare", "a.log", "b.log", "-f", form)
    assert done.returncode == 0 and before in done.stdout and after in done.stdout
    assert (said in done.stdout) if said else ("The builds differ" not in done.stdout)


def fail_above(bareprobe, write_run, changes, *options):
    """Returns status and message. Each region's clocks, 100 before, changed to these, and the
    branches rose from 10 to 20."""
    branches = {"event": "branches", "code": "0x12"}
    for at, name in enumerate(("a.log", "b.log")):
        write_run(name, *[result_record((100, after)[at], region=region, **CLOCKS)
                          for region, after in enumerate(changes)],
                  result_record((10, 20)[at], **branches))
    done = bareprobe("compare", "a.log", "b.log", *options)
    return done.returncode, done.stderr


@pytest.mark.parametrize("changes, options, names", (
    ((120, 90), (), "1 row rose by more than 2 %: apps/one region 0 count_clocks"),
    ((90, 120, 130), (),
     "2 rows rose by more than 2 %: apps/one region 2 count_clocks; "
     "apps/one region 1 count_clocks"),
    ((110, 120, 130), (),
     "3 rows rose by more than 2 %: apps/one region 2 count_clocks; "
     "apps/one region 1 count_clocks; apps/one region 0 count_clocks"),
    ((110, 120, 130, 140), (),
     "4 rows rose by more than 2 %: apps/one region 3 count_clocks; "
     "apps/one region 2 count_clocks; apps/one region 1 count_clocks; and 1 more"),
    ((110, 120, 130, 140, 150), ("-e", "*"),
     "6 rows rose by more than 2 %: apps/one region 0 branches; "
     "apps/one region 4 count_clocks; apps/one region 3 count_clocks; and 3 more"),
    ((120, 90), ("-e", "branches"), "1 row rose by more than 2 %: apps/one region 0 branches"),
))
def test_a_rise_names_its_rows(bareprobe, write_run, changes, options, names):
    """The largest rise is first: branches rose by 100 %. They count only if -e selects them."""
    assert fail_above(bareprobe, write_run, changes, *options, "--fail-above", "2") == (
        1, f"bareprobe compare: {names}\n")


def test_only_the_selected_event_can_fail(bareprobe, write_run):
    """A stall counts clocks, and fails unless -e selects the clocks alone."""
    stall = {"event": "clocks_stalled_waiting_data_read", "code": "0x1a"}
    for at, name in enumerate(("a.log", "b.log")):
        write_run(name, result_record((100, 60)[at], **CLOCKS),
                  result_record((10, 12)[at], **stall))
    done = bareprobe("compare", "a.log", "b.log", "--fail-above", "2")
    assert (done.returncode, done.stderr) == (
        1, "bareprobe compare: 1 row rose by more than 2 %: apps/one region 0 "
           "clocks_stalled_waiting_data_read\n")
    done = bareprobe("compare", "a.log", "b.log", "-e", "clocks", "--fail-above", "2")
    assert (done.returncode, done.stderr) == (0, "")
