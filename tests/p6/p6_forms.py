# SPDX-License-Identifier: MIT
"""Code for the rows of the measured tables: a chain, where each instruction depends on the previous
one, and a stream of independent instructions. The tables name only forms, since their code is not
published, so the registers are assumptions. A comment gives the reason if figures imply certain
registers."""
import dataclasses
import math
import re

# Destination registers of a stream, used in turn.
WIDE = ("eax", "ecx", "edx", "ebx", "esi", "edi")
WORD = ("ax", "cx", "dx", "bx", "si", "di")
BYTE = ("al", "cl", "dl", "bl", "ah", "ch", "dh", "bh")
MMX = tuple(f"mm{n}" for n in range(8))
TURNS = {"r32": WIDE, "r16": WORD, "r8": BYTE, "mm": MMX}
PREFIX = {"8": "byte", "16": "word", "32": "dword", "64": "qword"}

# LEA r16 takes 2.33 and ADD [m32],r32 1.75, that is 7 clocks for 3 and for 4: only streams of four
# registers give these figures, the first through partial stalls, the second through forwarding.
FOUR_WIDE, FOUR_WORD = WIDE[:4], WORD[:4]

VALUES = {"EXTENDED": 0, "DOUBLE": 1, "SINGLE": 2, "SIMPLE": 3, "ZERO": 4, "SINE NEAR 0": 5,
          "SINE": 6, "COSINE NEAR 0": 7, "COSINE": 0}


@dataclasses.dataclass
class Form:
    """Bodies of nasm lines; the units are the number of instructions of the form in each body."""
    chain: list = None
    chain_units: int = 1
    stream: list = None
    stream_units: int = 1
    value: int = 0
    prologue: list = dataclasses.field(default_factory=list)
    chain_less: float = 0 # clocks of the other instructions in the chain
    stream_less: float = 0


def twelve(make, turns):
    """Twelve instructions, each with the next register."""
    return [make(turns[n % len(turns)], n) for n in range(12)]


def both(chain, stream, **more):
    """A chain of one instruction and a stream of as many as given."""
    return Form([chain], 1, stream, len(stream), **more)


def alike(*lines, units=1, **more):
    return Form(list(lines), units, list(lines), units, **more)


def stream_only(stream, units=None, **more):
    return Form(stream=stream, stream_units=units or len(stream), **more)


def size_of(kind):
    return re.search(r"\d+", kind)[0]


def address(kind, base):
    """The operand at a base register, with the 8 of kinds such as [m32 + 8]."""
    return f"{PREFIX[size_of(kind)]} [{base}{' + 8' if '+ 8' in kind else ''}]"


def immediate(kind):
    return {"imm8": "byte 5", "imm16": "0x1234", "imm32": "0x12345678"}.get(kind, kind)


def other(turns, n):
    return turns[(n + 1) % len(turns)]


def registers_twice(op, kind):
    """The same register twice, which makes a chain. XCHG does not use EAX: XCHG EAX, EAX is NOP."""
    turns = TURNS[kind][1:] if op == "xchg" else TURNS[kind]
    return both(f"{op} {turns[0]}, {turns[0]}", twelve(lambda reg, _: f"{op} {reg}, {reg}", turns))


def registers_two(op, kind):
    """Two registers: destinations are read again as destinations, sources are never written."""
    turns = TURNS[kind]
    if op in ("cmp", "test"):
        pairs = [(turns[n], turns[n + 1]) for n in range(0, len(turns), 2)]
        return stream_only([f"{op} {a}, {b}" for a, b in pairs] * 3)
    if op == "xchg": # XCHG with EAX has a different encoding
        pairs = [(turns[n], turns[n + 1]) for n in range(0, len(turns), 2)]
        return both(f"{op} {turns[0]}, {turns[1]}", [f"{op} {a}, {b}" for a, b in pairs] * 3)
    if kind == "mm": # separate pairs (0.65; the same register twice has 0.44)
        pairs = [(turns[n], turns[n + 1]) for n in range(0, len(turns), 2)]
        return both(f"{op} mm0, mm1", [f"{op} {a}, {b}" for a, b in pairs] * 3)
    return both(f"{op} {turns[0]}, {turns[-1]}",
                twelve(lambda reg, _: f"{op} {reg}, {turns[-1]}", turns[:-1]))


