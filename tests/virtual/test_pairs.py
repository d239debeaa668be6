# SPDX-License-Identifier: MIT
"""Each instruction form followed by an instruction of each pairing class, on every processor. Both
together take at most a little more than the sum of the two alone. This finds a difference that
wraps round, or a rule that applies twice, whatever the right clocks are.

bench/instr does not measure the pairs of locked forms. The random blocks of random_blocks.py have
no LOCK, and compare the translator with an interpreter that has the same clocks."""
import dataclasses
import functools
import os
import re

import pytest

from places import ROOT
from instruction_forms import forms_of

IMAGE = ROOT / os.environ.get("BUILD", "build") / "bareprobe.elf"
NONE, IN_RING_0, MMX, CESR, BY_FLAGS = range(5)  # what a form needs: bench/instr.h
SOURCE = '%include "protected.inc"\n%include "pairs.inc"\n'
FAULTED = 0xFFFFFFFF
HAS_MMX = ("p55c", "p2", "p3", "k7", "willamette", "northwood", "prescott")
P5 = ("p54c", "p55c")
PENTIUM_4 = ("willamette", "northwood", "prescott")
PROCESSORS = ("p54c", "ppro", *HAS_MMX)

# By class: an instruction that leaves all registers and memory as a form expects them.
FOLLOWERS = {
    "UV": "mov ebp, ebp", "UV load": "mov ebp, [esi]", "UV compare": "cmp ebp, [esi]",
    "UV modify": "and [spot], ebx", "UV store": "mov [spot + 8], ebx", "UV push": "push ebx",
    "UV of 16 bits": "mov bp, bp", "UV with a segment": "mov ebp, [es:esi]",
    "PU": "sar ebp, 0", "PU modify": "shl dword [spot], 1",
    "PV": "jmp short $ + 2", "PV conditional": "jc $ + 2",
    "NP": "test ebp, strict dword 1", "NP exchange": "xchg ebp, ebp",
    "LOCK": "lock and [spot], ebx", "multiply": "imul ebp, ebp, 1",
    "FX": "fabs", "FXCH": "fxch st1", "x87 store": "fst dword [spot + 8]", "MMX": "por mm7, mm7",
}
PARTS = 8  # of the forms, each in a guest

# The limit: the sum plus MORE clocks. They allow an AGI, prefixes, a split access, a
# locked cycle to memory instead of L2 (P5: 9), a partly forwarded load (K7: 10), a wait for part of
# a register or for flags (P6), for FNSAVE's stores (Pentium 4: 13). A branch may be mispredicted in
# each unit: 31 on a Prescott.
MORE = {"p54c": 12, "p55c": 12, "ppro": 24, "p2": 24, "p3": 24, "k7": 12, "willamette": 16,
        "northwood": 16, "prescott": 16}
MISPREDICTED = 48
REPLACED = 40  # a P5: its locked line is replaced in L2 between the two lengths that are compared

X87 = ("FX", "FXCH", "x87 store")

# Everything that may be locked. bench/instr has ADD and XCHG.
LOCKED = [f"lock {op} {size} [edi], {register}"
          for op in ("add", "or", "adc", "sbb", "and", "sub", "xor", "xadd", "cmpxchg", "xchg")
          for size, register in (("byte", "bl"), ("word", "bx"), ("dword", "ebx"))]
LOCKED += [f"lock {op} {size} [edi]" for op in ("inc", "dec", "not", "neg")
           for size in ("byte", "word", "dword")]
LOCKED += [f"lock {op} {size} [edi], {other}" for op in ("bts", "btr", "btc")
           for size, other in (("word", "bx"), ("dword", "ebx"), ("dword", "3"))]
LOCKED += [f"lock {op} dword [edi + 8], 1"
           for op in ("add", "or", "adc", "sbb", "and", "sub", "xor")]
LOCKED += ["lock cmpxchg8b [edi]"]


BY_VALUE = re.compile("fsqrt|fsin|fcos|fi?div|fptan")  # FXCH exchanges their operand

# Forms that need instructions before them: their chain, or the address after the jump in EDX.
NOT_ALONE = ("ret_near", "ret_near_imm16", "ret_far", "idiv_r32_62_31_exact")
JUMPS = {f"{op}_r32": f"TO_NEXT {op}" for op in ("jmp", "call")}


