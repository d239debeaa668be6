# SPDX-License-Identifier: MIT
"""Cases of the stack, jumps, calls, returns and interrupts, near, far and through gates; tasks."""
import struct

from differential import layout
from differential.case import CR0_AM, EBP, ECX, ESP, IOPL, NT, TF, VIF, VIP, VM, random_value
from differential.encode import Choice, encode
from differential.integer import new_case
from differential.layout import GATES, SEGMENTS, page

RING_0_TARGETS = ("code32_0", "code16_0", "conforming")
CODE_SEGMENTS = ("code32_0", "code32_3", "code16_0", "code16_3", "conforming", "untouched_code",
                 "limited_code", "absent_code", "execute_only", "data32_3", "data32_0")


def words(size, *values):
    """Values as they are laid out on a stack of words or dwords."""
    return b"".join((value & (1 << 8 * size) - 1).to_bytes(size, "little") for value in values)


def move_stack(case):
    """Moves the stack so that a push or pop may cross into an absent page, or wrap."""
    dice = case.dice
    if case.ring == 0:
        case.set_stack(case.stack_address() + dice.choice([0, 0, 0, 1, 2, 3]))
        return
    chance = dice.random()
    if chance < 0.6:
        case.set_stack(case.stack_address() + dice.choice([0, 0, 0, 1, 2, 3]))
    elif chance < 0.75:
        case.set_stack(page(layout.STACK) + dice.randrange(0, 40))
    elif chance < 0.9 or case.segments["ss"].big:
        case.set_stack(page(layout.STACK_2, layout.PAGE) - dice.randrange(0, 40))
    else:
        case.set_stack(layout.ARENA + dice.randrange(0, 9))


def fill_stack(case):
    """Writes values for a pop that differ from the background."""
    values = b"".join(words(4, random_value(case.dice, 32)) for _ in range(10))
    case.patch(case.stack_address(), values)


def stack(dice, opcode, case=None):
    case = case or new_case(dice)
    move_stack(case)
    if dice.random() < 0.7:
        fill_stack(case)
    tag_edge(case)
    choice = Choice()
    encoded = encode(case, opcode, choice)
    case.emit(encoded, str(opcode))
    return case


def tag_edge(case):
    """Tags the case if it matters here that a segment register is pushed as a dword."""
    ss, esp = case.segments["ss"], case.registers[ESP]
    near_limit = ss.limit != layout.FLAT and not 8 <= esp & 0xFFFF < ss.limit
    if near_limit or case.cr0 & CR0_AM and esp & 3:
        case.tags.add("stack at an edge")


def popf(dice, opcode, case=None):
    """POPF from any IOPL, with any flags in the popped value except TF and VM."""
    case = case or new_case(dice)
    move_stack(case)
    case.eflags |= dice.getrandbits(2) << 12
    case.patch(case.stack_address(), words(4, dice.getrandbits(32) & ~(TF | VM)))
    case.emit(encode(case, opcode, Choice()), str(opcode))
    return case


def frame(dice, opcode, case=None):
    """ENTER and LEAVE."""
    case = case or new_case(dice)
    if opcode.mnemonic == "leave":
        case.registers[EBP] = case.registers[ESP] + dice.randrange(0, 0x80)
        if case.ring == 3 and dice.random() < 0.2:
            case.registers[EBP] = random_value(dice, 32)
        case.emit(encode(case, opcode, Choice()), str(opcode))
        return case
    move_stack(case)
    case.registers[EBP] = case.registers[ESP] + dice.randrange(0, 0x80)
    size = dice.choice([0, 4, dice.randrange(0x100)])
    level = dice.choice([0, 0, 1, 2, 3, 5, 31, 33])
    encoded = encode(case, opcode, Choice())[:-3] + struct.pack("<HB", size, level)
    case.emit(encoded, str(opcode))
    return case


# ---- near ---------------------------------------------------------------------------------------

def code_target(case, segment=None, wild=0.15):
    """An offset to jump to: into INT3s, or in ring 3 sometimes to a place without code."""
    base = (segment or case.segments["cs"]).base
    if case.ring == 3 and case.dice.random() < wild:
        return case.dice.choice([page(2), page(layout.KERNEL_DATA), layout.ARENA + 0x10000,
                                 case.dice.getrandbits(32)]) - base & 0xFFFFFFFF
    return page(layout.CODE, 0x700 + case.dice.randrange(0x600)) - base


def near_choice(case, opcode):
    """In ring 0 a 16-bit jump of flat code would leave the arena for memory that is not part of
    it."""
    if case.ring == 0:
        return Choice(operand_size=4 if case.code32 else 2)
    return Choice()