def register_register(op, first, second):
    if first == second:
        if op in ("mov", "imul") or op.startswith("cmov"):
            turns = TURNS[first]
            chain = f"{op} {turns[0]}, {turns[0]}"
            return both(chain, twelve(lambda reg, n: f"{op} {reg}, {reg}", turns))
        return registers_twice(op, first)
    narrow = {"r8": BYTE[:4], "r16": WORD}[second]
    turns = TURNS[first]
    return both(f"{op} {turns[0]}, {narrow[0]}",
                [f"{op} {turns[n % 4]}, {narrow[n % 4]}" for n in range(12)])


def register_memory(op, first, kind):
    """The chain goes through the address if the instruction reads no other register. It does so in
    ADD too, where r8 and r16 have a partial stall (9.0)."""
    turns = TURNS[first]
    own = {"r8": "ebx", "r16": "ebx", "r32": "ebx"}.get(first)
    part = {"r8": "bl", "r16": "bx", "r32": "ebx"}.get(first)
    if op == "xchg":
        return alike(f"{op} {turns[0]}, {address(kind, 'esi')}")
    stream = twelve(lambda reg, _: f"{op} {reg}, {address(kind, 'ebp')}",
                    [reg for reg in turns if reg != "mm7"])
    return both(f"{op} {part}, {address(kind, own)}", stream) if own else stream_only(stream)


def memory_register(op, kind, second):
    """Four addresses, each in a different register, or one base with different displacements."""
    turns = TURNS[second]
    if "+ 8" in kind:
        places = [address(kind, "ebp").replace("+ 8", f"+ {8 + 8 * n}") for n in range(12)]
    else:
        places = [address(kind, base) for base in ("esi", "edi", "ebp", "ebx")] * 3
    chain = f"{op} {places[0]}, {turns[0]}"
    stream = [f"{op} {place}, {turns[0]}" for place in places]
    if op == "mov":
        return stream_only([f"{op} {place}, {turns[n % 3]}" for n, place in enumerate(places)])
    return both(chain, stream)


def memory_immediate(op, kind, value):
    places = [address(kind, base) for base in ("esi", "edi", "ebp", "ebx")] * 3
    return both(f"{op} {places[0]}, {value}", [f"{op} {place}, {value}" for place in places])


def register_immediate(op, first, value):
    if first in ("al", "ax", "eax"):
        return alike(f"{op} {first}, {value}")
    turns = [reg for reg in TURNS[first] if reg not in ("al", "ax", "eax")]
    line = "strict " + {"r16": "word ", "r32": "dword "}.get(first, "byte ") + value \
        if value.startswith("0x") else value
    if op == "imul":
        return both(f"{op} {turns[0]}, {turns[0]}, {line}",
                    twelve(lambda reg, _: f"{op} {reg}, {reg}, {line}", turns))
    if op == "mov": # no chain: the table gives its throughput as its latency
        stream = twelve(lambda reg, _: f"{op} {reg}, {line}", turns)
        return Form(stream, 12, stream, 12)
    return both(f"{op} {turns[0]}, {line}", twelve(lambda reg, _: f"{op} {reg}, {line}", turns))


def unary(op, kind):
    turns = TURNS[kind]
    if op in ("setc", "bswap", "inc", "dec", "neg", "not"):
        return both(f"{op} {turns[0]}", twelve(lambda reg, _: f"{op} {reg}", turns))
    return None


def shift(op, kind, count):
    turns = [reg for reg in TURNS[kind] if reg not in ("ecx", "cx", "cl", "ch")]
    number = {"1": "1", "imm8": "3", "cl": "cl"}[count]
    return both(f"{op} {turns[0]}, {number}", twelve(lambda reg, _: f"{op} {reg}, {number}", turns))


def double_shift(op, kind, count):
    turns = [reg for reg in TURNS[kind] if reg not in ("ecx", "cx")]
    number = {"imm8": "3", "cl": "cl"}[count]
    return both(f"{op} {turns[0]}, {turns[0]}, {number}",
                twelve(lambda reg, _: f"{op} {reg}, {reg}, {number}", turns))


