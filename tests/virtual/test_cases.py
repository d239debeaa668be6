# SPDX-License-Identifier: MIT
"""The fields of a benchmark's descriptor: arguments, hooks, memory, findings (tests/bench/case)."""
import pytest

SETTINGS = "events=data_read repetitions=3 exit=qemu"
NAMES = [f"case/arguments:size={size}:order={order}" for size in ("4K", "8K")
         for order in ("up", "down")]


@pytest.fixture(scope="module", params=("kernel", "user"))
def run(request, vpentium, records):
    """Runs each benchmark in either ring. A wrong result fails the run."""
    done = vpentium(f"command=case/* privilege={request.param} {SETTINGS}",
                    image="bareprobe-test")
    assert done.returncode == 1
    return records(done.stdout)


def of_kind(records, kind):
    return [record for record in records if record["ev"] == kind]


def measured(records):
    return [record for record in of_kind(records, "result") if record["status"] == "ok"]


def test_each_combination_of_values_is_a_case(run):
    names = [record["bench"] for record in of_kind(run, "bench")]
    assert [name for name in names if "arguments" in name] == NAMES


def test_arguments_and_memory_reach_the_benchmark(run):
    """The benchmark sums size / 4 words. The other reads belong to the loop and are the same in
    each case."""
    reads = {record["bench"]: float(record["mean"]) for record in measured(run)}
    for order in ("up", "down"):
        small, large = (reads[f"case/arguments:size={size}:order={order}"] for size in ("4K", "8K"))
        assert large - small == 1024  # one per word


def test_conclusions_are_drawn_from_the_results(run):
    """Values are in thousandths: 333 is printed as 0.333."""
    results = {record["bench"]: record["mean"] for record in measured(run)}
    findings = [record for record in of_kind(run, "finding")]
    assert [record["name"] for record in findings] == ["reads", "order", "a third"] * 4
    for record in findings:
        if record["name"] == "reads":
            assert (record["value"], record["unit"]) == (results[record["bench"]], "reads")
        elif record["name"] == "order":
            assert record["text"] == record["bench"].split("order=")[1]
        else:
            assert (record["value"], record["unit"]) == ("0.333", "")
        assert "documented" not in record


def test_random_numbers_start_over_each_time(run):
    """The benchmark's own check compares the numbers. A result is printed only if the check
    passed."""
    results = [record for record in measured(run) if record["bench"].startswith("case/random")]
    assert len(results) == 2


def test_a_wrong_result_gives_no_number(run):
    assert [record["what"] for record in of_kind(run, "error")] == [
        "case/wrong: wrong result: 4 expected, 5 found"]
    statuses = [record["status"] for record in of_kind(run, "result")
                if record["bench"] == "case/wrong"]
    assert statuses == ["fault"]


def test_what_needs_more_memory_than_there_is_is_skipped(run):
    """With 16 MB, 20 MB are too much; the memory that can be allocated is below 15 MB."""
    skipped = of_kind(run, "skipped")
    assert [(record["bench"], record["needs_kb"]) for record in skipped] == [
        ("case/large:megabytes=20", "20480"), ("case/large:megabytes=63", "64512")]
    assert 13 * 1024 < int(skipped[0]["has_kb"]) < 15 * 1024
    needs = {record["bench"]: record["memory_kb"] for record in of_kind(run, "bench")}
    assert needs["case/large:megabytes=5"] == "5120" and needs["case/wrong"] == "0"


@pytest.mark.parametrize("megabytes,fitting", [(4, ("1",)), (5, ("1", "2")), (8, ("1", "2", "5")),
                                                (32, ("1", "2", "5", "20")),
                                                (80, ("1", "2", "5", "20", "63"))])
def test_on_boxes_of_all_sizes(vpentium, records, megabytes, fitting):
    run = vpentium(f"command=case/large {SETTINGS} privilege=user", "-m", str(megabytes),
                   image="bareprobe-test")
    assert run.returncode == 0
    names = [record["bench"] for record in of_kind(records(run.stdout), "result")]
    assert names == [f"case/large:megabytes={value}" for value in fitting]


def test_memory_is_taken_from_what_a_board_caches(vpentium, records):
    """KEN# is inactive from 64 MB on: the same reads take the same time with 64 MB and with 128
    MB."""
    def counts(megabytes):
        run = vpentium("command=memory/latency:size=?K:* repetitions=2 exit=qemu "
                       "events=count_clocks,data_read_miss", "-m", str(megabytes),
                       "-set", "cache.uncached_from=0x4000000",
                       "-set", "cache.uncached_to=0xffffffff")
        assert run.returncode == 0
        return {(record["bench"], record["event"]): record["mean"]
                for record in measured(records(run.stdout))}

    cached = counts(64)
    assert len(cached) > 10 and cached == counts(128)


def test_a_list_of_globs(vpentium, records):
    run = vpentium(f"command=program1,case/arguments:*:order=up,thesis/program2 {SETTINGS}",
                   image="bareprobe-test")
    assert run.returncode == 0
    names = [record["bench"] for record in of_kind(records(run.stdout), "bench")]
    assert names == [NAMES[0], NAMES[2], "thesis/program1", "thesis/program2"]


def test_each_glob_of_a_list_must_match(vpentium, records):
    run = vpentium(f"command=thesis/*,memroy/* {SETTINGS}")
    assert run.returncode == 1
    error, = of_kind(records(run.stdout), "error")
    assert error["what"].startswith("command: no benchmark matches 'memroy/*'; available: ")
    assert " thesis/*" in error["what"]
