; SPDX-License-Identifier: MIT
; Reads a list of up to 18 counters between serialising instructions; the region probes call it. It
; is called_probes.asm for processors whose passes may use any of many counters.
; pmc/netburst/counters/counter_list_reads.c patches the number of counters into a jump to the first
; read; the further reads follow it.

bits 32

%include "pmc/region.inc"

COUNTER_LIST_MOST   equ 18              ; PMC_MAX_COUNTERS
COUNTER_LIST_BEYOND equ COUNTER_LIST_MOST - 2 ; counters without a field in struct region

struc counter_list_region
    .begin:         resq COUNTER_LIST_BEYOND
    .sum:           resq COUNTER_LIST_BEYOND
endstruc
COUNTER_LIST_SHIFT  equ 2               ; converts a slot's offset into its counter_list_region's
%if counter_list_region_size != region_size << COUNTER_LIST_SHIFT
    %error the shift is not that of the sizes
%endif

MOV_EBX_IMM32       equ 0xBB
PUSHFD_CODE         equ 0x9C
MOV_AT_EBX_8_EAX    equ 0x4389          ; with 08h: the instruction after the far read of a begin
PUSHA_BYTES         equ 32

section .bss
alignb 64
global counter_list_latest, counter_list_latest_beyond
counter_list_latest: resb region_size   ; the reads of an end, laid out as in a begin's slot
counter_list_latest_beyond: resq COUNTER_LIST_BEYOND
global counter_list_reads_to
counter_list_reads_to: resd 2           ; a begin's slot and counter_list_region, otherwise `latest`
global counter_list_regions
counter_list_regions: resd 1            ; array, one for each region and one for the harness
global counter_list_beyond
counter_list_beyond: resd 1             ; number of counters in the list beyond two

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
    shl edi, COUNTER_LIST_SHIFT
    add edi, [counter_list_regions]
    mov ecx, [counter_list_beyond]
    jecxz .done
.add_up:
    mov eax, [counter_list_latest_beyond + ecx * 8 - 8]
    mov edx, [counter_list_latest_beyond + ecx * 8 - 4]
    sub eax, [edi + counter_list_region.begin + ecx * 8 - 8]
    sbb edx, [edi + counter_list_region.begin + ecx * 8 - 4]
    and edx, COUNTER_HIGH
    add [edi + counter_list_region.sum + ecx * 8 - 8], eax
    adc [edi + counter_list_region.sum + ecx * 8 - 4], edx
    dec ecx
    jnz .add_up
.done:
    pop edi
    popf
    mov eax, [counter_list_latest + region.far_begin]
    mov edx, [counter_list_latest + region.far_begin + 4]
    ret

far_read:
    pushf
    mov ecx, [esp + 4]                  ; return address
    cmp word [ecx], MOV_AT_EBX_8_EAX
    jne end_far

; IN: EBX, the slot. The next counter reads go to this slot and to its counter_list_region.
    mov edi, ebx
    sub edi, regions
    shl edi, COUNTER_LIST_SHIFT
    add edi, [counter_list_regions]
    mov [counter_list_reads_to], ebx
    mov [counter_list_reads_to + 4], edi
    cmp dword [ebx + region.entries], 1 ; the first entry of the run
    jne .done
    add edi, counter_list_region.sum
    mov ecx, COUNTER_LIST_BEYOND * 2
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
%macro COUNTER_LIST_READ 1
read_ %+ %1:
    mov ecx, %1
    rdmsr
%endmacro

; CHANGES: EAX, ECX, EDX, ESI, EDI, EBP; no flags.
global counter_list_read
counter_list_read:
    db 0xB8                             ; MOV EAX, imm32: the near entry skips the jump
    jmp short far_read
    nop
    nop
    mov ebp, ebx
    mov eax, 0
    cpuid
    mov esi, [counter_list_reads_to]
    mov edi, [counter_list_reads_to + 4]
    mov dword [counter_list_reads_to], counter_list_latest
    mov dword [counter_list_reads_to + 4], counter_list_latest_beyond
global counter_list_jump
counter_list_jump:
    jmp near read_0
%assign place COUNTER_LIST_MOST - 1
%rep COUNTER_LIST_BEYOND
    COUNTER_LIST_READ place
    mov [edi + counter_list_region.begin + (place - 2) * 8], eax
    mov [edi + counter_list_region.begin + (place - 2) * 8 + 4], edx
%assign place place - 1
%endrep
    COUNTER_LIST_READ 1
    mov [esi + region.far_begin], eax
    mov [esi + region.far_begin + 4], edx
    COUNTER_LIST_READ 0
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
global counter_list_reads
counter_list_reads:
%assign place 0
%rep COUNTER_LIST_MOST
    dd read_ %+ place
%assign place place + 1
%endrep
