; SPDX-License-Identifier: MIT
; Calibration regions whose end probes meet different states of an out-of-order processor: see
; end_states.h.

bits 32

%include "pmc/region.inc"

END_STATE_REGIONS           equ 32
COLD_EACH                   equ 4       ; regions: the jumps take long

; The jumps are in more bytes than a K7's code cache, and are twice the entries of its BTB. The odd
; distance spreads them over all of its sets.
JUMPS                       equ 4096
JUMP_BYTES                  equ 17
JUMP_TO_NEXT                equ 0xEB | (JUMP_BYTES - 2) << 8
RET_CODE                    equ 0xC3
SLOW                        equ 8       ; of 4 bytes: the offsets do not change

extern malloc

section .bss
end_state_jumps:    resd 1              ; the first of JUMPS jumps, or a RET

section .text align=64

global end_state_regions
end_state_regions:
    push ebp
    mov ebp, end_state_calls.known
    call end_state_calls
    pop ebp
    ret

global end_state_regions_cold
end_state_regions_cold:
    push ebp
    mov ebp, end_state_calls.jumps
    call end_state_calls
    pop ebp
    ret

; IN: EBP, the routine to call before each fourth region.
end_state_calls:
    RUN_REGIONS_TWICE END_STATE_REGIONS

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
    mov ecx, JUMPS
.next:
    mov word [eax], JUMP_TO_NEXT
    add eax, JUMP_BYTES
    dec ecx
    jnz .next
    mov byte [eax], RET_CODE
.done:
    ret
