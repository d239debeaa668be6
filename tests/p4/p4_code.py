# SPDX-License-Identifier: MIT
"""Code for the rows of the Pentium 4's tables: forms of SSE and SSE2, and rows whose figures imply
other operands than in tests/k7/k7_code.py and tests/p6/p6_forms.py."""
import dataclasses
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "k7"))
import k7_code # pylint: disable=wrong-import-position
import p6_forms # pylint: disable=wrong-import-position
from p6_forms import MMX, WIDE, Form, both, stream_only

repeated = p6_forms.alike # a chain and a stream of the same instructions
XMM = tuple(f"xmm{n}" for n in range(8))
PLACES = ("esi", "edi", "ebp", "ebx")

# enum netburst_value
VALUES = {"NONE": 0, "SINGLE": 1, "DOUBLE": 2, "EXTENDED": 3, "ZERO": 4, "SINE NEAR 0": 5,
          "SINE": 6, "COSINE NEAR 0": 7, "COSINE": 8, "SINE OF 0": 9}

# Second operands of SSE forms that are not xmm.
IMMEDIATE = {"imm8": "1", "im8": "1"}
NAMES = {"pextrw": ("r32", "mm"), "pinsrw": ("mm", "r32")}


def places(more=""):
    return [f"[{place}{more}]" for place in PLACES]


def simd_register(kind, n):
    """The n-th register of a column such as xmm, xmm_1 or r32."""
    if kind.startswith("xm"):
        return XMM[n % 8]
    if kind.startswith("mm"):
        return MMX[n % 8]
    return WIDE[n % 6]


def simd_registers(op, kinds):
    """Operands of one class are the same register twice, unless the row has two (xmm_1, xmm_2)."""
    two = "_" in kinds[0]
    rest = [IMMEDIATE[kind] for kind in kinds[2:]]

    def line(n):
        if two:
            return f"{op} {', '.join([XMM[n % 7], XMM[7], *rest])}"
        return f"{op} {', '.join([simd_register(kind, n) for kind in kinds[:2]] + rest)}"
    stream = [line(n) for n in range(7 if two else 24)]
    if kinds[0][:2] == kinds[1][:2] or kinds[1] in IMMEDIATE:
        return both(line(0), stream)
    return stream_only(stream)


def simd_immediate(op):
    return both(f"{op} xmm0, 1", [f"{op} {reg}, 1" for reg in XMM])


def simd_load(op, more):
    return stream_only([f"{op} {XMM[n % 8]}, {places(more)[n % 4]}" for n in range(24)])


def simd_store(op, more):
    return stream_only([f"{op} {places(more)[n % 4]}, {XMM[n % 8]}" for n in range(24)])


def simd_load_store(op, more):
    place = places(more)
    return Form([f"{op} xmm0, {place[0]}", f"{op} {place[0]}, xmm0"], 1,
                [line for n in range(8) for line in
                 (f"{op} {XMM[n]}, {place[n % 4]}", f"{op} {place[n % 4]}, {XMM[n]}")], 8)


def conversions(first, second, kind):
    """A conversion and its inverse: `kind` is the register between them."""
    def lines(n):
        between = simd_register(kind, n)
        return [f"{first} {between}, {XMM[n % 8]}", f"{second} {XMM[n % 8]}, {between}"]
    return Form(lines(0), 1, [line for n in range(24) for line in lines(n)], 24)


def two_of(first, second):
    return Form([first, second], 1)


def each_of_two(name):
    """A load and a store of these take less than a store alone (0.8 to 1.0, and 1.75): the figure
    is read as the clocks of each of the two instructions."""
    return re.match(r"MOV(SS|SD|AP[SD]|DQA|D|Q) LS pair|MOV[DQ] mm,\[m", name)


def simd_moves(name):
    """Rows of moves: to and from memory, and a load and a store of one location."""
    parts = re.fullmatch(r"(\w+) (aligned |unaligned )?LS pair", name)
    if parts:
        form = simd_load_store(parts[1].lower(), " + 4" if parts[2] == "unaligned " else "")
        form.stream_units *= 2 if each_of_two(name) else 1
        return form
    parts = re.fullmatch(r"(\w+) xmm, \[m\d+( \+ 4)?\]", name)
    if parts:
        return simd_load(parts[1].lower(), parts[2] or "")
    parts = re.fullmatch(r"(\w+) \[m\d+( \+ 4)?\], xmm", name)
    return parts and simd_store(parts[1].lower(), parts[2] or "")


def simd_mixed(name):
    """MULSS+ADDSS in a chain, or each in its own chain."""
    parts = re.fullmatch(r"(\w+)\+(\w+) xmm, xmm", name)
    if parts:
        return two_of(f"{parts[1].lower()} xmm0, xmm1", f"{parts[2].lower()} xmm0, xmm1")
    parts = re.fullmatch(r"(\w+) xm1,xm1 (\w+) xm2,xm2", name)
    return parts and two_of(f"{parts[1].lower()} xmm1, xmm1", f"{parts[2].lower()} xmm2, xmm2")


def simd_pairs(name):
    parts = re.fullmatch(r"(CVT\w+) \+ (CVT\w+)( r32)?", name)
    if parts:
        between = "r32" if parts[3] else "mm" if "PI" in parts[1] else "xmm"
        return conversions(parts[1].lower(), parts[2].lower(), between)
    return None


