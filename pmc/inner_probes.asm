; SPDX-License-Identifier: MIT
; What reads call in a run that counts probes, and regions with probes in them.

bits 32

%include "pmc/region.inc"

INNER_EMPTY         equ 0
INNER_PADDING       equ 1
INNER_BEGIN         equ 2
INNER_END           equ 3
INNER_REGIONS       equ 4

section .bss
align 4
global inner_trace
inner_trace:
.second:            resd 1
.first:             resd 1
.begins_and_ends:   resd 2

section .text align=256

; IN: ECX, this address for the near counter, the next one for the far one.  OUT: EDX:EAX.
; CHANGES: ECX. The flags stay: nothing here writes them.
;
; A begin reads far, near; an end near, far. So what is added up at the second read of a probe is
; begins by the near counter, ends by the far one.
global inner_read
inner_read:
    nop                                 ; the near counter's byte
    movzx ecx, cl                       ; its number: the address ends in 00h
    mov eax, [inner_trace.second]
    mov edx, [inner_trace.first]
    mov [inner_trace.second], edx
    mov [inner_trace.first], eax
    mov edx, [inner_trace.begins_and_ends + ecx * 4]
    lea eax, [edx + eax]
    mov [inner_trace.begins_and_ends + ecx * 4], eax
    mov edx, 0
    ret

; A first time, which is not kept, for caches, TLBs and BTB.
global inner_regions
inner_regions:
    call .once
    mov edx, INNER_REGIONS * region_size
.clear:
    mov dword [regions + edx - 4], 0
    sub edx, 4
    jnz .clear
    call .once
    ret

align 64
.once:
    REGION_BEGIN INNER_EMPTY
    REGION_END INNER_EMPTY
    REGION_BEGIN INNER_PADDING
    align 32                            ; as the macro of a begin has it
    REGION_END INNER_PADDING
    REGION_BEGIN INNER_BEGIN
    REGION_BEGIN INNER_END
    REGION_END INNER_BEGIN
    REGION_END INNER_END
    ret
