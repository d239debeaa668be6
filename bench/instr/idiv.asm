; SPDX-License-Identifier: MIT
; IDIV by operand size and value: its clocks do not depend on the values.
;
; 8, 16 and 32 bits take 22, 30 and 46 (B,MA,V,X). Restoring the dividend takes a clock for a
; register, or for two of 32 bits. For 16 bits each restore has a 66: the first is hidden by the
; division, both are on the P55C (X).

%include "bench/instr/division.inc"

NUMBERS 0, 0x2a55, 0x7f
FORM idiv_r8_14_7_full, 22, 22, -, {idiv bl}
NUMBERS 0, 0xa00, 0x7f
FORM idiv_r8_12_7_ax, 23, 23, -, {AX_BACK {idiv bl}}
NUMBERS 0, 0x50, 0x7f
FORM idiv_r8_7_7_ax, 23, 23, -, {AX_BACK {idiv bl}}
NUMBERS 0, 0xa, 0x7f
FORM idiv_r8_4_7_ax, -, 23, -, {AX_BACK {idiv bl}}
NUMBERS 0, 0, 0x7f
FORM idiv_r8_0_7, -, 22, -, {idiv bl}
NUMBERS 0, 0x500, 0xf
FORM idiv_r8_11_4_ax, 23, 23, -, {AX_BACK {idiv bl}}
NUMBERS 0, 0xa0, 0xf
FORM idiv_r8_8_4_ax, -, 23, -, {AX_BACK {idiv bl}}
NUMBERS 0, 0xa, 0xf
FORM idiv_r8_4_4_ax, 23, 23, -, {AX_BACK {idiv bl}}
NUMBERS 0, 0, 0xf
FORM idiv_r8_0_4, -, 22, -, {idiv bl}
NUMBERS 0, 0x1000, 0x40
FORM idiv_r8_2p12_2p6_ax, -, 23, -, {AX_BACK {idiv bl}}
NUMBERS 0, 1, 1
FORM idiv_r8_1_1, 22, 22, -, {idiv bl}
NUMBERS 0, 1, 1
FORM idiv_r8_1_1_ax, 23, 23, -, {AX_BACK {idiv bl}}

NUMBERS 0x2aaa, 0x5555, 0x7fff
FORM idiv_r16_30_15_full, 30, 30, -, {idiv bx}
NUMBERS 0xa0, KEPT(160, 16, 32767), 0x7fff
FORM idiv_r16_24_15_ax, 31, 31, -, {AX_BACK {idiv bx}}
NUMBERS 0, 0x7fff, 0x7fff
FORM idiv_r16_15_15_ax, 31, 31, -, {AX_BACK {idiv bx}}
NUMBERS 0, 0xa0, 0x7fff
P55C -, 31, -
FORM idiv_r16_8_15_ax_dx, -, 33, -, {AX_DX_BACK {idiv bx}}
NUMBERS 0, 0, 0x7fff
FORM idiv_r16_0_15, -, 30, -, {idiv bx}
NUMBERS 0x50, KEPT(80, 16, 255), 0xff
FORM idiv_r16_23_8_ax, 31, 31, -, {AX_BACK {idiv bx}}
NUMBERS 0, 0x9f60, 0xff
FORM idiv_r16_16_8_ax, -, 31, -, {AX_BACK {idiv bx}}
NUMBERS 0, 0xff, 0xff
FORM idiv_r16_8_8_ax, 31, 31, -, {AX_BACK {idiv bx}}
NUMBERS 0, 0, 0xff
FORM idiv_r16_0_8, -, 30, -, {idiv bx}
NUMBERS 0x1000, 0, 0x4000
P55C -, 31, -
FORM idiv_r16_2p28_2p14_ax_dx, -, 33, -, {AX_DX_BACK {idiv bx}}
NUMBERS 0, 1, 1
FORM idiv_r16_1_1, 30, 30, -, {idiv bx}
NUMBERS 0, 1, 1
FORM idiv_r16_1_1_ax, 31, 31, -, {AX_BACK {idiv bx}}
NUMBERS 0, 1, 1
P55C 31, 31, -
FORM idiv_r16_1_1_ax_dx, 33, 33, -, {AX_DX_BACK {idiv bx}}

NUMBERS 0x2aaaaaaa, 0x55555555, 0x7fffffff
FORM idiv_r32_62_31_full, 46, 46, -, {idiv ebx}
NUMBERS 0x20000002, 0x3ffffffb, 0x7fffffff
CHAIN {idiv ebx}, {mov eax, esi}, {mov edx, edi}
BASE {mov eax, esi}, {mov edx, edi}
FORM idiv_r32_62_31_exact, 46, -, -, {idiv ebx}
NUMBERS 0xa000, KEPT(40960, 32, 2147483647), 0x7fffffff
FORM idiv_r32_48_31_eax, 47, 47, -, {EAX_BACK {idiv ebx}}
NUMBERS 0, 0x7fffffff, 0x7fffffff
FORM idiv_r32_31_31_eax, 47, 47, -, {EAX_BACK {idiv ebx}}
NUMBERS 0, 0xa000, 0x7fffffff
FORM idiv_r32_16_31_eax_edx, -, 47, -, {EAX_EDX_BACK {idiv ebx}}
NUMBERS 0, 0, 0x7fffffff
FORM idiv_r32_0_31, -, 46, -, {idiv ebx}
NUMBERS 0x5000, KEPT(20480, 32, 65535), 0xffff
FORM idiv_r32_47_16_eax, 47, 47, -, {EAX_BACK {idiv ebx}}
NUMBERS 0, 0x9fff6000, 0xffff
FORM idiv_r32_32_16_eax, -, 47, -, {EAX_BACK {idiv ebx}}
NUMBERS 0, 0xffff, 0xffff
FORM idiv_r32_16_16_eax, 47, 47, -, {EAX_BACK {idiv ebx}}
NUMBERS 0, 0, 0xffff
FORM idiv_r32_0_16, -, 46, -, {idiv ebx}
NUMBERS 0x10000000, 0, 0x40000000
FORM idiv_r32_2p60_2p30_eax_edx, -, 47, -, {EAX_EDX_BACK {idiv ebx}}
NUMBERS 0, 1, 1
FORM idiv_r32_1_1, 46, 46, -, {idiv ebx}
NUMBERS 0, 1, 1
FORM idiv_r32_1_1_eax, 47, 47, -, {EAX_BACK {idiv ebx}}
NUMBERS 0, 1, 1
FORM idiv_r32_1_1_eax_edx, 47, 47, -, {EAX_EDX_BACK {idiv ebx}}

CLASS "IDIV by operand size and value: latency and throughput of each form"
