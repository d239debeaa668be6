# SPDX-License-Identifier: MIT
"""Cases of instructions that processors after the Pentium added: a table of encodings with the
processors that have them, and random numbers of every class in x87, MMX and XMM registers and
memory. A processor that lacks an instruction must raise #UD.

Sources: the Intel Architecture Software Developer's Manual, volume 2 (1999), and AMD's 3DNow!
manuals 21928 and 22466. Columns: mnemonic, class, who has it, encodings as in opcodes.py."""
import dataclasses
import random
import struct

from differential import layout, netburst, x87
from differential.case import (CR0_EM, CR0_TS, EAX, ECX, EDI, EDX, STATUS)
from differential.encode import Choice, Unreachable, encode
from differential.integer import new_case
from differential.opcodes import Opcode, parse_encoding, rows

TABLE = """
cmov      | cmov  | p6    | 0F40 Gv,Ev; 0F41 Gv,Ev; 0F42 Gv,Ev; 0F43 Gv,Ev; 0F44 Gv,Ev; 0F45 Gv,Ev;
                            0F46 Gv,Ev; 0F47 Gv,Ev; 0F48 Gv,Ev; 0F49 Gv,Ev; 0F4A Gv,Ev; 0F4B Gv,Ev;
                            0F4C Gv,Ev; 0F4D Gv,Ev; 0F4E Gv,Ev; 0F4F Gv,Ev
nop       | hint  | p6    | 0F1F/0 Ev
prefetch  | hint  | p6    | 0F18/0 Mb; 0F18/1 Mb; 0F18/2 Mb; 0F18/3 Mb
prefetchw | hint  | 3dnow | 0F0D/0 Mb; 0F0D/1 Mb
fcmovb    | fcmov | p6    | DAC0; DAC1; DAC3; DAC7
fcmove    | fcmov | p6    | DAC8; DAC9; DACB; DACF
fcmovbe   | fcmov | p6    | DAD0; DAD1; DAD3; DAD7
fcmovu    | fcmov | p6    | DAD8; DAD9; DADB; DADF
fcmovnb   | fcmov | p6    | DBC0; DBC1; DBC3; DBC7
fcmovne   | fcmov | p6    | DBC8; DBC9; DBCB; DBCF
fcmovnbe  | fcmov | p6    | DBD0; DBD1; DBD3; DBD7
fcmovnu   | fcmov | p6    | DBD8; DBD9; DBDB; DBDF
fucomi    | fcomi | p6    | DBE8; DBE9; DBEB; DBEF
fcomi     | fcomi | p6    | DBF0; DBF1; DBF3; DBF7
fucomip   | fcomi | p6    | DFE8; DFE9; DFEB; DFEF
fcomip    | fcomi | p6    | DFF0; DFF1; DFF3; DFF7
ud2       | hint  | p6    | 0F0B
fxsave    | state | fxsr  | 0FAE/0 M-
fxrstor   | state | fxsr  | 0FAE/1 M-
punpck    | mmx   | mmx   | 0F60 Gq,Eq; 0F61 Gq,Eq; 0F62 Gq,Eq; 0F68 Gq,Eq; 0F69 Gq,Eq; 0F6A Gq,Eq
pack      | mmx   | mmx   | 0F63 Gq,Eq; 0F67 Gq,Eq; 0F6B Gq,Eq
pcmp      | mmx   | mmx   | 0F64 Gq,Eq; 0F65 Gq,Eq; 0F66 Gq,Eq; 0F74 Gq,Eq; 0F75 Gq,Eq; 0F76 Gq,Eq
movd      | mmx   | mmx   | 0F6E Gq,Ed; 0F7E Ed,Gq
movq      | mmx   | mmx   | 0F6F Gq,Eq; 0F7F Eq,Gq
psh       | mmx   | mmx   | 0F71/2 Rq,Ib; 0F71/4 Rq,Ib; 0F71/6 Rq,Ib; 0F72/2 Rq,Ib; 0F72/4 Rq,Ib;
                            0F72/6 Rq,Ib; 0F73/2 Rq,Ib; 0F73/6 Rq,Ib; 0FD1 Gq,Eq; 0FD2 Gq,Eq;
                            0FD3 Gq,Eq; 0FE1 Gq,Eq; 0FE2 Gq,Eq; 0FF1 Gq,Eq; 0FF2 Gq,Eq; 0FF3 Gq,Eq
emms      | mmx   | mmx   | 0F77
pmul      | mmx   | mmx   | 0FD5 Gq,Eq; 0FE5 Gq,Eq; 0FF5 Gq,Eq
psub      | mmx   | mmx   | 0FD8 Gq,Eq; 0FD9 Gq,Eq; 0FE8 Gq,Eq; 0FE9 Gq,Eq; 0FF8 Gq,Eq; 0FF9 Gq,Eq;
                            0FFA Gq,Eq
padd      | mmx   | mmx   | 0FDC Gq,Eq; 0FDD Gq,Eq; 0FEC Gq,Eq; 0FED Gq,Eq; 0FFC Gq,Eq; 0FFD Gq,Eq;
                            0FFE Gq,Eq
plogic    | mmx   | mmx   | 0FDB Gq,Eq; 0FDF Gq,Eq; 0FEB Gq,Eq; 0FEF Gq,Eq
pshufw    | mmx   | mmx2  | 0F70 Gq,Eq,Ib
pinsrw    | mmx   | mmx2  | 0FC4 Gq,Ew,Ib
pextrw    | mmx   | mmx2  | 0FC5 Gd,Rq,Ib
pmovmskb  | mmx   | mmx2  | 0FD7 Gd,Rq
pminmax   | mmx   | mmx2  | 0FDA Gq,Eq; 0FDE Gq,Eq; 0FEA Gq,Eq; 0FEE Gq,Eq
pavg      | mmx   | mmx2  | 0FE0 Gq,Eq; 0FE3 Gq,Eq
pmulhuw   | mmx   | mmx2  | 0FE4 Gq,Eq
movntq    | mmx   | mmx2  | 0FE7 Mq,Gq
psadbw    | mmx   | mmx2  | 0FF6 Gq,Eq
maskmovq  | mmx   | mmx2  | 0FF7 Gq,Rq
sfence    | hint  | mmx2  | 0FAE/7 R-
movups    | sse   | sse   | 0F10 Gx,Ex; 0F11 Ex,Gx
movaps    | sse   | sse   | 0F28 Gx,Ex; 0F29 Ex,Gx
movntps   | sse   | sse   | 0F2B Mx,Gx
movlps    | sse   | sse   | 0F12 Gx,Eq; 0F13 Mq,Gx
movhps    | sse   | sse   | 0F16 Gx,Eq; 0F17 Mq,Gx
movss     | sse   | sse   | F30F10 Gx,Ed; F30F11 Ed,Gx
movmskps  | sse   | sse   | 0F50 Gd,Rx
unpckps   | sse   | sse   | 0F14 Gx,Ex; 0F15 Gx,Ex
shufps    | sse   | sse   | 0FC6 Gx,Ex,Ib
logicps   | sse   | sse   | 0F54 Gx,Ex; 0F55 Gx,Ex; 0F56 Gx,Ex; 0F57 Gx,Ex
addps     | sse   | sse   | 0F58 Gx,Ex; F30F58 Gx,Ed
mulps     | sse   | sse   | 0F59 Gx,Ex; F30F59 Gx,Ed
subps     | sse   | sse   | 0F5C Gx,Ex; F30F5C Gx,Ed
minps     | sse   | sse   | 0F5D Gx,Ex; F30F5D Gx,Ed
divps     | sse   | sse   | 0F5E Gx,Ex; F30F5E Gx,Ed
maxps     | sse   | sse   | 0F5F Gx,Ex; F30F5F Gx,Ed
sqrtps    | sse   | sse   | 0F51 Gx,Ex; F30F51 Gx,Ed
rsqrtps   | sse   | sse   | 0F52 Gx,Ex; F30F52 Gx,Ed
rcpps     | sse   | sse   | 0F53 Gx,Ex; F30F53 Gx,Ed
cmpps     | sse   | sse   | 0FC2 Gx,Ex,Ib; F30FC2 Gx,Ed,Ib
comiss    | sse   | sse   | 0F2E Gx,Ed; 0F2F Gx,Ed
cvtpi2ps  | sse   | sse   | 0F2A Gx,Eq
cvtps2pi  | sse   | sse   | 0F2C Gx,Eq; 0F2D Gx,Eq
cvtsi2ss  | sse   | sse   | F30F2A Gx,Ed
cvtss2si  | sse   | sse   | F30F2C Gd,Ed; F30F2D Gd,Ed
ldmxcsr   | sse   | sse   | 0FAE/2 Md
stmxcsr   | sse   | sse   | 0FAE/3 Md
pi2f      | 3dnow | 3dnow | 0F0F0C Gq,Eq; 0F0F0D Gq,Eq
pf2i      | 3dnow | 3dnow | 0F0F1C Gq,Eq; 0F0F1D Gq,Eq
pfacc     | 3dnow | 3dnow | 0F0F8A Gq,Eq; 0F0F8E Gq,Eq; 0F0FAE Gq,Eq
pfcmp     | 3dnow | 3dnow | 0F0F90 Gq,Eq; 0F0FA0 Gq,Eq; 0F0FB0 Gq,Eq
pfminmax  | 3dnow | 3dnow | 0F0F94 Gq,Eq; 0F0FA4 Gq,Eq
pfadd     | 3dnow | 3dnow | 0F0F9A Gq,Eq; 0F0F9E Gq,Eq; 0F0FAA Gq,Eq; 0F0FB4 Gq,Eq
pfr       | 3dnow | 3dnow | 0F0F96 Gq,Eq; 0F0F97 Gq,Eq; 0F0FA6 Gq,Eq; 0F0FA7 Gq,Eq; 0F0FB6 Gq,Eq
pmulhrw   | 3dnow | 3dnow | 0F0FB7 Gq,Eq; 0F0FBF Gq,Eq; 0F0FBB Gq,Eq
femms     | mmx   | 3dnow | 0F0E
sysenter  | call  | sep   | 0F34; 0F35
syscall   | call  | sce   | 0F05; 0F07
"""

