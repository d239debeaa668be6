# SPDX-License-Identifier: MIT
"""MMX and RDPMC on the P55C. The effect of each instruction on its lanes is specified here
independently, from the Developer's Manual volume 3 (1997), chapters 25 and 28."""
import pytest

UD, NM, MF, GP = 6, 7, 16, 13
P55C = ("-cpu", "p55c")

# Each instruction is tested with each pair of these operands: edge values of bytes, words and
# dwords, and shift counts below, at and beyond every lane's size.
VALUES = [0, 1, 15, 16, 31, 32, 63, 64, 1 << 32, 0xFFFFFFFFFFFFFFFF, 0x8000000080000000,
          0x7FFFFFFF7FFFFFFF, 0x80FF7F0180007FFF, 0x0102030405060708, 0xFF00FF807F80FEDC,
          0x80008000_7FFF8000]


def lanes(value, bits, signed=False):
    split = [value >> at & (1 << bits) - 1 for at in range(0, 64, bits)]
    return [lane - (lane >> bits - 1 << bits) for lane in split] if signed else split


def joined(values, bits):
    return sum((value & (1 << bits) - 1) << bits * i for i, value in enumerate(values))


def lanewise(bits, signed, rule):
    return lambda a, b: joined([rule(x, y) for x, y in zip(lanes(a, bits, signed),
                                                           lanes(b, bits, signed))], bits)


def clip(value, bits, signed):
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    return min(max(value, low), high)


def packed(from_bits, signed):
    """The result has the lanes of the first operand, then those of the second, each saturated as a
    signed number to half its width."""
    to_bits = from_bits // 2
    return lambda a, b: joined([clip(lane, to_bits, signed) for lane in
                                lanes(a, from_bits, True) + lanes(b, from_bits, True)], to_bits)


