# SPDX-License-Identifier: MIT
"""logical_count() of bench.h: a benchmark reads multiplexed counts while it runs. sample/online
reads 20,000 times, and then adds once for each 100 reads that the logical counter shows."""
import collections

import pytest

ONLINE = "command=sample/online exit=qemu "


def sums(records, run):
    """The sum of each series, by event and kind."""
    found = collections.Counter()
    for record in records(run.stdout):
        if record["ev"] == "series":
            found[record["event"], record["of"]] += sum(map(int, record["values"].split(",")))
    return found


def test_a_logical_counter_is_read_during_the_run(vpentium, records):
    """While both events are counted all the time, additions are a hundredth of the reads. The reads
    of the calls, of the probes and of the last, unfinished slice are in one number only. Estimates
    from half of the slices differ more."""
    run = vpentium(ONLINE + "experiment=multiplex interval=200us samples=60 "
                   "events=data_read+flops/branches+instructions", image="bareprobe-test")
    found = sums(records, run)
    assert run.returncode == 0, run.stdout[-500:]
    assert 100 * found["flops", "exact"] == pytest.approx(found["data_read", "exact"], rel=0.1)
    reads = found["data_read", "estimate"]
    assert 100 * found["flops", "estimate"] == pytest.approx(reads, rel=0.5)


@pytest.mark.parametrize("settings", [
    "experiment=multiplex interval=200us samples=10 privilege=user events=data_read+flops",
    "experiment=multiplex interval=200us samples=10 events=branches+flops",
    "repetitions=1 use_assembly_regions=no events=flops"])
def test_without_a_number_the_benchmark_knows_it(vpentium, records, settings):
    """In ring 3, for an event of no group, and without multiplexing: no additions. A P5 counts the
    integer multiplications of the call as `flops` too, fewer than 50 in each of 5 runs, which would
    have 200 additions each."""
    run = vpentium(ONLINE + settings, image="bareprobe-test")
    assert run.returncode == 0, run.stdout[-500:]
    results = [r["mean"] for r in records(run.stdout) if r["ev"] == "result"]
    assert sums(records, run)["flops", "exact"] < 250 and set(results) <= {"0"}
