# SPDX-License-Identifier: MIT
"""Cases of one integer instruction, and streams of several, on registers and memory."""
from differential import layout
from differential.case import (AC, CF, CR0_WP, DF, EAX, ECX, EDI, EDX, ESI, ID, OF, STATUS, Case,
                               random_value)
from differential.encode import Choice, encode, pick_target

PLAIN = ("alu", "move", "setcc", "exchange", "multiply", "divide", "shift", "shift_n", "bit",
         "scan", "decimal", "flag", "xlat", "string", "bound")
IN_STREAMS = ("alu", "move", "setcc", "exchange", "multiply", "shift", "shift_n", "bit", "decimal",
              "flag", "jump")
NOT_IN_STREAMS = ("shld", "shrd", "pushf", "lahf", "cmpxchg8b", "loop", "loopne", "call")
LOCKABLE = {"add", "or", "adc", "sbb", "and", "sub", "xor", "inc", "dec", "neg", "not", "xchg",
            "xadd", "cmpxchg", "cmpxchg8b", "bts", "btr", "btc"}


def new_case(dice, ring=None, code32=None):
    """A case of a random ring and code size, in some cases with unusual segments and flags."""
    if ring is None:
        ring = dice.choice([0, 3])
    if code32 is None:
        code32 = dice.random() < 0.75
    case = Case(dice, ring, code32)
    if ring == 3 and code32:
        for name in ("ds", "es", "fs", "gs"):
            if dice.random() < 0.3:
                case.segments[name] = layout.SEGMENTS[dice.choice(["based32", "data16_3"])]
    if dice.random() < 0.15:
        case.eflags |= DF
    if dice.random() < 0.1:
        case.eflags |= AC
    if dice.random() < 0.1:
        case.eflags |= ID
    if dice.random() < 0.1:
        case.cr0 &= ~CR0_WP
    return case


def shift_count(case, opcode, choice):
    """Sets up and returns the count that an instruction of kind shift_n will use."""
    count = case.dice.choice([0, 1, 1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33,
                              case.dice.randrange(256)])
    if opcode.operands[-1] == ("I", "b"):
        choice.immediate = count
    elif choice.stream:
        return None
    else:
        case.registers[ECX] = case.registers[ECX] & ~0xFF | count
        choice.pinned += (ECX,)
    return count & 31


def undefined_by_shift(opcode, count, width):
    """(undefined, written): the flags that a shift by `count` leaves undefined, and all the flags
    that it certainly writes. None as count: unknown."""
    if count is None:
        return opcode.undefined | CF, 0
    if count == 0:
        return 0, 0
    undefined = opcode.undefined & ~(OF if count == 1 else 0)
    if opcode.mnemonic in ("shl", "shr") and count >= width:
        undefined |= CF
    if opcode.mnemonic in ("shld", "shrd") and count > width:
        undefined |= STATUS
    return undefined, opcode.writes


