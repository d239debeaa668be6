; SPDX-License-Identifier: MIT
; Both operands are the same register: the processor treats it as any other (X).

%include "bench/instr/instr.inc"

; IN: mnemonic, throughput.
%macro SAME 2
FORM %1_r8_same, 1, %2, -, {%1 al, al}, {%1 dl, dl}
P55C 3, 3, -
FORM %1_r16_same, 2, 2, -, {%1 ax, ax}, {%1 dx, dx}
FORM %1_r32_same, 1, %2, -, {%1 eax, eax}, {%1 edx, edx}
%endmacro

SAME sub, 0.5
SAME sbb, 1
SAME and, 0.5
SAME or, 0.5
SAME xor, 0.5

%macro COMPARE_SAME 1
FORM %1_r8_same, -, 0.5, -, {%1 al, al}, {%1 dl, dl}
P55C -, 3, -
FORM %1_r16_same, -, 2, -, {%1 ax, ax}, {%1 dx, dx}
FORM %1_r32_same, -, 0.5, -, {%1 eax, eax}, {%1 edx, edx}
%endmacro

COMPARE_SAME cmp
COMPARE_SAME test

; The clocks of the previous instruction hide the 66.
WIDE {xchg dl, dl}, {xchg cl, cl}, {xchg bl, bl}
FORM xchg_r8_same, 3, 3, -, {xchg dl, dl}
WIDE {xchg dx, dx}, {xchg cx, cx}, {xchg bx, bx}
FORM xchg_r16_same, 3, 3, -, {xchg dx, dx}
WIDE {xchg edx, edx}, {xchg ecx, ecx}, {xchg ebx, ebx}
FORM xchg_r32_same, 3, 3, -, {xchg edx, edx}
WIDE {xchg dl, cl}, {xchg bl, al}
FORM xchg_r8_r8, 3, 3, -, {xchg dl, cl}
WIDE {xchg dx, cx}, {xchg bx, si}
FORM xchg_r16_r16, 3, 3, -, {xchg dx, cx}

CLASS "operands that are the same register: latency and throughput of each form"
