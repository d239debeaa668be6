# SPDX-License-Identifier: MIT
"""The period of `source=rtc` in clocks is measured, since an emulator's real-time clock and its
time-stamp counter need not run together."""
import pytest

SETTINGS = ("command=apps/sort:variant=quicksort experiment=profile source=rtc,1024 samples=100 "
            "exit=qemu")
NOMINAL = 10**9 / 1024  # with -icount the time-stamp counter counts nanoseconds


def sampled(qemu, records, *options):
    wire = records(qemu(SETTINGS, *options).stdout)
    [sampling] = [record for record in wire if record["ev"] == "sampling"]
    warned = [record["what"] for record in wire if record["ev"] == "warning"]
    return int(sampling["every"]), int(sampling["clocks"]) / int(sampling["samples"]), warned


def test_clock_of_the_host(qemu, records):
    """QEMU 7.2 with -icount shift=0 executes fewer than 10^9 instructions in a second of the host's
    time, which -rtc clock=host, the default, follows. The load of the host changes the period."""
    every, seen, warned = sampled(qemu, records, "-icount", "shift=0")
    assert every < 0.9 * NOMINAL
    assert seen / 2 < every < seen * 2 or "source=rtc: its period was" in warned[0]


@pytest.mark.full
def test_clock_of_the_machine(qemu, records):
    """With -rtc clock=vm both clocks count the same time."""
    every, seen, warned = sampled(qemu, records, "-icount", "shift=3", "-rtc", "clock=vm")
    assert abs(every - NOMINAL) < 2 and not warned
    assert 0.7 * NOMINAL < seen < 1.4 * NOMINAL
