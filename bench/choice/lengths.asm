; SPDX-License-Identifier: MIT
; The length limit of an instruction that pairs in U: loads of 7 bytes get prefixes that make them 8
; to 15. DIV, of 41 clocks, hides the decoding of all of them. Also finds whether an instruction
; with a size prefix may go into V.

%include "bench/cycles.inc"
%include "bench/findings.inc"

SHORTEST    equ 8
LONGEST     equ 15
OF_LOAD     equ 7

; IN: the instruction after the load.
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

; IN: the number of prefixes.  CHANGES: EDI.
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
; NOP takes 1 clock, or none if it pairs; NOT does not pair. The difference shows which loads pair.
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

; Finds whether an instruction with a size prefix goes into V: NOP then takes a clock less than NOT.
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

; The cost of a second size prefix: nothing pairs, as each needs the result of the one before.
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
BENCHMARK "pairing by length and by the size prefixes", lengths
