; SPDX-License-Identifier: MIT
; Address-generation interlock: a register written in the clock before, in either pipe, delays an
; address formed from it by a clock, and with it the whole pair (Agner Fog 9, Abrash 21, AP-500).
; Event 1Fh counts each waiting pipe: 2 if both wait.

%include "bench/cycles.inc"

section .text align=4096
agi:
    CYCLES_ENTER
    mov [ebx], ebx                      ; a pointer to itself

; The settling pair; mov | (mov mov) nine times | mov, where all but the first wait:
; 1 + 1 + 9 x (1 + 1) + 1 + 1.
WORK "region=0 count_clocks=22 instructions_executed_in_v_pipe=10"
WORK "region=0 pipeline_stalled_address_generation_interlock=10"
    REGION_BEGIN 0
    SETTLE
    TEN {mov ebx, esi}, {mov eax, [ebx]}
    REGION_END 0

; A clock between them: 3 pairs ten times, no interlock.
WORK "region=1 count_clocks=30 instructions_executed_in_v_pipe=30"
WORK "region=1 pipeline_stalled_address_generation_interlock=0"
    REGION_BEGIN 1
    TEN {mov ebx, esi}, nop, nop, nop, {mov eax, [ebx]}, nop
    REGION_END 1

; Written in V, used in U: 1 + (1 + 1) ten times.
WORK "region=2 count_clocks=30 instructions_executed_in_v_pipe=20"
WORK "region=2 pipeline_stalled_address_generation_interlock=10"
    REGION_BEGIN 2
    TEN nop, {mov ebx, esi}, {mov eax, [ebx]}, nop
    REGION_END 2

; Written in U, used in V: the same.
WORK "region=3 count_clocks=30 instructions_executed_in_v_pipe=20"
WORK "region=3 pipeline_stalled_address_generation_interlock=10"
    REGION_BEGIN 3
    TEN {mov ebx, esi}, nop, nop, {mov eax, [ebx]}
    REGION_END 3

; Both pipes wait in one clock: the same clocks, twice the count.
WORK "region=4 count_clocks=30 instructions_executed_in_v_pipe=20 bank_conflicts=0"
WORK "region=4 pipeline_stalled_address_generation_interlock=20"
    REGION_BEGIN 4
    TEN {mov ebx, esi}, {mov ecx, esi}, {mov eax, [ebx]}, {mov edx, [ecx + 4]}
    REGION_END 4

; The index register counts like the base.
WORK "region=5 count_clocks=30 pipeline_stalled_address_generation_interlock=10"
    REGION_BEGIN 5
    TEN {mov ecx, edi}, nop, {mov eax, [ebx + ecx * 4]}, nop
    REGION_END 5

; LEA forms an address too.
WORK "region=6 count_clocks=30 pipeline_stalled_address_generation_interlock=10"
    REGION_BEGIN 6
    TEN {mov ebx, esi}, nop, {lea eax, [ebx + 4]}, nop
    REGION_END 6

; A register whose value is stored forms no address: 2 pairs ten times.
WORK "region=7 count_clocks=20 pipeline_stalled_address_generation_interlock=0"
    REGION_BEGIN 7
    TEN {mov ecx, esi}, nop, {mov [ebx], ecx}, nop
    REGION_END 7

; Follows pointers: a loaded value is ready for use in the next clock, but not for an address.
; 1 + 1 + 9 x (1 + 1).
WORK "region=8 count_clocks=20 pipeline_stalled_address_generation_interlock=9"
    REGION_BEGIN 8
    SETTLE
    TEN {mov ebx, [ebx]}
    REGION_END 8

; Walks an array: (mov add), each pair but the first waits for the one before. 1 + 1 + 9 x (1 + 1).
WORK "region=9 count_clocks=20 instructions_executed_in_v_pipe=11"
WORK "region=9 pipeline_stalled_address_generation_interlock=9"
    REGION_BEGIN 9
    SETTLE
    TEN {mov eax, [ebx]}, {add ebx, 4}
    REGION_END 9
    mov ebx, esi

; ESP written like any register makes PUSH wait, which pairs with neither MOV: (1 + 1 + 1) ten
; times.
WORK "region=10 count_clocks=30 instructions_executed_in_v_pipe=0"
WORK "region=10 pipeline_stalled_address_generation_interlock=10"
    mov ecx, esp
    REGION_BEGIN 10
    TEN {mov esp, ecx}, {push eax}
    REGION_END 10
    mov esp, esi

; ESP changed by PUSH makes an address formed from it wait: Agner Fog 9 lists a CALL and [ESP+8];
; AP-500 exempts only stack operations among themselves (model_config
; pairing.esp_interlock_after_stack = true). (push nop) | (mov nop) +1: (1 + 1 + 1) ten times.
WORK "region=11 count_clocks=30 pipeline_stalled_address_generation_interlock=10"
    REGION_BEGIN 11
    TEN {push eax}, nop, {mov edx, [esp]}, nop
    REGION_END 11
    mov esp, esi

; PUSH after PUSH does not wait: (push nop) ten times.
WORK "region=12 count_clocks=10 pipeline_stalled_address_generation_interlock=0"
    REGION_BEGIN 12
    TEN {push eax}, nop
    REGION_END 12
    mov esp, esi

; AND r,r writes its register, even if its value does not change.
WORK "region=13 count_clocks=30 pipeline_stalled_address_generation_interlock=10"
    REGION_BEGIN 13
    TEN {and ebx, ebx}, nop, {mov eax, [ebx]}, nop
    REGION_END 13

; TEST r,r does not.
WORK "region=14 count_clocks=20 pipeline_stalled_address_generation_interlock=0"
    REGION_BEGIN 14
    TEN {test ebx, ebx}, nop, {mov eax, [ebx]}, nop
    REGION_END 14

; Across a predicted jump: (mov jmp) | mov +1 | not: 1 + 2 + 1, four times.
WORK "region=15 count_clocks=16 instructions_executed_in_v_pipe=4 btb_hits=4 pipeline_flushes=0"
WORK "region=15 pipeline_stalled_address_generation_interlock=4"
    REGION_BEGIN 15
%assign jump 0
%rep 4
    mov ebx, esi
    jmp short .next%[jump]
.next%[jump]:
    mov eax, [ebx]
    not ecx
%assign jump jump + 1
%endrep
    REGION_END 15

; (push push) | call | ret 8 | push +1. RET with an immediate takes 3 and writes ESP explicitly:
; 1 + 1 + 3 + 2.
WORK "region=16 count_clocks=7 branches=2 btb_hits=2"
WORK "region=16 pipeline_stalled_address_generation_interlock=1"
    REGION_BEGIN 16
    push eax
    push edx
    call .return_8
    push eax
    REGION_END 16
    mov esp, esi

; (push push) | call | ret | push: RET moves ESP by itself: 1 + 1 + 2 + 1.
WORK "region=17 count_clocks=5 branches=2 btb_hits=2"
WORK "region=17 pipeline_stalled_address_generation_interlock=0"
    REGION_BEGIN 17
    push eax
    push edx
    call .return
    push eax
    REGION_END 17
    CYCLES_LEAVE

.return_8:
    ret 8
.return:
    ret

BENCHMARK "address-generation interlocks", agi
