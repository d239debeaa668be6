; SPDX-License-Identifier: MIT
; How long an instruction may be and go into U with another in V: loads of 7 bytes with prefixes to
; make them 8 to 15. DIV, of 41 clocks, hides the decoding of all of them. And whether one with a
; prefix of a size may go into V.

%include "bench/cycles.inc"
%include "bench/findings.inc"

SHORTEST    equ 8
LONGEST     equ 15
OF_LOAD     equ 7

; IN: what stands behind the load.
%macro BY_LENGTH 1
%assign %%prefixes SHORTEST - OF_LOAD
%rep LONGEST - SHORTEST + 1
    div ecx
    LOAD %%prefixes
    %1
%assign %%prefixes %%prefixes + 1
%endrep
    div ecx
%endmacro

; IN: how many prefixes it has.  CHANGES: EDI.
%macro LOAD 1
    times %1 - 1 db 0x3E
    ds mov edi, [dword ebx + esi]
%endmacro

section .text align=32
lengths:
    CYCLES_ENTER
    xor esi, esi
    mov ecx, 1
    mov eax, 0
    mov edx, 0
; NOP, 1 clock or none, and NOT, which pairs with nothing: what a NOP takes less is what pairs.
    REGION_BEGIN 0
    SETTLE
    BY_LENGTH nop
    REGION_END 0
    REGION_NAME 0, "NOP behind loads of 8 to 15 bytes"
    REGION_BEGIN 1
    SETTLE
    BY_LENGTH {not eax}
    REGION_END 1
    REGION_NAME 1, "NOT behind them"
    FINDING "pairs_beyond_7_bytes", 1, 0, 1

; Whether one with a prefix of a size goes into V: NOP is a clock less than NOT where it does.
    REGION_BEGIN 2
    SETTLE
    TEN {div ecx}, {nop}, {a16 mov edi, esi}
    REGION_END 2
    REGION_NAME 2, "NOP, MOV with a prefix of size"
    REGION_BEGIN 3
    SETTLE
    TEN {div ecx}, {not eax}, {a16 mov edi, esi}
    REGION_END 3
    REGION_NAME 3, "NOT, MOV with a prefix of size"
    FINDING "size_prefix_in_v", 3, 2, 10

; What a second prefix of a size takes: nothing pairs, as each needs what the one before wrote.
    REGION_BEGIN 4
    DRAIN
    TEN {mov dx, cx}
    REGION_END 4
    REGION_NAME 4, "MOV with a prefix of size"
    REGION_BEGIN 5
    DRAIN
    TEN {a16 mov dx, cx}
    REGION_END 5
    REGION_NAME 5, "MOV with two of them"
    FINDING "second_size_prefix", 5, 4, 10
    CYCLES_LEAVE

FINDINGS
BENCHMARK "pairing by length and by prefixes of sizes", lengths
