# SPDX-License-Identifier: MIT
"""Encodes an instruction for a case so that its memory operand has the intended address: chooses
ModR/M, SIB and displacement first, then solves for the registers or the displacement."""
import dataclasses
import struct

from differential import layout
from differential.case import EBP, EBX, EDI, ESI, ESP, random_value

SIZES = {"b": 1, "w": 2, "d": 4, "q": 8, "t": 10, "6": 6, "x": 16}
OVERRIDES = {"es": 0x26, "cs": 0x2E, "ss": 0x36, "ds": 0x3E, "fs": 0x64, "gs": 0x65}
FORMS_16 = [(EBX, ESI), (EBX, EDI), (EBP, ESI), (EBP, EDI), (ESI,), (EDI,), (EBP,), (EBX,)]
STEADY = (EBX, EBP, ESI, EDI)  # address registers, which a stream of instructions never writes
CHANGING = (0, 1, 2)


@dataclasses.dataclass
class Choice:
    """Choices made while encoding; sizes are in bytes, addresses linear.

    A builder may set any of them before; None leaves the choice to chance."""
    operand_size: int = None
    address_size: int = None
    segment: str = None      # of the memory operand
    target: int = None       # its linear address
    size: int = None
    memory: bool = None      # true if r/m is memory
    reg: int = None          # ModR/M's reg field or the register in the opcode
    rm: int = None           # the register in r/m
    immediate: int = None
    displacement: int = None # of a jump
    prefixes: bytes = b""    # LOCK or REP
    stream: bool = False     # only STEADY registers have known values
    pinned: tuple = ()       # registers that must keep their values
    writes: bool = True
    fill: bool = True        # fill the memory operand with a value near an edge


def operand_bytes(size, choice):
    if size in ("v", "s"):
        return choice.operand_size
    if size == "p":
        return choice.operand_size + 2
    if size == "2v":
        return 2 * choice.operand_size
    if size == "e":
        return 28 if choice.operand_size == 4 else 14
    if size == "f":
        return 108 if choice.operand_size == 4 else 94
    return SIZES.get(size, 1)


def pick_target(case, size, segment):
    """Picks the address of a memory operand: mostly in the data pages, sometimes across an edge."""
    dice = case.dice
    if segment.base == layout.page(layout.DATA) and segment.limit == 0x7FF:
        case.tags.add("limit")
        edge = segment.base + 0x800
        return edge + dice.randrange(-24, 25)
    chance = dice.random()
    inside = dice.randrange(0, layout.PAGE - 16) & (-1 if dice.random() < 0.4 else ~3)
    if chance < 0.80:
        return layout.page(layout.DATA, inside)
    if chance < 0.85:
        return layout.page(layout.DATA_2) - dice.randrange(0, size + 1)
    if chance < 0.88:
        return layout.page(layout.DATA_2, layout.PAGE) - dice.randrange(0, size + 1)
    number = dice.choice([layout.DATA_2 + 1, layout.READ_ONLY, layout.READ_ONLY, layout.STACK_2,
                          layout.KERNEL_DATA, layout.KERNEL_DATA, layout.KERNEL_READ_ONLY])
    return layout.page(number, inside)


def choose_form_32(case, choice):
    """(mod, base, index, scale, default segment); None for no base or index."""
    dice = case.dice
    base = dice.choice([None, *STEADY] if choice.stream else [None, *range(8)])
    index = dice.choice([None, None, *(STEADY if choice.stream else (0, 1, 2, 3, 5, 6, 7))])
    scale = dice.randrange(4)
    solved_by_base = not choice.stream and base not in (None, ESP, index, *choice.pinned)
    mod = dice.choice([0, 1, 2]) if solved_by_base else 2
    if base == EBP and mod == 0:
        mod = 1
    if base is None:
        mod = 0
    return mod, base, index, scale, "ss" if base in (ESP, EBP) else "ds"


