# SPDX-License-Identifier: MIT
"""Cases of segment registers, selectors, system registers, ports and model-specific features."""
import struct

from differential import layout
from differential.case import (CR0, CR0_AM, CR0_EM, CR0_MP, CR0_NE, CR0_TS, CR0_WP, EAX, ECX, EDI,
                               EDX, ESI, random_value)
from differential.control import words
from differential.encode import Choice, encode
from differential.integer import new_case
from differential.layout import GATES, LDT_SEGMENTS, SEGMENTS, page

CR4_BITS = (1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 4, 1 << 6)  # VME PVI TSD DE PSE MCE
LDT_SELECTOR = 0x28


def pick_selector(case):
    """Any kind of selector: of each descriptor with some RPL, null ones, and beyond the tables."""
    dice = case.dice
    chance = dice.random()
    if chance < 0.7:
        selector = dice.choice([segment.selector for segment in SEGMENTS.values()])
        return selector & ~3 | dice.choice([selector & 3, selector & 3, dice.randrange(4)])
    if chance < 0.8:
        case.ldt = LDT_SELECTOR
        return dice.choice([segment.selector for segment in LDT_SEGMENTS.values()])
    if chance < 0.9:
        return dice.choice([selector for selector, *_ in GATES.values()])
    return dice.choice([0, 1, 2, 3, 4, layout.INVALID_DESCRIPTOR, 0x158, 0x15B, 0xFFFF,
                        dice.getrandbits(16)])


def give_selector(case, choice):
    """Loads r/m with a selector."""
    selector = pick_selector(case)
    if choice.memory:
        case.patch(choice.target, words(2, selector))
    else:
        high = case.dice.getrandbits(16) << 16
        case.registers[choice.rm] = high | selector
    return selector


def segment(dice, opcode, case=None):
    """Reading and loading segment registers."""
    case = case or new_case(dice)
    choice = Choice(fill=False)
    stacked = opcode.mnemonic == "pop_seg"
    if opcode.mnemonic == "mov_seg":
        choice.reg = dice.randrange(8 if dice.random() < 0.2 else 6)
        if choice.reg == 1 and opcode.opcode == b"\x8E":
            choice.reg = dice.choice([0, 1, 2, 3])
        choice.rm = dice.choice([0, 1, 2, 3, 5, 6, 7])
    encoded = encode(case, opcode, choice)
    if stacked:
        case.patch(case.stack_address(), words(4, dice.getrandbits(16) << 16 | pick_selector(case)))
    elif opcode.mnemonic == "lxs":
        if choice.memory:
            case.patch(choice.target, words(choice.operand_size, random_value(dice, 32))
                       + words(2, pick_selector(case)))
    elif opcode.opcode == b"\x8E":
        give_selector(case, choice)
    case.emit(encoded, str(opcode))
    return case


def selector(dice, opcode):
    """ARPL, LAR, LSL, VERR and VERW."""
    case = new_case(dice)
    choice = Choice(fill=False)
    encoded = encode(case, opcode, choice)
    if choice.memory or choice.rm != 4:
        give_selector(case, choice)
    case.emit(encoded, str(opcode), opcode.undefined, opcode.writes)
    return case


def debug_values(case, enabled=0):
    """DR0 to DR3, DR6 and DR7."""
    return [*(random_value(case.dice, 32) for _ in range(4)), 0xFFFF0FF0, 0x400 | enabled]


def system(dice, opcode):
    case = new_case(dice)
    choice = Choice(fill=False)
    name = opcode.mnemonic
    if name in ("mov_cr", "mov_dr"):
        return special_register(case, opcode, choice)
    if name == "invd" and case.ring == 0:
        case.ring, case = 3, new_case(dice, ring=3)
    encoded = encode(case, opcode, choice)
    if name in ("sgdt", "sidt") and choice.operand_size == 2:
        case.tags.add("16-bit table image")
    if name in ("lgdt", "lidt"):
        table, limit = {"lgdt": (page(layout.GDT), layout.GDT_LIMIT),
                        "lidt": (page(layout.IDT), 0x7FF)}[name]
        limit = dice.choice([limit, limit, 0xFFF, limit + dice.randrange(64)])
        case.patch(choice.target, struct.pack("<HI", limit, table))
        if choice.operand_size == 2:
            # The base has only 24 bits with a 16-bit operand, and no table is below 16 MB.
            encoded = encoded.replace(b"\x66", b"", 1) if case.code32 else b"\x66" + encoded
    elif name in ("lldt", "ltr"):
        give_selector(case, choice)
    elif name == "lmsw":
        value = (CR0 & 0xFFFF) ^ dice.choice([0, 1, 2, 4, 8, 0xE]) | dice.getrandbits(12) << 4
        if choice.memory:
            case.patch(choice.target, words(2, value))
        else:
            case.registers[choice.rm] = dice.getrandbits(16) << 16 | value & 0xFFFF
    elif name == "clts":
        case.cr0 |= dice.choice([0, CR0_TS])
    elif name in ("smsw", "sldt", "str"):
        case.cr0 |= dice.choice([0, CR0_TS, CR0_EM])
        if dice.random() < 0.5:
            case.ldt = LDT_SELECTOR
        if not choice.memory and choice.operand_size == 4:
            case.tags.add("selector to 32-bit register")
    case.emit(encoded, str(opcode))
    return case


