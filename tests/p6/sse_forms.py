# SPDX-License-Identifier: MIT
"""Code for the rows of the measured tables that a Pentium III has and a Pentium II lacks: a chain
and a stream, as in p6_forms.py."""
import re

import p6_forms
from p6_forms import MMX, WIDE, Form, both, stream_only, twelve

XMM = tuple(f"xmm{n}" for n in range(8))
PAIRS = [(0, 1), (2, 3), (4, 5), (6, 7)]

BASES = ("esi", "edi", "ebp", "ebx")
SIZES = {"m32": "dword", "m64": "qword", "m128": "oword", "mem": ""}
MOVES = {"MOVSS": "m32", "MOVLPS": "m64", "MOVHPS": "m64", "MOVAPS": "m128", "MOVUPS": "m128"}

# Class of the operands: 0.0f / x, x / 1.0f and the like are simple.
SIMPLE = p6_forms.VALUES["SIMPLE"]


def place(kind, n=0):
    """An operand in the first-level cache; [m128 + 4] crosses 16 bytes and at most one line."""
    name, _, offset = kind.strip("[]").partition(" + ")
    return f"{SIZES[name]} [{BASES[n % len(BASES)]}{' + ' + offset if offset else ''}]"


def pair(load, store, units=12):
    """A load and a store of one place: the chain goes through memory. The stream of MOVAPS, 2.5 and
    more, takes as long as two places of 5 clocks each; that of MOVQ, 1.5, needs more places."""
    stream = [line for n in range(units) for line in (load(n), store(n))]
    return Form([load(0), store(0)], 1, stream, units)


def load_store(name):
    op = name.split()[0]
    unaligned = "unaligned" in name or name == "MOVUPS LS pair"
    kind = MOVES[op] + (" + 4" if unaligned else "")
    places = 2 if op in ("MOVAPS", "MOVSS") else 4
    return pair(lambda n: f"{op.lower()} {XMM[n % places]}, {place(kind, n % places)}",
                lambda n: f"{op.lower()} {place(kind, n % places)}, {XMM[n % places]}")


def there_and_back(one, other, names, others):
    """A conversion and its opposite: the chain goes through both registers."""
    return Form([f"{one} {others[0]}, {names[0]}", f"{other} {names[0]}, {others[0]}"], 1,
                [line for n in range(6) for line in
                 (f"{one} {others[n]}, {names[n]}", f"{other} {names[n]}, {others[n]}")], 6)


def of_values(name):
    """DIVSS, DIVPS, SQRTSS, SQRTPS of operands in brackets, or of others."""
    op = name.split()[0].lower()
    value = SIMPLE if "(" in name else 0
    if op.startswith("div"):
        stream = twelve(lambda reg, _: f"{op} {reg}, xmm7", XMM[:7])
        return Form([f"{op} xmm0, xmm7"], 1, stream, 12, value=value)
    return Form([f"{op} xmm0, xmm0"], 1, twelve(lambda reg, _: f"{op} {reg}, {reg}", XMM), 12,
                value=value)


FIXED = {
    "MASKMOVQ mm, mm": lambda: stream_only(
        [f"maskmovq {MMX[n % 8]}, {MMX[n % 8]}" for n in range(12)]),
    "PMOVMSKB r32, mm": lambda: stream_only(
        [f"pmovmskb {WIDE[n % 6]}, {MMX[n % 8]}" for n in range(12)]),
    "PEXTRW r32, mm, im8": lambda: stream_only(
        [f"pextrw {WIDE[n % 6]}, {MMX[n % 8]}, 1" for n in range(12)]),
    "PINSRW mm, r32, im8": lambda: stream_only(
        [f"pinsrw {MMX[n % 8]}, {WIDE[n % 6]}, 1" for n in range(12)]),
    "PEXTRW + PINSRW r32": lambda: Form(
        ["pextrw eax, mm0, 1", "pinsrw mm0, eax, 1"], 1,
        [line for n in range(6) for line in
         (f"pextrw {WIDE[n]}, mm{n}, 1", f"pinsrw mm{n}, {WIDE[n]}, 1")], 6),
    "PSHUFW mm, mm, im8": lambda: both("pshufw mm0, mm0, 1",
                                       twelve(lambda reg, _: f"pshufw {reg}, {reg}, 1", MMX)),
    "SFENCE": lambda: Form(["sfence"], 1, ["sfence"], 1),
    "MOVNTQ [m64], mm": lambda: stream_only(
        [f"movntq {place('m64', n)}, {MMX[n % 8]}" for n in range(12)]),
    "MOVNTPS [m128], xmm": lambda: stream_only(
        [f"movntps {place('m128', n)}, {XMM[n % 8]}" for n in range(12)]),
    "CVTPS2PI + CVTPI2PS": lambda: there_and_back("cvtps2pi", "cvtpi2ps", XMM, MMX),
    "CVTTPS2PI + CVTPI2PS": lambda: there_and_back("cvttps2pi", "cvtpi2ps", XMM, MMX),
    "CVTSS2SI + CVTSI2SS r32": lambda: there_and_back("cvtss2si", "cvtsi2ss", XMM, WIDE),
    "CVTTSS2SI + CVTSI2SS r32": lambda: there_and_back("cvttss2si", "cvtsi2ss", XMM, WIDE),
    "STMXCSR [mem]": lambda: stream_only(["stmxcsr [esi]"]),
    "LDMXCSR [mem]": lambda: stream_only(["ldmxcsr [esi]"]),
    "STMXCSR + LDMXCSR": lambda: Form(["stmxcsr [esi]", "ldmxcsr [esi]"], 1,
                                      ["stmxcsr [esi]", "ldmxcsr [esi]"], 1),
}


