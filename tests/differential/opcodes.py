# SPDX-License-Identifier: MIT
"""Table of every integer and system instruction of the i586, one row per mnemonic.

Source: the opcode map and the instruction pages of the Pentium Processor Family Developer's Manual,
volume 3 (Intel 241430). Columns: mnemonic, effect on the flags, class, encodings.
Flags, in order OSZAPC: m set to a defined value, ? undefined, - left, t tested, b tested and set.
An encoding is the opcode in hex, with /digit where ModR/M's reg field belongs to it, and operands:
  E M R  ModR/M's r/m: either, memory only, register only   G  its reg field   Z  in the opcode
  I  immediate   J  displacement of a jump   O  an offset alone   A  a far address
  S C D  a segment, control or debug register in the reg field
followed by the size: b w d, q t for 8 and 10 bytes, v word or dword by operand size, s a byte
extended by its sign, p far pointer, 2v a pair (BOUND), 6 a table register's image, x 16 bytes,
- none."""
import dataclasses
import re

TABLE = """
add       | mmmmmm | alu        | 00 Eb,Gb; 01 Ev,Gv; 02 Gb,Eb; 03 Gv,Ev; 04 Ib; 05 Iv; 80/0 Eb,Ib;
                                  81/0 Ev,Iv; 83/0 Ev,Is
or        | mmm?mm | alu        | 08 Eb,Gb; 09 Ev,Gv; 0A Gb,Eb; 0B Gv,Ev; 0C Ib; 0D Iv; 80/1 Eb,Ib;
                                  81/1 Ev,Iv; 83/1 Ev,Is
adc       | mmmmmb | alu        | 10 Eb,Gb; 11 Ev,Gv; 12 Gb,Eb; 13 Gv,Ev; 14 Ib; 15 Iv; 80/2 Eb,Ib;
                                  81/2 Ev,Iv; 83/2 Ev,Is
sbb       | mmmmmb | alu        | 18 Eb,Gb; 19 Ev,Gv; 1A Gb,Eb; 1B Gv,Ev; 1C Ib; 1D Iv; 80/3 Eb,Ib;
                                  81/3 Ev,Iv; 83/3 Ev,Is
and       | mmm?mm | alu        | 20 Eb,Gb; 21 Ev,Gv; 22 Gb,Eb; 23 Gv,Ev; 24 Ib; 25 Iv; 80/4 Eb,Ib;
                                  81/4 Ev,Iv; 83/4 Ev,Is
sub       | mmmmmm | alu        | 28 Eb,Gb; 29 Ev,Gv; 2A Gb,Eb; 2B Gv,Ev; 2C Ib; 2D Iv; 80/5 Eb,Ib;
                                  81/5 Ev,Iv; 83/5 Ev,Is
xor       | mmm?mm | alu        | 30 Eb,Gb; 31 Ev,Gv; 32 Gb,Eb; 33 Gv,Ev; 34 Ib; 35 Iv; 80/6 Eb,Ib;
                                  81/6 Ev,Iv; 83/6 Ev,Is
cmp       | mmmmmm | alu        | 38 Eb,Gb; 39 Ev,Gv; 3A Gb,Eb; 3B Gv,Ev; 3C Ib; 3D Iv; 80/7 Eb,Ib;
                                  81/7 Ev,Iv; 83/7 Ev,Is; 82/7 Eb,Ib
test      | mmm?mm | alu        | 84 Eb,Gb; 85 Ev,Gv; A8 Ib; A9 Iv; F6/0 Eb,Ib; F7/0 Ev,Iv; F6/1
                                  Eb,Ib; F7/1 Ev,Iv
inc       | mmmmm- | alu        | 40 Zv; FE/0 Eb; FF/0 Ev
dec       | mmmmm- | alu        | 48 Zv; FE/1 Eb; FF/1 Ev
neg       | mmmmmm | alu        | F6/3 Eb; F7/3 Ev
not       | ------ | alu        | F6/2 Eb; F7/2 Ev
mov       | ------ | move       | 88 Eb,Gb; 89 Ev,Gv; 8A Gb,Eb; 8B Gv,Ev; A0 Ob; A1 Ov; A2 Ob; A3
                                  Ov; B0 Zb,Ib; B8 Zv,Iv; C6/0 Eb,Ib; C7/0 Ev,Iv
xchg      | ------ | move       | 86 Eb,Gb; 87 Ev,Gv; 90 Zv
movzx     | ------ | move       | 0FB6 Gv,Eb; 0FB7 Gv,Ew
movsx     | ------ | move       | 0FBE Gv,Eb; 0FBF Gv,Ew
lea       | ------ | move       | 8D Gv,M-
bswap     | ------ | move       | 0FC8 Zd
xlat      | ------ | xlat       | D7
cbw       | ------ | move       | 98
cwd       | ------ | move       | 99
setcc     | t----- | setcc      | 0F90 Eb; 0F91 Eb
setcc     | -----t | setcc      | 0F92 Eb; 0F93 Eb
setcc     | --t--- | setcc      | 0F94 Eb; 0F95 Eb
setcc     | --t--t | setcc      | 0F96 Eb; 0F97 Eb
setcc     | -t---- | setcc      | 0F98 Eb; 0F99 Eb
setcc     | ----t- | setcc      | 0F9A Eb; 0F9B Eb
setcc     | tt---- | setcc      | 0F9C Eb; 0F9D Eb
setcc     | ttt--- | setcc      | 0F9E Eb; 0F9F Eb
xadd      | mmmmmm | exchange   | 0FC0 Eb,Gb; 0FC1 Ev,Gv
cmpxchg   | mmmmmm | exchange   | 0FB0 Eb,Gb; 0FB1 Ev,Gv
cmpxchg8b | --m--- | exchange   | 0FC7/1 Mq
mul       | m????m | multiply   | F6/4 Eb; F7/4 Ev
imul      | m????m | multiply   | F6/5 Eb; F7/5 Ev; 0FAF Gv,Ev; 69 Gv,Ev,Iv; 6B Gv,Ev,Is
div       | ?????? | divide     | F6/6 Eb; F7/6 Ev
idiv      | ?????? | divide     | F6/7 Eb; F7/7 Ev
rol       | m----m | shift      | D0/0 Eb; D1/0 Ev
ror       | m----m | shift      | D0/1 Eb; D1/1 Ev
rcl       | m----b | shift      | D0/2 Eb; D1/2 Ev
rcr       | m----b | shift      | D0/3 Eb; D1/3 Ev
shl       | mmm?mm | shift      | D0/4 Eb; D1/4 Ev; D0/6 Eb; D1/6 Ev
shr       | mmm?mm | shift      | D0/5 Eb; D1/5 Ev
sar       | mmm?mm | shift      | D0/7 Eb; D1/7 Ev
rol       | ?----m | shift_n    | C0/0 Eb,Ib; C1/0 Ev,Ib; D2/0 Eb; D3/0 Ev
ror       | ?----m | shift_n    | C0/1 Eb,Ib; C1/1 Ev,Ib; D2/1 Eb; D3/1 Ev
rcl       | ?----b | shift_n    | C0/2 Eb,Ib; C1/2 Ev,Ib; D2/2 Eb; D3/2 Ev
rcr       | ?----b | shift_n    | C0/3 Eb,Ib; C1/3 Ev,Ib; D2/3 Eb; D3/3 Ev
shl       | ?mm?mm | shift_n    | C0/4 Eb,Ib; C1/4 Ev,Ib; D2/4 Eb; D3/4 Ev; C0/6 Eb,Ib; C1/6 Ev,Ib;
                                  D2/6 Eb; D3/6 Ev
shr       | ?mm?mm | shift_n    | C0/5 Eb,Ib; C1/5 Ev,Ib; D2/5 Eb; D3/5 Ev
sar       | ?mm?mm | shift_n    | C0/7 Eb,Ib; C1/7 Ev,Ib; D2/7 Eb; D3/7 Ev
shld      | ?mm?mm | shift_n    | 0FA4 Ev,Gv,Ib; 0FA5 Ev,Gv
shrd      | ?mm?mm | shift_n    | 0FAC Ev,Gv,Ib; 0FAD Ev,Gv
bt        | ??-??m | bit        | 0FA3 Ev,Gv; 0FBA/4 Ev,Ib
bts       | ??-??m | bit        | 0FAB Ev,Gv; 0FBA/5 Ev,Ib
btr       | ??-??m | bit        | 0FB3 Ev,Gv; 0FBA/6 Ev,Ib
btc       | ??-??m | bit        | 0FBB Ev,Gv; 0FBA/7 Ev,Ib
bsf       | ??m??? | scan       | 0FBC Gv,Ev
bsr       | ??m??? | scan       | 0FBD Gv,Ev
daa       | ?mmbmb | decimal    | 27
das       | ?mmbmb | decimal    | 2F
aaa       | ???b?m | decimal    | 37
aas       | ???b?m | decimal    | 3F
aam       | ?mm?m? | decimal    | D4 Ib
aad       | ?mm?m? | decimal    | D5 Ib
clc       | -----m | flag       | F8
stc       | -----m | flag       | F9
cmc       | -----b | flag       | F5
cld       | ------ | flag       | FC
std       | ------ | flag       | FD
lahf      | -ttttt | flag       | 9F
sahf      | -mmmmm | flag       | 9E
salc      | -----t | flag       | D6
pushf     | tttttt | stack      | 9C
popf      | mmmmmm | popf       | 9D
push      | ------ | stack      | 50 Zv; FF/6 Ev; 68 Iv; 6A Is; 06; 0E; 16; 1E; 0FA0; 0FA8
pop       | ------ | stack      | 58 Zv; 8F/0 Ev
pusha     | ------ | stack      | 60
popa      | ------ | stack      | 61
enter     | ------ | enter      | C8 Iw,Ib
leave     | ------ | leave      | C9
movs      | ------ | string     | A4; A5
cmps      | mmmmmm | string     | A6; A7
stos      | ------ | string     | AA; AB
lods      | ------ | string     | AC; AD
scas      | mmmmmm | string     | AE; AF
ins       | ------ | string_io  | 6C; 6D
outs      | ------ | string_io  | 6E; 6F
jcc       | t----- | jump       | 70 Jb; 71 Jb; 0F80 Jv; 0F81 Jv
jcc       | -----t | jump       | 72 Jb; 73 Jb; 0F82 Jv; 0F83 Jv
jcc       | --t--- | jump       | 74 Jb; 75 Jb; 0F84 Jv; 0F85 Jv
jcc       | --t--t | jump       | 76 Jb; 77 Jb; 0F86 Jv; 0F87 Jv
jcc       | -t---- | jump       | 78 Jb; 79 Jb; 0F88 Jv; 0F89 Jv
jcc       | ----t- | jump       | 7A Jb; 7B Jb; 0F8A Jv; 0F8B Jv
jcc       | tt---- | jump       | 7C Jb; 7D Jb; 0F8C Jv; 0F8D Jv
jcc       | ttt--- | jump       | 7E Jb; 7F Jb; 0F8E Jv; 0F8F Jv
loopne    | --t--- | jump       | E0 Jb; E1 Jb
loop      | ------ | jump       | E2 Jb
jcxz      | ------ | jump       | E3 Jb
jmp       | ------ | jump       | EB Jb; E9 Jv
call      | ------ | jump       | E8 Jv
jmp       | ------ | indirect   | FF/4 Ev
call      | ------ | indirect   | FF/2 Ev
ret       | ------ | return     | C3; C2 Iw
jmpf      | ------ | far        | EA A; FF/5 Mp
callf     | ------ | far        | 9A A; FF/3 Mp
retf      | ------ | far_return | CB; CA Iw
iret      | ------ | far_return | CF
int3      | ------ | interrupt  | CC
int       | ------ | interrupt  | CD Ib
into      | t----- | interrupt  | CE
icebp     | ------ | interrupt  | F1
bound     | ------ | bound      | 62 Gv,M2v
mov_seg   | ------ | segment    | 8C Ev,S; 8E S,Ew
pop_seg   | ------ | segment    | 07; 17; 1F; 0FA1; 0FA9
lxs       | ------ | segment    | C4 Gv,Mp; C5 Gv,Mp; 0FB2 Gv,Mp; 0FB4 Gv,Mp; 0FB5 Gv,Mp
arpl      | --m--- | selector   | 63 Ew,Gw
lar       | --m--- | selector   | 0F02 Gv,Ew
lsl       | --m--- | selector   | 0F03 Gv,Ew
verr      | --m--- | selector   | 0F00/4 Ew
verw      | --m--- | selector   | 0F00/5 Ew
sldt      | ------ | system     | 0F00/0 Ev
str       | ------ | system     | 0F00/1 Ev
lldt      | ------ | system     | 0F00/2 Ew
ltr       | ------ | system     | 0F00/3 Ew
sgdt      | ------ | system     | 0F01/0 M6
sidt      | ------ | system     | 0F01/1 M6
lgdt      | ------ | system     | 0F01/2 M6
lidt      | ------ | system     | 0F01/3 M6
smsw      | ------ | system     | 0F01/4 Ev
lmsw      | ------ | system     | 0F01/6 Ew
invlpg    | ------ | system     | 0F01/7 M-
clts      | ------ | system     | 0F06
mov_cr    | ?????? | system     | 0F20 C; 0F22 C
mov_dr    | ?????? | system     | 0F21 D; 0F23 D
invd      | ------ | system     | 0F08
wbinvd    | ------ | system     | 0F09
hlt       | ------ | privileged | F4
cli       | ------ | flag_if    | FA
sti       | ------ | flag_if    | FB
in        | ------ | port       | E4 Ib; E5 Ib; EC; ED
out       | ------ | port       | E6 Ib; E7 Ib; EE; EF
rdtsc     | ------ | model      | 0F31
rdmsr     | ------ | model      | 0F32
wrmsr     | ------ | model      | 0F30
cpuid     | ------ | model      | 0FA2
nop       | ------ | flag       | 90
"""

