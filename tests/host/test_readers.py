# SPDX-License-Identifier: MIT
"""Exports and profiles as the tools read them that they are made for: callgrind_annotate of
Debian's valgrind, compare.py of Debian's libbenchmark-tools, speedscope of npm. A failure names the
tool's version. Logs are written here, so every expected number follows from them."""
import gzip
import json
import pathlib
import re
import subprocess

import pytest

from logs import (channel_record, channels_record, hit_record, log_text, run_log, sampling_record,
                  slices, stamps_record, start_records)
from npm_packages import npm_package
from test_profile import message

SPEEDSCOPE = "1.25.0"
BEFORE, AFTER = '"a/sum:variant=before"', '"a/sum:variant=after"'
READER = pathlib.Path(__file__).parent / "speedscope.mjs"


def results(bench, samples, event="count_clocks", code="0x100", region=0):
    """A result with its samples, as with output_all_results=yes."""
    mean = sum(samples) / len(samples)
    place = f"bench={bench} region={region} event={event} ring=kernel state=warm ablate=none"
    numbers = (f"n={len(samples)} mean={mean:.6f} sd=0 ci=0 level=95 min={min(samples)} "
               f"med={sorted(samples)[len(samples) // 2]} max={max(samples)} mode={samples[0]}")
    return [*[f"ev=sample {place} rep={rep} value={value}" for rep, value in enumerate(samples)],
            f"ev=result {place} code={code} counter=0 {numbers} entries=1 exits=1 raw={mean:.6f} "
            f"overhead=0 per_entry={mean:.6f} outliers=0 status=ok"]