def unpacked(bits, high):
    def rule(a, b):
        half = slice(32 // bits, None) if high else slice(0, 32 // bits)
        pairs = zip(lanes(a, bits)[half], lanes(b, bits)[half])
        return joined([lane for pair in pairs for lane in pair], bits)
    return rule


def multiplied_and_added(a, b):
    products = [x * y for x, y in zip(lanes(a, 16, True), lanes(b, 16, True))]
    return joined([products[0] + products[1], products[2] + products[3]], 32)


def shifted(bits, direction, signed=False):
    """The whole second operand is the shift count."""
    def rule(a, b):
        def lane(x):
            return x << b if direction == "left" and b < bits else \
                x >> min(b, bits) if direction == "right" else 0
        return joined([lane(x) for x in lanes(a, bits, signed)], bits)
    return rule


SATURATING = {
    **{f"padds{name}": lanewise(bits, True, lambda x, y, bits=bits: clip(x + y, bits, True))
       for name, bits in (("b", 8), ("w", 16))},
    **{f"psubs{name}": lanewise(bits, True, lambda x, y, bits=bits: clip(x - y, bits, True))
       for name, bits in (("b", 8), ("w", 16))},
    **{f"paddus{name}": lanewise(bits, False, lambda x, y, bits=bits: clip(x + y, bits, False))
       for name, bits in (("b", 8), ("w", 16))},
    **{f"psubus{name}": lanewise(bits, False, lambda x, y, bits=bits: clip(x - y, bits, False))
       for name, bits in (("b", 8), ("w", 16))},
    "packsswb": packed(16, True), "packssdw": packed(32, True), "packuswb": packed(16, False),
}
SHIFTS = {f"ps{letter}l{name}": shifted(bits, direction)
          for letter, direction in (("l", "left"), ("r", "right"))
          for name, bits in (("w", 16), ("d", 32), ("q", 64))} | {
    "psraw": shifted(16, "right", True), "psrad": shifted(32, "right", True)}
OPERATIONS = SATURATING | SHIFTS | {
    **{f"padd{name}": lanewise(bits, False, lambda x, y: x + y)
       for name, bits in (("b", 8), ("w", 16), ("d", 32))},
    **{f"psub{name}": lanewise(bits, False, lambda x, y: x - y)
       for name, bits in (("b", 8), ("w", 16), ("d", 32))},
    **{f"pcmpeq{name}": lanewise(bits, False, lambda x, y: -(x == y))
       for name, bits in (("b", 8), ("w", 16), ("d", 32))},
    **{f"pcmpgt{name}": lanewise(bits, True, lambda x, y: -(x > y))
       for name, bits in (("b", 8), ("w", 16), ("d", 32))},
    **{f"punpck{half}{name}": unpacked(bits, half == "h")
       for half in "lh" for name, bits in (("bw", 8), ("wd", 16), ("dq", 32))},
    "pmullw": lanewise(16, True, lambda x, y: x * y),
    "pmulhw": lanewise(16, True, lambda x, y: x * y >> 16),
    "pmaddwd": multiplied_and_added,
    "pand": lambda a, b: a & b, "por": lambda a, b: a | b, "pxor": lambda a, b: a ^ b,
    "pandn": lambda a, b: ~a & b,
}

ALL_PAIRS = """
COUNT equ {count}
main:
    mov esi, values
.first:
    mov edi, values
.second:
    movq mm3, [esi]
    movq mm5, [edi]
    {operation}
    movq [result], mm3
    PRINT [result + 4]
    PRINT [result]
    add edi, 8
    cmp edi, values + COUNT * 8
    jb .second
    add esi, 8
    cmp esi, values + COUNT * 8
    jb .first
    ret
section .data
align 8
values: dq {values}
section .bss
result: resq 1
section .text
"""


def run_pairs(protected, operation):
    got = protected(ALL_PAIRS.format(operation=operation, count=len(VALUES),
                                     values=", ".join(map(hex, VALUES))), *P55C)
    return [high << 32 | low for high, low in zip(got[::2], got[1::2])]


@pytest.mark.parametrize("name", OPERATIONS)
def test_operation(protected, name):
    """The second operand is a register and then memory."""
    expected = [OPERATIONS[name](a, b) for a in VALUES for b in VALUES]
    assert run_pairs(protected, f"{name} mm3, mm5") == expected
    assert run_pairs(protected, f"{name} mm3, [edi]") == expected


@pytest.mark.parametrize("name", SHIFTS)
@pytest.mark.parametrize("count", [0, 1, 15, 16, 31, 32, 63, 64, 255])
def test_shift_by_immediate(protected, name, count):
    expected = [SHIFTS[name](a, count) for a in VALUES for _ in VALUES]
    assert run_pairs(protected, f"{name} mm3, {count}") == expected


def test_moves(protected):
    """MOVD clears the upper half of an MMX register, and stores the lower half to a register or to
    memory."""
    assert run_pairs(protected, "movq mm3, mm5") == [b for _ in VALUES for b in VALUES]
    assert run_pairs(protected, "mov eax, [edi]\n movd mm3, eax") == \
        run_pairs(protected, "movd mm3, [edi]") == [b & 0xFFFFFFFF for _ in VALUES for b in VALUES]
    swapped = [a & ~0xFFFFFFFF | b & 0xFFFFFFFF for a in VALUES for b in VALUES]
    assert run_pairs(protected, "movq [result], mm3\n movd [result], mm5\n movq mm3, [result]") == \
        run_pairs(protected, "movq [result], mm3\n movd eax, mm5\n mov [result], eax\n"
                             " movq mm3, [result]") == swapped


def test_registers_are_those_of_the_x87(protected):
    """MM3 is the significand of physical register 3. An MMX instruction sets TOP to 0 and all tags
    to valid, and its result gets an exponent and a sign of ones. EMMS sets all tags to empty.
    FNSAVE stores the status at 4, tags at 8, ST(3) at 28 + 3 * 10, its exponent 8 bytes on. It
    derives the tags from the registers' contents: 10 for register 3, 00 for the 1.0, 01 for the
    zeros elsewhere."""
    assert protected("""
main:
    fninit
    fld1                                ; TOP 7
    movq mm3, [value]
    fnsave [scratch]
    PRINT [scratch + 4]
    PRINT [scratch + 8]
    PRINT [scratch + 58]
    PRINT [scratch + 62]
    movzx eax, word [scratch + 66]
    call print
    movzx eax, word [scratch + 28 + 7 * 10 + 8] ; the 1.0 stays in register 7
    call print
    movq mm0, mm3
    emms
    fnstenv [scratch]
    PRINT [scratch + 8]
    ret
section .data
value: dq 0x1122334455667788
section .text
""", *P55C) == [0xFFFF0000, 0xFFFF1595, 0x55667788, 0x11223344, 0xFFFF, 0x3FFF,
                0xFFFFFFFF]


@pytest.mark.parametrize("cpu, before, code, vector", [
    ("p55c", "or eax, 4", "paddb mm0, mm1", UD),        # CR0.EM
    ("p55c", "or eax, 8", "paddb mm0, mm1", NM),        # CR0.TS
    ("p55c", "or eax, 8", "emms", NM),
    ("p55c", "or eax, 32", "paddb mm0, mm1", MF),       # CR0.NE, with a pending x87 exception
    ("p54c", "or eax, 0", "paddb mm0, mm1", UD),
    ("p54c", "or eax, 0", "emms", UD),
    ("p54c", "or eax, 0", "rdpmc", UD),
])
def test_faults(protected, cpu, before, code, vector):
    assert protected(f"""
main:
    call protect
    fninit
    fldcw [all_unmasked]
    fld1
    fldz
    fdivp st1, st0                      ; 1 / 0 waits to be reported
    mov eax, cr0
    {before}
    mov cr0, eax
    TRY
    {code}
    CAUGHT
    PRINT_FAULT
    ret
section .data
all_unmasked: dw 0x0340
section .text
""", "-cpu", cpu) == [vector, 0]


def test_at_most_one_saturation_an_instruction_counts(protected):
    """Event 2Fh counts saturating instructions on counter 0 and instructions that saturated on
    counter 1. Each of the sixteen saturates in at least one lane or in none, as defined above."""
    pairs = [(a, b) for a in VALUES for b in VALUES]
    exact = lanewise(8, True, lambda x, y: x + y)
    clips = sum(any(not -128 <= x + y <= 127 for x, y in zip(lanes(a, 8, True), lanes(b, 8, True)))
                for a, b in pairs)
    assert clips == sum(SATURATING["paddsb"](a, b) != exact(a, b) for a, b in pairs)
    source = ALL_PAIRS.format(operation="paddsb mm3, mm5\n paddb mm3, mm5", count=len(VALUES),
                              values=", ".join(map(hex, VALUES)))
    source = source.replace("PRINT", ";").replace("main:", """main:
    mov eax, 0x00ef00ef                 ; 2Fh on both, all rings
    SET_MSR MSR_CESR
    call pairs
    mov ecx, 0
    rdpmc
    call print
    mov ecx, 1
    rdpmc
    call print
    ret
pairs:""")
    assert protected(source, *P55C) == [len(pairs), clips]


@pytest.mark.parametrize("pce, ring, ecx, vector", [
    (0, 0, 0, 0xFFFFFFFF), (0x100, 3, 1, 0x30), (0, 3, 0, GP), (0x100, 3, 2, GP), (0, 0, 2, GP),
])
def test_rdpmc(protected, pce, ring, ecx, vector):
    enter = "" if ring == 0 else "ENTER_RING CODE_3, DATA_3, .inside, ring3_stack_end"
    got = protected(f"""
main:
    call protect
    mov eax, {pce}
    mov cr4, eax
    mov ecx, {ecx}
    TRY
    {enter}
.inside:
    rdpmc
    {"int BACK_VECTOR" if ring else ""}
    CAUGHT
    PRINT_FAULT
    ret
""", *P55C)
    assert got == [vector, 0]


def test_pce_is_not_there_on_a_p54c(protected):
    assert protected("""
main:
    call protect
    mov eax, 0x100
    TRY
    mov cr4, eax
    CAUGHT
    PRINT_FAULT
    ret
""") == [GP, 0]
