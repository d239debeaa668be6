; SPDX-License-Identifier: MIT
; Address-generation interlocks: a register written in the clock before, in either pipe, delays an
; address that is formed from it, and with it the whole pair (AP-500; Agner Fog 9; Abrash 21).
;
; Each region repeats ten times the two or three pairs of one of the regions 0 to 2, which have no
; interlock: 10 x 2 clocks, 10 x 3, 10 x 1. Findings are the additional clocks per repetition. Event
; 1Fh counts each waiting pipe.

%include "bench/cycles.inc"
%include "bench/findings.inc"

; IN: a name, a region, its baseline, the instructions in braces.
%macro INTERLOCK 4-*
    REGION_BEGIN %2
%rep 10
%rotate 3
%rep %0 - 3
    %1
%rotate 1
%endrep
%endrep
    REGION_END %2
    REGION_NAME %2, %1
    FINDING %1, %2, %3, 10
%endmacro

section .text align=32
agi:
    CYCLES_ENTER

WORK "region=0 count_clocks=20 pipeline_stalled_address_generation_interlock=0"
    REGION_BEGIN 0
    TEN {mov ebx, esi}, nop, {mov eax, [esi]}, nop
    REGION_END 0
    REGION_NAME 0, "two pairs"
WORK "region=1 count_clocks=30 pipeline_stalled_address_generation_interlock=0"
    REGION_BEGIN 1
    TEN {mov ebx, esi}, nop, nop, nop, {mov eax, [esi]}, nop
    REGION_END 1
    REGION_NAME 1, "three pairs"
WORK "region=2 count_clocks=10 pipeline_stalled_address_generation_interlock=0"
    REGION_BEGIN 2
    TEN {mov eax, edx}, nop
    REGION_END 2
    REGION_NAME 2, "one pair"

; From pipe to pipe: 10 x (2 + 1).
WORK "region=3 count_clocks=30 pipeline_stalled_address_generation_interlock=10"
    INTERLOCK "address_interlock", 3, 0, {mov ebx, esi}, nop, {mov eax, [ebx]}, nop
WORK "region=4 count_clocks=30 pipeline_stalled_address_generation_interlock=10"
    INTERLOCK "address_interlock_u_to_v", 4, 0, {mov ebx, esi}, nop, nop, {mov eax, [ebx]}
WORK "region=5 count_clocks=30 pipeline_stalled_address_generation_interlock=10"
    INTERLOCK "address_interlock_v_to_u", 5, 0, nop, {mov ebx, esi}, {mov eax, [ebx]}, nop
WORK "region=6 count_clocks=30 pipeline_stalled_address_generation_interlock=10"
    INTERLOCK "address_interlock_v_to_v", 6, 0, nop, {mov ebx, esi}, nop, {mov eax, [ebx]}

; Both pipes wait in one clock.
WORK "region=7 count_clocks=30 pipeline_stalled_address_generation_interlock=20"
    INTERLOCK "address_interlock_both", 7, 0, \
        {mov ebx, esi}, {mov ecx, esi}, {mov eax, [ebx]}, {mov edx, [ecx + 4]}

; There is no interlock if a clock is between, from either pipe: 10 x 3.
WORK "region=8 count_clocks=30 pipeline_stalled_address_generation_interlock=0"
    INTERLOCK "address_interlock_u_a_clock_later", 8, 1, \
        {mov ebx, esi}, nop, nop, nop, {mov eax, [ebx]}, nop
WORK "region=9 count_clocks=30 pipeline_stalled_address_generation_interlock=0"
    INTERLOCK "address_interlock_v_a_clock_later", 9, 1, \
        nop, {mov ebx, esi}, nop, nop, nop, {mov eax, [ebx]}

; An index, and LEA.
WORK "region=10 count_clocks=30 pipeline_stalled_address_generation_interlock=10"
    INTERLOCK "address_interlock_index", 10, 0, {mov ecx, edi}, nop, {mov eax, [ebx + ecx * 4]}, nop
WORK "region=11 count_clocks=30 pipeline_stalled_address_generation_interlock=10"
    INTERLOCK "address_interlock_lea", 11, 0, {mov ebx, esi}, nop, {lea eax, [ebx + 4]}, nop

; AND r,r writes its register, even if its value does not change; TEST r,r does not.
WORK "region=12 count_clocks=30 pipeline_stalled_address_generation_interlock=10"
    INTERLOCK "address_interlock_and", 12, 0, {and ebx, ebx}, nop, {mov eax, [ebx]}, nop
WORK "region=13 count_clocks=20 pipeline_stalled_address_generation_interlock=0"
    INTERLOCK "address_interlock_test", 13, 0, {test ebx, ebx}, nop, {mov eax, [ebx]}, nop

; Across a predicted jump.
WORK "region=14 count_clocks=30 pipeline_stalled_address_generation_interlock=10 pipeline_flushes=0"
    INTERLOCK "address_interlock_jump", 14, 0, \
        {mov ebx, esi}, {jmp short $ + 2}, {mov eax, [ebx]}, nop

; ESP: written like any register, then used by PUSH, (mov nop) | (push nop) + 1; PUSH after PUSH; an
; address formed from the ESP that PUSH changed, which Agner Fog lists and AP-500 does not exempt
; (pairing.esp_interlock_after_stack).
    mov ecx, esp
WORK "region=15 count_clocks=30 pipeline_stalled_address_generation_interlock=10"
    INTERLOCK "address_interlock_esp_and_push", 15, 0, {mov esp, ecx}, nop, {push eax}, nop
WORK "region=16 count_clocks=10 pipeline_stalled_address_generation_interlock=0"
    INTERLOCK "address_interlock_push_and_push", 16, 2, {push eax}, nop
    mov esp, esi
WORK "region=17 count_clocks=30 pipeline_stalled_address_generation_interlock=10"
    INTERLOCK "address_interlock_push_and_esp", 17, 0, {push eax}, nop, {mov edx, [esp]}, nop
    mov esp, esi
    CYCLES_LEAVE

FINDINGS
BENCHMARK "address-generation interlocks by pipe, distance and kind of address", agi