HAVE = {
    "ppro": {"p6"},
    "p2": {"p6", "mmx", "fxsr", "sep"},
    "p3": {"p6", "mmx", "mmx2", "fxsr", "sse", "sep"},
    "k7": {"p6", "mmx", "mmx2", "fxsr", "3dnow", "sep", "sce"},
    "northwood": {"p6", "mmx", "mmx2", "fxsr", "sse", "sep", "sse2"},
    "prescott": {"p6", "mmx", "mmx2", "fxsr", "sse", "sep", "sse2", "sse3"},
}
OSFXSR, OSXMMEXCPT = 1 << 9, 1 << 10
CR4 = {"ppro": 0, "p2": 0, "p3": OSFXSR | OSXMMEXCPT, "k7": OSFXSR,
       **dict.fromkeys(netburst.KINDS, OSFXSR | OSXMMEXCPT)}


@dataclasses.dataclass(frozen=True)
class Extension(Opcode):
    of: str = ""


def parse(table):
    found = []
    for mnemonic, kind, of, encodings in rows(table):
        for encoding in encodings.split(";"):
            plain = parse_encoding(mnemonic, encoding, "------", kind)
            found.append(Extension(**{field.name: getattr(plain, field.name)
                                      for field in dataclasses.fields(plain)}, of=of))
    return found


