# SPDX-License-Identifier: MIT
"""Code for the rows of the Athlon's table. It replaces tests/p6/p6_forms.py for rows that only this
table has, and for rows whose figures imply other registers. A Form's `key` is the row selected by
its operands, where operands matter."""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "p6"))
import p6_forms # pylint: disable=wrong-import-position
from p6_forms import MMX, WIDE, Form, alike, both, stream_only, twelve

# Memory operands with different registers, so that a chain through one address does not affect the
# others.
PLACES = ("esi", "edi", "ebx", "edx", "ecx", "esi + ecx", "edi + ecx", "ebx + ecx", "edx + ecx",
          "esi + edx", "edi + edx", "ebx + edx")
PREFIX = {"8": "byte", "16": "word", "32": "dword", "64": "qword"}
A = {"8": "al", "16": "ax", "32": "eax"}


def key_of(name):
    return name.replace(" ", "").lower()


def places(size, more=""):
    return [f"{PREFIX[size]} [{place}{more}]" for place in PLACES]


def modified(op, size, source, more=""):
    """Chain: one location that is added to repeatedly; stream: twelve locations in turn."""
    return Form([f"{op} {places(size, more)[0]}, {source}"], 1,
                [f"{op} {place}, {source}" for place in places(size, more)], 12)


def stored_and_read(size):
    """ILAT's 13.0 and 14.0 are measured with a location that holds its own address; with r8, which
    cannot hold an address, 4.0. The stream reads and writes each of twelve locations."""
    reg = A[size]
    chain = [f"mov {reg}, [esi]", f"mov [esi], {reg}"] if size == "8" else \
        [f"mov {'bx' if size == '16' else 'ebx'}, [ebx]",
         f"mov [ebx], {'bx' if size == '16' else 'ebx'}"]
    stream = [line for place in places(size) for line in (f"mov {reg}, {place}",
                                                         f"mov {place}, {reg}")]
    return Form(chain, 1, stream, 12)


def divide(name):
    """`upd` restores the operand with XOR from its old value: one clock more."""
    form = p6_forms.divide(name)
    turn = [re.sub(r"^mov (\w+), (\w+)$", r"xor \1, \2", line) for line in form.chain]
    return alike(*[line.replace("edx, esi", "edx, edi").replace("eax, edx", "eax, esi")
                   for line in turn])


def function_x87(name):
    """The chain goes through ST0; the stream uses six registers in turn."""
    op = name[:4].lower()
    lines = [op] + (["fadd st0, st7"] if "FADD" in name else [])
    return Form(lines, 1, [line for n in range(6) for line in (*lines, f"fxch st{1 + n}")], 6)


def string(name):
    """Each instruction depends on the previous one only through its pointers. In code of this
    instruction alone the latency is hidden, because the next one has to wait for room: LODSD has a
    latency of 2.0 and takes 2.25. Four ADDs of 1.0 after it (ADD r32, imm8) take longer than that:
    2.0 + 4 is visible, while the room of all five is 2.25 + 4 / 3; for MOVSD, the longest, 3.0 + 4
    and 5.17 + 4 / 3. In the stream a MOV to each pointer ends the chain. It takes one of three
    places per clock (MOV r32, r32: 0.33) and no more, since microcode dispatches alone."""
    op = name.lower()
    pointer = "esi" if op[:4] == "lods" else "edi"
    ended = {"lods": ["mov esi, ebx"], "stos": ["mov edi, ebp"], "scas": ["mov edi, ebp"]}
    ends = ended.get(op[:4], ["mov esi, ebx", "mov edi, ebp"])
    return Form([op] + [f"add {pointer}, byte 0"] * 4, 1, [op] + ends, 1,
                chain_less=4.0, stream_less=len(ends) / 3)


def sine_of_zero():
    """FSIN's latency of 26.0 is less than the 26.25 for which it keeps FMUL busy. An FMUL of 4.0
    after it (FMUL st(i), st) makes 26.0 + 4 visible, since that unit is busy for 26.25 + 1."""
    form = function_x87("FSIN80 (0.0)")
    form.chain.append("fmul st0, st7")
    form.chain_less = 4.0
    return form


def mmx_two(op, second="{other}"):
    stream = [f"{op} {MMX[n]}, {second.format(other=MMX[n])}" for n in range(8)]
    return Form([f"{op} mm0, {second.format(other='mm0')}"], 1, stream, 8)


def moved_mmx(op, size):
    """MOVD's figure is a third of the time of the pair: see sim/model/k7/k7_pairs.def."""
    stream = [line for n, place in enumerate(places(size)) for line in
              (f"{op} mm{n % 8}, {place}", f"{op} {place}, mm{n % 8}")]
    return Form(stream[:2], 1, stream, 36 if op == "movd" else 12)


def bytes_of_two(op):
    """Six destinations, two in each register; BL is never written."""
    turns = ("al", "cl", "dl", "ah", "ch", "dh")
    return both(f"{op} al, bl", twelve(lambda reg, _: f"{op} {reg}, bl", turns))


def multiply(name):
    """The stream has no chain through the upper half."""
    form = p6_forms.multiply(name)
    if "dx" in name:
        form.stream = [form.chain[0].replace("edx", "ebx").replace("dx", "bx")]
    return form


def number_to(reg, number):
    form = p6_forms.form_of(f"MOV {reg}, {number}")
    return Form([form.stream[0]], 1, form.stream, 12)


