# SPDX-License-Identifier: MIT
"""The virtual Pentium measures exactly the counts that benchmarks state in WORK.
build/benchcheck reads them from the linked images and evaluates the formulas for each case.
"""
import os
import pathlib
import re
import subprocess

import pytest

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


@pytest.fixture(scope="module")
def measured(vpentium, records):
    """Results by (cpu, image, case, region, event). Each benchmark runs once on each cpu."""
    events, cases = {}, {}
    for cpu, image, case, _, event, *_ in EXPECTED:
        key = cpu, image, case.split(":")[0]
        events.setdefault(key, set()).add(event)
        cases.setdefault(key, []).append(case)
    results = {}
    for (cpu, image, bench), names in sorted(events.items()):
        # The common prefix of all cases with counts. Those of chain/ have one of many sizes.
        begin = os.path.commonprefix(cases[cpu, image, bench])
        command = f"{begin}*" if ":" in begin else bench
        run = vpentium(f"command={command} events={','.join(sorted(names))} repetitions=3 "
                       "exit=qemu",
                       "-cpu", cpu, image=image)
        assert run.returncode == 0, run.stdout[-2000:]
        for record in records(run.stdout):
            if record["ev"] == "result":
                key = (cpu, image, record["bench"], int(record["region"]), record["event"])
                results[key] = record
    return results


def other_place(case, region, less):
    """Returns the case and region that a count is compared with."""
    argument, value, name, _ = less
    if argument:
        case = re.sub(rf"(:{argument})=[^:]*", rf"\1={value}", case)
    return case, int(name or region)


@pytest.mark.parametrize("cpu,image,case,region,event,count,less", EXPECTED)
def test_count(measured, cpu, image, case, region, event, count, less):
    result = measured[cpu, image, case, region, event]
    assert result["status"] == "ok" and float(result["sd"]) == 0
    got, turns = float(result["mean"]), int(less[3]) if less else 0
    if less and (less[0] or less[2]):
        got -= float(measured[cpu, image, *other_place(case, region, less), event]["mean"])
    assert got == count if not turns else abs(got - count * turns) < turns / 2


def test_something_is_expected():
    assert len(EXPECTED) >= 701
