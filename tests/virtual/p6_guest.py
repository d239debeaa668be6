# SPDX-License-Identifier: MIT
"""Guests that count on the P6: fixtures, and the bits of its event selectors."""
import pytest

ALL = ("ppro", "p2", "p3")
OS, E, EN, INV = 1 << 17, 1 << 18, 1 << 22, 1 << 23


def cmask(n):
    return n << 24


@pytest.fixture
def count(guest):
    """count(body, *selects): the count of each select while `body` runs, minus the count of an
    empty body. A select in a list uses counter 1, any other counter 0. The body runs `turns` times,
    each time after `before` and with the counter cleared; the last run is used. ESI is the start of
    an untouched page, another one for each run."""
    def run(body, *selects, cpu="p2", before="", turns=2, options=()):
        source = ['%include "p6.inc"', "main:", "finit"]
        for select in selects:
            zero, one = (0, select[0]) if isinstance(select, list) else (select, 0)
            for code in ("", body):
                source += ["%push", f"mov ebp, {turns}", "%$again:", "mov esi, [next_page]",
                           "add dword [next_page], 4096", before, f"START {zero | OS}, {one | OS}",
                           code, "STOP", "dec ebp", "jnz %$again",
                           f"mov ecx, {0xc2 if one else 0xc1}", "rdmsr", "call print", "%pop"]
        numbers = guest("\n".join([*source, "ret", "section .data", "next_page: dd pages",
                                   "section .bss", "alignb 4096", "area: resb 65536",
                                   "pages: resb 4096 * 128"])).numbers("-cpu", cpu, *options)
        return [counted - empty for empty, counted in zip(numbers[::2], numbers[1::2])]
    return run


@pytest.fixture
def numbers(guest):
    """numbers(source, cpu=...): the numbers printed by a guest that includes p6.inc and
    protected.inc."""
    def run(source, *options, cpu="p2"):
        return guest('%include "p6.inc"\n%include "protected.inc"\nmain:\n' + source +
                     "\nret\nsection .bss\nalignb 4096\narea: resb 4096").numbers(
                         "-cpu", cpu, *options)
    return run