def jump(dice, opcode, case=None):
    case = case or new_case(dice)
    choice = near_choice(case, opcode)
    if opcode.operands[0][1] == "b":
        choice.displacement = dice.choice([dice.randrange(0, 0x80), -dice.randrange(0x20, 0x80)])
    else:
        choice.displacement = dice.choice([dice.randrange(0, 0x600), -dice.randrange(0x20, 0x80)])
    case.registers[ECX] = dice.choice([0, 1, 2, 0x10000, 0x10001, 0xFFFFFFFF, dice.getrandbits(32)])
    case.emit(encode(case, opcode, choice), str(opcode))
    return case


def indirect(dice, opcode, case=None):
    case = case or new_case(dice)
    choice = near_choice(case, opcode)
    encoded = encode(case, opcode, choice)
    target = code_target(case)
    if choice.memory:
        case.patch(choice.target, words(choice.operand_size, target))
    else:
        case.registers[choice.rm] = target
    case.emit(encoded, str(opcode))
    return case


def near_return(dice, opcode, case=None):
    case = case or new_case(dice)
    move_stack(case)
    choice = near_choice(case, opcode)
    choice.immediate = dice.choice([0, 4, 8, dice.randrange(0x100)])
    encoded = encode(case, opcode, choice)
    case.patch(case.stack_address(), words(choice.operand_size, code_target(case)))
    case.emit(encoded, str(opcode))
    return case


# ---- far ----------------------------------------------------------------------------------------

def far_target(case, choice, safe):
    """(selector, offset): code of any privilege, gates, or an invalid target."""
    while True:
        selector, offset = any_far_target(case, safe)
        flat = selector & ~3 in (0x08, 0x38, 0x48, 0xA8, 0xA0, 0x100)
        # In ring 0 a 16-bit offset into flat code would leave the arena.
        if case.ring == 0 and choice.operand_size == 2 and flat:
            continue
        segment = next((segment for segment in SEGMENTS.values()
                        if segment.selector & ~3 == selector & ~3), None)
        if segment and segment.limit != layout.FLAT:
            case.tags.add("limit")
        return selector, offset


def any_far_target(case, safe):
    dice = case.dice
    chance = dice.random()
    if safe or chance < 0.5:
        name = dice.choice(RING_0_TARGETS[:2] if case.ring == 0 and safe else CODE_SEGMENTS)
        segment = SEGMENTS[name]
        selector = segment.selector & ~3 | dice.choice([segment.selector & 3, case.ring])
        return selector, code_target(case, segment, wild=0.1)
    if chance < 0.8:
        return dice.choice(list(GATES.values()))[0] & ~3 | dice.choice([0, 3]), dice.getrandbits(16)
    if chance < 0.9:
        return dice.choice([0, 3, layout.INVALID_DESCRIPTOR, 0x160, 0xFFFC, 0x0F, 0x07]), 0
    segment = dice.choice([*SEGMENTS.values()][6:-2])
    if segment.access & 0x10 == 0 and not segment.access & 0x80:
        return segment.selector, 0
    return segment.selector & ~3 | case.ring, code_target(case, segment)


def far(dice, opcode):
    case = new_case(dice)
    if dice.random() < 0.2:
        case.ldt = 0x28
    choice = Choice(operand_size=4 if case.code32 or dice.random() < 0.3 else 2)
    selector, offset = far_target(case, choice, False)
    if selector & ~3 in (0xD8, 0xE0, 0x118, 0x18, 0x28):
        selector = 0xE8  # class `task` covers task switches
    target = words(choice.operand_size, offset) + words(2, selector)
    if opcode.rm:
        encoded = encode(case, opcode, choice)
        case.patch(choice.target, target)
    else:
        encoded = encode(case, opcode, choice) + target
    case.emit(encoded, str(opcode))
    return case


