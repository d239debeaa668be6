# SPDX-License-Identifier: MIT
"""The arena: linear pages in which cases run, the descriptor tables in them, and the module's head.
guest/case.h declares the same in C. All addresses are assigned here; the guest only copies the
arena."""
import dataclasses
import random
import struct

ARENA = 0x10000000
PAGE = 4096
PAGES_MAX = 32

PRESENT, WRITE, USER = 1, 2, 4
USER_RW, USER_RO = PRESENT | WRITE | USER, PRESENT | USER
KERNEL_RW, KERNEL_RO = PRESENT | WRITE, PRESENT

CODE, CODE_2, DATA, DATA_2 = 0x0, 0x1, 0x4, 0x5
READ_ONLY, KERNEL_DATA, KERNEL_READ_ONLY = 0x7, 0x8, 0x9
STACK, STACK_2, INNER_STACK, TOP = 0xA, 0xB, 0xD, 0xF
GDT, LDT, IDT, TASK = 0x11, 0x12, 0x13, 0x14
PAGE_FLAGS = {
    CODE: USER_RW, CODE_2: USER_RW, DATA: USER_RW, DATA_2: USER_RW, READ_ONLY: USER_RO,
    KERNEL_DATA: KERNEL_RW, KERNEL_READ_ONLY: KERNEL_RO, STACK: USER_RW, STACK_2: USER_RW,
    INNER_STACK: KERNEL_RW, TOP: USER_RW, GDT: KERNEL_RW, LDT: KERNEL_RW, IDT: KERNEL_RW,
    TASK: KERNEL_RW,
}
PAGES = max(PAGE_FLAGS) + 1
MAGIC = 0x46464944


def page(number, offset=0):
    """The linear address of a byte of the arena."""
    return ARENA + number * PAGE + offset


INNER_ESP = page(INNER_STACK, PAGE - 16)
MAIN_TASK, DOUBLE_FAULT_TASK, OTHER_TASK, OTHER_TASK_16, INVALID_TASK = (
    page(TASK, offset) for offset in (0, 0x400, 0x800, 0xA00, 0xC00))


# ---- segments -----------------------------------------------------------------------------------

@dataclasses.dataclass(frozen=True)
class Segment:
    """A descriptor of the GDT or LDT. `access` is its byte 5; `limit` counts bytes."""
    selector: int
    base: int
    limit: int
    access: int
    big: bool = True

    @property
    def dpl(self):
        return self.access >> 5 & 3

    @property
    def code(self):
        return self.access & 0x18 == 0x18

    @property
    def writable(self):
        return self.access & 0x1A == 0x12

    @property
    def expands_down(self):
        return self.access & 0x1C == 0x14

    def contains(self, offset, size):
        """True if an access of `size` bytes at `offset` is inside the limit."""
        if self.expands_down:
            return self.limit < offset and offset + size - 1 <= (0xFFFFFFFF if self.big else 0xFFFF)
        return offset + size - 1 <= self.limit

    def descriptor(self):
        granular = self.limit > 0xFFFFF
        limit = self.limit >> 12 if granular else self.limit
        high = (self.base & 0xFF000000 | granular << 23 | self.big << 22 | limit & 0xF0000
                | self.access << 8 | self.base >> 16 & 0xFF)
        return struct.pack("<II", self.base << 16 & 0xFFFF0000 | limit & 0xFFFF, high)