EARLIER = parse(TABLE)
OPCODES = EARLIER + parse(netburst.TABLE)
CODE_CLASSES = ("cmov", "hint", "fcmov", "fcomi", "state", "mmx", "sse", "3dnow", "call")


def opcodes_of(kind):
    """The opcodes that are tested on a processor of this kind."""
    return OPCODES if kind in netburst.KINDS else EARLIER


def classes_of(kind):
    return CODE_CLASSES + (netburst.CODE_CLASSES if kind in netburst.KINDS else ())


# ---- numbers ------------------------------------------------------------------------------------

def random_single(dice):
    return int.from_bytes(x87.random_double(dice, 32), "little")


def random_singles(dice, count):
    """Random singles, some of them equal, so that comparisons meet equal ones."""
    values = [random_single(dice) for _ in range(count)]
    if dice.random() < 0.2:
        values[dice.randrange(count)] = dice.choice(values)
    return struct.pack(f"<{count}I", *values)


def normal_single(dice):
    """A single for which 3DNow! is defined, and whose products and sums stay in range."""
    if dice.random() < 0.08:
        return dice.getrandbits(1) << 31
    fraction = dice.choice([0, 1, (1 << 23) - 1, dice.getrandbits(23), dice.getrandbits(12) << 11])
    return dice.getrandbits(1) << 31 | 127 + dice.randrange(-30, 31) << 23 | fraction


