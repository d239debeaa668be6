; SPDX-License-Identifier: MIT
; Finds stores of an end probe that miss L1 because the region displaced the stack: the routine that
; probe reads call in such a run, and calibration regions. It relies on a P5 property: a store that
; misses brings no line in, so a line that PUSHA has just stored to is in L1 only if it was before.

bits 32

%include "pmc/region.inc"

DISPLACED_PROBE_EMPTY       equ 0
DISPLACED_PROBE_ELSEWHERE   equ 1
DISPLACED_PROBE_STACK       equ 2
DISPLACED_PROBE_REGIONS     equ 3

LINE_BYTES                  equ 32
PAGE_BYTES                  equ 4096    ; the size of a way of a P5's and a P55C's L1, or a multiple
PAGES                       equ 8       ; twice the ways of a P55C's L1
PUSHA_BYTES                 equ 32

extern user_code_start

section .bss
align 4
global displaced_probe_trace
displaced_probe_trace:
.second:            resd 1              ; -1 at a probe's first read, 0 at its second
.missed:            resd 1              ; stores that missed so far
.before:            resd 1              ; the counter before a line is read

section .text align=256

; Reads a line, and adds EBP to the misses if it was not in L1.  IN: EDI, an address in it.
; CHANGES: EAX, ECX, EDX, EDI, the flags.
%macro ADD_IF_MISSED 0
    and edi, -LINE_BYTES
    CALLED_READ 0                       ; counts data_read_miss
    mov [displaced_probe_trace.before], eax
    mov eax, [edi]
    CALLED_READ 0
    sub eax, [displaced_probe_trace.before]
    cmp eax, 1
    sbb eax, eax
    not eax                             ; all ones if it missed
    and eax, ebp
    add [displaced_probe_trace.missed], eax
%endmacro

; IN: ECX, this address for the near counter, the next one for the far counter. OUT: EDX:EAX.
; CHANGES: ECX, and at an end's first read ESI, EDI, EBP, which PUSHA has saved. It keeps the flags
; and uses no stack, so that it needs no more of it than an end probe.
;
; A begin reads far then near, an end near then far: a near read that comes first is an end's.
global displaced_probe_read
displaced_probe_read:
    nop                                 ; entry for the near counter; far starts one byte later
    not dword [displaced_probe_trace.second]
    movzx ecx, cl                       ; the counter's number: this address ends in 00h
    jecxz .near
    mov eax, 0
    mov edx, 0
    ret
.near:
    mov ecx, [displaced_probe_trace.second]
    jecxz .total
    lahf
    seto al
    mov esi, eax
    lea edi, [esp + 4]                  ; PUSHA's words, above the return address
    mov ebp, edi
    and ebp, LINE_BYTES - 1
    shr ebp, 2                          ; words in the upper line
    sub ebp, PUSHA_BYTES / 4
    neg ebp                             ; words in the lower line
    ADD_IF_MISSED
    sub ebp, PUSHA_BYTES / 4
    neg ebp
    lea edi, [esp + PUSHA_BYTES]        ; the last word
    ADD_IF_MISSED
    mov eax, esi
    add al, 127                         ; sets OF if it was set
    sahf
.total:
    mov eax, [displaced_probe_trace.missed]
    mov edx, 0
    ret

global displaced_probe_regions
displaced_probe_regions:
    RUN_REGIONS_TWICE DISPLACED_PROBE_REGIONS

align 64
.once:
    REGION_BEGIN DISPLACED_PROBE_EMPTY
    REGION_END DISPLACED_PROBE_EMPTY
    lea esi, [esp - 4 - PUSHA_BYTES]    ; the lowest word that the probes of .region push
    and esi, PAGE_BYTES - LINE_BYTES
    add esi, user_code_start            ; memory that each ring may read, at the start of a page
    xor esi, PAGE_BYTES / 2             ; other sets than the stack's and the slots'
    mov ebx, regions + DISPLACED_PROBE_ELSEWHERE * region_size
    call .region
    xor esi, PAGE_BYTES / 2
    mov ebx, regions + DISPLACED_PROBE_STACK * region_size
    call .region
    ret

; A region that reads two neighbouring lines in each of PAGES pages.  IN: EBX, the slot; ESI.
align 32
.region:
    pusha
    REGION_COUNT_AND_READ .region
    popa
%assign page 0
%rep PAGES
    mov eax, [esi + page * PAGE_BYTES]
    mov eax, [esi + page * PAGE_BYTES + LINE_BYTES]
%assign page page + 1
%endrep
    pusha
    REGION_READ_AGAIN
    mov ebx, ebx                        ; as in region_end_at(): called_probes.asm takes it to mean
    pushf                               ; that EBX is the slot
    REGION_ADD_UP .region
    popf
    popa
    ret