FLAT = 0xFFFFFFFF
SEGMENTS = {segment_name: Segment(*values) for segment_name, *values in [
    ("kernel_code", 0x08, 0, FLAT, 0x9B),
    ("kernel_data", 0x10, 0, FLAT, 0x93),
    ("task", 0x18, MAIN_TASK, 0x3FF, 0x89, False),
    ("double_fault", 0x20, DOUBLE_FAULT_TASK, 103, 0x89, False),
    ("ldt", 0x28, page(LDT), 0x7F, 0x82, False),
    ("kernel_code16", 0x30, 0, 0xFFFF, 0x9B, True),  # the guest sets the base
    ("code32_0", 0x38, 0, FLAT, 0x9B),
    ("data32_0", 0x40, 0, FLAT, 0x93),
    ("code32_3", 0x4B, 0, FLAT, 0xFB),
    ("data32_3", 0x53, 0, FLAT, 0xF3),
    ("code16_0", 0x58, ARENA, 0xFFFF, 0x9B, False),
    ("data16_0", 0x60, ARENA, 0xFFFF, 0x93, False),
    ("code16_3", 0x6B, ARENA, 0xFFFF, 0xFB, False),
    ("data16_3", 0x73, ARENA, 0xFFFF, 0xF3, False),
    ("limited", 0x7B, page(DATA), 0x7FF, 0xF3),
    ("down32", 0x83, page(DATA), 0x7FF, 0xF7),
    ("down16", 0x8B, page(DATA), 0x7FF, 0xF7, False),
    ("read_only", 0x93, 0, FLAT, 0xF1),
    ("absent_data", 0x9B, 0, FLAT, 0x73),
    ("execute_only", 0xA3, 0, FLAT, 0xF9),
    ("conforming", 0xA8, 0, FLAT, 0x9F),
    ("absent_code", 0xD3, 0, FLAT, 0x7B),
    ("free_task32", 0xD8, OTHER_TASK, 103, 0x89, False),
    ("free_task16", 0xE0, OTHER_TASK_16, 43, 0x81, False),
    ("untouched", 0xF3, 0, FLAT, 0xF2),  # its accessed bit is clear
    ("based32", 0xFB, ARENA, 0xFFFFF, 0xF3),
    ("untouched_code", 0x103, 0, FLAT, 0xFA),
    ("limited_code", 0x10B, page(CODE), 0x7FF, 0xFB),
    ("absent_ldt", 0x110, page(LDT), 0x7F, 0x02, False),
    ("short_task", 0x118, OTHER_TASK, 43, 0x89, False),
    ("invalid_task", 0x148, INVALID_TASK, 103, 0x89, False),  # #TS may switch to it
    ("null", 0, 0, 0, 0x90),
]}
V86 = Segment(0x4000, ARENA, 0xFFFF, 0xF3, False)  # the guest maps the arena at 40000h too
GATES = {gate_name: tuple(values) for gate_name, *values in [  # selector, target, offset, access
    ("call_gate", 0xB3, 0x38, page(CODE, 0xE00), 0xEC00),
    ("call_gate_2", 0xBB, 0x38, page(CODE, 0xE00), 0xEC02),
    ("call_gate16", 0xC3, 0x58, 0xE00, 0xE401),
    ("call_gate_absent", 0x123, 0x38, page(CODE, 0xE00), 0x6C00),
    ("call_gate_0", 0x128, 0x38, page(CODE, 0xE00), 0x8C00),
    ("call_gate_same", 0x133, 0x48, page(CODE, 0xE00), 0xEC00),
    ("call_gate_null", 0x13B, 0, page(CODE, 0xE00), 0xEC00),
    ("call_gate_data", 0x143, 0x50, page(CODE, 0xE00), 0xEC00),
]}
INVALID_DESCRIPTOR = 0xE8
GDT_LIMIT = 0x157
LDT_SEGMENTS = {local_name: Segment(*values) for local_name, *values in [
    ("local_data", 0x07, 0, FLAT, 0xF3),
    ("local_code", 0x0F, 0, FLAT, 0xFB),
    ("local_based", 0x17, ARENA, 0xFFFF, 0xF3),
    ("local_data_0", 0x1C, 0, FLAT, 0x93),
]}


def gate_bytes(target, offset, access):
    return struct.pack("<HHHH", offset & 0xFFFF, target, access, offset >> 16 & 0xFFFF)


def build_gdt():
    table = bytearray(GDT_LIMIT + 1)
    for segment in SEGMENTS.values():
        at = segment.selector & ~7
        if at:
            table[at:at + 8] = segment.descriptor()
    for selector, *values in GATES.values():
        at = selector & ~7
        table[at:at + 8] = gate_bytes(*values)
    table[INVALID_DESCRIPTOR + 5] = 0x80  # present, of reserved type 0
    return bytes(table)


