# SPDX-License-Identifier: MIT
"""The virtual Pentium measures exactly the counts that benchmarks state in WORK.
build/benchcheck reads them from the linked images and evaluates the formulas for each case.
"""
import functools
import os
import pathlib
import re
import subprocess

import pytest

from tiers import full

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")


def stated():
    """Yields (cpu, image, case, region, event, count, less) for every stated count. The tests'
    image also contains the benchmarks of the other image, which are tested only there. `less` is ()
    or the reference of a difference: an argument and its value, a region's name; and the number of
    iterations."""
    seen = set()
    for image in ("bareprobe", "bareprobe-test"):
        lines = subprocess.run([BUILD / "benchcheck", "--counts", BUILD / f"{image}.elf"],
                               capture_output=True, text=True, check=True).stdout.splitlines()
        for line in lines:
            if line not in seen:
                cpu, case, region, event, count, *less = line.split("\t")
                yield cpu, image, case, int(region), event, int(count), tuple(less)
        seen.update(lines)


EXPECTED = list(stated())


def other_place(case, region, less):
    """Returns the case and region that a count is compared with."""
    argument, value, name, _ = less
    if argument:
        case = re.sub(rf"(:{argument})=[^:]*", rf"\1={value}", case)
    return case, int(name or region)


# chain/ and branch/btb state the same few counts for each of many distances.
MANY = re.compile(r"chain/.*:(stride|lines)=(?!8\b)|branch/btb:distance=(?!4\b)")


def tier(case):
    return "full" if MANY.match(case) else "fast"


def runs():
    """{(cpu, image, benchmark, tier): ({case}, {event})}"""
    found = {}
    for cpu, image, case, region, event, _, less in EXPECTED:
        cases, events = found.setdefault((cpu, image, case.split(":")[0], tier(case)),
                                         (set(), set()))
        cases.update((case, other_place(case, region, less)[0] if less else case))
        events.add(event)
    return found


RUNS = runs()


def pattern(cases):
    """Matches the cases and few others, briefly: the kernel takes long for each name of a list. The
    benchmarks of chain/ have counts for one of many sizes and for one order of pages."""
    if len(cases) == 1:
        return min(cases)
    begin = os.path.commonprefix(list(cases))
    end = os.path.commonprefix([case[::-1] for case in cases])[::-1]
    return f"{begin}*{end[end.index(':'):] if ':' in end else ''}"


@pytest.fixture(scope="module")
def measured(vpentium, records):
    """measured(cpu, image, bench, tier): the results by (case, region, event), from one run."""
    @functools.cache
    def run(*key):
        cpu, image, _, _ = key
        cases, events = RUNS[key]
        done = vpentium(f"command={pattern(cases)} events={','.join(sorted(events))} repetitions=2 "
                        "exit=qemu", "-cpu", cpu, image=image)
        assert done.returncode == 0, done.stdout[-2000:]
        return {(record["bench"], int(record["region"]), record["event"]): record
                for record in records(done.stdout) if record["ev"] == "result"}
    return run


@pytest.mark.parametrize("cpu,image,case,region,event,count,less", [
    full(expected) if tier(expected[2]) == "full" else expected for expected in EXPECTED])
def test_count(measured, cpu, image, case, region, event, count, less):
    results = measured(cpu, image, case.split(":")[0], tier(case))
    result = results[case, region, event]
    assert result["status"] == "ok" and float(result["sd"]) == 0
    got, turns = float(result["mean"]), int(less[3]) if less else 0
    if less and (less[0] or less[2]):
        got -= float(results[*other_place(case, region, less), event]["mean"])
    assert got == count if not turns else abs(got - count * turns) < turns / 2


def test_something_is_expected():
    assert len(EXPECTED) >= 701