def simd_divisions(name):
    """The operands do not change the clocks of DIVPS and others, in all rows."""
    parts = re.match(r"((?:DIV|SQRT)[PS][SD]) ", name)
    if not parts:
        return None
    op = parts[1].lower()
    return both(f"{op} xmm0, xmm0", [f"{op} {reg}, {reg}" for reg in XMM])


def simd(name):
    form = simd_divisions(name) or simd_moves(name) or simd_mixed(name) or simd_pairs(name)
    if form:
        return form
    parts = re.fullmatch(r"(\w+) (.*)", name)
    if not parts or not re.search(r"xmm|CVT", name):
        return None
    op = parts[1].lower()
    kinds = [kind.strip() for kind in parts[2].split(",")]
    if kinds[-1] in IMMEDIATE and len(kinds) == 2:
        return simd_immediate(op)
    return simd_registers(op, kinds)


def polynomial_of(form):
    return dataclasses.replace(form, value={
        p6_forms.VALUES[key]: VALUES[key] for key in
        ("ZERO", "SINE NEAR 0", "SINE", "COSINE NEAR 0")}.get(form.value, VALUES["COSINE"]))


def function_x87(name):
    """The chain goes through ST0; the stream uses six registers in turn."""
    form = polynomial_of(p6_forms.function_x87(name.replace("...)+", "...) +")))
    if "(0.0)" in name:
        form.value = VALUES["SINE OF 0"]
    return form


def division_x87(name):
    """A row of 80 bits with a power of two is as slow as any other."""
    size = re.search(r"(32|64|80)", name)[0]
    value = {"32": "SINGLE", "64": "DOUBLE", "80": "EXTENDED"}[size]
    if "(0.0l" in name:
        value = "ZERO"
    form = p6_forms.division_x87(name)
    return dataclasses.replace(form, value=VALUES[value])


def multiply(name):
    """In the stream a MOV ends the chain through EAX: it takes 14.0, and the chain 16.0."""
    form = k7_code.multiply(name)
    return dataclasses.replace(form, stream=["mov eax, esi", *form.stream])


def divide(name):
    """A dividend that is restored in both registers ends the chain: 26.0 and not 57.0."""
    form = k7_code.divide(name)
    if "eax/edx" not in name:
        return form
    op = name.split()[0].lower()
    return repeated("mov eax, edi", "mov edx, esi", f"{op} ebx")


FIXED = {
    "PAUSE": lambda: repeated("pause"),
    "MOVNTI [m32], r32": lambda: stream_only([f"movnti {place}, eax" for place in places()]),
    "MOVNTPS [m128], xmm": lambda: simd_store("movntps", ""),
    "STMXCSR [mem]": lambda: stream_only(["stmxcsr [esi]"]),
    "LDMXCSR [mem]": lambda: stream_only(["ldmxcsr [esi]"]),
    "STMXCSR + LDMXCSR": lambda: repeated("stmxcsr [esi]", "ldmxcsr [esi]"),
    "LFENCE": lambda: repeated("lfence"), "MFENCE": lambda: repeated("mfence"),
    "MOVDQ2Q mm, xmm": lambda: simd_registers("movdq2q", ["mm", "xmm"]),
    "MOVQ2DQ xmm, mm": lambda: simd_registers("movq2dq", ["xmm", "mm"]),
    "MOVDQ2Q + MOVQ2DQ xmm, mm": lambda: conversions("movdq2q", "movq2dq", "mm"),
    "MOVD r32, xmm+MOVD xmm, r32": lambda: conversions("movd", "movd", "r32"),
    "PMOVMSKB r32, xmm": lambda: simd_registers("pmovmskb", ["r32", "xmm"]),
    "PADDQ mm, mm": lambda: both("paddq mm0, mm0", [f"paddq {reg}, {reg}" for reg in MMX]),
    "MASKMOVDQU xmm, xmm": lambda: stream_only(["maskmovdqu xmm0, xmm1"] * 12),
    "CVTPI2PS xmm, mm": lambda: simd_registers("cvtpi2ps", ["xmm", "mm"]),
    "ADD r32, imm32": lambda: p6_forms.register_immediate("add", "r32", "strict dword 0x1234"),
    "ADD [m32], imm32": lambda: p6_forms.memory_immediate("add", "m32", "strict dword 0x1234"),
    "ADD al, imm8": lambda: p6_forms.register_immediate("add", "al", "5"),
}


def form_of(name):
    if name in FIXED:
        return FIXED[name]()
    if re.match(r"FSIN|FCOS", name):
        return function_x87(name)
    if re.match(r"FDIV|FSQRT", name):
        return division_x87(name)
    if re.match(r"MOVNT\w+ \[m128\], xmm", name):
        return simd_store(name.split()[0].lower(), "")
    if re.search(r"xmm|xm1|LS pair|CVT", name) or re.match(r"(DIV|SQRT)[PS][SD]", name):
        return simd(name)
    if re.fullmatch(r"(CMPS|LODS|STOS|MOVS|SCAS)[BWD]", name): # microcode: its latency is visible
        return repeated(name.lower())
    if re.match(r"I?MUL r\d+\s+\(", name):
        return multiply(name)
    if re.match(r"I?DIV r", name):
        return divide(name)
    form, _ = k7_code.form_of(name)
    if each_of_two(name):
        form.stream_units = len(form.stream)
    return form