def build_ldt():
    table = bytearray(0x80)
    for segment in LDT_SEGMENTS.values():
        at = segment.selector & ~7
        table[at:at + 8] = segment.descriptor()
    return bytes(table)


# ---- interrupts ---------------------------------------------------------------------------------

INTERRUPT_0, INTERRUPT_3, TRAP_3, INTERRUPT16_3, TASK_GATE = 0x8E00, 0xEE00, 0xEF00, 0xE600, 0x8500
SPECIAL_GATES = {  # vector: selector, access
    3: (0x08, INTERRUPT_3), 4: (0x08, INTERRUPT_3), 8: (0x20, TASK_GATE),
    0x30: (0x08, INTERRUPT_3), 0x31: (0x08, TRAP_3), 0x32: (0x30, INTERRUPT16_3),
    0x33: (0x08, 0x6E00),                       # not present
    0x34: (0, INTERRUPT_3), 0x35: (0x50, INTERRUPT_3),  # null selector; not a code segment
    0x36: (0x08, 0xEC00), 0x37: (0x08, 0xE000),  # a call gate; reserved type 0
    0x38: (0xD0, INTERRUPT_3),                  # code segment not present
    0x39: (0x30, 0xE700),                       # 16-bit trap gate
}


def build_idt():
    return b"".join(gate_bytes(selector, 0, access) for selector, access in
                    (SPECIAL_GATES.get(vector, (0x08, INTERRUPT_0)) for vector in range(256)))


def build_tasks():
    """The main TSS, whose I/O bitmap opens ports 80h to 87h, and a TSS to switch to."""
    contents = bytearray(PAGE)
    struct.pack_into("<IIIIIII", contents, 0, 0, INNER_ESP, 0x10, INNER_ESP, 0x10, INNER_ESP, 0x10)
    struct.pack_into("<HH", contents, 100, 0, 0x68)
    contents[0x68:0x400] = b"\xFF" * (0x400 - 0x68)
    contents[0x68 + 0x80 // 8] = 0
    struct.pack_into("<III", contents, 0x800, 0, INNER_ESP, 0x10)
    struct.pack_into("<H", contents, 0x800 + 102, 104)
    return bytes(contents)


# ---- contents of memory, and the module's head ---------------------------------------------------

EDGES = [0, 1, 2, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF]


def background():
    """A page of values that are worth testing: edges among random dwords, always the same ones."""
    dice = random.Random(0x5EED)
    return b"".join(struct.pack("<I", dice.choice(EDGES) if dice.random() < 0.3
                                else dice.getrandbits(32)) for _ in range(PAGE // 4))


def build_pages():
    contents = [bytes(PAGE)] * PAGES
    for number in (DATA, DATA_2, READ_ONLY, KERNEL_DATA, KERNEL_READ_ONLY, STACK, STACK_2, TOP):
        contents[number] = background()
    contents[CODE] = contents[CODE_2] = b"\xCC" * PAGE  # INT3, so that every case ends
    for number, start in ((GDT, build_gdt()), (LDT, build_ldt()), (IDT, build_idt()),
                          (TASK, build_tasks())):
        contents[number] = start + bytes(PAGE - len(start))
    return contents


PAGE_CONTENTS = build_pages()


def build_module(cases):
    """The module that holds these cases, which are already packed."""
    flags = [PAGE_FLAGS.get(number, 0) for number in range(PAGES_MAX)]
    body = b"".join(PAGE_CONTENTS) + b"".join(cases)
    head = struct.Struct("<11I32I")
    return head.pack(MAGIC, head.size + len(body), PAGES, len(cases), page(GDT), GDT_LIMIT,
                     page(IDT), MAIN_TASK, DOUBLE_FAULT_TASK, INVALID_TASK, OTHER_TASK,
                     *flags) + body
