# SPDX-License-Identifier: MIT
"""Constants for tests of devices: clocks at 100 MHz, and parsing of the numbers that guests
print."""
import pytest

HZ = 100_000_000
PIT_HZ = 1_193_182
RTC_HZ = 32_768


def near(clocks, slack=300):
    """Allows a deviation of 3 us, caused by polling or by the first entry of a handler with cold
    caches."""
    return pytest.approx(clocks, abs=slack)


def number(text):
    return int(text, 16)
