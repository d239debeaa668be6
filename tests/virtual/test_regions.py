# SPDX-License-Identifier: MIT
"""Regions: all 256, named, and misused. The benchmarks are in tests/bench/region/."""
import os
import pathlib
import re
import subprocess

import pytest

from tiers import fast_cases

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")


@pytest.fixture(name="wire_of", scope="module")
def fixture_wire_of(vpentium, records):
    """Returns the records of one of tests/bench/region/, run with these settings."""
    def run(bench, settings="events=instructions_executed repetitions=3"):
        return records(vpentium(f"command=region/{bench} {settings} exit=qemu",
                                image="bareprobe-test").stdout)
    return run


def of_kind(wire, kind):
    return [r for r in wire if r["ev"] == kind]


def by_region(wire, kind):
    return {int(r["region"]): r for r in of_kind(wire, kind)}


def probes():
    """Returns the addresses of all probes in the image. Each begins with PUSHA."""
    code = subprocess.run(["objdump", "-d", "-M", "intel", BUILD / "bareprobe-test.elf"],
                          capture_output=True, text=True, check=True).stdout
    return {int(address, 16)
            for address in re.findall(r"^ +([0-9a-f]+):\t60 .*\tpusha", code, re.M)}


@pytest.mark.parametrize("ring", fast_cases(1, ("user", "kernel")))
def test_there_are_256_regions(wire_of, ring):
    """Each contains one NOP."""
    results = by_region(wire_of("all", f"events=instructions_executed privilege={ring}"), "result")
    assert sorted(results) == list(range(256))
    assert {(r["status"], r["mean"], r["sd"]) for r in results.values()} == {("ok", "1", "0")}


@pytest.mark.parametrize("bench, names", [
    ("named", {0: "outer", 1: "inner loop", 2: "seven NOPs"}),
    ("exits", {40: "two ways out"}),
    ("from_c", {200: None, 255: None}),
])
def test_names_are_in_the_results(wire_of, bench, names):
    settings = "events=branches repetitions=2 output_all_results=yes"
    wire = wire_of(bench, settings)
    for kind in ("result", "sample"):
        assert {n: r.get("region_name") for n, r in by_region(wire, kind).items()} == names


def test_names_are_in_the_text_reports(vpentium):
    for report, line in (
            ("text", "    Region 1 (inner loop), entered 3 times and exited 3 times:"),
            ("p5mon_file", "# Region 1 (inner loop): entered 3 exited 3")):
        run = vpentium(f"command=region/named events=branches report={report} exit=qemu",
                       image="bareprobe-test")
        assert line in run.stdout.splitlines()


@pytest.mark.parametrize("bench, what", [
    ("two_names", "region/two_names: region 3 has two names, 'this' and 'that'; give it one"),
    ("name_twice", "region/name_twice: 'twin' names two regions, "),
])
def test_names_that_clash_are_errors(wire_of, bench, what):
    wire = wire_of(bench)
    (error,) = of_kind(wire, "error")
    assert error["what"].startswith(what)
    assert not of_kind(wire, "result")
    assert (wire[-1]["ev"], wire[-1]["status"]) == ("done", "failed")


BROKEN = {
    # benchmark and region: the words of the message, entries and exits in a repetition, and which
    # end the message names
    ("broken", 7): ("left open at the end", 2, 1, "entered_at"),
    ("broken", 8): ("end without a begin", 0, 1, "left_at"),
    ("unpaired", 5): ("end without a begin", 1, 1, "left_at"),
    ("unpaired", 6): ("begun again before it ended", 2, 2, "entered_at"),
    ("varies", 1): ("the number of entries differs between repetitions", 1, 1, "entered_at"),
}


@pytest.mark.parametrize("ring", fast_cases(1, ("user", "kernel")))
@pytest.mark.parametrize("bench", sorted({bench for bench, _ in BROKEN}))
def test_regions_used_wrongly_are_told_apart(wire_of, bench, ring):
    wire = wire_of(bench, f"events=branch,count_clocks repetitions=3 privilege={ring} state=both")
    faults = by_region(wire, "fault")
    expected = {region: rest for (of, region), rest in BROKEN.items() if of == bench}
    assert len(of_kind(wire, "fault")) == len(expected) and faults.keys() == expected.keys()
    everywhere = probes()
    for region, (name, entries, exits, tells) in expected.items():
        fault = faults[region]
        assert (fault["name"], int(fault["entries"]), int(fault["exits"])) == (name, entries, exits)
        assert fault["eip"] == fault[tells]
        seen = {int(fault[key], 16) for key in ("entered_at", "left_at") if key in fault}
        assert len(seen) == (1 if entries == 0 else 2) and seen <= everywhere
        results = [r for r in of_kind(wire, "result") if r["region"] == str(region)]
        assert {r["status"] for r in results} == {"broken"}
        assert not any("mean" in r for r in results)
    assert wire[-1]["errors"] == str(len(expected))


def test_each_of_256_broken_regions_is_reported_once(wire_of):
    wire = wire_of("all_broken", "events=branches repetitions=1")
    faults = of_kind(wire, "fault")
    assert [int(fault["region"]) for fault in faults] == list(range(256))
    assert {(fault["name"], fault["entries"], fault["exits"]) for fault in faults} == {
        ("end without a begin", "0", "1")}
    assert len({fault["left_at"] for fault in faults}) == 256
    assert {result["status"] for result in of_kind(wire, "result")} == {"broken"}
    assert wire[-1]["errors"] == "256"


def test_a_region_beside_broken_ones_counts(wire_of):
    result = by_region(wire_of("unpaired"), "result")[7]
    assert (result["status"], result["mean"], result["sd"]) == ("ok", "1", "0")


def test_text_says_where_a_broken_region_was_last_seen(vpentium):
    run = vpentium("command=region/broken events=branches report=text exit=qemu",
                   image="bareprobe-test")
    lines = run.stdout.splitlines()
    at = lines.index("fault: region 7 of region/broken: left open at the end; entered 2 times and "
                     "exited 1 times")
    assert re.fullmatch(r"    last entered at 0x[0-9a-f]{8}", lines[at + 1])
    assert re.fullmatch(r"    last left at 0x[0-9a-f]{8}", lines[at + 2])
