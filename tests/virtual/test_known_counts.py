# SPDX-License-Identifier: MIT
"""Every count that a benchmark's source states is what the virtual Pentium measures, exactly.

A source says `expect [cpu=p55c] region=N event=count ...` in a comment, beside the code and the
derivation; p54c is the processor unless it says otherwise.
"""
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def expectations():
    """(cpu, image, benchmark, region, event, count) for every count stated in a source."""
    for image, folder in (("bareprobe", ROOT / "bench"), ("bareprobe-test", ROOT / "tests/bench")):
        for source in sorted(folder.glob("*/*.*")):
            bench = str(source.relative_to(folder).with_suffix(""))
            for cpu, line in re.findall(r"expect (?:cpu=(\w+) )?(region=.*)", source.read_text()):
                pairs = re.findall(r"(\w+)=(\d+)", line)
                for event, count in pairs[1:]:
                    yield cpu or "p54c", image, bench, int(pairs[0][1]), event, int(count)


EXPECTED = list(expectations())


@pytest.fixture(scope="module")
def measured(vpentium, records):
    """Results by (cpu, image, benchmark, region, event), each benchmark run once on each cpu."""
    results = {}
    for cpu, image, bench in sorted({expected[:3] for expected in EXPECTED}):
        run = vpentium(f"command={bench} repetitions=3 exit=qemu", "-cpu", cpu, image=image)
        assert run.returncode == 0, run.stdout[-2000:]
        for record in records(run.stdout):
            if record["ev"] == "result":
                key = (cpu, image, record["bench"], int(record["region"]), record["event"])
                results[key] = record
    return results


@pytest.mark.parametrize("cpu,image,bench,region,event,count", EXPECTED)
def test_count(measured, cpu, image, bench, region, event, count):
    result = measured[cpu, image, bench, region, event]
    assert result["status"] == "ok"
    assert (float(result["mean"]), float(result["sd"])) == (count, 0)


def test_something_is_expected():
    assert len(EXPECTED) >= 38
