; SPDX-License-Identifier: MIT
; Register dependences that prevent pairing, and their exceptions.
;
; The second of a pair may neither read nor write a register that the first writes; parts of a
; register count as the whole, ESP counts too. Writing a register that the first reads is allowed,
; and flags do not matter. Exceptions: PUSH/PUSH, PUSH/CALL, POP/POP. (Agner Fog 10.1, Abrash 21.)

%include "bench/cycles.inc"

section .text align=4096
dependence:
    CYCLES_ENTER

; Read after write, in both directions: nothing pairs.
WORK "region=0 count_clocks=20 instructions_executed_in_v_pipe=0"
    REGION_BEGIN 0
    TEN {mov eax, edx}, {mov edx, eax}
    REGION_END 0

; Write after write.
WORK "region=1 count_clocks=20 instructions_executed_in_v_pipe=0"
    REGION_BEGIN 1
    TEN {mov eax, 1}, {mov eax, 2}
    REGION_END 1

; Write after read is allowed: ten pairs.
WORK "region=2 count_clocks=10 instructions_executed_in_v_pipe=10"
    REGION_BEGIN 2
    TEN {mov edx, eax}, {mov eax, 1}
    REGION_END 2

; Both write the flags: ten pairs.
WORK "region=3 count_clocks=10 instructions_executed_in_v_pipe=10"
    REGION_BEGIN 3
    TEN {add eax, 1}, {sub edx, 1}
    REGION_END 3

; AL and AH are both parts of EAX.
WORK "region=4 count_clocks=20 instructions_executed_in_v_pipe=0"
    REGION_BEGIN 4
    TEN {mov al, 1}, {mov ah, 2}
    REGION_END 4

; AL and DL are parts of different registers: ten pairs.
WORK "region=5 count_clocks=10 instructions_executed_in_v_pipe=10"
    REGION_BEGIN 5
    TEN {mov al, 1}, {mov dl, 2}
    REGION_END 5

; DH is written, EDX read. The second instruction pairs with the first of the next repetition, which
; writes a register that it only reads: mov | (mov mov) nine times | mov: 1 + 9 + 1.
WORK "region=6 count_clocks=11 instructions_executed_in_v_pipe=9"
    REGION_BEGIN 6
    TEN {mov dh, 1}, {mov eax, edx}
    REGION_END 6

; MOV reads ESP just after PUSH or POP has written it; PUSH or POP may follow MOV: push | (mov pop)
; (mov push) (mov pop) ... (mov pop) | mov, 20 instructions: 1 + 9 + 1.
WORK "region=7 count_clocks=11 instructions_executed=20 instructions_executed_in_v_pipe=9"
    REGION_BEGIN 7
%rep 5
    push eax
    mov edx, esp
    pop eax
    mov ecx, esp
%endrep
    REGION_END 7

; PUSH/PUSH, registers and immediates: five pairs, ten writes to five pairs of neighbouring banks.
WORK "region=8 count_clocks=5 instructions_executed_in_v_pipe=5 data_write=10"
WORK "region=8 memory_accesses_in_both_pipes=5 bank_conflicts=0"
    REGION_BEGIN 8
%rep 5
    push eax
    push 1
%endrep
    REGION_END 8

; POP/POP to different registers: five pairs.
WORK "region=9 count_clocks=5 instructions_executed_in_v_pipe=5 data_read=10"
WORK "region=9 memory_accesses_in_both_pipes=5 bank_conflicts=0"
    REGION_BEGIN 9
%rep 5
    pop eax
    pop edx
%endrep
    REGION_END 9

; POP/POP to the same register is a write after write: ten clocks.
    sub esp, 40
WORK "region=10 count_clocks=10 instructions_executed_in_v_pipe=0 data_read=10"
    REGION_BEGIN 10
    TEN {pop eax}
    REGION_END 10

; PUSH/POP and POP/PUSH are no exceptions.
WORK "region=11 count_clocks=20 instructions_executed_in_v_pipe=0"
    REGION_BEGIN 11
    TEN {push eax}, {pop edx}
    REGION_END 11

; PUSH/CALL pairs, the CALL is predicted: 1. RET takes 2; it is predicted, since it always returns
; here. POP: 1.
WORK "region=12 count_clocks=4 instructions_executed=4 instructions_executed_in_v_pipe=1"
WORK "region=12 branches=2 btb_hits=2 pipeline_flushes=0"
    REGION_BEGIN 12
    push eax
    call .return
    pop ecx
    REGION_END 12

; Memory does not count as a register: the load pairs with the store to another bank. The settling
; pair and ten pairs.
WORK "region=13 count_clocks=11 instructions_executed_in_v_pipe=11"
WORK "region=13 data_write=10 data_read=10 bank_conflicts=0"
    REGION_BEGIN 13
    SETTLE
    TEN {mov [ebx], eax}, {mov edx, [ebx + 4]}
    REGION_END 13
    CYCLES_LEAVE

.return:
    ret

BENCHMARK "register dependences between the pipes", dependence