def lea(kind, inside):
    turns = FOUR_WORD if kind == "r16" else WIDE
    wide = FOUR_WIDE if kind == "r16" else WIDE
    scale, disp = "*8" in inside, "disp8" in inside

    def line(n):
        base = wide[n % len(wide)]
        text = f"{base} + {base}{'*8' if scale else ''}{' + 16' if disp else ''}"
        return f"lea {turns[n % len(turns)]}, [{text}]"
    return both(line(0), [line(n) for n in range(12)])


def divide(name):
    """`upd` restores the dividend, which breaks the chain."""
    op, kind = re.match(r"(I?DIV) (r\d+)", name).groups()
    reg = {"r8": "bl", "r16": "bx", "r32": "ebx"}[kind]
    low, high = {"r8": ("ax", None), "r16": ("ax", "dx"), "r32": ("eax", "edx")}[kind]
    lines = [f"{op} {reg}"]
    if "eax/edx" in name:
        lines += ["mov eax, edx", "mov edx, esi"]
    elif "ax/dx" in name:
        lines += ["mov ax, si", "mov dx, di"]
    elif "upd" in name:
        lines += [f"mov {low}, {'esi' if kind == 'r32' else 'si'}"]
    elif re.search(r"2\^", name):
        lines += [f"mov {low}, si"]
    return alike(*lines)


def multiply(name):
    op, kind = re.match(r"(I?MUL) (r\d+)", name).groups()
    reg = {"r8": "bl", "r16": "bx", "r32": "ebx"}[kind]
    if "dx" in name: # the chain goes through the high half
        return alike(f"{op} {reg.replace('bl', 'ah').replace('bx', 'dx').replace('edx', 'edx')}"
                     if kind != "r32" else f"{op} edx")
    return alike(f"{op} {'ah' if '(ah)' in name else reg}")


def division_x87(name):
    op = "fsqrt" if name.startswith("FSQRT") else "fdiv st1, st0"
    value = {"32": "SINGLE", "64": "DOUBLE", "80": "EXTENDED"}[re.search(r"(32|64|80)", name)[0]]
    if "(" in name and "st(i)" not in name:
        value = "SIMPLE"
    stream = ["fdiv st%d, st0" % (1 + n % 6) for n in range(12)]
    if op == "fsqrt": # one register after another, moved to ST0 by renaming
        stream = [line for n in range(12) for line in (f"fsqrt", f"fxch st{1 + n % 6}")]
    return Form([op], 1, stream, 12, value=VALUES[value])


def polynomial(op, argument):
    """The polynomial for the argument minus the nearest multiple of pi/2; pi/4 is rounded up."""
    quadrant = math.floor(argument / (math.pi / 2) + 0.5)
    rest = abs(argument - quadrant * math.pi / 2)
    kind = "COSINE" if (op == "fcos") != (quadrant % 2 == 1) else "SINE"
    return kind + (" NEAR 0" if rest < 0.25 else "")


def function_x87(name):
    op = name[:4].lower()
    times, of_pi, part, number = re.search(r"\((\d*)(Pi)(?:/(\d+))?\)|\((\d\.\d+)", name).groups()
    argument = math.pi * int(times or 1) / int(part or 1) if of_pi else float(number)
    value = polynomial(op, argument) if argument else "ZERO"
    lines = [op] + (["fadd st0, st7"] if "FADD" in name else [])
    stream = [line for n in range(6) for line in (*lines, f"fxch st{1 + n}")]
    return Form(lines, 1, stream, 6, value=VALUES[value])


