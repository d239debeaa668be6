; SPDX-License-Identifier: MIT
; The events of the P55C that the P5 does not have (pmc/p5/p55c.def). No region is entered without
; MMX.
;
; Pairing, latencies and the cost of a switch to x87: Agner Fog 10 and 28, Intel's MMX guide, GMP
; (sim/model/p5/timing.def). An instruction or pair takes one clock unless noted.

%include "bench/cycles.inc"

CPUID_MMX           equ 1 << 23         ; EDX of leaf 1

section .text align=4096
events:
    CYCLES_ENTER
    mov eax, 1
    cpuid
    test edx, CPUID_MMX
    jz .leave
    mov ebx, esi                        ; CPUID has changed it
    pxor mm0, mm0                       ; from here on the registers are in MMX use
    pxor mm1, mm1
    pxor mm2, mm2
    pxor mm3, mm3

; Two ALU operations pair. Clocks not in HALT are all clocks.
WORK "cpu=p55c region=0 mmx_instructions_executed_u_pipe=10 mmx_instructions_executed_v_pipe=10"
WORK "cpu=p55c region=0 count_clocks=10 number_of_cycles_not_in_halt_state=10"
WORK "cpu=p55c region=0 instructions_executed=20 transitions_between_mmx_and_fp_instructions=0"
    REGION_BEGIN 0
    TEN {paddb mm0, mm1}, {psubw mm2, mm3}
    REGION_END 0

; A product is ready after 3 clocks: an instruction that needs it in the next clock loses 2.
; (1 + 2 + 1) ten times.
WORK "cpu=p55c region=1 mmx_multiply_unit_interlock=20 count_clocks=40"
WORK "cpu=p55c region=1 mmx_instructions_executed_u_pipe=20 mmx_instructions_executed_v_pipe=0"
    REGION_BEGIN 1
    TEN {pmullw mm0, mm1}, {paddw mm0, mm2}
    REGION_END 1

; A register written in the clock before is stored 1 clock late; the store, in U, pairs with the
; next instruction that writes the register: paddb | (movq paddb) nine times, 1 + 1 | movq, 1 + 1:
; 21.
WORK "cpu=p55c region=2 movd_movq_store_stall_due_to_previous_mmx_operation=10 count_clocks=21"
WORK "cpu=p55c region=2 mmx_instructions_executed_u_pipe=11 mmx_instructions_executed_v_pipe=9"
WORK "cpu=p55c region=2 mmx_multiply_unit_interlock=0"
WORK "cpu=p55c region=2 mmx_instruction_data_writes=10 mmx_instruction_data_write_misses=0"
WORK "cpu=p55c region=2 data_write=10 mmx_instruction_data_reads=0"
    REGION_BEGIN 2
    TEN {paddb mm0, mm1}, {movq [ebx], mm0}
    REGION_END 2

; Ten aligned reads, and ten across an 8-byte boundary, each of whose parts counts.
WORK "cpu=p55c region=3 mmx_instruction_data_reads=30 mmx_instruction_data_read_misses=0"
WORK "cpu=p55c region=3 misaligned_data_memory_reference_on_mmx_instructions=10"
WORK "cpu=p55c region=3 mmx_instruction_data_writes=0 data_read=30"
    REGION_BEGIN 3
    TEN {movq mm0, [ebx]}, {movq mm1, [ebx + 4]}
    REGION_END 3

; To x87 and back ten times: 20 transitions; EMMS does not count. 7Fh + 1 exceeds a signed byte,
; 0 + 0 does not: one of two saturating instructions saturates.
    pxor mm0, mm0
    pcmpeqb mm1, mm1
    psubb mm0, mm1                      ; bytes of 1
    pxor mm2, mm2
    movq mm3, mm1
    psrlw mm3, 9                        ; words of 7Fh
WORK "cpu=p55c region=4 emms_instructions_executed=10 saturating_mmx_instructions_executed=20"
WORK "cpu=p55c region=4 transitions_between_mmx_and_fp_instructions=20 saturations_performed=10"
    REGION_BEGIN 4
    TEN emms, fld1, {fstp st0}, {paddsb mm3, mm0}, {paddusb mm2, mm2}
    REGION_END 4

; The same product is needed in V: (pmullw paddw) | 2 lost, (paddb paddw): 1 + 2 + 1 ten times.
WORK "cpu=p55c region=5 mmx_multiply_unit_interlock=20 count_clocks=40"
WORK "cpu=p55c region=5 mmx_instructions_executed_u_pipe=20 mmx_instructions_executed_v_pipe=20"
    REGION_BEGIN 5
    TEN {pmullw mm0, mm1}, {paddw mm2, mm3}, {paddb mm4, mm5}, {paddw mm6, mm0}
    REGION_END 5
    emms
.leave:
    CYCLES_LEAVE

BENCHMARK "MMX events of the P55C", events
