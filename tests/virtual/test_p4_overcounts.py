# SPDX-License-Identifier: MIT
"""Instructions that a Pentium 4 counts twice, and its loads and stores: measured on a Pentium D by
Weaver, Terpstra and Moore (Non-Determinism and Overcount on Modern Hardware Performance Counter
Implementations, ISPASS 2013); FLDCW also in the manual of valgrind 3.19 (exp-bbv)."""
import pytest

from p4_guest import count # pylint: disable=unused-import
from p4_guest import FRONT_END, INSTRUCTIONS, tagging_uops

COMPLETED = 12, "MSR_CRU_ESCR0", "ESCR(7, 1)", "CCCR(4)"
LOADS, STORES = 2, 4 # masks of uop_type

# An instruction, after others that count once each.
TWICE = {
    "fldcw": ("fnstcw [ebp]", "fldcw [ebp]"),
    "fldenv": ("fnstenv [ebp]", "fldenv [ebp]"),
    "frstor": ("fnsave [ebp]", "frstor [ebp]"),
    "emms": ("pxor mm0, mm0", "emms"),
    "maskmovq": ("mov edi, ebp", "maskmovq mm0, mm1"),
    "cvtpd2pi memory": ("mov [ebp], eax", "cvtpd2pi mm0, [ebp]"),
    "cvttpd2pi memory": ("mov [ebp], eax", "cvttpd2pi mm0, [ebp]"),
    "sfence": ("nop", "sfence"),
    "mfence": ("nop", "mfence"),
}
ONCE = {
    "cvtpd2pi register": ("nop", "cvtpd2pi mm0, xmm0"),
    "lfence": ("nop", "lfence"),
    "fnstcw": ("nop", "fnstcw [ebp]"),
    "fnsave": ("nop", "fnsave [ebp]"),
}


@pytest.mark.parametrize("cases, twice", [(TWICE, 2), (ONCE, 1)])
def test_instructions_that_count_twice(count, cases, twice):
    """All in one body, so that one guest runs: `first` counts once, and the other once or twice;
    instr_completed counts each once."""
    body = "\n".join(f"{first}\n{last}" for first, last in cases.values())
    assert count(body, INSTRUCTIONS, COMPLETED, name="prescott") == [
        (1 + twice) * len(cases), 2 * len(cases)]
    assert count(body, INSTRUCTIONS, name="northwood") == [(1 + twice) * len(cases)]


@pytest.mark.parametrize("options", [("-errata", "off"), ("-set", "counters.erratum_twice=off")])
def test_nothing_counts_twice_without_the_erratum(count, options):
    body = "\n".join(f"{first}\n{last}" for first, last in TWICE.values())
    assert count(body, INSTRUCTIONS, options=options) == [2 * len(TWICE)]


# body: loads, stores. 23 are 7 of 4 bytes and 8 times 2 of 10.
STRING = "lea esi, [ebp]\nlea edi, [ebp + 4096]\nmov ecx, {}\ncld\n"
ACCESSES = {
    "fnsave [ebp]\nfninit": (0, 23),
    "fnsave [ebp]\nfrstor [ebp]": (23, 23),
    "fldpi\nfstp tword [ebp]": (0, 2),
    "fldpi\nfstp tword [ebp]\nfld tword [ebp]\nfstp st0": (2, 2),
    "fldpi\nfbstp [ebp]": (0, 2),
    "fldpi\nfstp qword [ebp]": (0, 1),
    "sfence": (0, 1),
    "mfence": (0, 1),
    "lfence": (0, 0),
    "clflush [ebp]": (0, 1),
    "push ebx\nxor eax, eax\ncpuid\npop ebx": (1, 2),
    # 128 bytes in 16-byte stores.
    STRING.format(32) + "rep stosd": (0, 8),
    STRING.format(100) + "rep movsb": (40, 40),
    STRING.format(60) + "rep movsb": (60, 60),
    STRING.format(100) + "repe cmpsb": (200, 0),
    STRING.format(32) + "std\nrep stosd\ncld": (0, 32),
}


@pytest.mark.parametrize("which, mask", [(0, LOADS), (1, STORES)])
def test_loads_and_stores(count, which, mask):
    """One guest counts all bodies: front_end_event with the tag of loads or of stores."""
    sums = [count(body, FRONT_END, before=tagging_uops(mask))[0] for body in ACCESSES]
    assert dict(zip(ACCESSES, sums)) == {body: both[which] for body, both in ACCESSES.items()}
