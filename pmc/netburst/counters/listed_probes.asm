; SPDX-License-Identifier: MIT
; Reads a list of up to 18 counters between serialising instructions; the region probes call it. It
; is called_probes.asm for processors whose passes may use any of many counters.
; pmc/netburst/counters/listed_reads.c patches the number of counters into a jump to the first read;
; the further reads follow it.

bits 32

%include "pmc/region.inc"

MOST_LISTED         equ 18              ; PMC_MAX_COUNTERS
BEYOND              equ MOST_LISTED - 2 ; counters without a field in struct region

struc listed_region
    .begin:         resq BEYOND
    .sum:           resq BEYOND
endstruc
LISTED_SHIFT        equ 2               ; converts a slot's offset into its listed_region's
%if listed_region_size != region_size << LISTED_SHIFT
    %error the shift is not that of the sizes
%endif

MOV_EBX_IMM32       equ 0xBB
PUSHFD_CODE         equ 0x9C
MOV_AT_EBX_8_EAX    equ 0x4389          ; with 08h: the instruction after the far read of a begin
PUSHA_BYTES         equ 32

section .bss
alignb 64
global listed_latest, listed_latest_beyond
listed_latest:      resb region_size    ; the reads of an end, laid out as in a begin's slot
listed_latest_beyond: resq BEYOND
global listed_reads_to
listed_reads_to:    resd 2              ; slot, listed_region of the current begin; else `latest`
global listed_regions
listed_regions:     resd 1              ; array, one for each region and one for the harness
global listed_beyond
listed_beyond:      resd 1              ; number of counters in the list beyond two

section .text align=32

; IN: ECX, the return address. The instruction there shows which slot is meant: MOV EBX, imm32 holds
; the slot; PUSHF belongs to a stub of libp5mon, and the region's number is on the stack; otherwise
; EBX is the slot. OUT: EDX:EAX, the far counter. CHANGES: ECX.
end_far:
    push edi                            ; holds half of the near counter's value
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
    mov ecx, [esp + 4]                  ; return address
    cmp word [ecx], MOV_AT_EBX_8_EAX
    jne end_far

; IN: EBX, the slot. The next counter reads go to this slot and to its listed_region.
    mov edi, ebx
    sub edi, regions
    shl edi, LISTED_SHIFT
    add edi, [listed_regions]
    mov [listed_reads_to], ebx
    mov [listed_reads_to + 4], edi
    cmp dword [ebx + region.entries], 1 ; the first entry of the run
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
; Reads entry 1 of the list. OUT: EDX:EAX. CHANGES: ECX.
%macro LISTED_READ 1
read_ %+ %1:
    mov ecx, %1
    rdmsr
%endmacro

; CHANGES: EAX, ECX, EDX, ESI, EDI, EBP; no flags.
global listed_read
listed_read:
    db 0xB8                             ; MOV EAX, imm32: the near entry skips the jump
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

; The addresses of MOV ECX, imm32 of each read, in the order of the list.
section .rodata
global listed_reads
listed_reads:
%assign place 0
%rep MOST_LISTED
    dd read_ %+ place
%assign place place + 1
%endrep
