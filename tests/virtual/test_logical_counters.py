# SPDX-License-Identifier: MIT
"""logical_count() of bench.h: a benchmark reads multiplexed counts while it runs. sample/online
reads 20,000 times, and then once misaligned for each 100 reads that the logical counter shows."""
import collections

import pytest

ONLINE = "command=sample/online exit=qemu "
MISALIGNED = "misaligned_data_memory_or_IO_references"


def sums(records, run):
    """The sum of each series, by event and kind."""
    found = collections.Counter()
    for record in records(run.stdout):
        if record["ev"] == "series":
            found[record["event"], record["of"]] += sum(map(int, record["values"].split(",")))
    return found


def test_a_logical_counter_is_read_during_the_run(vpentium, records):
    """A run has 200 misaligned reads for its 20,000 reads, and at most one more for each 100 other
    reads of the run, most of which are those of the two calls. The first run of a session begins
    without a number."""
    run = vpentium(ONLINE + "experiment=multiplex interval=50us samples=320 "
                   f"events=data_read+{MISALIGNED}/branches+instructions", image="bareprobe-test")
    found = sums(records, run)
    assert run.returncode == 0, run.stdout[-500:]
    runs = int(next(r["repetitions"] for r in records(run.stdout) if r["ev"] == "sampling"))
    reads = found["data_read", "exact"]
    assert 20_000 * runs < reads < 40_000 * runs
    assert 20_000 * (runs - 2) < 100 * found[MISALIGNED, "exact"] < reads
    assert 15_000 * (runs - 2) < 100 * found[MISALIGNED, "estimate"] < 1.25 * reads


@pytest.mark.parametrize("settings", [
    f"experiment=multiplex interval=200us samples=10 privilege=user events=data_read+{MISALIGNED}",
    f"experiment=multiplex interval=200us samples=10 events=branches+{MISALIGNED}",
    f"repetitions=1 use_assembly_regions=no events={MISALIGNED}"])
def test_without_a_number_the_benchmark_knows_it(vpentium, records, settings):
    """In ring 3, for an event of no group, and without multiplexing: no misaligned reads."""
    run = vpentium(ONLINE + settings, image="bareprobe-test")
    assert run.returncode == 0, run.stdout[-500:]
    results = [r["mean"] for r in records(run.stdout) if r["ev"] == "result"]
    assert sums(records, run)[MISALIGNED, "exact"] == 0 and set(results) <= {"0"}
