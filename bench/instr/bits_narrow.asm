; SPDX-License-Identifier: MIT
; Instructions on bits in 16-bit registers, and those made for locks with 8 and 16 bits.
;
; Their clocks are those of 32 bits (MA,X): the clocks of the previous instruction hide the
; prefixes.

%include "bench/instr/instr.inc"

FORM bt_r16_r16, -, 4, -, {bt ax, cx}
FORM bt_r16_imm8, -, 4, -, {bt ax, 3}

%macro CHANGE 1
FORM %1_r16_r16, 7, 7, -, {%1 ax, cx}, {%1 dx, cx}
FORM %1_r16_imm8, 7, 7, -, {%1 ax, 3}, {%1 dx, 3}
%endmacro

CHANGE bts
CHANGE btr
CHANGE btc

; Source 0, which leaves the result unchanged: BSF 6, BSR 7 (X).
FORM bsf_r16_zero, 6, 6, -, {bsf bx, bx}
FORM bsf_r32_zero, 6, 6, -, {bsf ebx, ebx}
FORM bsr_r16_zero, 7, 7, -, {bsr bx, bx}
FORM bsr_r32_zero, 7, 7, -, {bsr ebx, ebx}

; XADD 3 (MA,B,X); CMPXCHG 6 (X; B, MA and RB 5).
WIDE {xadd cl, dl}, {xadd al, bl}
FORM xadd_r8_r8, 3, 3, -, {xadd cl, dl}
WIDE {xadd cx, dx}, {xadd ax, bx}
FORM xadd_r16_r16, 3, 3, -, {xadd cx, dx}
FORM cmpxchg_r8_r8, 6, 6, -, {cmpxchg cl, dl}
FORM cmpxchg_r16_r16, 6, 6, -, {cmpxchg cx, dx}

CLASS "bits of 8 and 16 bits: latency and throughput of each form"
