; SPDX-License-Identifier: MIT
; DIV by operand size and value: its clocks do not depend on the values.
;
; 8, 16 and 32 bits take 17, 25 and 41 (B,MA,V,X). Restoring the dividend takes a clock for a
; register, or for two of 32 bits. For 16 bits each restore has a 66: the first is hidden by the
; division, both are on the P55C (X).

%include "bench/instr/division.inc"

NUMBERS 0, 0xfeff, 0xff
FORM div_r8_16_8_full, 17, 17, -, {div bl}
NUMBERS 0, 0xa00, 0xff
FORM div_r8_12_8_ax, 18, 18, -, {AX_BACK {div bl}}
NUMBERS 0, 0xa0, 0xff
FORM div_r8_8_8_ax, 18, 18, -, {AX_BACK {div bl}}
NUMBERS 0, 0xa, 0xff
FORM div_r8_4_8_ax, -, 18, -, {AX_BACK {div bl}}
NUMBERS 0, 0, 0xff
FORM div_r8_0_8, -, 17, -, {div bl}
NUMBERS 0, 0xa00, 0xf
FORM div_r8_12_4_ax, 18, 18, -, {AX_BACK {div bl}}
NUMBERS 0, 0xa0, 0xf
FORM div_r8_8_4_ax, -, 18, -, {AX_BACK {div bl}}
NUMBERS 0, 0xa, 0xf
FORM div_r8_4_4_ax, 18, 18, -, {AX_BACK {div bl}}
NUMBERS 0, 0, 0xf
FORM div_r8_0_4, -, 17, -, {div bl}
NUMBERS 0, 0x4000, 0x80
FORM div_r8_2p14_2p7_ax, -, 18, -, {AX_BACK {div bl}}
NUMBERS 0, 1, 1
FORM div_r8_1_1, 17, 17, -, {div bl}
NUMBERS 0, 1, 1
FORM div_r8_1_1_ax, 18, 18, -, {AX_BACK {div bl}}

NUMBERS 0xfffe, 0xffff, 0xffff
FORM div_r16_32_16_full, 25, 25, -, {div bx}
NUMBERS 0x2002, 0x3ffb, 0x7fff
CHAIN {div bx}, {mov eax, esi}, {mov edx, edi}
BASE {mov eax, esi}, {mov edx, edi}
FORM div_r16_30_15_exact, 25, -, -, {div bx}
NUMBERS 0xa0, KEPT(160, 16, 65535), 0xffff
FORM div_r16_24_16_ax, 26, 26, -, {AX_BACK {div bx}}
NUMBERS 0, 0xffff, 0xffff
FORM div_r16_16_16_ax, 26, 26, -, {AX_BACK {div bx}}
NUMBERS 0, 0xa0, 0xffff
P55C -, 26, -
FORM div_r16_8_16_ax_dx, -, 28, -, {AX_DX_BACK {div bx}}
NUMBERS 0, 0, 0xffff
FORM div_r16_0_16, -, 25, -, {div bx}
NUMBERS 0xa0, KEPT(160, 16, 255), 0xff
FORM div_r16_24_8_ax, 26, 26, -, {AX_BACK {div bx}}
NUMBERS 0, 0x9f60, 0xff
FORM div_r16_16_8_ax, -, 26, -, {AX_BACK {div bx}}
NUMBERS 0, 0xff, 0xff
FORM div_r16_8_8_ax, 26, 26, -, {AX_BACK {div bx}}
NUMBERS 0, 0, 0xff
FORM div_r16_0_8, -, 25, -, {div bx}
NUMBERS 0, 1, 1
FORM div_r16_1_1, 25, 25, -, {div bx}
NUMBERS 0, 1, 1
FORM div_r16_1_1_ax, 26, 26, -, {AX_BACK {div bx}}
NUMBERS 0, 1, 1
P55C 26, 26, -
FORM div_r16_1_1_ax_dx, 28, 28, -, {AX_DX_BACK {div bx}}

NUMBERS 0xfffffffe, 0xffffffff, 0xffffffff
FORM div_r32_64_32_full, 41, 41, -, {div ebx}
NUMBERS 0x20000002, 0x3ffffffb, 0x7fffffff
CHAIN {div ebx}, {mov eax, esi}, {mov edx, edi}
BASE {mov eax, esi}, {mov edx, edi}
FORM div_r32_62_31_exact, 41, -, -, {div ebx}
NUMBERS 0xa000, KEPT(40960, 32, 4294967295), 0xffffffff
FORM div_r32_48_32_eax, 42, 42, -, {EAX_BACK {div ebx}}
NUMBERS 0, 0xffffffff, 0xffffffff
FORM div_r32_32_32_eax, 42, 42, -, {EAX_BACK {div ebx}}
NUMBERS 0, 0xa000, 0xffffffff
FORM div_r32_16_32_eax_edx, -, 42, -, {EAX_EDX_BACK {div ebx}}
NUMBERS 0, 0, 0xffffffff
FORM div_r32_0_32, -, 41, -, {div ebx}
NUMBERS 0xa000, KEPT(40960, 32, 65535), 0xffff
FORM div_r32_48_16_eax, 42, 42, -, {EAX_BACK {div ebx}}
NUMBERS 0, 0x9fff6000, 0xffff
FORM div_r32_32_16_eax, -, 42, -, {EAX_BACK {div ebx}}
NUMBERS 0, 0xffff, 0xffff
FORM div_r32_16_16_eax, 42, 42, -, {EAX_BACK {div ebx}}
NUMBERS 0, 0, 0xffff
FORM div_r32_0_16, -, 41, -, {div ebx}
NUMBERS 0x40000000, 0, 0x80000000
FORM div_r32_2p62_2p31_eax_edx, -, 42, -, {EAX_EDX_BACK {div ebx}}
NUMBERS 0, 1, 1
FORM div_r32_1_1, 41, 41, -, {div ebx}
NUMBERS 0, 1, 1
FORM div_r32_1_1_eax, 42, 42, -, {EAX_BACK {div ebx}}
NUMBERS 0, 1, 1
FORM div_r32_1_1_eax_edx, 42, 42, -, {EAX_EDX_BACK {div ebx}}

CLASS "DIV by operand size and value: latency and throughput of each form"