def encode_modrm_32(case, choice, reg, form, offset):
    mod, base, index, scale, _ = form
    registers = case.registers
    indexed = 0 if index is None else registers[index] << scale
    size = {0: 4 if base is None else 0, 1: 1, 2: 4}[mod]
    if size == 4:
        displacement = offset - indexed - (0 if base is None else registers[base]) & 0xFFFFFFFF
    else:
        displacement = case.dice.randrange(-128, 128) if size else 0
        registers[base] = offset - indexed - displacement & 0xFFFFFFFF
    tail = struct.pack("<I", displacement) if size == 4 else struct.pack("<b", displacement)[:size]
    if index is None and base is None:
        return bytes([reg << 3 | 5]) + tail
    if index is None and base != ESP and case.dice.random() < 0.9:
        return bytes([mod << 6 | reg << 3 | base]) + tail
    sib = scale << 6 | (ESP if index is None else index) << 3 | (5 if base is None else base)
    return bytes([mod << 6 | reg << 3 | 4, sib]) + tail


def encode_modrm_16(case, choice, reg, form, offset):
    mod, rm = form
    registers = case.registers
    if mod == 0 and rm == 6:
        return bytes([reg << 3 | 6]) + struct.pack("<H", offset & 0xFFFF)
    used = FORMS_16[rm]
    total = sum(registers[register] for register in used)
    if mod == 2:
        return bytes([0x80 | reg << 3 | rm]) + struct.pack("<H", offset - total & 0xFFFF)
    displacement = case.dice.randrange(-128, 128) if mod == 1 else 0
    solved = used[-1]
    rest = total - registers[solved] + displacement
    registers[solved] = registers[solved] & 0xFFFF0000 | offset - rest & 0xFFFF
    return bytes([mod << 6 | reg << 3 | rm]) + struct.pack("<b", displacement)[:mod]


def choose_form_16(case, choice):
    rm = case.dice.randrange(8)
    mod = case.dice.randrange(3)
    if choice.stream or set(FORMS_16[rm]) & set(choice.pinned):
        mod = 2
    return (mod, rm), "ss" if rm in (2, 3) or rm == 6 and mod else "ds"


def choose_segment(case, choice, default):
    """The segment register, and its override prefix if it needs one."""
    name = choice.segment
    if name is None:
        name = default
        if case.dice.random() < 0.2:
            name = case.dice.choice(list(OVERRIDES))
            if name == "cs" and choice.writes:
                name = default
    prefix = b"" if name == default and case.dice.random() < 0.95 else bytes([OVERRIDES[name]])
    return name, prefix


def fits(case, name, address_size, target):
    base = case.segments[name].base
    return address_size == 4 or 0 <= target - base < 0x10000


def encode_memory(case, choice, reg):
    """(prefixes, ModR/M and what follows it) for a memory operand of choice.size bytes."""
    if choice.address_size == 4:
        form = choose_form_32(case, choice)
        default = form[-1]
    else:
        form, default = choose_form_16(case, choice)
    name, prefix = choose_segment(case, choice, default)
    segment = case.segments[name]
    if choice.target is None:
        choice.target = pick_target(case, choice.size, segment)
    if not fits(case, name, choice.address_size, choice.target):
        raise Unreachable
    choice.segment = name
    offset = choice.target - segment.base & 0xFFFFFFFF
    encode_modrm = encode_modrm_32 if choice.address_size == 4 else encode_modrm_16
    encoded = encode_modrm(case, choice, reg, form, offset)
    if choice.fill and case.dice.random() < 0.6:
        value = b"".join(struct.pack("<I", random_value(case.dice, 32)) for _ in range(4))
        case.patch(choice.target, value[:choice.size])
    return prefix, encoded


class Unreachable(Exception):
    """No 16-bit address reaches the target; the caller tries other choices."""