def special_register(case, opcode, choice):
    """MOV to and from CR0 to CR4 and DR0 to DR7, and registers that do not exist."""
    dice = case.dice
    to_register = opcode.opcode[1] & 2 == 0
    choice.rm = dice.choice([0, 1, 2, 3, 5, 6, 7])
    choice.reg = dice.choice([0, 0, 2, 4, 4, 3, 1, 5, 6, 7] if opcode.mnemonic == "mov_cr"
                             else list(range(8)))
    case.tags.add(f"{opcode.mnemonic} {choice.reg}")
    if opcode.mnemonic == "mov_dr":
        case.debug = debug_values(case)
        case.cr4 = dice.choice([0, 0, 8])
        if choice.reg in (5, 7) and not to_register:
            case.registers[choice.rm] = dice.getrandbits(32) & ~0x20FF | dice.choice([0, 1, 2])
    elif not to_register:
        place_control_register(case, choice)
    encoded = encode(case, opcode, choice)
    case.emit(encoded, str(opcode), opcode.undefined, opcode.writes)
    return case


def place_control_register(case, choice):
    dice = case.dice
    if choice.reg == 0:
        value = CR0
        for bit in (CR0_MP, CR0_EM, CR0_TS, CR0_NE, CR0_WP, CR0_AM):
            value ^= dice.choice([0, bit])
        value ^= dice.choice([0, 0, 0, 1, 0x20000000, 0x60000000, 0x40000000, 0x10])
        case.registers[choice.rm] = value
        if not value & 1:
            case.tags.add("paging without protection")
    elif choice.reg == 4:
        value = sum(bit for bit in CR4_BITS if dice.random() < 0.3)
        reserved = dice.choice([0, 0, 0, 1 << dice.randrange(12, 32)])
        case.registers[choice.rm] = value | reserved
        if reserved:
            case.tags.add("reserved bits of CR4")
    elif choice.reg == 3 and case.ring == 0:
        choice.reg = 2  # with another page directory the guest could not continue


def privileged(dice, opcode, case=None):
    """HLT where it faults; CLI and STI with every IOPL."""
    case = case or new_case(dice, ring=3 if opcode.mnemonic == "hlt" else None)
    case.eflags |= dice.getrandbits(2) << 12
    if opcode.kind == "flag_if" and dice.random() < 0.3:
        case.cr4 = dice.choice([1, 2, 3])
        case.tags.add("virtual interrupts")
    case.emit(encode(case, opcode, Choice()), str(opcode))
    return case


OPEN_PORT = 0x80  # the POST port, where writes have no effect; open in the TSS's bitmap
PORTS = (0x80, 0x81, 0x83, 0x86, 0x7F, 0x88, 0x87)


def port(dice, opcode):
    """IN and OUT in ring 3, as IOPL and the I/O permission bitmap allow."""
    case = new_case(dice, ring=3)
    case.eflags |= dice.getrandbits(2) << 12
    number = dice.choice(PORTS)
    case.registers[EDX] = dice.getrandbits(16) << 16 | dice.choice([number, 0x3E0, 0xFFFF])
    if case.eflags & 0x3000 == 0x3000:
        case.registers[EDX] = case.registers[EDX] & ~0xFFFF | OPEN_PORT
        number = OPEN_PORT
    if opcode.mnemonic == "in":
        case.tags.add("input")
    case.emit(encode(case, opcode, Choice(immediate=number)), str(opcode))
    return case


def string_port(dice, opcode):
    """OUTS to an open port; INS and OUTS where they fault or the count is 0."""
    case = new_case(dice, ring=3)
    case.registers[ECX] = dice.choice([0, 1, 2, 3])
    open_port = opcode.mnemonic == "outs" and dice.random() < 0.6
    case.registers[EDX] = OPEN_PORT if open_port else dice.choice([0x79, 0x88, 0x3E0])
    for register, name in ((ESI, "ds"), (EDI, "es")):
        target = page(layout.DATA, dice.randrange(layout.PAGE - 16))
        case.registers[register] = target - case.segments[name].base & 0xFFFFFFFF
    prefixes = dice.choice([b"", b"\xF3"])
    size = 4 if case.code32 else 2
    encoded = encode(case, opcode, Choice(prefixes=prefixes, address_size=size))
    case.emit(encoded, str(opcode))
    return case


def model(dice, opcode):
    """CPUID, RDTSC and the MSRs. Their values depend on the machine; when they fault does not."""
    case = new_case(dice)
    if opcode.mnemonic == "rdtsc":
        case.cr4 = dice.choice([0, 4])
    if opcode.mnemonic == "cpuid":
        case.registers[EAX] = dice.choice([0, 0, 1])
    else:
        case.registers[ECX] = dice.choice([0x2000, 0x7FFFFFFF, dice.getrandbits(31) | 0x4000])
    if opcode.mnemonic == "rdtsc" or opcode.mnemonic == "cpuid" and case.registers[EAX]:
        case.tags.add(opcode.mnemonic)
    case.emit(encode(case, opcode, Choice()), str(opcode))
    return case
