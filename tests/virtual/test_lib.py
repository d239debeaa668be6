# SPDX-License-Identifier: MIT
"""The C library of benchmarks in the virtual machine. On the host, tests/unit/test_lib_*.c compare
its functions with those of the host."""
import math
import re

import pytest

import check_wire

RINGS = ["kernel", "user"]


@pytest.fixture(name="lib", scope="module", params=RINGS)
def fixture_lib(request, vpentium, records):
    """The records of all of tests/bench/lib, in either ring."""
    run = vpentium(f"command=lib/* privilege={request.param} events=count_clocks repetitions=2 "
                   "exit=qemu", image="bareprobe-test")
    return records(run.stdout)


def printed(records, bench):
    return check_wire.output(records, bench=bench)


def test_mathematics(lib):
    """Results are within a unit in the last place of the host's, which are within one of the exact
    value."""
    lines = printed(lib, "lib/mathematics").splitlines()
    assert len(lines) == 4 * 8
    for line in lines:
        name, *numbers = line.split()
        *arguments, got = map(float, numbers)
        expected = getattr(math, name)(*arguments)
        assert abs(got - expected) <= math.ulp(expected), line


def test_longjmp_and_exit(lib):
    assert printed(lib, "lib/leaving") == ("setjmp: 0, kept 42\nsetjmp: 1, kept 42\n"
                                           "setjmp: 7, kept 42\nlast\n")


def test_clock(lib):
    """A million iterations of INC, CMP and JNE, two clocks each, take 20,000 us at 100 MHz. At each
    start the machine's clock is set to the same second of 1997."""
    elapsed, seconds = re.fullmatch(r"(\d+) us, (\d+) s\n", printed(lib, "lib/clock")).groups()
    assert 20000 <= int(elapsed) <= 20010
    assert 854640140 <= int(seconds) <= 854640142  # Thu Jan 30 16:02:20 1997


@pytest.mark.parametrize("bench, message", [
    ("lib/assertion", r"tests/bench/lib/assertion.c:\d+: run: "
                      r"Assertion `two \+ two == 5' failed.\n"),
    ("lib/freed_twice", r"free\(0x[0-9a-f]+\): the address is not from malloc\(\), or was freed "
                        r"earlier\n"),
])
def test_abort_fails_the_benchmark_with_a_message(lib, bench, message):
    faults = [r for r in lib if r.get("bench") == bench and r["ev"] == "fault"]
    assert [fault["what"].rpartition(": ")[2] for fault in faults] == ["abort() was called"]
    assert re.fullmatch(message, printed(lib, bench))
