; SPDX-License-Identifier: MIT
; Counts nested probes: the routine that probe reads call in such a run, and calibration regions
; that contain probes.

bits 32

%include "pmc/region.inc"

NESTED_PROBE_EMPTY      equ 0
NESTED_PROBE_PADDING    equ 1
NESTED_PROBE_BEGIN      equ 2
NESTED_PROBE_END        equ 3
NESTED_PROBE_INNER      equ 4
NESTED_PROBE_REGIONS    equ 5

section .bss
align 4
global nested_probe_trace
nested_probe_trace:
.second:            resd 1
.first:             resd 1
.begins_and_ends:   resd 2
.first_slot:        resd 1

section .text align=256

; IN: ECX, this address for the near counter, the next one for the far counter. OUT: EDX:EAX.
; CHANGES: ECX. No instruction here writes the flags.
;
; A begin reads far then near, an end near then far. Counting at the second read of a probe thus
; counts begins in the near counter and ends in the far one. A begin has its slot in EBX.
global nested_probe_read
nested_probe_read:
    nop                                 ; entry for the near counter; far starts one byte later
    movzx ecx, cl                       ; the counter's number: this address ends in 00h
    mov eax, [nested_probe_trace.second]
    mov edx, [nested_probe_trace.first]
    mov [nested_probe_trace.second], edx
    mov [nested_probe_trace.first], eax
    mov edx, [nested_probe_trace.begins_and_ends + ecx * 4]
    lea eax, [edx + eax]
    mov [nested_probe_trace.begins_and_ends + ecx * 4], eax
    mov edx, 0
    mov ecx, [nested_probe_trace.first_slot]
    jecxz .first_probe                  ; writes no flags either
    ret
.first_probe:
    mov [nested_probe_trace.first_slot], ebx
    ret

global nested_probe_regions
nested_probe_regions:
    RUN_REGIONS_TWICE NESTED_PROBE_REGIONS

; The first entry of a region clears its sums where probes call a routine. The nested entry is its
; region's second one.
align 64
.once:
    REGION_BEGIN NESTED_PROBE_INNER
    REGION_END NESTED_PROBE_INNER
    REGION_BEGIN NESTED_PROBE_EMPTY
    REGION_END NESTED_PROBE_EMPTY
    REGION_BEGIN NESTED_PROBE_PADDING
    align 32                            ; the alignment in the begin macro
    REGION_END NESTED_PROBE_PADDING
    REGION_BEGIN NESTED_PROBE_BEGIN
    REGION_BEGIN NESTED_PROBE_INNER
    REGION_END NESTED_PROBE_BEGIN
    REGION_BEGIN NESTED_PROBE_END
    REGION_END NESTED_PROBE_INNER
    REGION_END NESTED_PROBE_END
    ret

; An empty run without probes. It is here because ring 3 may call it.
global region_nothing
region_nothing:
    ret