FIXED = {
    "NOP": lambda: stream_only(["nop"] * 12),
    "MOV r8,[m8]+MOV [m8],r8": lambda: Form(
        ["mov bl, [ebx]", "mov [ebx], bl"], 1, ["mov al, [esi]", "mov [esi], al"], 1),
    "MOV r16,[m16]+MOV [m16],r16": lambda: Form(
        ["mov bx, [ebx]", "mov [ebx], bx"], 1,
        [line for reg, base in (("ax", "esi"), ("cx", "edi"))
         for line in (f"mov {reg}, [{base}]", f"mov [{base}], {reg}")], 2),
    "MOV r32,[m32]+MOV [m32],r32": lambda: Form(
        ["mov ebx, [ebx]", "mov [ebx], ebx"], 1,
        [line for reg, base in (("eax", "esi"), ("ecx", "edi"))
         for line in (f"mov {reg}, [{base}]", f"mov [{base}], {reg}")], 2),
    "PUSHA + POPA": lambda: alike("o16 pusha", "o16 popa"),
    "PUSHAD + POPAD": lambda: alike("pushad", "popad"),
    "PUSHA": lambda: stream_only(["o16 pusha"]), "PUSHAD": lambda: stream_only(["pushad"]),
    "POPA": lambda: stream_only(["o16 popa"]), "POPAD": lambda: stream_only(["popad"]),
    "PUSH imm8": lambda: stream_only(["push byte 5"] * 12),
    "PUSH imm32": lambda: stream_only(["push strict dword 0x12345678"] * 12),
    "PUSH imm8 + POP r32": lambda: alike("push byte 5", "pop eax"),
    "PUSH imm32 + POP r32": lambda: alike("push strict dword 0x12345678", "pop eax"),
    "PUSHF": lambda: stream_only(["o16 pushf"]), "PUSHFD": lambda: stream_only(["pushfd"]),
    "POPFD": lambda: stream_only(["popfd"]),
    "PUSHF + POPF": lambda: alike("o16 pushf", "o16 popf"),
    "PUSHFD + POPFD": lambda: alike("pushfd", "popfd"),
    "AAM": lambda: alike("aam"), "AAD": lambda: alike("aad"),
    # The chain goes through memory (11 clocks); five chips have 8 for the stream.
    "CMPXCHG8B": lambda: both("cmpxchg8b [esi]", ["cmpxchg8b [esi]", "cmpxchg8b [edi]"]),
    "RDTSC": lambda: stream_only(["rdtsc"]),
    "CPUID (EAX = 0)": lambda: alike("cpuid"), "CPUID (EAX = 1)": lambda: alike("cpuid"),
    "FXCH st(i)": lambda: Form(["fxch st1"], 1, [f"fxch st{1 + n % 7}" for n in range(12)], 12),
    "FCMOVE st, st(i)": lambda: alike("fcmove st0, st1"),
    "FADD st, st(i), FXCH st(i)": lambda: Form(
        ["fadd st0, st1"], 1,
        [line for n in range(12) for line in ("fadd st0, st7", f"fxch st{1 + n % 6}")], 12),
    "FMUL st, st(i), FXCH st(i)": lambda: Form(
        ["fmul st0, st1"], 1,
        [line for n in range(12) for line in ("fmul st0, st7", f"fxch st{1 + n % 6}")], 12),
    "FMUL + FADD st, st(i)": lambda: Form(["fmul st0, st1", "fadd st0, st2"], 1),
    "FMUL st(2i) FADD st(2i+1)": lambda: Form(["fmul st2, st0", "fadd st3, st0"], 1),
    "FCOM st(i)": lambda: stream_only([f"fcom st{1 + n % 7}" for n in range(12)]),
    "FCOMI st, st(i)": lambda: stream_only([f"fcomi st0, st{1 + n % 7}" for n in range(12)]),
    "MOVD r32, mm": lambda: stream_only([f"movd {WIDE[n % 6]}, mm{n % 8}" for n in range(12)]),
    "MOVD mm, r32": lambda: stream_only([f"movd mm{n % 8}, {WIDE[n % 6]}" for n in range(12)]),
    "MOVD r32, mm+MOVD mm, r32": lambda: Form(
        ["movd eax, mm0", "movd mm0, eax"], 1,
        [line for n in range(6) for line in (f"movd {WIDE[n]}, mm{n}", f"movd mm{n}, {WIDE[n]}")],
        6),
    "EMMS": lambda: alike("emms"),
}


def moved_mmx(op, kind):
    base = ("esi", "edi", "ebp", "ebx")
    return Form([f"{op} mm0, {address(kind, 'esi')}", f"{op} {address(kind, 'esi')}, mm0"], 1,
                [line for n in range(12) for line in
                 (f"{op} mm{n % 4}, {address(kind, base[n % 4])}",
                  f"{op} {address(kind, base[n % 4])}, mm{n % 4}")], 12)