FLAG_BITS = dict(zip("OSZAPC", (0x800, 0x80, 0x40, 0x10, 0x04, 0x01)))
OPERAND = re.compile(r"([EMRGZIJOASCD])(2v|[bwdqtvspx6-]?)")


@dataclasses.dataclass(frozen=True)
class Opcode:
    """One encoding. `operands` are (kind, size) pairs; the flags are EFLAGS masks."""
    mnemonic: str
    opcode: bytes
    digit: int  # of ModR/M's reg field; -1 if that is an operand or absent
    operands: tuple
    kind: str
    reads: int
    writes: int
    undefined: int

    @property
    def modrm(self):
        return self.digit >= 0 or any(kind in "EMRGSCD" for kind, _ in self.operands)

    @property
    def rm(self):
        """(kind, size) of the operand in ModR/M's r/m; None without such an operand."""
        return next((operand for operand in self.operands if operand[0] in "EMR"), None)

    def __str__(self):
        digit = f"/{self.digit}" if self.digit >= 0 else ""
        return f"{self.mnemonic} {self.opcode.hex()}{digit}"


def flag_mask(text, letters):
    return sum(bit for letter, bit in zip(text, FLAG_BITS.values()) if letter in letters)


def parse_encoding(mnemonic, text, flags, kind):
    opcode, _, operands = text.strip().partition(" ")
    opcode, _, digit = opcode.partition("/")
    parsed = []
    for operand in filter(None, operands.split(",")):
        match = OPERAND.fullmatch(operand)
        if not match:
            raise ValueError(f"opcodes.py: {mnemonic}: '{operand}' is not an operand")
        parsed.append(match.groups())
    return Opcode(mnemonic, bytes.fromhex(opcode), int(digit) if digit else -1, tuple(parsed), kind,
                  flag_mask(flags, "tb"), flag_mask(flags, "mb?"), flag_mask(flags, "?"))


def rows(table):
    """The table's columns; a row that continues on the next lines is joined."""
    joined = re.sub(r"\n +", " ", table.strip())
    return [[column.strip() for column in line.split("|")] for line in joined.splitlines()]


def parse(table):
    opcodes = []
    for mnemonic, flags, kind, encodings in rows(table):
        opcodes += [parse_encoding(mnemonic, encoding, flags, kind)
                    for encoding in encodings.split(";")]
    return opcodes


OPCODES = parse(TABLE)
