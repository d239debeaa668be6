# SPDX-License-Identifier: MIT
"""What tests of devices reckon with: clocks of 100 MHz, and what guests print."""
import pytest

HZ = 100_000_000
PIT_HZ = 1_193_182
RTC_HZ = 32_768


def near(clocks, slack=300):
    """Within 3 us: what polling for it, or the first entry of a handler with cold caches, adds."""
    return pytest.approx(clocks, abs=slack)


def number(text):
    return int(text, 16)
