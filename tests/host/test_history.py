# SPDX-License-Identifier: MIT
"""`bareprobe history`: the order of runs, the changes, and their significance."""
import pytest

from logs import result_record

DAY = 86400


@pytest.fixture(name="history")
def fixture_history(bareprobe, write_run):
    """history(runs, *arguments): the lines printed after importing (results, start) pairs."""
    def history(runs, *arguments):
        for number, (results, start) in enumerate(runs):
            write_run(f"{number}.log", *results, when=(number + 1) * DAY, **start)
            bareprobe("import", f"{number}.log")
        return bareprobe("history", *(arguments or ("apps/one", "0", "branches")))
    return history


def test_significant_changes_are_marked(history):
    # n = 5 and sd = 2 on both sides: the difference's standard error is sqrt(2 * 2^2 / 5) =
    # 1.264911, Satterthwaite's df is 8, t(0.975, 8) = 2.306004, so a change must exceed 2.916914: 3
    # does, 2.9 does not.
    means = 100, 103, 105.9, 102.9
    done = history([([result_record(mean, 2.0)], {"build": f"b{i}"})
                    for i, mean in enumerate(means)])
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["run", "time", "build", "n", "mean", "+/-", "change", "%"]
    assert lines[1] == "Pentium (0x52c), 100 MHz; measured on real hardware"
    assert lines[2] == "apps/one, region 0, branches in events; warm, ring kernel"
    # 2.776445 * 2 / sqrt(5) = 2.48 is the interval of each mean
    assert [line.split() for line in lines[3:7]] == [
        ["1", "1970-01-02", "00:00", "b0", "5", "100.00", "2.48"],
        ["2", "1970-01-03", "00:00", "b1", "5", "103.00", "2.48", "+3.00", "+3.00", "*"],
        ["3", "1970-01-04", "00:00", "b2", "5", "105.90", "2.48", "+2.90", "+2.82"],
        ["4", "1970-01-05", "00:00", "b3", "5", "102.90", "2.48", "-3.00", "-2.83", "*"]]


def test_time_orders_and_not_the_import(history, bareprobe, write_run):
    history([([result_record(2)], {}), ([result_record(3)], {})])
    write_run("old.log", result_record(1), when=DAY // 2)
    bareprobe("import", "old.log")
    lines = bareprobe("history", "apps/one", "0", "branches").stdout.splitlines()
    assert [line.split()[0] for line in lines[3:6]] == ["3", "1", "2"]


def test_machines_and_states_are_never_mixed(history, bareprobe):
    done = history([
        ([result_record(100), result_record(900, state="cold")], {}),
        ([result_record(50)], {"platform": "virtual"}),
        ([result_record(70)], {"platform": "emulator"}),
        ([result_record(60)], {"signature": "0x543", "name": "Pentium MMX"}),
        ([result_record(110)], {})])
    lines = done.stdout.splitlines()[1:-2]
    headings = [line for line in lines if ";" in line]
    assert len(headings) == 10  # five kinds, two lines each
    assert sum("virtual Pentium: a model's counts" in line for line in headings) == 1
    assert sum("emulator: its clocks are not a processor's" in line for line in headings) == 1
    changed = [line.split() for line in lines if "*" in line]
    assert len(changed) == 1 and changed[0][0] == "5" and changed[0][7] == "+10.00"
    mmx = bareprobe("history", "apps/one", "0", "branches", "--machine", "mmx").stdout
    assert "60.00" in mmx and "100.00" not in mmx


def test_pages_are_never_mixed(history):
    """A run without the key is older, from the time when pages were mixed."""
    done = history([([result_record(100)], {}), ([result_record(150)], {"paging": "4k"}),
                    ([result_record(101)], {"paging": "mixed"})])
    lines = done.stdout.splitlines()
    assert sum(line.endswith("warm, ring kernel") for line in lines) == 1
    assert sum(line.endswith("warm, ring kernel, paging 4k") for line in lines) == 1
    changed = [line.split() for line in lines[:-2] if "*" in line.split()]
    assert [(line[0], line[7]) for line in changed] == [("3", "+1.00")]


def test_limit_keeps_the_change_of_the_first_line(history, bareprobe):
    history([([result_record(mean)], {}) for mean in (1, 2, 4)])
    lines = bareprobe("history", "apps/one", "0", "branches", "--limit", "1").stdout.splitlines()
    assert lines[3].split()[-3:] == ["+2.00", "+100.00", "*"] and lines[4].startswith("+/-")
    for wrong in "0", "x", "-1":
        assert bareprobe("history", "apps/one", "0", "branches", "-n", wrong).returncode == 2


def test_one_repetition_says_nothing_of_a_change(history):
    done = history([([result_record(mean, n=1)], {}) for mean in (1, 2)])
    assert done.stdout.splitlines()[4].split()[-1] == "?"


def test_intels_name_whole_runs_and_deleted_runs(history, bareprobe):
    done = history([([result_record(5, region="whole")], {})], "apps/one", "whole", "BRANCHES")
    assert done.returncode == 0 and "whole run" in done.stdout
    bareprobe("delete", "last")
    assert bareprobe("history", "apps/one", "whole", "branches").returncode == 2


@pytest.mark.parametrize("names, said", [
    (["apps/on", "0", "branches"], "the benchmark 'apps/on'; did you mean apps/one?"),
    (["apps/one", "0", "branchs"], "the event 'branchs'; did you mean branches?"),
    (["apps/one", "9", "branches"], "the region '9'"),
    (["apps/one", "-1", "branches"], "is not an option"),
    (["apps/one", "' OR 1", "branches"], "the region '' OR 1'"),
    (["apps/one", "0"], "one benchmark, region and event are required; 2 arguments given"),
    (["apps/one", "0", "branches", "--machine", "P9"], "on a processor with the name P9"),
])
def test_what_is_not_there(history, names, said):
    done = history([([result_record()], {})], *names)
    assert done.returncode == 2 and said in done.stderr and not done.stdout


def test_a_region_by_its_name(history):
    named = result_record(7).replace(" status=ok", ' region_name="inner loop" status=ok')
    done = history([([named], {})], "apps/one", "inner loop", "branches")
    assert done.returncode == 0 and '"inner loop"' in done.stdout