def random_mmx(dice, opcode):
    if opcode.kind == "3dnow":
        return struct.pack("<II", normal_single(dice), normal_single(dice))
    if opcode.mnemonic == "cvtpi2ps":
        return struct.pack("<II", dice.choice([dice.getrandbits(32), dice.getrandbits(25)]),
                           dice.choice(layout.EDGES))
    if opcode.mnemonic.startswith("cvt"):
        return struct.pack("<II", integral_single(dice), random_single(dice))
    lane = dice.choice([1, 2, 4, 8])
    return b"".join((dice.choice([0, 1, (1 << 8 * lane - 1) - 1, 1 << 8 * lane - 1,
                                  (1 << 8 * lane) - 1, dice.getrandbits(8 * lane),
                                  dice.getrandbits(6)]) & (1 << 8 * lane) - 1)
                    .to_bytes(lane, "little") for _ in range(8 // lane))


def integral_single(dice):
    """A single near an integer that fits, or just does not."""
    return dice.getrandbits(1) << 31 | 127 + dice.randrange(-3, 34) << 23 | dice.getrandbits(23)


def mxcsr(dice, kind):
    masks = 0x3F if dice.random() < 0.6 else dice.getrandbits(6)
    flags = dice.getrandbits(6) if dice.random() < 0.2 else 0
    zeros = (dice.random() < 0.25) << 6 if kind in netburst.KINDS else 0
    return masks << 7 | flags | dice.getrandbits(2) << 13 | (dice.random() < 0.25) << 15 | zeros


def fxsave_image(case, kind):
    """An image for FXRSTOR: a random state, in some cases with MXCSR bits that do not exist."""
    dice = case.dice
    image, _ = x87.random_state(dice)
    control, status, tags = (word & 0xFFFF for word in struct.unpack_from("<3I", image))
    full = sum(1 << i for i in range(8) if tags >> 2 * i & 3 != x87.EMPTY)
    wrong = 1 << dice.choice([16, 24, 31]) if dice.random() < 0.1 else 0
    head = struct.pack("<HHBBHIIIIII", control, status, full, 0, dice.getrandbits(11),
                       dice.getrandbits(32), dice.getrandbits(16), dice.getrandbits(32),
                       dice.getrandbits(16), mxcsr(dice, kind) | wrong, 0)
    numbers = b"".join(image[28 + 10 * i:38 + 10 * i] + bytes(6) for i in range(8))
    return head + numbers + dice.randbytes(512 - 160)


def without_reserved(case, result):
    """The result without the reserved bytes of an FXSAVE image. Fields that a processor does not
    store are dropped too: MXCSR_MASK before the Pentium 4, MXCSR and the XMM registers without
    SSE."""
    address, before = case.image
    result = dict(result)
    if case.kind not in netburst.KINDS:
        result.pop(f"m{address + 28:x}", None)
    if "sse" not in HAVE[case.kind]:
        for offset in (24, *range(160, 288, 4)):
            result.pop(f"m{address + offset:x}", None)
    for offset in range(32, 160, 16):
        result.pop(f"m{address + offset + 12:x}", None)
        name = f"m{address + offset + 8:x}"
        result[name] = result.get(name, *struct.unpack_from("<I", before, offset + 8)) & 0xFFFF
    return result


# ---- cases --------------------------------------------------------------------------------------

def operand_contents(case, opcode, size, kind):
    dice = case.dice
    if opcode.mnemonic == "fxrstor":
        return fxsave_image(case, kind)
    if opcode.mnemonic == "ldmxcsr":
        wrong = 1 << dice.choice([16, 20, 31]) if dice.random() < 0.1 else 0
        return struct.pack("<I", mxcsr(dice, kind) | wrong)
    if opcode.kind in netburst.NUMBERS:
        return (netburst.operand(dice, opcode) * 64)[:size]
    if opcode.kind == "sse" and size in (4, 8, 16) and not opcode.mnemonic.startswith("cvtpi"):
        if opcode.mnemonic.startswith("cvt") and dice.random() < 0.7:
            return struct.pack("<I", integral_single(dice)) * (size // 4)
        return random_singles(dice, size // 4)
    return (random_mmx(dice, opcode) * 64)[:size]


def pick_target(case, opcode, choice, size):
    """Picks the address of a memory operand: mostly aligned, so that alignment faults stay rare."""
    if opcode.mnemonic.startswith("fx"):
        choice.target = layout.page(layout.DATA, 16 * case.dice.randrange(200))
    elif case.dice.random() < 0.8:
        choice.target = layout.page(layout.DATA, 16 * case.dice.randrange(240))
    if choice.target and case.dice.random() < 0.08:
        choice.target += case.dice.choice([1, 4, 8])


def set_state(case, opcode, kind):
    dice = case.dice
    image, _ = x87.random_state(dice)
    if opcode.kind in ("mmx", "3dnow") or opcode.mnemonic.startswith("cvt"):
        numbers = b"".join(random_mmx(dice, opcode) + image[36 + 10 * i:38 + 10 * i]
                           for i in range(8))
        image = image[:28] + numbers
    case.fpu = image
    case.undefined_conditions = 0
    case.cr4 = CR4[kind]
    if dice.random() < 0.08:
        case.cr4 &= ~dice.choice([OSFXSR, OSXMMEXCPT])
    if dice.random() < 0.06:
        for bit in (CR0_EM, CR0_TS):
            case.cr0 |= dice.choice([0, bit])
    if "sse" in HAVE[kind]:
        registers = random_singles(dice, 32)
        if opcode.mnemonic.startswith("cvt") and dice.random() < 0.7:
            registers = b"".join(struct.pack("<I", integral_single(dice)) for _ in range(32))
        if opcode.kind in netburst.NUMBERS:
            registers = b"".join(netburst.operand(dice, opcode) for _ in range(8))
        case.sse = struct.pack("<I", mxcsr(dice, kind)) + registers


def single(dice, opcode, kind):
    case = new_case(dice)
    set_state(case, opcode, kind)
    choice = Choice(fill=False)
    if opcode.opcode[:2] == b"\x0f\x0f":
        plain = dataclasses.replace(opcode, opcode=b"\x0f\x0f",
                                    operands=(*opcode.operands, ("I", "b")))
        choice.immediate = opcode.opcode[2]
    else:
        plain = opcode
    if opcode.rm:
        size = {"d": 4, "q": 8, "x": 16, "w": 2}.get(opcode.rm[1], 0)
        pick_target(case, opcode, choice, size)
    if opcode.mnemonic in ("maskmovq", "maskmovdqu"):
        case.registers[EDI] = layout.page(layout.DATA, dice.randrange(0x700)) \
            - case.segments["ds"].base & 0xFFFFFFFF
    encoded = encode(case, plain, choice)
    if choice.memory and opcode.rm[1] == "x" and choice.target % 16:
        case.tags.add("misaligned")
    if choice.memory and opcode.kind != "hint":
        size = 512 if opcode.mnemonic.startswith("fx") else choice.size
        contents = operand_contents(case, opcode, size, kind)
        if opcode.mnemonic == "fxsave":  # QEMU does not store the last opcode, which is 0 here
            contents = contents[:6] + bytes(2) + contents[8:]
            case.image = choice.target, contents
        case.patch(choice.target, contents)
    if b"\x66" in encoded[:max(encoded.find(plain.opcode), 0)] or kind not in netburst.KINDS \
            and b"\x66" in encoded[:4]:
        case.tags.add("size prefix")
    case.emit(encoded, str(opcode))
    if dice.random() < 0.3 and opcode.kind in ("fcmov", "fcomi"):
        case.emit(x87.WAIT, "fwait 9b")
    return case


def write_msr(number, low, high=0):
    """MOV ECX, EAX, EDX; WRMSR."""
    return b"".join(bytes([0xB8 + register]) + struct.pack("<I", value) for register, value in
                    ((ECX, number), (EAX, low), (EDX, high))) + b"\x0F\x30"


def call(dice, opcode, kind):
    """SYSENTER and SYSCALL in ring 0, where the case sets their MSRs; these keep their values for
    the following cases."""
    case = new_case(dice, ring=0, code32=True)
    target = layout.page(layout.CODE, 0x900 + dice.randrange(0x80))
    selector = dice.choice([0x38, 0x38, 0x38, 0x3B, 0, 3])
    stack = layout.page(layout.STACK, 0x400 + 4 * dice.randrange(64))
    case.fpu, _ = x87.random_state(dice)
    case.undefined_conditions = 0
    if "sep" in HAVE[kind] and opcode.mnemonic == "sysenter":
        case.emit(write_msr(0x174, selector) + write_msr(0x175, stack) + write_msr(0x176, target),
                  "wrmsr 0f30")
    if "sce" in HAVE[kind] and opcode.mnemonic == "syscall":
        case.emit(write_msr(0xC0000080, dice.random() < 0.9), "wrmsr 0f30")
        case.emit(write_msr(0xC0000081, target, 0x004B0000 | selector), "wrmsr 0f30")
    for register, value in ((ECX, target if opcode.mnemonic == "syscall" else stack),
                            (EDX, target)):
        case.emit(bytes([0xB8 + register]) + struct.pack("<I", value), "mov b8")
    case.emit(opcode.opcode, str(opcode))
    return case


SHARES = {"cmov": 6, "hint": 2, "fcmov": 6, "fcomi": 6, "state": 4, "mmx": 20, "sse": 50,
          "3dnow": 14, "call": 4}


def turns(kind):
    """The classes in their order. Classes that the processor lacks are rare."""
    names = []
    for name in classes_of(kind):
        has = any(opcode.of in HAVE[kind] for opcode in opcodes_of(kind) if opcode.kind == name)
        names += [name] * ({**SHARES, **netburst.SHARES}[name] if has else 2)
    random.Random(1).shuffle(names)
    return names


def make_case(kind, seed, number):
    names = turns(kind)
    name = names[number % len(names)]
    dice = random.Random(f"{kind}:{seed}:{number}")
    opcodes = [opcode for opcode in opcodes_of(kind) if opcode.kind == name]
    while True:
        opcode = dice.choice(opcodes)
        try:
            case = (call if name == "call" else single)(dice, opcode, kind)
        except Unreachable:
            continue
        case.name, case.number, case.kind = name, number, kind
        if opcode.of not in HAVE[kind]:
            case.tags |= {"lacking", f"lacking on {kind}"}
        case.tags.add(f"{opcode.of} of {kind}")
        return case
