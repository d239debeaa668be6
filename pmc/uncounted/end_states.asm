; SPDX-License-Identifier: MIT
; Calibration regions whose end probes meet different states of an out-of-order processor: see
; end_states.h.

bits 32

%include "pmc/region.inc"

END_STATE_REGIONS           equ 32
COLD_EACH                   equ 4       ; regions: the jumps take long

; The jumps are in more bytes than a K7's code cache, and are twice the entries of its BTB. Half of
; them are enough for a P6 (Pentium M: 32 KB). The odd distance spreads them over all sets.
JUMPS                       equ 4096
JUMP_BYTES                  equ 17
JUMP_TO_NEXT                equ 0xEB | (JUMP_BYTES - 2) << 8
RET_CODE                    equ 0xC3
SLOW                        equ 8       ; of 4 bytes: the offsets do not change

extern malloc

section .bss
end_state_jumps:    resd 1              ; the first of the jumps, or a RET
global end_state_half
end_state_half:     resd 1              ; not 0: half of the jumps

section .text align=64

global end_state_regions
end_state_regions:
    push ebp
    push dword end_state_calls.known
    jmp end_state_calls

global end_state_regions_cold
end_state_regions_cold:
    push ebp
    push dword end_state_calls.jumps
    jmp end_state_calls

; Runs the regions twice. Before the counted run of each fourth one, the routine at [ESP] is called.
; IN: [ESP] that routine, [ESP + 4] the caller's EBP.
end_state_calls:
    mov ebp, .known
    call .once
    CLEAR_REGIONS END_STATE_REGIONS
    pop ebp
    call .once
    pop ebp
    ret

.once:
%assign region_number 0
%rep END_STATE_REGIONS
%if region_number % COLD_EACH == 0
    call ebp
%endif
    REGION_BEGIN region_number
    times SLOW test ax, 0x1234
    times region_number nop
    REGION_END region_number
%assign region_number region_number + 1
%endrep
.known:
    ret

.jumps:
    jmp [end_state_jumps]

; Writes the jumps. They displace all probes from the code cache and from the BTB.
global end_state_setup
end_state_setup:
    push dword JUMPS * JUMP_BYTES + 1
    call malloc
    add esp, 4
    mov dword [end_state_jumps], end_state_calls.known
    test eax, eax
    jz .done
    mov [end_state_jumps], eax
    cmp dword [end_state_half], 0
    je .all
    add dword [end_state_jumps], JUMPS / 2 * JUMP_BYTES
.all:
    mov ecx, JUMPS
.next:
    mov word [eax], JUMP_TO_NEXT
    add eax, JUMP_BYTES
    dec ecx
    jnz .next
    mov byte [eax], RET_CODE
.done:
    ret
