# SPDX-License-Identifier: MIT
"""Generates random straight-line blocks. Each becomes a loop of some hundred iterations in one
guest, which prints after every block its registers, flags, x87 state, memory, clocks and two
counters."""
import random

TURNS = 200
REGISTERS = ("eax", "ebx", "ecx", "edx")
FIELDS = ("EAX", "EBX", "ECX", "EDX", "ESI", "EDI", "EBP", "ESP", "flags and clocks of every turn",
          "x87", "memory", "clocks", "counter 0", "counter 1")
WORDS = {"eax": "ax", "ebx": "bx", "ecx": "cx", "edx": "dx"}
LOW = {"eax": "al", "ebx": "bl", "ecx": "cl", "edx": "dl"}
HIGH = {"eax": "ah", "ebx": "bh", "ecx": "ch", "edx": "dh"}
CONDITIONS = "o no b nb z nz be a s ns p np l nl le g".split()
# The documented events of a P54C except the matches of DR0 to DR3.
EVENTS = [e for e in range(0x2A) if e not in (0x10, 0x20, 0x21, 0x23, 0x24, 0x25, 0x26)]
SIZES = {8: "byte", 16: "word", 32: "dword", 64: "qword", 80: "tword"}

class Block:
    """The text of one block, generated from a seed."""

    def __init__(self, seed, kind, mmx=False):
        self.dice = random.Random(seed)
        self.name = f"block{seed}"
        self.kind, self.mmx = kind, mmx
        self.lines, self.labels, self.depth = [], 0, 0
        self.routines = []

    def one_of(self, *choices):
        return self.dice.choice(choices)

    def label(self):
        self.labels += 1
        return f".l{self.labels}"

    def add(self, line):
        self.lines.append(line)

    # ---- operands -------------------------------------------------------------------------

    def register(self, bits):
        wide = self.dice.choice(REGISTERS)
        return {32: wide, 16: WORDS[wide],
                8: (HIGH if self.dice.random() < 0.3 else LOW)[wide]}[bits]

    def immediate(self, bits):
        value = self.one_of(0, 1, -1, 2, 0x7F, 0x80, self.dice.getrandbits(bits),
                            1 << bits - 1, (1 << bits - 1) - 1, self.dice.getrandbits(7))
        return value & (1 << bits) - 1

    def address(self, bits):
        step = bits // 8 if bits <= 64 else 4
        offset = self.dice.randrange(0, 96, min(step, 8))
        if self.dice.random() < 0.12:
            offset += self.dice.randrange(1, 8)  # misaligned, some cross the end of a line
        offset += self.one_of(0, 0, 0, 0, 0, 4096, 8192, 12288)  # one set, more lines than ways
        segment = self.one_of("", "", "", "", "", "es:", "ss:", "ds:")
        base = self.one_of("ebp", "esi", "esi", "esi + edi", "ebp + edi * 2", "esi + edi * 4",
                           "area + 3072", "edi * 4 + area + 3072", "edi + area + 3072")
        return f"[{segment}{base} + {offset}]"

    def memory(self, bits):
        return f"{SIZES[bits]} {self.address(bits)}"

    # ---- integer --------------------------------------------------------------------------

    def alu(self):
        bits = self.one_of(8, 16, 32, 32, 32)
        operation = self.one_of("add", "adc", "sub", "sbb", "cmp", "and", "or", "xor", "test",
                                "mov")
        form = self.dice.randrange(5)
        if form == 0:
            self.add(f"{operation} {self.register(bits)}, {self.register(bits)}")
        elif form == 1:
            self.add(f"{operation} {self.register(bits)}, {self.immediate(bits):#x}")
        elif form == 2:
            self.add(f"{operation} {self.memory(bits)}, {self.immediate(bits):#x}")
        elif form == 3:
            self.add(f"{operation} {self.memory(bits)}, {self.register(bits)}")
        elif operation != "test":
            self.add(f"{operation} {self.register(bits)}, {self.memory(bits)}")

    def place(self, bits):
        return self.memory(bits) if self.dice.random() < 0.4 else self.register(bits)

    def unary(self):
        self.add(f"{self.one_of('inc', 'dec', 'neg', 'not')} {self.place(self.one_of(8, 16, 32))}")

    def shift(self):
        operation = self.one_of("shl", "shr", "sar", "rol", "ror", "rcl", "rcr")
        count = self.one_of("1", "cl", str(self.dice.randrange(33)), str(self.dice.randrange(1, 9)))
        self.add(f"{operation} {self.place(self.one_of(8, 16, 32, 32))}, {count}")

    def double_shift(self):
        bits = self.one_of(16, 32)
        count = self.one_of("cl", str(self.dice.randrange(16)))
        self.add(f"{self.one_of('shld', 'shrd')} {self.place(bits)}, {self.register(bits)}, "
                 f"{count}")

    def multiply(self):
        bits = self.one_of(16, 32)
        self.add(self.one_of(
            f"{self.one_of('mul', 'imul')} {self.place(self.one_of(8, 16, 32))}",
            f"imul {self.register(bits)}, {self.place(bits)}",
            f"imul {self.register(bits)}, {self.place(bits)}, {self.immediate(7)}"))

    def divide(self):
        self.add("movzx eax, al")
        self.add("cdq")
        self.add(f"or {(where := self.register(32))}, 1")
        if where not in ("eax", "edx"):
            self.add(f"{self.one_of('div', 'idiv')} {where}")

    def move(self):
        wide, narrow = self.one_of((32, 16), (32, 8), (16, 8))
        self.add(self.one_of(
            f"{self.one_of('movzx', 'movsx')} {self.register(wide)}, {self.place(narrow)}",
            f"lea {self.register(32)}, [{self.one_of(*REGISTERS)} + {self.one_of(*REGISTERS)} * "
            f"{self.one_of(1, 2, 4, 8)} + {self.immediate(8)}]",
            f"lea {self.register(16)}, {self.address(16)}",
            f"xchg {self.place(32)}, {self.register(32)}",
            f"xchg {self.register(8)}, {self.register(8)}",
            f"bswap {self.register(32)}",
            self.one_of("cdq", "cwde", "cbw", "cwd"),
            f"set{self.one_of(*CONDITIONS)} {self.place(8)}",
            f"xadd {self.place(32)}, {self.register(32)}",
            f"cmpxchg {self.place(32)}, {self.register(32)}"))

    def flag(self):
        self.add(self.one_of("clc", "stc", "cmc", "lahf", "sahf", "nop"))

    def bit(self):
        self.add(self.one_of(
            f"{self.one_of('bt', 'bts', 'btr', 'btc')} {self.place(32)}, {self.dice.randrange(32)}",
            f"{self.one_of('bsf', 'bsr')} {self.register(32)}, {self.place(32)}"))

    def stack(self):
        what = self.one_of(self.register(32), "esp", f"dword {self.immediate(32):#x}",
                           self.memory(32), self.register(16), "ebp")
        narrow = what in WORDS.values()
        self.add(f"push {what}")
        if self.dice.random() < 0.4:
            self.alu()
        if self.dice.random() < 0.3:
            self.add(f"add {self.register(32)}, [esp{self.one_of('', ' + 4', ' + 9')}]")
        self.add(f"pop {self.register(16) if narrow else self.place(32)}"
                 if self.dice.random() < 0.8 else f"add esp, {2 if narrow else 4}")

    def string(self):
        """Emits a string instruction, forwards or backwards, and restores its pointers."""
        repeat = self.one_of("", "", "rep ")
        self.add("push esi")
        self.add("push edi")
        self.add("lea edi, [ebp + 64]")
        self.add("lea esi, [ebp + 16]")
        if repeat:
            self.add(f"mov ecx, {self.dice.randrange(9)}")
        operation = self.one_of("movs", "stos", "lods", "cmps", "scas")
        if repeat and operation in ("cmps", "scas"):
            repeat = self.one_of("repe ", "repne ")
        self.add(f"{repeat}{operation}{self.one_of('b', 'w', 'd')}")
        self.add("pop edi")
        self.add("pop esi")

    def pointer(self):
        self.add(self.one_of(f"mov edi, {self.dice.randrange(40)}", "inc edi", "dec edi",
                             "and edi, 31", f"lea esi, [ebp + {self.dice.randrange(48)}]"))

    def jump(self):
        over = self.label()
        self.add(self.one_of(*[f"j{c} {over}" for c in CONDITIONS], f"jmp {over}",
                             f"jecxz {over}"))
        for _ in range(self.dice.randrange(1, 4)):
            self.one_of(self.alu, self.unary, self.shift, self.move)()
        self.lines.append(f"{over}:")

    def call(self):
        routine, way = self.label(), self.dice.randrange(3)
        self.routines += [f"{routine}:", "add eax, ebx", self.one_of("nop", "inc ecx", "stc"),
                          "ret"]
        if way == 0:
            self.add(f"call {routine}")
        elif way == 1:
            self.add(f"mov edx, {self.name}{routine}")
            self.add("call edx")
        else:
            over = self.label()
            self.add(f"mov edx, {self.name}{over}")
            self.add("jmp edx")
            self.lines.append(f"{over}:")

    def integer(self):
        kinds = ((self.alu, 40), (self.unary, 12), (self.shift, 12), (self.double_shift, 2),
                 (self.multiply, 4), (self.divide, 1), (self.move, 12), (self.flag, 3),
                 (self.bit, 2), (self.stack, 8), (self.string, 2), (self.pointer, 4),
                 (self.jump, 8), (self.call, 3))
        self.dice.choices([k for k, _ in kinds], [w for _, w in kinds])[0]()

    # ---- x87 ------------------------------------------------------------------------------

    def number(self, bits):
        if bits == 64 and self.dice.random() < 0.6:
            return f"qword [numbers + {self.dice.randrange(16) * 8}]"
        return self.memory(bits)

    def x87_push(self):
        self.add(self.one_of(
            f"fld {self.number(64)}", f"fld {self.number(64)}", f"fld {self.memory(32)}",
            f"fld {self.memory(80)}", f"fild {self.memory(self.one_of(16, 32, 64))}",
            f"fld st{self.dice.randrange(max(1, self.depth))}",
            self.one_of("fld1", "fldz", "fldpi", "fldl2e", "fldln2", "fldlg2", "fldl2t")))
        self.depth += 1

    def x87_pop(self):
        self.add(self.one_of(
            f"fstp {self.memory(self.one_of(32, 64, 64, 80))}",
            f"fistp {self.memory(self.one_of(16, 32, 64))}",
            f"fstp st{self.dice.randrange(self.depth)}",
            f"{self.one_of('fcomp', 'fucomp')} st{self.dice.randrange(self.depth)}",
            f"f{self.one_of('i', '')}comp {self.memory(32)}",
            *[f"f{o}p st{self.dice.randrange(1, max(2, self.depth))}, st0"
              for o in ("add", "mul", "sub", "subr", "div", "divr")]))
        self.depth -= 1

    def x87_keep(self):
        operation = self.one_of("add", "add", "mul", "mul", "sub", "subr", "div", "divr")
        other = f"st{self.dice.randrange(max(1, self.depth))}"
        self.add(self.one_of(
            f"f{operation} st0, {other}", f"f{operation} {other}, st0",
            f"f{operation} {self.number(self.one_of(32, 64))}",
            f"fi{operation} {self.memory(self.one_of(16, 32))}",
            f"fxch {other}", f"fxch {other}", f"fst {self.memory(self.one_of(32, 64))}",
            f"fist {self.memory(self.one_of(16, 32))}", f"fst {other}",
            "fchs", "fabs", "fsqrt", "frndint", "fxam", "ftst", "fscale", "fprem", "fxtract\nfadd",
            f"fcom {other}", f"fucom {other}", f"fcom {self.number(64)}"))
        if self.dice.random() < 0.25:
            self.add("fnstsw ax")
            if self.dice.random() < 0.7:
                self.add("sahf")
                self.jump()

    def x87_rare(self):
        self.add(self.one_of(
            "fnclex", f"fnstcw {self.memory(16)}", f"fnstsw {self.memory(16)}", "fincstp",
            "fdecstp", "ffree st3", "fnop", "fwait", "fsin", "fpatan", "fninit",
            f"mov word [ebp + 200], {0x3F | self.one_of(0, 4, 8, 12, 2, 3) << 8:#x}\n"
            "fldcw [ebp + 200]", "fnstenv [ebp + 300]"))

    def x87(self):
        roll = self.dice.random()
        wild = self.kind == "wild"  # the register stack may overflow or underflow
        if roll < (0.05 if wild else 0.01):
            self.x87_rare()
        elif roll < 0.35 and (self.depth < 7 or wild):
            self.x87_push()
        elif roll < 0.6 and (self.depth > 0 or wild):
            self.depth = max(1, self.depth)
            self.x87_pop()
        elif self.depth > 0 or wild:
            self.x87_keep()

    # ---- the whole block ------------------------------------------------------------------

    def body(self):
        for _ in range(self.dice.randrange(3, 26)):
            if self.kind == "integer" or self.dice.random() < 0.35:
                self.integer()
            else:
                self.x87()
        while self.kind != "wild" and self.depth > 0:
            self.x87_pop()

    def text(self):
        events = self.dice.sample(EVENTS, 2)
        self.body()
        first, second = (0xC0 | event for event in events)
        align = f"align 32\ntimes {self.dice.randrange(32)} nop"
        inner = "\n".join(f"    {line}" if line[0] != "." else line for line in self.lines)
        looks = self.dice.random() < 0.6
        tail = ("    jmp turned\n" if looks else "") + f""".again:
    dec dword [turns]
    jnz .turn
"""
        return f"""
{align}
{self.name}:
    fninit
    mov eax, {second << 16 | first:#x}
    call started
    mov dword [turns], {TURNS}
    mov dword [again], .again
.turn:
    and edi, 31
{inner}
{tail}    call ended
    jmp .end
{chr(10).join(self.routines)}
.end:
"""


def guest_of(blocks):
    each = "".join(block.text() for block in blocks)
    return f'%include "random_blocks.inc"\nmain:\n    cld\n{each}    ret\n'


def blocks(first, count):
    kinds = ("integer", "integer", "x87", "integer", "wild", "x87")
    return [Block(n, kinds[n % len(kinds)]) for n in range(first, first + count)]