def far_return(dice, opcode):
    """RETF and IRET: to the same ring, to an outer one, or to a target that faults."""
    case = new_case(dice)
    if case.ring == 3 and dice.random() < 0.2:
        move_stack(case)
    choice = Choice(operand_size=4 if case.code32 or dice.random() < 0.3 else 2)
    case.eflags |= dice.getrandbits(2) << 12
    selector, offset = far_target(case, choice, dice.random() < 0.3)
    outer = [0x53, 0x73, 0x7B, 0x93, 0x9B, 0x43, 0, 3, 0x40, 0x54]
    stack_selector = dice.choice(outer[:2] if dice.random() < 0.6 else outer)
    stack_segment = next((segment for segment in SEGMENTS.values()
                          if segment.selector == stack_selector), SEGMENTS["data32_3"])
    new_esp = page(layout.STACK_2, 0x800 + 4 * dice.randrange(64)) - stack_segment.base & 0xFFFFFFFF
    outer_stack = [new_esp, stack_selector]
    values = [offset, selector]
    if opcode.mnemonic == "iret":
        flags = dice.getrandbits(32) & ~(TF | VM)
        if case.ring == 0 and dice.random() < 0.9:
            flags &= ~(VIF | VIP)
        elif case.ring == 0:
            case.tags.add("IRET sets VIF or VIP")
        if case.ring == 0 and choice.operand_size == 4 and dice.random() < 0.1:
            flags |= VM
            outer_stack += [dice.getrandbits(16) for _ in range(4)]
        values.append(flags)
    else:
        choice.immediate = dice.choice([0, 8, 16])
        outer_stack = [0] * (choice.immediate // choice.operand_size) + outer_stack \
            if opcode.opcode == b"\xCA" else outer_stack
    encoded = encode(case, opcode, choice)
    case.patch(case.stack_address(), words(choice.operand_size, *values, *outer_stack))
    case.emit(encoded, str(opcode))
    return case


# ---- interrupts ---------------------------------------------------------------------------------

ERROR_CODE_VECTORS = (8, 10, 11, 12, 13, 14, 17)


def interrupt(dice, opcode, case=None):
    case = case or new_case(dice)
    case.eflags |= dice.getrandbits(2) << 12
    choice = Choice()
    if opcode.mnemonic == "int":
        choice.immediate = dice.choice([3, 4, *range(0x30, 0x3A), dice.randrange(256)])
        # The handler expects an error code that INT does not push, so it would misread the frame.
        if choice.immediate in ERROR_CODE_VECTORS or choice.immediate == 0x39 and case.ring == 0:
            choice.immediate = 0x30
        if choice.immediate in (0x32, 0x39) and not case.segments["ss"].big and case.ring == 0:
            choice.immediate = 0x30
    case.emit(encode(case, opcode, choice), str(opcode))
    return case


# ---- tasks --------------------------------------------------------------------------------------

def other_task(case, flags):
    """Contents of the 32-bit TSS to switch to, in three parts: EIP and EFLAGS, registers, LDT."""
    dice = case.dice
    ring = dice.choice([0, 3])
    code, data = SEGMENTS[f"code32_{ring}"], SEGMENTS[f"data32_{ring}"]
    registers = [random_value(dice, 32) for _ in range(8)]
    registers[ESP] = page(layout.STACK_2, 0x900)
    selectors = [data.selector, code.selector, data.selector, data.selector, data.selector, 0]
    if dice.random() < 0.4:
        selectors[dice.randrange(6)] = dice.choice([0, 0x53, 0x40, 0x4B, 0x38, 0x9B, 0xD3, 0xE8,
                                                    0x200])
    eip = page(layout.CODE, 0x900 + dice.randrange(0x100))
    return (struct.pack("<II", eip, flags), struct.pack("<8I6I", *registers, *selectors),
            struct.pack("<I", dice.choice([0, 0, 0x28, 0x110, 0x38])))


def task(dice, opcode):
    """A far jump or call to a TSS; IRET back to one."""
    case = new_case(dice, code32=True)
    flags = 2 | dice.getrandbits(32) & 0x8D5 | dice.choice([0, 0, NT, IOPL])
    head, registers, ldt = other_task(case, flags)
    case.patch(layout.OTHER_TASK + 32, head)
    case.patch(layout.OTHER_TASK + 40, registers)
    case.patch(layout.OTHER_TASK + 96, ldt)
    if dice.random() < 0.5:
        case.patch(page(layout.IDT, 8 * 10), layout.gate_bytes(0x148, 0, layout.TASK_GATE))
    if opcode.mnemonic == "iret":
        case.eflags |= NT
        selector = dice.choice([0xD8, 0xD8, 0, 0x38, 0x118, 0xE8])
        case.patch(layout.MAIN_TASK, struct.pack("<I", selector))
        if dice.random() < 0.7:  # a task that waits for its nested task to return is busy
            case.patch(page(layout.GDT, 0xD8 + 5), b"\x8B")
        case.emit(encode(case, opcode, Choice(operand_size=4)), str(opcode))
        return case
    selector = dice.choice([0xD8, 0xD8, 0xD8, 0x118, 0x18])
    if case.ring == 3 and selector == 0xD8 and dice.random() < 0.7:
        case.patch(page(layout.GDT, 0xD8 + 5), b"\xE9")  # DPL 3
    target = words(4, 0) + words(2, selector)
    choice = Choice(operand_size=4)
    if opcode.rm:
        encoded = encode(case, opcode, choice)
        case.patch(choice.target, target)
    else:
        encoded = encode(case, opcode, choice) + target
    case.emit(encoded, str(opcode))
    return case