def place_division(case, opcode, choice):
    """Sets a dividend and a divisor whose quotient fits in half of the cases."""
    dice = case.dice
    width = 8 * choice.size
    if dice.random() < 0.5:
        divisor = random_value(dice, width) or 1
        high = dice.randrange(divisor) >> (1 if opcode.mnemonic == "idiv" else 0)
        if opcode.mnemonic == "idiv" and dice.random() < 0.5:
            high = -dice.randrange(1, 3) & (1 << width) - 1
        if width == 8:
            case.registers[EAX] = case.registers[EAX] & ~0xFF00 | high << 8
        else:
            case.registers[EDX] = case.registers[EDX] & ~((1 << width) - 1) | high
        if choice.memory:
            case.patch(choice.target, divisor.to_bytes(width // 8, "little"))


def single(dice, opcode, case=None, segment=None):
    """One instruction with random operands; a memory operand is in `segment` if given."""
    case = case or new_case(dice)
    choice = Choice(writes=opcode.mnemonic not in ("cmp", "test", "bt", "bsf", "bsr"),
                    segment=segment)
    count = None
    if opcode.kind == "shift_n":
        count = shift_count(case, opcode, choice)
    if opcode.kind == "string":
        return string(case, opcode)
    if opcode.kind == "xlat":
        place_xlat(case, choice)
    if dice.random() < (0.15 if opcode.mnemonic in LOCKABLE else 0.02):
        choice.prefixes += b"\xF0"
        case.tags.add("lock")
    if opcode.kind == "bit" and opcode.operands[-1][0] == "G":
        return bit_string(case, opcode, choice)
    encoded = encode(case, opcode, choice)
    tag_locked_bit(case, opcode, choice)
    if opcode.kind == "divide":
        place_division(case, opcode, choice)
    if opcode.kind == "bound":
        place_bounds(case, choice)
    undefined, writes = opcode.undefined, opcode.writes
    if opcode.kind in ("shift", "shift_n"):
        width = 8 * choice.size
        count = 1 if opcode.kind == "shift" else count
        undefined, writes = undefined_by_shift(opcode, count, width)
    case.emit(encoded, str(opcode), undefined, writes)
    return case


def bit_string(case, opcode, choice):
    """Limits a bit offset in a register, which can reach far from a memory operand, to the
    arena."""
    choice.reg = case.dice.choice([0, 1, 2, 3, 5, 6, 7])
    offset = case.dice.randrange(-2000, 2000) & 0xFFFFFFFF
    if case.dice.random() < 0.2:
        offset = offset & 31
    case.registers[choice.reg] = offset
    choice.pinned = (choice.reg,)
    choice.target = layout.page(layout.DATA, 0x800 + case.dice.randrange(0x700))
    encoded = encode(case, opcode, choice)
    tag_locked_bit(case, opcode, choice)
    case.emit(encoded, str(opcode), opcode.undefined, opcode.writes)
    return case


def tag_locked_bit(case, opcode, choice):
    if opcode.kind == "bit" and "lock" in case.tags and not choice.memory:
        case.tags.add("locked bit register")


def place_bounds(case, choice):
    width = 8 * choice.operand_size
    dice = case.dice
    value = case.registers[choice.reg] if dice.random() < 0.7 else random_value(dice, width)
    for i, bound in enumerate((value - dice.randrange(-2, 3), value + dice.randrange(-2, 3))):
        contents = (bound & (1 << width) - 1).to_bytes(width // 8, "little")
        case.patch(choice.target + i * width // 8, contents)


def place_xlat(case, choice):
    """Places the memory operand of XLAT, at BX or EBX + AL."""
    choice.address_size = 4 if case.code32 else 2
    base = case.segments["ds"].base
    target = pick_target(case, 1, case.segments["ds"])
    case.registers[3] = target - base - (case.registers[EAX] & 0xFF) & 0xFFFFFFFF


def offset_mask(case):
    return 0xFFFFFFFF if case.code32 else 0xFFFF


def string(case, opcode):
    """One string instruction, in some cases repeated; the count stays small."""
    dice = case.dice
    native = 4 if case.code32 else 2
    prefixes = dice.choice([b"", b"\xF3", b"\xF3", b"\xF2"])
    repeats = prefixes != b""
    case.registers[ECX] = dice.choice([0, 1, 2, 3, 5, 8, 20])
    if not case.code32:
        case.registers[ECX] |= dice.getrandbits(16) << 16
    place_strings(case, 4 * native if repeats else native)
    if opcode.mnemonic in ("cmps", "scas") and dice.random() < 0.6:
        equal_strings(case)
    if dice.random() < 0.15:
        prefixes += dice.choice([b"\x26", b"\x36", b"\x64", b"\x65"])
    operand_size = 6 - native if dice.random() < 0.25 else native
    choice = Choice(address_size=native, operand_size=operand_size, prefixes=prefixes)
    encoded = encode(case, opcode, choice)
    # A repeated CMPS or SCAS with no iteration leaves the flags unchanged.
    case.emit(encoded, str(opcode), opcode.undefined, 0 if repeats else opcode.writes)
    return case


def place_strings(case, size):
    """Points DS:ESI and ES:EDI to memory."""
    for register, name in ((ESI, "ds"), (EDI, "es")):
        target = pick_target(case, size, case.segments[name])
        offset = target - case.segments[name].base & offset_mask(case)
        high = 0 if case.code32 else case.dice.getrandbits(16) << 16
        case.registers[register] = offset | high


def equal_strings(case):
    """Makes both strings, and EAX, start with the same bytes, for different lengths."""
    same = bytes([random_value(case.dice, 8)]) * 40
    case.registers[EAX] = same[0] * 0x01010101
    for register, name in ((ESI, "ds"), (EDI, "es")):
        offset = case.registers[register] & offset_mask(case)
        address = case.segments[name].base + offset & 0xFFFFFFFF
        case.patch(address, same[:case.dice.randrange(1, 40)])


def fits_in_stream(case, opcode):
    """False for bit strings: a bit offset in a register may leave the arena in a stream."""
    bit_string = opcode.kind == "bit" and opcode.operands[-1][0] == "G"
    return (not opcode.reads & case.undefined and opcode.mnemonic not in NOT_IN_STREAMS
            and not bit_string)


def next_in_stream(case, opcodes):
    """(encoded, opcode, flags undefined, flags written) of an instruction that can come next."""
    while True:
        opcode = case.dice.choice(opcodes)
        if fits_in_stream(case, opcode):
            break
    choice = Choice(stream=True)
    count = shift_count(case, opcode, choice) if opcode.kind == "shift_n" else 1
    encoded = encode(case, opcode, choice)
    if opcode.kind in ("shift", "shift_n"):
        return encoded, opcode, *undefined_by_shift(opcode, count, 8 * choice.size)
    return encoded, opcode, opcode.undefined, opcode.writes


def stream(dice, opcodes):
    """Two to eight instructions that depend on each other, with jumps over some of them."""
    case = new_case(dice)
    jumps = [opcode for opcode in opcodes if opcode.mnemonic in ("jcc", "jmp")]
    others = [opcode for opcode in opcodes if opcode.kind != "jump"]
    for _ in range(dice.randrange(2, 9)):
        jump = dice.choice(jumps) if dice.random() < 0.2 else None
        before = case.undefined
        encoded, opcode, undefined, writes = next_in_stream(case, others)
        if jump and not jump.reads & before:
            over = Choice(displacement=len(encoded), operand_size=4 if case.code32 else 2)
            case.emit(encode(case, jump, over), str(jump))
        case.emit(encoded, str(opcode), undefined, writes)
        if jump:
            case.undefined |= before
    return case
