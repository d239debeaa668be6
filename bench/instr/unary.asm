; SPDX-License-Identifier: MIT
; Integer instructions of one operand, flags, conversions, decimal adjustments.

%include "bench/instr/instr.inc"

; INC DEC: UV; r 1, m 3 (A,B,K,MA).
FORM inc_r32, 1, 0.5, UV, {inc eax}, {inc edx}
FORM inc_r8, 1, 0.5, UV, {inc al}, {inc dl}
FORM inc_m32, 3, 2.5, UV, {inc dword [esi + SCRATCH]}, {inc dword [edi]}
FORM dec_r32, 1, 0.5, UV, {dec eax}, {dec edx}
FORM dec_r8, 1, 0.5, UV, {dec al}, {dec dl}
FORM dec_m32, 3, 2.5, UV, {dec dword [esi + SCRATCH]}, {dec dword [edi]}

; NEG NOT: NP; r 1, m 3 (MA,K,V; B 3 for r, an error).
FORM neg_r32, 1, 1, NP, {neg eax}, {neg edx}
FORM neg_m32, 3, 3, NP, {neg dword [esi + SCRATCH]}, {neg dword [edi]}
FORM not_r32, 1, 1, NP, {not eax}, {not edx}
FORM not_m32, 3, 3, NP, {not dword [esi + SCRATCH]}, {not dword [edi]}

; NOP (G1,B,K,MA); flags (B,MA); LAHF and SAHF 3 (X; B and MA 2).
FORM nop, -, 0.5, UV, {nop}
FORM clc, 2, 2, NP, {clc}
FORM stc, 2, 2, NP, {stc}
FORM cmc, 2, 2, NP, {cmc}
FORM cld, 2, 2, NP, {cld}
FORM std, 2, 2, NP, {std}
FORM lahf, 3, 3, NP, {lahf}
FORM sahf, 3, 3, NP, {sahf}

; Conversions: 3 and 2 (B,MA). The clocks of the previous instruction hide the 66 of CBW and CWD.
FORM cbw, 3, 3, NP, {cbw}
FORM cwde, 3, 3, NP, {cwde}
P55C 3, 3, NP
FORM cwd, 2, 2, NP, {cwd}
FORM cdq, 2, 2, NP, {cdq}

; BSWAP: NP 1 (B,MA,RB), and a clock for its 0F, except on the P55C (B,G3,X).
P55C 1, 1, NP
FORM bswap_r32, 2, 2, NP, {bswap eax}, {bswap edx}

; Decimal adjustments (B,MA,RB).
FORM aaa, 3, 3, NP, {aaa}
FORM aas, 3, 3, NP, {aas}
FORM daa, 3, 3, NP, {daa}
FORM das, 3, 3, NP, {das}
FORM aad, 10, 10, NP, {aad}
FORM aam, 18, 18, NP, {aam}

; SETcc: NP 1-2 (MA 2, B 3 with its prefix), and a clock for its 0F, except on the P55C (X).
%macro SET 1-*
%rep %0
P55C 1, 1, NP
WIDE {set%1 al}, {set%1 cl}, {set%1 dl}, {set%1 bl}
FORM set%1_r8, 2-3, 2-3, NP, {set%1 al}
%rotate 1
%endrep
%endmacro

SET o, no, c, nc, z, nz, be, a, s, ns, pe, po, l, ge, le, g
P55C -, 1, NP
FORM setz_m8, -, 2-3, NP, {setz [esi + SCRATCH]}

CLASS "integer instructions of one operand, and of none: latency, throughput and pairing"