FIXED = {
    "MOV r8, imm8": lambda: number_to("r8", "imm8"),
    "MOV r16, imm16": lambda: number_to("r16", "imm16"),
    "FCMOVE st, st(i)": lambda: Form(
        ["fcmove st0, st1"], 1,
        [line for n in range(6) for line in ("fcmove st0, st7", f"fxch st{1 + n}")], 6),
    "LOCK ADD [m8], r8": lambda: modified("lock add", "8", "al"),
    "LOCK ADD [m16], r16": lambda: modified("lock add", "16", "ax"),
    "LOCK ADD [m32], r32": lambda: modified("lock add", "32", "eax"),
    "LOCK ADD [m32 + 8], r32": lambda: modified("lock add", "32", "eax", " + 8"),
    "MOV r8,[m8]+MOV [m8],r8": lambda: stored_and_read("8"),
    "MOV r16,[m16]+MOV [m16],r16": lambda: stored_and_read("16"),
    "MOV r32,[m32]+MOV [m32],r32": lambda: stored_and_read("32"),
    "CMOVNZ r16, r16": lambda: both("cmovnz ax, ax", twelve(
        lambda reg, _: f"cmovnz {reg}, {reg}", p6_forms.WORD)),
    "BSWAP r32": lambda: both("bswap eax", twelve(lambda reg, _: f"bswap {reg}", WIDE)),
    "FCHS": lambda: alike("fchs"), "FABS": lambda: alike("fabs"),
    "FTST": lambda: stream_only(["ftst"] * 12),
    "FXAM": lambda: stream_only(["fxam"] * 12),
    "FXCH st(i)": lambda: alike(*[f"fxch st{1 + n % 7}" for n in range(12)], units=12),
    "FMUL st(2i) FADD st(2i+1)": lambda: Form(["fmul st2, st0", "fadd st3, st0"], 1),
    "CMPXCHG8B": lambda: Form(["cmpxchg8b [esi]"], 1,
                              [f"cmpxchg8b [{place}]" for place in PLACES], 12),
    "MASKMOVQ mm, mm": lambda: stream_only(["maskmovq mm0, mm1"] * 12),
    "MOVNTQ [m64], mm": lambda: stream_only([f"movntq {place}, mm0" for place in places("64")]),
    "PMOVMSKB r32, mm": lambda: stream_only(
        [f"pmovmskb {WIDE[n % 6]}, mm{n % 8}" for n in range(12)]),
    "PEXTRW r32, mm, im8": lambda: stream_only(
        [f"pextrw {WIDE[n % 6]}, mm{n % 8}, 1" for n in range(12)]),
    "PINSRW mm, r32, im8": lambda: stream_only(
        [f"pinsrw mm{n % 8}, {WIDE[n % 6]}, 1" for n in range(12)]),
    "PEXTRW + PINSRW r32": lambda: alike("pextrw eax, mm0, 1", "pinsrw mm0, eax, 1"),
    "PSHUFW mm, mm, im8": lambda: Form(
        ["pshufw mm0, mm0, 5"], 1, [f"pshufw {reg}, {reg}, 5" for reg in MMX], 8),
    "PF2ID mm, mm + PI2FD mm, mm": lambda: Form(
        ["pf2id mm0, mm0", "pi2fd mm0, mm0"], 1,
        [line for reg in MMX for line in (f"pf2id {reg}, {reg}", f"pi2fd {reg}, {reg}")], 8),
    "PF2IW mm, mm + PI2FW mm, mm": lambda: Form(
        ["pf2iw mm0, mm0", "pi2fw mm0, mm0"], 1,
        [line for reg in MMX for line in (f"pf2iw {reg}, {reg}", f"pi2fw {reg}, {reg}")], 8),
    "SFENCE": lambda: alike("sfence"),
    "EMMS": lambda: alike(*["emms"] * 12, units=12),
    "FEMMS": lambda: alike(*["femms"] * 12, units=12),
}


def form_of(name):
    """The row's code and the key of the row selected by its operands."""
    form = None
    key = ""
    if name in FIXED:
        form = FIXED[name]()
    elif re.match(r"ADD \[m", name):
        size = p6_forms.size_of(name)
        source = name.split(",")[1].strip()
        wide = {"imm8": "byte 5", "imm16": "strict word 0x1234", "imm32": "strict dword 0x12345678"}
        form = modified("add", size, wide.get(source, A[size]), " + 8" if "+ 8" in name else "")
    elif re.match(r"MOV[DQ] mm,\[m", name):
        form = moved_mmx(name[:4].lower(), p6_forms.size_of(name))
    elif re.match(r"MOV \[m", name):
        size = p6_forms.size_of(name)
        more = " + 8" if "+ 8" in name else ""
        form = stream_only([f"mov {place}, {A[size]}" for place in places(size, more)])
    elif re.fullmatch(r"(SUB|AND|OR|XOR) r1_8, r2_8", name):
        form = bytes_of_two(name.split()[0].lower())
    elif re.match(r"I?MUL r\d+\s+\(", name):
        form = multiply(name)
    elif re.match(r"I?DIV r", name):
        form = divide(name)
    elif re.match(r"FSIN|FCOS", name):
        form = sine_of_zero() if name == "FSIN80 (0.0)" else function_x87(name)
        alone = re.match(r"FSIN80 \(0.0|FCOS80 \(0.739", name)
        key = key_of(name.split(")")[0] + ")" + ("" if alone else " + FADD"))
    elif re.fullmatch(r"(CMPS|LODS|STOS|MOVS|SCAS)[BWD]", name):
        form = string(name)
    elif re.match(r"PREFETCH", name):
        op = name.split()[0].lower()
        form = stream_only([f"{op} [{place}]" for place in PLACES])
    elif re.fullmatch(r"P\w+ mm, mm", name):
        form = mmx_two(name.split()[0].lower().replace("pmulhrw", "pmulhrwa")) # nasm's name
    else:
        form = p6_forms.form_of(name)
        if re.match(r"FDIV|FSQRT|CPUID", name):
            key = key_of(name)
    return form, key
