; SPDX-License-Identifier: MIT
; The first execution after a line of code entered the cache: a P5 does not yet know its instruction
; boundaries, and pairs only if the first of two instructions has one byte (RBIL on TR2, Agner Fog
; 8, Abrash 20; model_config pairing.first_execution = true).
;
; Each body has its own line. Two others of its set are called before it, so that it is evicted when
; its region starts. Clocks are not stated for it: no source describes how code arrives after a
; miss. Region N starts with N pairs of NOPs, so that its CALL has its own set of the BTB.

%include "bench/cycles.inc"

WAY     equ 4096                        ; distance of two lines of a set
BODIES  equ 0xF00                       ; offset of the bodies in the page

section .text align=4096
first_execution:
    CYCLES_ENTER

; Seven pairs whose first instruction has two bytes: none pairs.
WORK "region=0 code_cache_miss=1 instructions_executed=16 instructions_executed_in_v_pipe=0"
    call long_first + WAY
    call long_first + 2 * WAY
    REGION_BEGIN 0
    call long_first
    REGION_END 0

; Seven pairs whose first instruction has one byte: all pair.
WORK "region=1 code_cache_miss=1 instructions_executed=18 instructions_executed_in_v_pipe=8"
    call short_first + WAY
    call short_first + 2 * WAY
    REGION_BEGIN 1
    times 2 nop
    call short_first
    REGION_END 1

; The first body in a line that stays cached, so this is not its first execution: 2, CALL 1, seven
; pairs, RET 2.
WORK "region=2 code_cache_miss=0 instructions_executed=20 instructions_executed_in_v_pipe=9"
WORK "region=2 count_clocks=12"
    REGION_BEGIN 2
    times 4 nop
    call known
    REGION_END 2
    CYCLES_LEAVE

    times BODIES - ($ - first_execution) nop
long_first:
%rep 7
    mov eax, edx
    mov ecx, edx
%endrep
    ret

    align 32
short_first:
%rep 7
    inc eax
    mov ecx, edx
%endrep
    ret

    align 32
known:
%rep 7
    mov eax, edx
    mov ecx, edx
%endrep
    ret

    times BODIES + WAY - ($ - first_execution) nop
    ret
    align 32
    ret

    times BODIES + 2 * WAY - ($ - first_execution) nop
    ret
    align 32
    ret

BENCHMARK "pairing in a line's first execution", first_execution