def push_pop(name):
    parts = re.fullmatch(r"(PUSH|POP) (\S+)(?: \+ POP (\S+))?", name)
    if not parts:
        return None
    op, kind, back = parts.groups()
    place = {"r16": "ax", "r32": "eax"}.get(kind) or address(kind, "esi")
    if back:
        places = TURNS.get(kind, [address(kind, base) for base in ("esi", "edi", "ebp", "ebx")])
        return Form([f"push {place}", f"pop {place}"], 1,
                    [line for each in places[:4] for line in (f"push {each}", f"pop {each}")], 4)
    turns = TURNS.get(kind)
    if turns:
        return stream_only([f"{op} {turns[n % 6]}" for n in range(12)])
    return stream_only([f"{op} {address(kind, base)}" for base in ("esi", "edi", "ebp")] * 4)


def x87_two(name):
    parts = re.fullmatch(r"(FADD|FMUL) st\(i\), st(?: \(st = 0.0\))?", name)
    if not parts:
        return None
    op = parts[1].lower()
    return both(f"{op} st1, st0", [f"{op} st{1 + n % 6}, st0" for n in range(12)])


def form_by_operands(name):
    parts = re.fullmatch(r"(LOCK )?(\w+) (.*)", name)
    if not parts:
        return None
    lock, op, rest = parts[1] or "", (parts[1] or "").lower() + parts[2].lower(), parts[3]
    if op == "lea":
        return lea(*re.fullmatch(r"(r\d+), \[(.*)\]", rest).groups())
    kinds = [kind.strip() for kind in rest.split(",")]
    if len(kinds) == 1:
        return unary(op, kinds[0])
    if len(kinds) == 3:
        if op in ("shld", "shrd"):
            return double_shift(op, kinds[0], kinds[2])
        return register_immediate(op, kinds[0], immediate(kinds[2]))
    first, second = kinds
    numbered = re.fullmatch(r"(r|mm)1?_(\d+)", first)
    if numbered:
        return registers_two(op, "mm" if numbered[1] == "mm" else "r" + numbered[2])
    if re.fullmatch(r"r1_\d+", first):
        return registers_two(op, "r" + size_of(first[3:]))
    if second in ("1", "cl") or (second == "imm8" and op[:2] in ("sh", "sa", "ro", "rc")):
        return shift(op, first, second)
    if first.startswith("["):
        kind = first.strip("[]")
        if lock:
            return alike(f"{op} {address(kind, 'esi')}, {TURNS[second][0]}")
        if second.startswith("imm"):
            wide = {"imm16": "strict word ", "imm32": "strict dword "}.get(second, "")
            return memory_immediate(op, kind, wide + immediate(second))
        return memory_register(op, kind, second)
    if second.startswith("["):
        return register_memory(op, first, second.strip("[]"))
    if second in TURNS:
        if first == "mm" and op.startswith("ps") and re.fullmatch(r"ps[lr][al]?[wdq]", op):
            return both(f"{op} mm0, mm7", twelve(lambda reg, _: f"{op} {reg}, mm7", MMX[:7]))
        return register_register(op, first, second)
    if first == "mm":
        return both(f"{op} mm0, 3", twelve(lambda reg, _: f"{op} {reg}, 3", MMX))
    return register_immediate(op, first, immediate(second))


def form_of(name):
    """The row's code, or None if this core cannot express it."""
    if name in FIXED:
        return FIXED[name]()
    prefixed = re.fullmatch(r"(?:(\d+)x )?0x66 NOP", name)
    if prefixed:
        return stream_only(["db " + "0x66, " * int(prefixed[1] or 1) + "0x90"] * 12)
    moved = re.fullmatch(r"(MOV[DQ]) mm,(\[m\d+\])\+.*", name)
    if moved:
        return moved_mmx(moved[1].lower(), moved[2].strip("[]"))
    if re.match(r"I?DIV ", name):
        return divide(name)
    if re.match(r"I?MUL r\d+\s+\(", name):
        return multiply(name)
    if re.match(r"FDIV|FSQRT", name):
        return division_x87(name)
    if re.match(r"FSIN|FCOS", name):
        return function_x87(name)
    if re.fullmatch(r"[A-Z]+", name): # instructions without operands are used as they are
        return alike(*[name.lower()] * 12, units=12)
    return push_pop(name) or x87_two(name) or form_by_operands(name)
