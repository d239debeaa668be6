; SPDX-License-Identifier: MIT
; What probes call to read the counters of a list, serialised: as called_probes.asm, for processors
; whose passes take any of many counters. How many is patched (pmc/reading.c): into a jump to the
; first read, behind which the others stand.

bits 32

%include "pmc/region.inc"

MOST_LISTED         equ 18              ; PMC_MAX_COUNTERS
BEYOND              equ MOST_LISTED - 2 ; those that struct region has no room for

struc listed_region
    .begin:         resq BEYOND
    .sum:           resq BEYOND
endstruc
LISTED_SHIFT        equ 2               ; a slot's offset becomes its listed_region's
%if listed_region_size != region_size << LISTED_SHIFT
    %error the shift is not that of the sizes
%endif

MOV_EBX_IMM32       equ 0xBB
PUSHFD_CODE         equ 0x9C
MOV_AT_EBX_8_EAX    equ 0x4389          ; and 08h: what follows the far read of a begin
PUSHA_BYTES         equ 32

section .bss
alignb 64
global listed_latest, listed_latest_beyond
listed_latest:      resb region_size    ; an end's reads, as a begin has them in its slot
listed_latest_beyond: resq BEYOND
global listed_reads_to
listed_reads_to:    resd 2              ; the slot and listed_region of a begin under way, or these
global listed_regions
listed_regions:     resd 1              ; one for each region and the harness's own
global listed_beyond
listed_beyond:      resd 1              ; counters of the list beyond two

section .text align=32

; IN: ECX, what is behind the call: MOV EBX, the slot; of libp5mon's stubs PUSHF, and the region's
; number on the stack; else EBX is the slot.  OUT: EDX:EAX, the far counter.  CHANGES: ECX.
end_far:
    push edi                            ; half of what the near one gave
    mov edi, [ecx + 1]
    cmp byte [ecx], MOV_EBX_IMM32
    je .slot
    mov edi, ebx
    cmp byte [ecx], PUSHFD_CODE
    jne .slot
    mov edi, [esp + 12 + PUSHA_BYTES]
    shl edi, 6
    add edi, regions
.slot:
    sub edi, regions
    shl edi, LISTED_SHIFT
    add edi, [listed_regions]
    mov ecx, [listed_beyond]
    jecxz .done
.add_up:
    mov eax, [listed_latest_beyond + ecx * 8 - 8]
    mov edx, [listed_latest_beyond + ecx * 8 - 4]
    sub eax, [edi + listed_region.begin + ecx * 8 - 8]
    sbb edx, [edi + listed_region.begin + ecx * 8 - 4]
    and edx, COUNTER_HIGH
    add [edi + listed_region.sum + ecx * 8 - 8], eax
    adc [edi + listed_region.sum + ecx * 8 - 4], edx
    dec ecx
    jnz .add_up
.done:
    pop edi
    popf
    mov eax, [listed_latest + region.far_begin]
    mov edx, [listed_latest + region.far_begin + 4]
    ret

far_read:
    pushf
    mov ecx, [esp + 4]                  ; where it goes on
    cmp word [ecx], MOV_AT_EBX_8_EAX
    jne end_far

; IN: EBX, the slot. The counters will be read to it, and to its counterpart.
    mov edi, ebx
    sub edi, regions
    shl edi, LISTED_SHIFT
    add edi, [listed_regions]
    mov [listed_reads_to], ebx
    mov [listed_reads_to + 4], edi
    cmp dword [ebx + region.entries], 1 ; this one, the first of its run
    jne .done
    add edi, listed_region.sum
    mov ecx, BEYOND * 2
    xor eax, eax
.clear:
    mov [edi], eax
    add edi, 4
    dec ecx
    jnz .clear
.done:
    popf
    ret

align 32
; The read at place 1 of the list.  OUT: EDX:EAX.  CHANGES: ECX.
%macro LISTED_READ 1
read_ %+ %1:
    mov ecx, %1
    rdmsr
%endmacro

; CHANGES: EAX, ECX, EDX, ESI, EDI, EBP; no flags.
global listed_read
listed_read:
    db 0xB8                             ; MOV EAX, imm32: near passes over what is far's
    jmp short far_read
    nop
    nop
    mov ebp, ebx
    mov eax, 0
    cpuid
    mov esi, [listed_reads_to]
    mov edi, [listed_reads_to + 4]
    mov dword [listed_reads_to], listed_latest
    mov dword [listed_reads_to + 4], listed_latest_beyond
global listed_jump
listed_jump:
    jmp near read_0
%assign place MOST_LISTED - 1
%rep BEYOND
    LISTED_READ place
    mov [edi + listed_region.begin + (place - 2) * 8], eax
    mov [edi + listed_region.begin + (place - 2) * 8 + 4], edx
%assign place place - 1
%endrep
    LISTED_READ 1
    mov [esi + region.far_begin], eax
    mov [esi + region.far_begin + 4], edx
    LISTED_READ 0
    mov [esi + region.near_begin], eax
    mov [esi + region.near_begin + 4], edx
    mov eax, 0
    cpuid
    mov ebx, ebp
    mov eax, [esi + region.near_begin]
    mov edx, [esi + region.near_begin + 4]
    ret

; In the list's order, each read's MOV ECX, imm32, and the instruction behind it.
section .rodata
global listed_reads
listed_reads:
%assign place 0
%rep MOST_LISTED
    dd read_ %+ place
%assign place place + 1
%endrep
