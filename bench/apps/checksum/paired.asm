; SPDX-License-Identifier: MIT
; The Internet checksum in pairs: while ADC adds a dword in U, V loads the next dword. Neither LEA
; nor DEC changes the carry.

; Counts of region 0, derived from the code below, for 32 KB in 1024 iterations:
;   instructions   19 per iteration, and ADC EAX, 0.
;   v-pipe         9 per iteration: 7 pairs of ADC and MOV, ADC with LEA, DEC with JNZ. The first
;                  MOV is not paired, since ADC goes only in U.
;   data           one read per dword (in the C variant, per word); branches: one per iteration.
;   clocks         10 per iteration if the data is in the cache.

%include "bench/bench.inc"

WORK "if variant=before region=sum data_read=16*1024 data_write=0"
WORK "if variant=after region=sum instructions_executed=19*1024+1"
WORK "if variant=after region=sum instructions_executed_in_v_pipe=9*1024"
WORK "if variant=after region=sum data_read=8*1024 branches=1024"

global checksum_paired

section .text

; IN: bytes, n.  OUT: EAX, the sum of the dwords with each carry added to it.
checksum_paired:
    push esi
    mov esi, [esp + 8]
    mov ecx, [esp + 12]
    shr ecx, 5
    xor eax, eax                        ; also clears the carry
    REGION_BEGIN 0
.turn:
    mov edx, [esi]
%assign offset 4
%rep 7
    adc eax, edx
    mov edx, [esi + offset]
%assign offset offset + 4
%endrep
    adc eax, edx
    lea esi, [esi + 32]
    dec ecx
    jnz .turn
    adc eax, 0
    REGION_END 0
    pop esi
    ret
