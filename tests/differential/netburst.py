# SPDX-License-Identifier: MIT
"""The Pentium 4's additions, SSE2 and SSE3: a table like that of extensions.py, and the operands of
its cases.

Source: the IA-32 Intel Architecture Software Developer's Manual, volume 2. Class `ps` works on
singles, `pd` on doubles, `sse2` on bits and integers."""
import struct

from differential import layout, x87

TABLE = """
movapd    | sse2  | sse2  | 660F10 Gx,Ex; 660F11 Ex,Gx; 660F28 Gx,Ex; 660F29 Ex,Gx; 660F6F Gx,Ex;
                            660F7F Ex,Gx; F30F6F Gx,Ex; F30F7F Ex,Gx
movlpd    | sse2  | sse2  | 660F12 Gx,Mq; 660F13 Mq,Gx; 660F16 Gx,Mq; 660F17 Mq,Gx
movntpd   | sse2  | sse2  | 660F2B Mx,Gx; 660FE7 Mx,Gx
movsd     | sse2  | sse2  | F20F10 Gx,Eq; F20F11 Eq,Gx
movq_x    | sse2  | sse2  | F30F7E Gx,Eq; 660FD6 Eq,Gx
movd_x    | sse2  | sse2  | 660F6E Gx,Ed; 660F7E Ed,Gx
movmskpd  | sse2  | sse2  | 660F50 Gd,Rx
unpckpd   | sse2  | sse2  | 660F14 Gx,Ex; 660F15 Gx,Ex; 660F6C Gx,Ex; 660F6D Gx,Ex
shufpd    | sse2  | sse2  | 660FC6 Gx,Ex,Ib
logicpd   | sse2  | sse2  | 660F54 Gx,Ex; 660F55 Gx,Ex; 660F56 Gx,Ex; 660F57 Gx,Ex; 660FDB Gx,Ex;
                            660FDF Gx,Ex; 660FEB Gx,Ex; 660FEF Gx,Ex
addpd     | pd    | sse2  | 660F58 Gx,Ex; F20F58 Gx,Eq
mulpd     | pd    | sse2  | 660F59 Gx,Ex; F20F59 Gx,Eq
subpd     | pd    | sse2  | 660F5C Gx,Ex; F20F5C Gx,Eq
minpd     | pd    | sse2  | 660F5D Gx,Ex; F20F5D Gx,Eq
divpd     | pd    | sse2  | 660F5E Gx,Ex; F20F5E Gx,Eq
maxpd     | pd    | sse2  | 660F5F Gx,Ex; F20F5F Gx,Eq
sqrtpd    | pd    | sse2  | 660F51 Gx,Ex; F20F51 Gx,Eq
cmppd     | pd    | sse2  | 660FC2 Gx,Ex,Ib; F20FC2 Gx,Eq,Ib
comisd    | pd    | sse2  | 660F2E Gx,Eq; 660F2F Gx,Eq
cvtpi2pd  | pd    | sse2  | 660F2A Gx,Eq
cvtpd2pi  | pd    | sse2  | 660F2C Gq,Ex; 660F2D Gq,Ex
cvtsi2sd  | pd    | sse2  | F20F2A Gx,Ed
cvtsd2si  | pd    | sse2  | F20F2C Gd,Eq; F20F2D Gd,Eq
cvtpd2dq  | pd    | sse2  | 660FE6 Gx,Ex; F20FE6 Gx,Ex
cvtdq2pd  | pd    | sse2  | F30FE6 Gx,Eq
cvtpd2ps  | pd    | sse2  | 660F5A Gx,Ex; F20F5A Gx,Eq
cvtps2pd  | ps    | sse2  | 0F5A Gx,Eq; F30F5A Gx,Ed
cvtdq2ps  | ps    | sse2  | 0F5B Gx,Ex
cvtps2dq  | ps    | sse2  | 660F5B Gx,Ex; F30F5B Gx,Ex
punpck_x  | sse2  | sse2  | 660F60 Gx,Ex; 660F61 Gx,Ex; 660F62 Gx,Ex; 660F68 Gx,Ex; 660F69 Gx,Ex;
                            660F6A Gx,Ex
pack_x    | sse2  | sse2  | 660F63 Gx,Ex; 660F67 Gx,Ex; 660F6B Gx,Ex
pcmp_x    | sse2  | sse2  | 660F64 Gx,Ex; 660F65 Gx,Ex; 660F66 Gx,Ex; 660F74 Gx,Ex; 660F75 Gx,Ex;
                            660F76 Gx,Ex
pshuf_x   | sse2  | sse2  | 660F70 Gx,Ex,Ib; F20F70 Gx,Ex,Ib; F30F70 Gx,Ex,Ib
psh_x     | sse2  | sse2  | 660F71/2 Rx,Ib; 660F71/4 Rx,Ib; 660F71/6 Rx,Ib; 660F72/2 Rx,Ib;
                            660F72/4 Rx,Ib; 660F72/6 Rx,Ib; 660F73/2 Rx,Ib; 660F73/3 Rx,Ib;
                            660F73/6 Rx,Ib; 660F73/7 Rx,Ib; 660FD1 Gx,Ex; 660FD2 Gx,Ex;
                            660FD3 Gx,Ex; 660FE1 Gx,Ex; 660FE2 Gx,Ex; 660FF1 Gx,Ex; 660FF2 Gx,Ex;
                            660FF3 Gx,Ex
pinsrw_x  | sse2  | sse2  | 660FC4 Gx,Ew,Ib
pextrw_x  | sse2  | sse2  | 660FC5 Gd,Rx,Ib
pmovmskb_x | sse2 | sse2  | 660FD7 Gd,Rx
pmul_x    | sse2  | sse2  | 660FD5 Gx,Ex; 660FE4 Gx,Ex; 660FE5 Gx,Ex; 660FF4 Gx,Ex; 660FF5 Gx,Ex;
                            660FF6 Gx,Ex
psub_x    | sse2  | sse2  | 660FD8 Gx,Ex; 660FD9 Gx,Ex; 660FE8 Gx,Ex; 660FE9 Gx,Ex; 660FF8 Gx,Ex;
                            660FF9 Gx,Ex; 660FFA Gx,Ex; 660FFB Gx,Ex
padd_x    | sse2  | sse2  | 660FDC Gx,Ex; 660FDD Gx,Ex; 660FEC Gx,Ex; 660FED Gx,Ex; 660FFC Gx,Ex;
                            660FFD Gx,Ex; 660FFE Gx,Ex; 660FD4 Gx,Ex
pminmax_x | sse2  | sse2  | 660FDA Gx,Ex; 660FDE Gx,Ex; 660FEA Gx,Ex; 660FEE Gx,Ex; 660FE0 Gx,Ex;
                            660FE3 Gx,Ex
maskmovdqu | sse2 | sse2  | 660FF7 Gx,Rx
movdq2q   | sse2  | sse2  | F20FD6 Gq,Rx; F30FD6 Gx,Rq
paddq     | mmxq  | sse2  | 0FD4 Gq,Eq; 0FFB Gq,Eq; 0FF4 Gq,Eq
movnti    | order | sse2  | 0FC3 Md,Gd
clflush   | order | sse2  | 0FAE/7 Mb
fence     | order | sse2  | 0FAE/5 R-; 0FAE/6 R-
pause     | order | p6    | F390
hadd      | ps    | sse3  | F20F7C Gx,Ex; F20F7D Gx,Ex; F20FD0 Gx,Ex
haddpd    | pd    | sse3  | 660F7C Gx,Ex; 660F7D Gx,Ex; 660FD0 Gx,Ex
movddup   | sse2  | sse3  | F20F12 Gx,Eq; F30F12 Gx,Ex; F30F16 Gx,Ex
lddqu     | sse2  | sse3  | F20FF0 Gx,M-
fisttp    | fisttp | sse3 | DB/1 Md; DD/1 Mq; DF/1 Mw
"""