def pick_register(case, choice, size):
    if choice.stream:
        return case.dice.choice(CHANGING + ((4, 5, 6) if size == "b" else ()))
    while True:
        register = case.dice.randrange(8)
        # In ring 0 the frame of the exception that ends the case is pushed on the case's own stack.
        if size == "b" or register != ESP or case.ring == 3:
            return register


def encode_immediate(case, choice, size, signed_byte=False):
    count = operand_bytes(size, choice)
    if size == "s" or signed_byte:
        count = 1
    value = choice.immediate
    if value is None:
        value = random_value(case.dice, 8 * count)
    return (value & (1 << 8 * count) - 1).to_bytes(count, "little")


def choose_sizes(case, opcode, choice):
    """Chooses operand and address size; returns the prefixes that select them."""
    default = 4 if case.code32 else 2
    sized = any(size in ("v", "s", "p", "2v", "e", "f") for _, size in opcode.operands)
    prefixes = b""
    if opcode.mnemonic == "bswap":
        choice.operand_size = 4  # the manual leaves a 16-bit one undefined
    if choice.operand_size is None:
        flip = case.dice.random() < (0.35 if sized else 0.05)
        choice.operand_size = 6 - default if flip else default
    if choice.operand_size != default:
        prefixes += b"\x66"
    if choice.address_size is None:
        reaches = case.segments["ds"].base == layout.ARENA
        flip = case.dice.random() < (0.3 if reaches else 0.03)
        choice.address_size = 6 - default if flip else default
    if choice.address_size != default:
        prefixes += b"\x67"
    return prefixes


def encode(case, opcode, choice):
    """Returns the instruction's bytes. May set registers of the case and patch its memory."""
    dice = case.dice
    prefixes = choice.prefixes + choose_sizes(case, opcode, choice)
    opcode_bytes, modrm, tail = opcode.opcode, b"", b""
    reg = opcode.digit if opcode.digit >= 0 else 0
    for kind, size in opcode.operands:
        if kind in "GSCDZ" and opcode.digit < 0:
            if choice.reg is None:
                choice.reg = pick_register(case, choice, size)
            reg = choice.reg
        if kind == "I":
            tail += encode_immediate(case, choice, size)
        elif kind == "J":
            count = 1 if size == "b" else choice.operand_size
            tail += (choice.displacement or 0).to_bytes(count, "little", signed=True)
        elif kind == "O":
            prefix, tail = encode_offset(case, choice, size)
            prefixes += prefix
        elif kind == "Z":
            opcode_bytes = opcode_bytes[:-1] + bytes([opcode_bytes[-1] + reg])
    if opcode.rm:
        kind, size = opcode.rm
        choice.size = operand_bytes(size, choice)
        memory = kind == "M" or kind == "E" and (dice.random() < 0.6 if choice.memory is None
                                                 else choice.memory)
        choice.memory = memory
        if memory:
            prefix, modrm = encode_memory(case, choice, reg)
            prefixes += prefix
        else:
            if choice.rm is None:
                choice.rm = pick_register(case, choice, size)
            modrm = bytes([0xC0 | reg << 3 | choice.rm])
    elif opcode.modrm:
        choice.rm = dice.randrange(8) if choice.rm is None else choice.rm
        modrm = bytes([0xC0 | reg << 3 | choice.rm])
    if len(prefixes) > 1 and dice.random() < 0.5:
        prefixes = bytes(dice.sample(list(prefixes), len(prefixes)))
    return prefixes + opcode_bytes + modrm + tail


def encode_offset(case, choice, size):
    """Encodes MOV with an offset alone, with its segment prefix."""
    choice.size = operand_bytes(size, choice)
    choice.memory = True
    name, prefix = choose_segment(case, choice, "ds")
    if choice.target is None:
        choice.target = pick_target(case, choice.size, case.segments[name])
    if not fits(case, name, choice.address_size, choice.target):
        raise Unreachable
    offset = choice.target - case.segments[name].base & 0xFFFFFFFF
    return prefix, offset.to_bytes(4, "little")[:choice.address_size]
