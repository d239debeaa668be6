; SPDX-License-Identifier: MIT
; Reads up to four counters between serialising instructions; the region probes call it.
; A begin probe reads the far counter first, an end probe the near one. All counters are therefore
; read in the call for the near counter; the call for the far counter does the work that must not be
; counted.

bits 32

%include "pmc/region.inc"

struc called_region
    .begin:         resq 2
    .sum:           resq 2
endstruc

MOV_EBX_IMM32       equ 0xBB
PUSHFD_CODE         equ 0x9C
MOV_AT_EBX_8_EAX    equ 0x4389          ; with 08h: the instruction after the far read of a begin
PUSHA_BYTES         equ 32

section .bss
alignb 32
global called_regions
called_regions:     resb (REGIONS + 1) * called_region_size
    alignb 64
global called_reads
called_reads:
called_latest:      resb region_size    ; the reads of an end, laid out as in a begin's slot
; The first load of a routine brings this line in, so that the stores between the reads of an end do
; not miss, which only the counters read later would count.
latest_called:      resb called_region_size
reads_to:           resd 2              ; slot and called_region of a begin, else `called_latest`

section .text align=64

; IN: 1, the number of counters.  CHANGES: EAX, ECX, EDX, ESI, EDI, EBP; no flags.
%macro CALLED 1
align 32
global called_read_%1
called_read_%1:
    db 0xB8                             ; MOV EAX, imm32: the near entry skips the jump
    jmp short %%far
    nop
    nop
    mov ebp, ebx
    mov eax, 0
    cpuid
    mov esi, [reads_to]
    mov edi, [reads_to + 4]
    mov dword [reads_to], called_latest
    mov dword [reads_to + 4], latest_called
%if %1 > 2
    CALLED_READ 3
    mov [edi + called_region.begin + 8], eax
    mov [edi + called_region.begin + 12], edx
    CALLED_READ 2
    mov [edi + called_region.begin], eax
    mov [edi + called_region.begin + 4], edx
%endif
    CALLED_READ 1
    mov ebx, eax                        ; a store here may miss, which counter 0 would count
    mov edi, edx
    CALLED_READ 0
    mov [esi + region.near_begin], eax
    mov [esi + region.near_begin + 4], edx
    mov [esi + region.far_begin], ebx
    mov [esi + region.far_begin + 4], edi
    mov eax, 0
    cpuid
    mov ebx, ebp
    mov eax, [esi + region.near_begin]
    mov edx, [esi + region.near_begin + 4]
    ret
%%far:
    pushf
    mov ecx, [esp + 4]                  ; return address
    cmp word [ecx], MOV_AT_EBX_8_EAX
    je begin_far
%if %1 > 2
    jmp end_far
%else
    jmp end_far.done
%endif
%endmacro

CALLED 2
CALLED 4

; IN: EBX, the slot. The next counter reads go to this slot and to its called_region.
begin_far:
    mov ecx, ebx
    sub ecx, regions
    shr ecx, 1
    add ecx, called_regions
    mov [reads_to], ebx
    mov [reads_to + 4], ecx
    cmp dword [ebx + region.entries], 1 ; the first entry of the run
    jne .done
    mov dword [ecx + called_region.sum], 0
    mov dword [ecx + called_region.sum + 4], 0
    mov dword [ecx + called_region.sum + 8], 0
    mov dword [ecx + called_region.sum + 12], 0
.done:
    popf
    ret

; IN: ECX, the return address. The instruction there shows which slot is meant: MOV EBX, imm32 holds
; the slot; PUSHF belongs to a stub of libp5mon, and the region's number is on the stack; otherwise
; EBX is the slot. OUT: EDX:EAX, the far counter.
end_far:
    mov eax, [ecx + 1]
    cmp byte [ecx], MOV_EBX_IMM32
    je .slot
    mov eax, ebx
    cmp byte [ecx], PUSHFD_CODE
    jne .slot
    mov eax, [esp + 8 + PUSHA_BYTES]
    shl eax, 6
    add eax, regions
.slot:
    sub eax, regions
    shr eax, 1
    lea ecx, [called_regions + eax]
%assign counter 0
%rep 2
    mov eax, [latest_called + called_region.begin + counter * 8]
    mov edx, [latest_called + called_region.begin + counter * 8 + 4]
    sub eax, [ecx + called_region.begin + counter * 8]
    sbb edx, [ecx + called_region.begin + counter * 8 + 4]
    and edx, COUNTER_HIGH
    add [ecx + called_region.sum + counter * 8], eax
    adc [ecx + called_region.sum + counter * 8 + 4], edx
%assign counter counter + 1
%endrep
.done:
    popf
    mov eax, [called_latest + region.far_begin]
    mov edx, [called_latest + region.far_begin + 4]
    ret