@dataclasses.dataclass(frozen=True)
class Sequence:
    """A form as the guest has it: `code` and `prologue` are nasm text."""
    name: str
    code: str
    prologue: str = ""
    units: int = 16
    needs: int = NONE
    x87: bool = False


def bytes_of(code):
    return "db " + ", ".join(map(str, code)) if code else ""


@functools.cache
def sequences():
    """All forms of bench/instr, except those that not all processors have, and the locked ones."""
    found = []
    for form in forms_of(IMAGE):
        if form.needs == BY_FLAGS:
            continue
        code = form.chain if form.name in NOT_ALONE else form.code
        found.append(Sequence(form.name, JUMPS.get(form.name) or bytes_of(code),
                              bytes_of(form.prologue), form.units, form.needs, form.x87))
    return found + [Sequence(code, code) for code in LOCKED]


def tables(forms):
    """The tables of pairs.inc: an empty form, the forms, and the followers."""
    rows, codes = ["align 4", "forms: dd nothing, nothing, 16, 0"], []
    for n, form in enumerate(forms):
        codes.append(f"CODE code{n}, {form.code}")
        if form.prologue:
            codes.append(f"CODE prologue{n}, {form.prologue}")
        prologue = f"prologue{n}" if form.prologue else "nothing"
        rows.append(f"dd {prologue}, code{n}, {form.units}, {int(form.x87)}")
    followers = [f"CODE follower{n}, {text}" for n, text in enumerate(FOLLOWERS.values())]
    return "\n".join(["section .data", *codes, *rows, "forms_end:", "followers:", *followers,
                      "followers_end:"])


def fits(form, name, cpu):
    """Whether the processor has both instructions, and the follower leaves the form's operands and
    does not mix x87 and MMX registers."""
    if (form.needs == MMX or name == "MMX") and cpu not in HAS_MMX:
        return False
    if form.needs == CESR and cpu not in P5:
        return False
    if BY_VALUE.match(form.name) and name == "FXCH":
        return False
    return not (form.needs == MMX and name in X87) and not (form.x87 and name == "MMX")


def measured(kernel, forms, cpu):
    """{(form, follower): (clocks together, clocks of the form, clocks of the follower)}."""
    clocks = [number - (number >> 31 << 32) if number != FAULTED else None
              for number in kernel.numbers("-cpu", cpu)]
    width = len(FOLLOWERS) + 1
    rows = [clocks[n:n + width] for n in range(0, len(clocks), width)]
    assert len(rows) == len(forms) + 1 and len(rows[-1]) == width
    found = {}
    for form, (alone, *pairs) in zip(forms, rows[1:]):
        for name, after, both in zip(FOLLOWERS, rows[0][1:], pairs):
            if fits(form, name, cpu):
                assert None not in (both, alone, after), (cpu, form.name, name)
                found[form.name, name] = (both / 256, alone / 256, after / 256)
    return found


# A locked instruction waits for the result of a division, at most 65 clocks; another division can
# begin after 26 (sim/model/netburst/netburst_clocks.def).
LOCK_AFTER_DIVISION = 65 - 26


def allowance(form, name, cpu):
    if "conditional" in name or form.startswith("j"):
        return MISPREDICTED
    if name == "LOCK" and cpu in PENTIUM_4 and re.match("i?div_r", form):
        return LOCK_AFTER_DIVISION + MORE[cpu]
    return REPLACED if name == "LOCK" and cpu in P5 else MORE[cpu]


def too_long(pairs, cpu):
    """Pairs that take longer than the limit."""
    return {(form, name): (both, alone, after)
            for (form, name), (both, alone, after) in pairs.items()
            if both > max(alone, 0) + after + allowance(form, name, cpu)}


def check(guest, forms, cpu):
    pairs = measured(guest(SOURCE + tables(forms)), forms, cpu)
    assert not too_long(pairs, cpu)
    return pairs


@pytest.mark.parametrize("cpu", PROCESSORS)
def test_a_sample(guest, cpu):
    """Every thirtieth form, and every fourth of the locked ones, on P5s all."""
    forms = sequences()
    locked = forms[-len(LOCKED):]
    check(guest, forms[:-len(LOCKED)][::30] + locked[::1 if cpu in P5 else 4], cpu)


@pytest.mark.full
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("cpu", PROCESSORS)
def test_every_form(guest, cpu, part):
    assert len(check(guest, sequences()[part::PARTS], cpu)) > 1000