KINDS = ("northwood", "prescott")
CODE_CLASSES = ("sse2", "ps", "pd", "mmxq", "order", "fisttp")
NUMBERS = ("sse2", "ps", "pd")
SHARES = {"sse2": 50, "ps": 15, "pd": 60, "mmxq": 4, "order": 6, "fisttp": 6}


def single(dice):
    return x87.random_double(dice, 32)


def near_integer(dice):
    """A double near an integer that fits into 32 bits, or just does not."""
    value = dice.choice([dice.choice(layout.EDGES), dice.getrandbits(32), dice.getrandbits(6)])
    number = (value - (1 << 32) if value >> 31 and dice.random() < 0.7 else value) \
        + dice.choice([0, 0, 0.5, -0.5, 0.25, 1e-6])
    return struct.pack("<d", number)


def near_single(dice):
    """A double at an edge of the range of singles: the largest, the smallest, denormal ones."""
    exponent = 1023 + dice.choice([127, 128, -126, -127, -149, -150, -151, dice.randrange(-40, 40)])
    fraction = dice.choice([0, 1, (1 << 52) - 1, 0xFFFFFF << 28, 1 << 28, 1 << 29,
                            dice.getrandbits(52), dice.getrandbits(23) << 29])
    return struct.pack("<Q", dice.getrandbits(1) << 63 | exponent << 52 | fraction)


def near_edge(dice):
    """A double whose products and quotients sometimes leave the range."""
    exponent = dice.choice([1, 2, 2045, 2046, 511, 512, 1534, 1535, 1023])
    return struct.pack("<Q", dice.getrandbits(1) << 63 | exponent << 52
                       | dice.choice([0, 1, dice.getrandbits(52), dice.getrandbits(20) << 32]))


def double(dice, opcode):
    chance = dice.random()
    if opcode.mnemonic == "cvtpd2ps" and chance < 0.7:
        return near_single(dice)
    if opcode.mnemonic in ("cvtpd2pi", "cvtsd2si", "cvtpd2dq") and chance < 0.7:
        return near_integer(dice)
    if opcode.mnemonic in ("cvtpi2pd", "cvtsi2sd", "cvtdq2pd") and chance < 0.7:
        return struct.pack("<II", dice.choice(layout.EDGES), dice.getrandbits(32))
    return near_edge(dice) if chance < 0.2 else x87.random_double(dice, 64)


def lanes(dice):
    """Eight bytes of integers at the edges of some width."""
    size = dice.choice([1, 2, 4, 8])
    top = 8 * size - 1
    values = (dice.choice([0, 1, (1 << top) - 1, 1 << top, (2 << top) - 1,
                           dice.getrandbits(8 * size), dice.getrandbits(6) & (2 << top) - 1])
              for _ in range(8 // size))
    return b"".join(value.to_bytes(size, "little") for value in values)


def operand(dice, opcode):
    """Sixteen bytes of numbers for the class; in some cases one number repeated."""
    if opcode.kind == "sse2":
        return lanes(dice) + (lanes(dice) if dice.random() < 0.8 else bytes(8))
    if opcode.kind == "pd":
        values = [double(dice, opcode) for _ in range(2)]
        return b"".join(values) if dice.random() < 0.8 else values[0] * 2
    if opcode.mnemonic == "cvtps2dq" and dice.random() < 0.7:
        return b"".join(struct.pack("<f", struct.unpack("<d", near_integer(dice))[0])
                        for _ in range(4))
    return b"".join(single(dice) for _ in range(4))
