# SPDX-License-Identifier: MIT
"""Guests that count on a Pentium 4: a fixture, register settings for events, and tagging."""
import pytest

NAMES = ("willamette", "northwood", "prescott")
CMP, NOT, EDGE = 1 << 18, 1 << 19, 1 << 24
SETUP = "mov eax, cr4\nor eax, 0x200\nmov cr4, eax\nfinit\nmov ebp, area"
DATA = "section .bss\nalignb 4096\narea: resb 65536\nturns: resd 1\nsection .text"


# counter, ESCR, value of the ESCR, value of the CCCR
INSTRUCTIONS = 12, "MSR_CRU_ESCR0", "ESCR(2, 3)", "CCCR(4)"
FRONT_END = 12, "MSR_CRU_ESCR2", "ESCR(8, 1)", "CCCR(5)"
REPLAYED = 16, "MSR_CRU_ESCR2", "ESCR(9, 1)", "CCCR(5)"


def tagging_uops(mask):
    """Sets RAT_ESCR1 and a counter on it. Without the counter no uops are tagged."""
    return f"WRITE_MSR MSR_RAT_ESCR1, ESCR(2, {mask})\nWRITE_MSR MSR_CCCR + 14, CCCR(2)"


def executed(tag):
    return 13, "MSR_CRU_ESCR2", f"ESCR(12, {1 << tag})", "CCCR(5)"


def tagging_execution(select, tag):
    return (f"WRITE_MSR MSR_FIRM_ESCR0, ESCR({select}, 0x8000) | 1 << 4 | {1 << tag} << 5\n"
            "WRITE_MSR MSR_CCCR + 8, CCCR(1)")


def replays(enable, vertical):
    return (f"WRITE_MSR MSR_PEBS_ENABLE, {enable | 1 << 24}\n"
            f"WRITE_MSR MSR_PEBS_VERT, {vertical}")


@pytest.fixture
def count(guest):
    """count(body, setting, ...): the count of the body for each setting. Each runs twice and the
    second run is used."""
    def run(body, *settings, name="northwood", before="", options=()):
        source = ['%include "p4.inc"', "main:", SETUP, before]
        for counter, escr, value, cccr in settings:
            for code in ("", body):
                source += ["%push", "mov dword [turns], 2", "%$again:",
                           f"START {counter}, {escr}, {value}, {cccr}", code, f"STOP {escr}",
                           "dec dword [turns]", "jnz near %$again", f"PRINT_COUNTER {counter}",
                           "%pop"]
        numbers = guest("\n".join([*source, "ret", DATA])).numbers("-cpu", name, *options)
        return [full - empty for empty, full in zip(numbers[::2], numbers[1::2])]
    return run
