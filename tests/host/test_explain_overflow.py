# SPDX-License-Identifier: MIT
"""Code that does not fit the code cache: the reason for some rows of tests/data/silicon."""
import re

import pytest

UNITS = 900
IMMEDIATES = "mov eax, 0x12345; mov edx, 0; "  # 5 bytes each; with DIV 12, in all 10,800 bytes
REGISTERS = "mov eax, esi; mov edx, ebp; "     # 2 bytes each; with DIV 6, in all 5,400 bytes


@pytest.mark.parametrize("cpu, loads, least, most", [
    # DIV takes 41 clocks, the two MOV pair: 42. On a P54C each line of 32 bytes is a miss. It takes
    # at most a line of the second-level cache, 3-1-1-1 bus clocks of 1.5 clocks: 9 clocks for 32
    # bytes, 3.4 for 12. InstLatx64's P54C has 43.2 and 43.7, its P55C of 16 KB has 42.
    ("p54c", IMMEDIATES, 43, 42 + 9 * 12 / 32 + 0.1),
    pytest.param("p54c", REGISTERS, 42, 42.05, marks=pytest.mark.full),
    pytest.param("p55c", IMMEDIATES, 42, 42.05, marks=pytest.mark.full),
])
def test_division_of_loaded_registers(bareprobe, cpu, loads, least, most):
    code = "mov ebx, 0x7fffffff; " + (loads + "div ebx; ") * UNITS
    shown = bareprobe("explain", "--cpu", cpu, "--init", "esi=5,ebp=0", "-c", code)
    [clocks] = re.findall(r"^the loop, ([\d,.]+) clocks each", shown.stdout, re.M)
    assert least <= float(clocks.replace(",", "")) / UNITS <= most
