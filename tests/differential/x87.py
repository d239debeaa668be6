# SPDX-License-Identifier: MIT
"""Cases of the floating-point unit: an x87 instruction on a stack of numbers of every class."""
import dataclasses
import struct

from differential import layout
from differential.case import CR0_EM, CR0_MP, CR0_TS, random_value
from differential.encode import Choice, encode
from differential.integer import new_case
from differential.opcodes import Opcode, rows

# Columns: mnemonic; which of C3 C2 C1 C0 are defined afterwards (manual, volume 3, "FPU flags
# affected"); opcodes: /digit with a memory operand of this size (e and f: an environment, a whole
# state), or both bytes, +i for eight of them.
TABLE = """
fadd    | 1    | D8/0 d; DC/0 q; D8C0+i; DCC0+i; DEC0+i
fmul    | 1    | D8/1 d; DC/1 q; D8C8+i; DCC8+i; DEC8+i
fcom    | 3210 | D8/2 d; D8/3 d; DC/2 q; DC/3 q; D8D0+i; D8D8+i; DED9
fsub    | 1    | D8/4 d; D8/5 d; DC/4 q; DC/5 q; D8E0+i; D8E8+i; DCE0+i; DCE8+i; DEE0+i; DEE8+i
fdiv    | 1    | D8/6 d; D8/7 d; DC/6 q; DC/7 q; D8F0+i; D8F8+i; DCF0+i; DCF8+i; DEF0+i; DEF8+i
fiadd   | 1    | DA/0 d; DE/0 w
fimul   | 1    | DA/1 d; DE/1 w
ficom   | 3210 | DA/2 d; DA/3 d; DE/2 w; DE/3 w
fisub   | 1    | DA/4 d; DA/5 d; DE/4 w; DE/5 w
fidiv   | 1    | DA/6 d; DA/7 d; DE/6 w; DE/7 w
fld     | 1    | D9/0 d; DD/0 q; DB/5 t; D9C0+i
fild    | 1    | DB/0 d; DF/0 w; DF/5 q
fst     | 1    | D9/2 d; D9/3 d; DD/2 q; DD/3 q; DB/7 t; DDD0+i; DDD8+i
fist    | 1    | DB/2 d; DB/3 d; DF/2 w; DF/3 w; DF/7 q
fbld    | 1    | DF/4 t
fbstp   | 1    | DF/6 t
fxch    | 1    | D9C8+i
fnop    |      | D9D0
fchs    | 1    | D9E0
fabs    | 1    | D9E1
ftst    | 3210 | D9E4
fxam    | 3210 | D9E5
fconst  | 1    | D9E8; D9E9; D9EA; D9EB; D9EC; D9ED; D9EE
fucom   | 3210 | DDE0+i; DDE8+i; DAE9
fsqrt   | 1    | D9FA
frndint | 1    | D9FC
fscale  | 1    | D9FD
fxtract | 1    | D9F4
fprem   | 3210 | D9F8; D9F5
fdecstp | 1    | D9F6
fincstp | 1    | D9F7
ffree   |      | DDC0+i
f2xm1   |      | D9F0
fyl2x   |      | D9F1; D9F9
fptan   | 2    | D9F2
fpatan  |      | D9F3
fsincos | 2    | D9FB
fsin    | 2    | D9FE; D9FF
fldcw   |      | D9/5 w
fnstcw  |      | D9/7 w
fnstsw  | 3210 | DD/7 w; DFE0
fldenv  | 3210 | D9/4 e
fnstenv | 3210 | D9/6 e
frstor  | 3210 | DD/4 f
fnsave  | 3210 | DD/6 f
fninit  | 3210 | DBE3
fnclex  |      | DBE2
fsetpm  | 3210 | DBE0; DBE1; DBE4
fwait   | 3210 | 9B
"""
TRANSCENDENTAL = ("f2xm1", "fyl2x", "fptan", "fpatan", "fsincos", "fsin")
CONDITION = {"0": 0x100, "1": 0x200, "2": 0x400, "3": 0x4000}
ALL_CONDITIONS = sum(CONDITION.values())
WAIT = b"\x9B"
EMPTY = 3


@dataclasses.dataclass(frozen=True)
class FloatOpcode(Opcode):
    undefined_conditions: int = 0


def parse(table):
    opcodes = []
    for mnemonic, defined, encodings in rows(table):
        unknown = ALL_CONDITIONS - sum(CONDITION[letter] for letter in defined)
        for encoding in encodings.split(";"):
            opcodes += parse_encoding(mnemonic, encoding.strip(), unknown)
    return opcodes