def version_of(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    return (done.stdout + done.stderr).strip()


# ---- callgrind_annotate -------------------------------------------------------------------------


def annotate(path):
    """Returns {function: (cost of the first event, object)} and the whole output."""
    text = subprocess.run(["callgrind_annotate", "--threshold=100", "--show-percs=no", path],
                          capture_output=True, text=True, check=True, timeout=60).stdout
    found = re.findall(r"^ *([\d,]+) .*?(\S+?):(\S.*?)(?: \[(.*)\])?$", text, re.M)
    return {function: (int(cost.replace(",", "")), place)
            for cost, _, function, place in found}, text


def test_functions_of_two_benchmarks_are_apart(bareprobe, tmp_path):
    """callgrind_annotate 3.19 keeps costs by file and function, and the object that it saw last: a
    function that two benchmarks share got the sum of both, in the last one."""
    (tmp_path / "a.log").write_text(run_log(
        sampling_record(samples=999, events="", bench=BEFORE),
        hit_record(0x101000, 999, bench=BEFORE),
        sampling_record(samples=1, events="", bench=AFTER),
        hit_record(0x101000, 1, bench=AFTER)))
    done = bareprobe("profile", "a.log", "-f", "callgrind", "-o", "out")
    assert done.returncode == 0, done.stderr
    found, text = annotate(tmp_path / "out")
    version = version_of("callgrind_annotate", "--version")
    assert found == {"a/sum:variant=before/0x00101000": (999, "a/sum:variant=before"),
                     "a/sum:variant=after/0x00101000": (1, "a/sum:variant=after")}, (version, text)


def test_a_benchmark_alone_keeps_its_functions_names(bareprobe, tmp_path):
    (tmp_path / "a.log").write_text(run_log(sampling_record(samples=5, events=""),
                                            hit_record(0x101000, 5)))
    bareprobe("profile", "a.log", "-f", "callgrind", "-o", "out")
    assert annotate(tmp_path / "out")[0] == {"0x00101000": (5, "apps/one")}


def test_small_means_are_scaled_in_callgrind(bareprobe, tmp_path):
    """Costs are whole numbers. A mean of 0.4 became 0, and one of 2.4 became 2; ten times these are
    whole. Clocks, which are whole, are not scaled."""
    (tmp_path / "a.log").write_text(log_text(
        *start_records(), "ev=bench bench=a/b text=t",
        *[line for region, few in enumerate(([0, 0, 1, 1, 0], [2, 2, 3, 3, 2])) for line in
          results("a/b", [100] * 5, region=region)
          + results("a/b", few, "branches", "0x12", region)],
        "ev=done results=4 errors=0 status=ok"))
    done = bareprobe("export", "a.log", "-f", "callgrind", "-o", "out")
    assert done.returncode == 0, done.stderr
    text = annotate(tmp_path / "out")[1]
    assert "Events recorded:  count_clocks branches_x10" in text
    assert re.findall(r"^ *(\d+) +(\d+) +a/b:", text, re.M) == [("100", "24"), ("100", "4")], text


# ---- compare.py ---------------------------------------------------------------------------------


def compare(tmp_path, *files):
    return subprocess.run(["/usr/bin/python3", "/usr/share/benchmark/compare.py", "--no-color",
                           "benchmarks", *files], cwd=tmp_path, text=True, capture_output=True,
                          check=True, timeout=100).stdout


def test_the_mean_of_compare_py_is_over_benchmarks(bareprobe, tmp_path):
    """One benchmark has 20 repetitions and is unchanged, the other has 2 and takes twice the time:
    sqrt(1 * 2) - 1 = +0.4142. Over repetitions it would be 2 ** (2 / 22) - 1 = +0.0650."""
    for name, clocks in (("old", 100), ("new", 200)):
        (tmp_path / f"{name}.log").write_text(log_text(
            *start_records(), "ev=bench bench=a/b text=t", "ev=bench bench=a/c text=t",
            *results("a/b", [1000] * 20), *results("a/c", [clocks] * 2),
            "ev=done results=2 errors=0 status=ok"))
        done = bareprobe("export", f"{name}.log", "-f", "gbench", "-o", f"{name}.json")
        assert done.returncode == 0
        assert "wrote the first 2 repetitions of each benchmark (up to 20 were " in done.stderr
    report = compare(tmp_path, "old.json", "new.json")
    version = version_of("dpkg-query", "-W", "libbenchmark-tools")
    assert re.search(r"^OVERALL_GEOMEAN +\+0\.4142 ", report, re.M), (version, report)
    # Means are those of all repetitions.
    mean = next(row for row in json.loads((tmp_path / "old.json").read_text())["benchmarks"]
                if row["name"] == "a/b/0_mean")
    assert mean["repetitions"] == 20


# ---- speedscope ---------------------------------------------------------------------------------


@pytest.fixture(name="speedscope")
def fixture_speedscope(tmp_path):
    """speedscope(*files): what speedscope imports from files of tmp_path."""
    release = npm_package("speedscope", SPEEDSCOPE) / "dist/release"

    def read(*files):
        done = subprocess.run(["node", READER, release, *files], cwd=tmp_path, text=True,
                              capture_output=True, timeout=100, check=False)
        assert done.returncode == 0, f"speedscope {SPEEDSCOPE}: {done.stderr}"
        return json.loads(done.stdout)
    return read


def folded_log(*means):
    """A run with a region for each list of samples."""
    return log_text(*start_records(), "ev=bench bench=a/b text=t",
                    *[line for region, samples in enumerate(means)
                      for line in results("a/b", samples, "branches", "0x12", region)],
                    f"ev=done results={len(means)} errors=0 status=ok")


@pytest.mark.parametrize("regions, said, lines", [
    # 209.4 and 7: rounding changes 209.4 by 0.2 %.
    (([209, 209, 209, 210, 210], [7] * 5), "", ["silicon;a/b;0 209", "silicon;a/b;1 7"]),
    # 2.4 would be 2. Ten times the counts are whole.
    (([209, 209, 209, 210, 210], [2, 2, 2, 3, 3]), "multiplied by 10,",
     ["silicon (counts x 10);a/b;0 2094", "silicon (counts x 10);a/b;1 24"]),
    # 1 / 7 = 0.142857: 14 is 2 % off, 143 is 0.1 % off.
    (([1, 0, 0, 0, 0, 0, 0],), "multiplied by 1000,", ["silicon (counts x 1000);a/b;0 143"])])
def test_folded_counts_are_whole(bareprobe, tmp_path, regions, said, lines):
    """speedscope drops a line whose count has a fraction; flamegraph.pl truncates the sum."""
    (tmp_path / "a.log").write_text(folded_log(*regions))
    done = bareprobe("export", "a.log", "-f", "folded")
    assert done.stdout.splitlines() == lines
    assert said in done.stderr and bool(said) == bool(done.stderr)


CHANNELS = [channels_record(4, repetitions=2, clocks=600),
            channel_record("c0", 2, "begin"), channel_record("c1", 2, "end"),
            stamps_record("0:c0,10:c1"), stamps_record("0:c0,20:c1", rep=1)]


def test_slices_end_where_the_next_begins(bareprobe, tmp_path):
    """At 30 MHz 0.1 + 0.2 and 0.3 are different doubles, and 10 / 30 + 20 / 30 may exceed 1. A
    stamp at the time of the one before gives no slice."""
    (tmp_path / "a.log").write_text(run_log(
        channels_record(9, repetitions=1, clocks=900), channel_record("c0", 9),
        stamps_record(",".join(f"{at}:c0" for at in (0, 1, 2, 2, 3, 7, 16, 31, 77))), mhz=30))
    done = bareprobe("export", "a.log", "-f", "chrome-trace")
    assert done.returncode == 0, done.stderr
    trace = json.loads(done.stdout)
    found = [slice_[3:] for slice_ in slices(trace["traceEvents"]) if slice_[2] == 2]
    assert len(found) == 7 and found[0][0] == 0
    assert [end for _, end in found[:-1]] == [begin for begin, _ in found[1:]]


@pytest.mark.full
def test_speedscope_reads_all(bareprobe, speedscope, tmp_path):
    """The same numbers as in the logs, from each format that speedscope imports."""
    (tmp_path / "counts.log").write_text(folded_log([2, 2, 2, 3, 3], [7] * 5))
    (tmp_path / "stamps.log").write_text(run_log(*CHANNELS, mhz=30))
    (tmp_path / "samples.log").write_text(run_log(
        sampling_record(samples=90, events="data_read_miss"),
        hit_record(0x101000, 60, 1), hit_record(0x102000, 30, 40)))
    for log, verb, form, name in (("counts", "export", "folded", "a.folded"),
                                  ("counts", "export", "speedscope", "a.speedscope.json"),
                                  ("stamps", "export", "chrome-trace", "a.trace.json"),
                                  ("samples", "profile", "pprof", "a.pb.gz"),
                                  ("samples", "profile", "folded", "p.folded"),
                                  ("samples", "profile", "speedscope", "p.speedscope.json")):
        done = bareprobe(verb, f"{log}.log", "-f", form, "-o", name)
        assert done.returncode == 0, (form, done.stderr)
    found = speedscope("a.folded", "a.speedscope.json", "a.trace.json", "a.pb.gz", "p.folded",
                       "p.speedscope.json")
    assert all(found.values()), (SPEEDSCOPE, found)

    def shown(name):
        return found[name]["profiles"][found[name]["shown"]]
    assert shown("a.folded")["frames"] == {
        "silicon (counts x 10)": [0, 94], "a/b": [0, 94], "0": [24, 24], "1": [70, 70]}
    assert shown("a.speedscope.json")["frames"]["a/b/0"][0] == pytest.approx(2.4)
    # Intervals of 10 and 20 clocks in two repetitions; speedscope counts microseconds.
    intervals = next(profile for profile in found["a.trace.json"]["profiles"]
                     if "begin to end" in profile["frames"])
    assert intervals["frames"]["begin to end"][0] == pytest.approx(30 / 30), SPEEDSCOPE
    assert shown("a.pb.gz")["frames"] == {"0x00101000": [60, 60], "0x00102000": [30, 30]}, \
        (SPEEDSCOPE, "the samples are not the profile that is shown")
    assert shown("p.folded")["total"] == shown("p.speedscope.json")["total"] == 90


@pytest.mark.full
def test_speedscope_still_drops_fractions(speedscope, tmp_path):
    """The behaviour for which folded counts are whole."""
    (tmp_path / "a.folded").write_text("a;b 3\na;c 2.5\n")
    assert speedscope("a.folded")["a.folded"]["profiles"][0]["frames"] == {
        "a": [0, 3], "b": [3, 3]}, SPEEDSCOPE


# ---- pprof --------------------------------------------------------------------------------------


def pprof(bareprobe, tmp_path, *records):
    (tmp_path / "a.log").write_text(run_log(*records))
    done = bareprobe("profile", "a.log", "-f", "pprof", "-o", "out.pb.gz")
    assert done.returncode == 0, done.stderr
    profile = message(gzip.decompress((tmp_path / "out.pb.gz").read_bytes()))
    return profile, [text.decode() for text in profile[6]]


def test_pprof_opens_on_the_samples(bareprobe, tmp_path):
    """Without default_sample_type (field 14 of profile.proto) pprof of Go 1.19 and speedscope show
    the last event. period_type and period are fields 11 and 12."""
    profile, texts = pprof(bareprobe, tmp_path, sampling_record(samples=9),
                           hit_record(0x101000, 9, 1))
    assert texts[profile[14][0]] == "samples"
    kind = message(profile[11][0])
    assert (texts[kind[1][0]], texts[kind[2][0]]) == ("clocks", "count")
    assert profile[12] == [12207]  # 12207.03125 clocks


def test_pprof_has_no_period_if_there_are_several(bareprobe, tmp_path):
    profile, _ = pprof(bareprobe, tmp_path, sampling_record(samples=9), hit_record(0x101000, 9, 1),
                       sampling_record(samples=1, every=500, bench="apps/two"),
                       hit_record(0x101000, 1, 1, bench="apps/two"))
    assert 11 not in profile and 12 not in profile and 14 in profile
