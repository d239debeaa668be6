; SPDX-License-Identifier: MIT
; Regions that displace the lines into which a probe's PUSHA stores, or others, or begin when those
; lines are displaced.
;
; ESP is set so that PUSHA's lowest two words are the last of a line and the other six the first of
; the next. Region 0 displaces nothing, region 1 both lines, region 2 the lower one, region 3 the
; upper one, region 4 neither, region 5 both in each of 3 entries. Region 6 contains an entry of
; region 7, which displaces both lines. Before region 8 begins both are displaced, before region 9
; the lower one, before region 10 the upper one. In region 11 both are, then region 12 begins.

%include "bench/bench.inc"

WORK "region=1 data_read=16"

PAGE_BYTES  equ 4096                    ; lines at this distance are in one set of L1
LINE_BYTES  equ 32
PAGES       equ 8                       ; more than the ways of any Pentium's L1
ENTRIES     equ 3

extern user_code_start                  ; pages that each ring may read

section .text

; Displaces the line at EDI or at EDI + LINE_BYTES from L1.  IN: 1, 0 or LINE_BYTES. CHANGES: EAX.
%macro DISPLACE 1
%assign page 0
%rep PAGES
    mov eax, [edi + page * PAGE_BYTES + %1]
%assign page page + 1
%endrep
%endmacro

stack_lines:
    push ebp
    mov ebp, esp
    sub esp, 4 * LINE_BYTES
    and esp, -LINE_BYTES
    sub esp, 8                          ; PUSHA stores from 24 bytes into a line
    lea edi, [esp - LINE_BYTES]
    and edi, PAGE_BYTES - LINE_BYTES
    add edi, user_code_start

    REGION_BEGIN 0
    REGION_END 0
    REGION_BEGIN 1
    DISPLACE 0
    DISPLACE LINE_BYTES
    REGION_END 1
    REGION_BEGIN 2
    DISPLACE 0
    REGION_END 2
    REGION_BEGIN 3
    DISPLACE LINE_BYTES
    REGION_END 3

    xor edi, PAGE_BYTES / 2
    REGION_BEGIN 4
    DISPLACE 0
    DISPLACE LINE_BYTES
    REGION_END 4
    xor edi, PAGE_BYTES / 2

    mov ecx, ENTRIES
.again:
    REGION_BEGIN 5
    DISPLACE 0
    DISPLACE LINE_BYTES
    REGION_END 5
    dec ecx
    jnz near .again

    REGION_BEGIN 6
    REGION_BEGIN 7
    DISPLACE 0
    DISPLACE LINE_BYTES
    REGION_END 7
    REGION_END 6

    DISPLACE 0
    DISPLACE LINE_BYTES
    REGION_BEGIN 8
    REGION_END 8
    DISPLACE 0
    REGION_BEGIN 9
    REGION_END 9
    DISPLACE LINE_BYTES
    REGION_BEGIN 10
    REGION_END 10
    REGION_BEGIN 11
    DISPLACE 0
    DISPLACE LINE_BYTES
    REGION_BEGIN 12
    REGION_END 12
    REGION_END 11
    mov esp, ebp
    pop ebp
    ret

BENCHMARK "displaces the stack from L1", stack_lines