def parse_encoding(mnemonic, encoding, unknown):
    encoding, _, size = encoding.partition(" ")
    if size:
        opcode, digit = encoding.split("/")
        return [FloatOpcode(mnemonic, bytes.fromhex(opcode), int(digit), (("M", size),), "x87",
                            0, 0, 0, unknown)]
    encoding, plus, _ = encoding.partition("+")
    first = bytes.fromhex(encoding)
    return [FloatOpcode(mnemonic, first[:-1] + bytes([first[-1] + i]), -1, (), "x87",
                        0, 0, 0, unknown) for i in range(8 if plus else 1)]


OPCODES = parse(TABLE)
SECOND = [opcode for opcode in OPCODES if not opcode.operands and opcode.mnemonic
          not in (*TRANSCENDENTAL, "fnstsw", "fnclex", "fninit")]  # these hide earlier effects


# ---- numbers ------------------------------------------------------------------------------------

def extended(sign, exponent, significand):
    return struct.pack("<QH", significand, sign << 15 | exponent)


def random_extended(dice):
    """Ten bytes of a number: every class, including those that the processor does not support; most
    of the time a normal number near 1."""
    sign = dice.getrandbits(1)
    fraction = dice.choice([0, 0, 1, dice.getrandbits(63), (1 << 63) - 1,
                            dice.getrandbits(24) << 39, dice.getrandbits(53) << 10,
                            1 << dice.randrange(63)])
    one = 1 << 63
    chance = dice.random()
    if chance < 0.55:
        return extended(sign, 0x3FFF + dice.randrange(-70, 70), one | fraction)
    if chance < 0.65:
        return extended(sign, dice.randrange(1, 0x7FFF), one | fraction)
    if chance < 0.70:
        return extended(sign, dice.choice([1, 2, 0x7FFE, 0x7FFD, 0x3F81, 0x3C01, 0x407E, 0x43FE]),
                        one | fraction)
    if chance < 0.78:
        return extended(sign, 0, 0)
    if chance < 0.83:
        return extended(sign, 0, fraction or 1)
    if chance < 0.85:
        return extended(sign, 0, one | fraction)
    if chance < 0.91:
        return extended(sign, 0x7FFF, one)
    if chance < 0.97:
        return extended(sign, 0x7FFF, one | fraction | dice.getrandbits(1) << 62 | 1)
    return extended(sign, dice.randrange(1, 0x8000), fraction)


