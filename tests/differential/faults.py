# SPDX-License-Identifier: MIT
"""Cases that fault or stop: segment limits and rights, alignment, opcodes that do not exist,
instructions that are too long, fetches from absent code, breakpoints; and virtual-8086 mode."""
import struct

from differential import control, integer, layout, system, x87
from differential.case import AC, CR0_AM, RF, TF, Case
from differential.encode import Choice, encode
from differential.integer import new_case
from differential.layout import SEGMENTS, page

CROSSING = ("alu", "move", "exchange", "shift", "setcc", "multiply", "scan", "string")


# ---- segments -----------------------------------------------------------------------------------

def limits(dice, opcode):
    """A memory operand at the edge of a segment, in a read-only segment, or in none."""
    case = new_case(dice, ring=3, code32=True)
    name = dice.choice(["ds", "es", "fs", "gs"])
    chosen = dice.choice(["limited", "limited", "down32", "down16", "read_only", "null"])
    case.segments[name] = SEGMENTS[chosen]
    case.tags.add("limit")
    if opcode.kind == "string":
        case.segments["ds"] = case.segments["es"] = SEGMENTS[chosen]
    return integer.single(dice, opcode, case, name)


def stack_limits(dice, opcode):
    """The stack at the edge of its segment."""
    case = new_case(dice, ring=3, code32=True)
    name = dice.choice(["limited", "down32", "down16"])
    case.segments["ss"] = SEGMENTS[name]
    case.tags.add("limit")
    case.set_stack(page(layout.DATA, 0x800 + dice.randrange(-40, 40)))
    case.tags.add("stack at an edge")
    case.emit(encode(case, opcode, Choice()), str(opcode))
    return case


def alignment(dice, opcode):
    """CR0.AM and EFLAGS.AC in ring 3."""
    case = new_case(dice, ring=3)
    case.cr0 |= CR0_AM
    case.eflags |= AC
    if opcode.kind == "stack":
        return control.stack(dice, opcode, case)
    return integer.single(dice, opcode, case)


# ---- fetching -----------------------------------------------------------------------------------

TWO_BYTE_MAP_HOLES = [0x04, 0x05, 0x07, *range(0x0A, 0x20), *range(0x24, 0x30), *range(0x33, 0x80),
                      0xA6, 0xA7, 0xAA, 0xAE, 0xB8, 0xB9, *range(0xD0, 0x100)]
GROUP_HOLES = [(b"\xFE", range(2, 8)), (b"\xFF", [7]), (b"\x8F", range(1, 8)),
               (b"\xC6", range(1, 8)), (b"\xC7", range(1, 8)), (b"\x0F\x00", [6, 7]),
               (b"\x0F\x01", [5]), (b"\x0F\xBA", range(4)), (b"\x0F\xC7", [0, *range(2, 8)])]
MEMORY_ONLY = [b"\x8D", b"\x62", b"\xC4", b"\xC5", b"\x0F\xB2", b"\x0F\xB4", b"\x0F\xB5",
               b"\x0F\x01"]


def undefined(dice, _):
    """Opcodes that the P5 does not have."""
    case = new_case(dice)
    chance = dice.random()
    if chance < 0.5:
        code = b"\x0F" + bytes([dice.choice(TWO_BYTE_MAP_HOLES)])
        text = "undefined " + code.hex()
        code += bytes([dice.choice([0xC0, 0x05]) | dice.randrange(8) << 3])
    elif chance < 0.8:
        opcode, digits = dice.choice(GROUP_HOLES)
        text = "undefined " + opcode.hex()
        code = opcode + bytes([dice.choice([0xC0, 0x05]) | dice.choice(list(digits)) << 3])
    else:
        code = dice.choice(MEMORY_ONLY)
        text = "undefined " + code.hex()
        digit = dice.choice([0, 1, 2, 3, 7]) if code == b"\x0F\x01" else dice.randrange(8)
        code += bytes([0xC0 | digit << 3 | dice.randrange(8)])
    prefix = dice.choice([b"", b"", b"\x66", b"\xF3"])
    case.emit(prefix + code + struct.pack("<I", page(layout.DATA)), text)
    return case


def too_long(dice, opcode):
    """Prefixes up to and beyond the 15 bytes that an instruction may have."""
    case = new_case(dice)
    choice = Choice(operand_size=4 if case.code32 else 2, address_size=4 if case.code32 else 2)
    encoded = encode(case, opcode, choice)
    prefixes = dice.choice([b"\x3E", b"\x26"]) * (dice.choice([14, 15, 15, 16]) - len(encoded))
    case.emit(prefixes + encoded, str(opcode), opcode.undefined, opcode.writes)
    return case


def fetch(dice, opcode):
    """An instruction that runs into an absent or supervisor page, or over the limit of CS."""
    case = new_case(dice, ring=3)
    place = dice.choice(["end", "end", "kernel", "limit", "between"])
    if place == "limit" and case.code32:
        case.segments["cs"] = SEGMENTS["limited_code"]
        case.tags.add("limit")
    choice = Choice(operand_size=4 if case.code32 else 2)
    encoded = encode(case, opcode, choice)
    back = dice.randrange(1, len(encoded) + 2)
    case.code_address = {"end": page(layout.CODE_2 + 1) - back,
                         "between": page(layout.CODE_2) - back,
                         "kernel": page(layout.KERNEL_DATA, 0x80),
                         "limit": page(layout.CODE, 0x800) - back}[place]
    case.emit(encoded, str(opcode), opcode.undefined, opcode.writes)
    case.ever_undefined |= opcode.undefined
    return case


# ---- debugging ----------------------------------------------------------------------------------

def debug(dice, opcode):
    """A breakpoint on the instruction or its data, or single stepping."""
    case = new_case(dice, ring=3)
    chance = dice.random()
    choice = Choice()
    encoded = encode(case, opcode, choice)
    case.emit(encoded, str(opcode), opcode.undefined, opcode.writes)
    number = dice.randrange(4)
    values = system.debug_values(case)
    if chance < 0.3:
        case.eflags |= TF
    elif chance < 0.6:
        values[number] = case.code_address
        values[5] |= dice.choice([1, 2, 3]) << 2 * number
        case.eflags |= dice.choice([0, 0, RF])
        if case.segments["cs"].base:
            case.tags.add("breakpoint in based code")
    elif choice.memory:
        case.tags.add("data breakpoint")
        kind, length = dice.choice([1, 3]), dice.choice([0, 1, 3])
        values[number] = choice.target + dice.choice([0, 0, 1, -1, 4]) & ~length
        values[5] |= dice.choice([1, 2]) << 2 * number | (length << 2 | kind) << 16 + 4 * number
    case.debug = values
    return case


# ---- virtual-8086 mode ---------------------------------------------------------------------------

V86_BUILDERS = {
    **dict.fromkeys(integer.PLAIN, integer.single), "stack": control.stack, "popf": control.popf,
    "jump": control.jump, "indirect": control.indirect, "return": control.near_return,
    "interrupt": control.interrupt, "segment": system.segment, "flag_if": system.privileged,
    "x87": x87.x87,
}


def v86(dice, opcode):
    """Most instructions once more, in virtual-8086 mode with any IOPL."""
    case = Case(dice, 3, code32=False, v86=True)
    return V86_BUILDERS[opcode.kind](dice, opcode, case)