def two_operands(name):
    """Rows such as ADDPS xmm, xmm: one register twice, xmm_1, xmm_2 another one."""
    op, kinds, last = re.fullmatch(r"(\w+) (mm|xmm)(?:_\d, ?\w+_\d|, ?\w+)(, imm8)?", name).groups()
    turns, more = (MMX if kinds == "mm" else XMM), ", 1" if last else ""
    op = op.lower()
    if op in ("comiss", "ucomiss"):
        return stream_only([f"{op} {reg}, {reg}" for reg in turns])
    if op in ("cvtpi2ps", "cvtps2pi", "cvttps2pi"):
        to, of = (XMM, MMX) if op == "cvtpi2ps" else (MMX, XMM)
        return stream_only([f"{op} {to[n % 8]}, {of[n % 8]}" for n in range(12)])
    if "_1" in name or op in ("psadbw", "pmulhuw"):
        return both(f"{op} {turns[0]}, {turns[1]}{more}",
                    [f"{op} {turns[a]}, {turns[b]}{more}" for a, b in PAIRS] * 3)
    return both(f"{op} {turns[0]}, {turns[0]}{more}",
                twelve(lambda reg, _: f"{op} {reg}, {reg}{more}", turns))


def moved(name):
    """A load, a store or a move to a general register, alone."""
    op, to, of = re.fullmatch(r"(\w+) ([^,]+), ?(.+)", name).groups()
    if op in ("MOVLPS", "MOVHPS"): # the tables have m32, which does not exist
        to, of = to.replace("m32", "m64"), of.replace("m32", "m64")
    op = op.lower()
    if to.startswith("["):
        return stream_only([f"{op} {place(to, n)}, {XMM[n % 8]}" for n in range(12)])
    if of.startswith("["):
        return stream_only([f"{op} {XMM[n % 8]}, {place(of, n)}" for n in range(12)])
    if of == "r32":
        return stream_only([f"{op} {XMM[n % 8]}, {WIDE[n % 6]}" for n in range(12)])
    return stream_only([f"{op} {WIDE[n % 6]}, {XMM[n % 8]}" for n in range(12)])


def multiply_add(name):
    width = re.match(r"MUL(\wS)", name)[1].lower()
    apart = "xm1" in name
    to = ("xmm1", "xmm2") if apart else ("xmm1", "xmm1")
    lines = [f"mul{width} {to[0]}, {to[0]}", f"add{width} {to[1]}, {to[1]}"]
    return Form(lines, 1)


def form_of(name):
    """The row's code, or None if it is a row of p6_forms.py."""
    if name in FIXED:
        return FIXED[name]()
    if name.startswith("PREFETCH"):
        op = name.split()[0].lower()
        return stream_only([f"{op} {place('mem', n)}" for n in range(12)])
    if "LS pair" in name:
        return load_store(name)
    if name.startswith(("DIVSS", "DIVPS", "SQRTSS", "SQRTPS")):
        return of_values(name)
    if re.match(r"MUL.S.*ADD.S", name):
        return multiply_add(name)
    if re.search(r"x?mm(_1)?, ?x?mm", name):
        return two_operands(name)
    return moved(name) if "xmm" in name else None