def random_double(dice, bits):
    """The bytes of a single or double of any class."""
    exponent_bits, fraction_bits = (8, 23) if bits == 32 else (11, 52)
    bias = (1 << exponent_bits - 1) - 1
    exponent = dice.choice([0, 1, 2 * bias, 2 * bias + 1, *[bias + dice.randrange(-40, 40)] * 6])
    fraction = dice.choice([0, 0, 1, dice.getrandbits(fraction_bits), (1 << fraction_bits) - 1,
                            1 << fraction_bits - 1])
    value = (dice.getrandbits(1) << exponent_bits | exponent) << fraction_bits | fraction
    return value.to_bytes(bits // 8, "little")


def random_bcd(dice):
    digits = "".join(dice.choice("0123456789") for _ in range(18))
    if dice.random() < 0.3:
        digits = digits[:dice.randrange(18)].rjust(18, "0")
    return bytes.fromhex(digits)[::-1] + dice.choice([b"\x00", b"\x80"])


def control_word(dice):
    masks = 0x3F if dice.random() < 0.7 else dice.getrandbits(6)
    return 0x40 | masks | dice.choice([0, 2, 3, 3, 3]) << 8 | dice.getrandbits(2) << 10


def tag_of(number):
    significand, head = struct.unpack("<QH", number)
    exponent = head & 0x7FFF
    if exponent == 0 and significand == 0:
        return 1
    return 0 if 0 < exponent < 0x7FFF and significand >> 63 else 2


def random_state(dice):
    """An FRSTOR image in the 32-bit protected format, and its control word."""
    top = dice.randrange(8)
    numbers = [random_extended(dice) for _ in range(8)]
    occupied = dice.choice([0, 1, 2, 3, 5, 6, 7, 7, 8])
    tags = 0
    for i, number in enumerate(numbers):
        tag = tag_of(number) if i < occupied else EMPTY
        tags |= tag << 2 * (top + i & 7)
    control = control_word(dice)
    status = top << 11 | dice.getrandbits(16) & ALL_CONDITIONS | dice.getrandbits(6) & control & \
        (0x3F if dice.random() < 0.3 else 0)
    head = struct.pack("<7I", 0xFFFF0000 | control, 0xFFFF0000 | status, 0xFFFF0000 | tags, 0, 0, 0,
                       0xFFFF0000)
    return head + b"".join(numbers), control


# ---- cases --------------------------------------------------------------------------------------

def operand_contents(case, opcode, choice):
    """Random contents for the memory operand of this instruction."""
    dice = case.dice
    size = opcode.operands[0][1]
    if opcode.mnemonic == "fldcw":
        return struct.pack("<H", control_word(dice))
    if opcode.mnemonic == "fbld":
        return random_bcd(dice)
    if size in "ef":
        image, _ = random_state(dice)
        if choice.operand_size == 2:  # the same words without the unused halves between them
            head = struct.unpack("<7I", image[:28])
            image = struct.pack("<7H", *(dword & 0xFFFF for dword in head)) + image[28:]
        return image[:choice.size]
    if size == "t":
        return random_extended(dice)
    if size == "w" or opcode.opcode[0] in (0xDA, 0xDB, 0xDE, 0xDF):
        return random_value(dice, 8 * choice.size).to_bytes(choice.size, "little")
    return random_double(dice, 8 * choice.size)


def out_of_range(case, opcode):
    """True if the manual leaves the result for this ST0 open, or the Pentium first reduces the
    argument by its own 66 bits of pi."""
    head, = struct.unpack_from("<H", case.fpu, 28 + 8)
    exponent = head & 0x7FFF
    return exponent >= {b"\xD9\xF0": 0x3FFF, b"\xD9\xF9": 0x3FFD, b"\xD9\xF1": 0x7FFF,
                        b"\xD9\xF3": 0x7FFF}.get(opcode.opcode, 0x3FFE)


def denormal(number):
    significand, head = struct.unpack("<QH", number)
    return head & 0x7FFF == 0 and significand != 0


def add(case, opcode):
    choice = Choice(fill=False)
    if opcode.mnemonic in ("fldenv", "fnstenv", "frstor", "fnsave") and case.dice.random() < 0.8:
        choice.target = layout.page(layout.DATA, case.dice.randrange(layout.PAGE - 128))
    encoded = encode(case, opcode, choice)
    if choice.memory:
        case.patch(choice.target, operand_contents(case, opcode, choice))
        case.tags.add("x87 memory")
    if opcode.mnemonic in TRANSCENDENTAL:
        case.tags.add("transcendental")
        if out_of_range(case, opcode):
            case.tags.add("out of range")
    case.emit(encoded, str(opcode))
    case.undefined_conditions |= opcode.undefined_conditions


def x87(dice, opcode, case=None):
    """One instruction; in some cases followed by WAIT, which raises its pending exception, or by a
    second instruction."""
    case = case or new_case(dice)
    case.undefined_conditions = 0
    case.fpu, _ = random_state(dice)
    if dice.random() < 0.06:
        for bit in (CR0_EM, CR0_TS):
            case.cr0 |= dice.choice([0, bit])
        if dice.random() < 0.5:
            case.cr0 &= ~CR0_MP
    if denormal(case.fpu[28:38]):
        case.tags.add("denormal")
    if denormal(case.fpu[38:48]):
        case.tags.add("denormal factor")
    add(case, opcode)
    chance = dice.random()
    if chance < 0.5:
        case.emit(WAIT, "fwait 9b")
    elif chance < 0.6 and opcode.mnemonic not in TRANSCENDENTAL:
        add(case, dice.choice(SECOND))
    return case


# ---- results ------------------------------------------------------------------------------------

IMAGE_FIELDS = (("fcw", 0, 2), ("fsw", 4, 2), ("ftw", 8, 2), ("fip", 12, 4), ("fcs", 16, 2),
                ("fop", 18, 2), ("fdp", 20, 4), ("fds", 24, 2),
                *((f"st{i}", 28 + 10 * i, 10) for i in range(8)))


def unpack_result(case, result):
    """Replaces the FNSAVE image's dwords in the result by named fields."""
    image = bytearray(case.fpu)
    for i in range(27):
        if f"f{i:x}" in result:
            struct.pack_into("<I", image, 4 * i, result[f"f{i:x}"])
    rest = {field: value for field, value in result.items()
            if not (field[0] == "f" and field[1:] in {f"{i:x}" for i in range(27)})}
    for field, at, size in IMAGE_FIELDS:
        rest[field] = int.from_bytes(image[at:at + size], "little")
    rest["fsw"] &= ~case.undefined_conditions
    rest["fop"] &= 0x7FF
    return rest
