# SPDX-License-Identifier: MIT
"""A test case: the start state of the machine, and the flags that are undefined where it may end.
guest/case.h describes the packed form in C."""
import dataclasses
import random
import struct

from differential import layout

EAX, ECX, EDX, EBX, ESP, EBP, ESI, EDI = range(8)
REGISTERS = ("eax", "ecx", "edx", "ebx", "esp", "ebp", "esi", "edi")
CF, PF, AF, ZF, SF, TF, IF, DF, OF = (1 << bit for bit in (0, 2, 4, 6, 7, 8, 9, 10, 11))
IOPL, NT, RF, VM, AC = 3 << 12, 1 << 14, 1 << 16, 1 << 17, 1 << 18
VIF, VIP, ID = 1 << 19, 1 << 20, 1 << 21
STATUS = CF | PF | AF | ZF | SF | OF
CR0 = 0x80010033  # PG, WP, NE, ET, MP, PE
CR0_MP, CR0_EM, CR0_TS, CR0_NE, CR0_WP, CR0_AM = 1 << 1, 1 << 2, 1 << 3, 1 << 5, 1 << 16, 1 << 18
USES_FPU, USES_DEBUG, USES_SSE = 1, 2, 4
WHOLE = {8: 0xFF, 16: 0xFFFF, 32: 0xFFFFFFFF}


@dataclasses.dataclass
class Step:
    """An instruction of a case: its offset and the flags that are undefined before it."""
    offset: int
    text: str
    undefined: int = 0


class Case:
    """The start state and code of a case. `tags` mark special cases for the table of known
    differences."""

    def __init__(self, dice: random.Random, ring=3, code32=True, v86=False):
        self.dice = dice
        self.ring = ring
        self.code32 = code32
        width = 32 if code32 else 16
        self.segments = {"cs": layout.SEGMENTS[f"code{width}_{ring}"]}
        for name in ("ss", "ds", "es", "fs", "gs"):
            self.segments[name] = layout.SEGMENTS[f"data{width}_{ring}"]
        self.v86 = v86
        if v86:
            self.segments = dict.fromkeys(self.segments, layout.V86)
        self.registers = [random_value(dice, 32) for _ in REGISTERS]
        self.eflags = 2 | dice.getrandbits(32) & STATUS
        if v86:
            self.eflags |= VM | dice.getrandbits(2) << 12
        self.cr0, self.cr4, self.ldt = CR0, 0, 0
        self.code = bytearray()
        self.code_address = layout.page(layout.CODE, 0x100 + dice.randrange(0x400))
        self.steps = []
        self.undefined = 0  # flags that are undefined at the end of the code so far
        self.ever_undefined = 0
        self.patches = []
        self.fpu = self.debug = self.sse = None
        self.tags = set()
        self.kind = None  # kind of processor; None is a Pentium
        self.image = None  # address of FXSAVE's image, and the memory's previous contents
        self.number = 0
        self.set_stack(layout.page(layout.STACK, 0x800 + 4 * dice.randrange(0x100)))

    def set_stack(self, address):
        self.registers[ESP] = address - self.segments["ss"].base & 0xFFFFFFFF

    def stack_address(self, offset=0):
        ss = self.segments["ss"]
        return ss.base + (self.registers[ESP] + offset & WHOLE[32 if ss.big else 16])

    def patch(self, address, contents):
        """Sets bytes of the arena; the part that is in no mapped page is dropped."""
        for number in range(layout.PAGES):
            start, end = layout.page(number), layout.page(number + 1)
            low, high = max(start, address), min(end, address + len(contents))
            if low < high and number in layout.PAGE_FLAGS:
                self.patches.append((low, bytes(contents[low - address:high - address])))

    def emit(self, encoded, text, undefined=0, writes=0):
        """Adds an instruction. `undefined` are the flags it leaves undefined, `writes` the flags it
        defines."""
        self.steps.append(Step(len(self.code), text, self.undefined))
        self.code += encoded
        self.undefined = self.undefined & ~writes | undefined
        self.ever_undefined |= undefined

    @property
    def eip(self):
        return self.code_address - self.segments["cs"].base

    def undefined_at(self, eip):
        """The flags that are undefined if the case ends with this EIP."""
        offset = eip - self.eip
        if offset == len(self.code) + 1:  # after the INT3 that follows
            return self.undefined if len(self.steps) == 1 else self.undefined | self.ever_undefined
        for step in self.steps:
            if step.offset == offset:
                return step.undefined
        return self.ever_undefined

    def pack(self):
        selectors = [self.segments[name].selector for name in ("gs", "fs", "es", "ds")]
        first, last = selectors, [0] * 4
        if self.v86:  # IRET loads them, in the order ES, DS, FS, GS
            first, last = [0] * 4, [selectors[2], selectors[3], selectors[1], selectors[0]]
        image = [*first, *reversed(self.registers), self.eip, self.segments["cs"].selector,
                 self.eflags, self.registers[ESP], self.segments["ss"].selector, *last]
        patches = [(self.code_address, bytes(self.code)), *self.patches]
        flags = (USES_FPU if self.fpu else 0) | (USES_DEBUG if self.debug else 0) \
            | (USES_SSE if self.sse else 0)
        frame = self.stack_address(-12) if self.ring == 0 else 0
        extra = self.fpu or b""
        if self.debug:
            extra += struct.pack("<6I", *self.debug)
        extra += self.sse or b""
        for address, contents in patches:
            extra += struct.pack("<II", address, len(contents))
            extra += contents + bytes(-len(contents) % 4)
        body = struct.pack("<2I21I5I", self.number, flags, *image, self.cr0, self.cr4, self.ldt,
                           frame, len(patches)) + extra
        return struct.pack("<I", len(body) + 4) + body


def random_value(dice, width):
    """A random value; half of them are at or near an edge of some operand size."""
    choice = dice.random()
    if choice < 0.35:
        value = dice.choice(layout.EDGES)
    elif choice < 0.5:
        value = dice.choice(layout.EDGES) + dice.randrange(-3, 4)
    elif choice < 0.6:
        value = 1 << dice.randrange(width)
    else:
        value = dice.getrandbits(width)
    return value & (1 << width) - 1
