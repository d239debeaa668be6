; SPDX-License-Identifier: MIT
; System instructions, beginning with those that ring 3 may use.
;
; The clocks of the previous instruction hide an 0F.

%include "bench/instr/instr.inc"

; CPUID: 15 for EAX = 0, 17 for 1, on the P55C 22 (X; RB, MA and B 9, 14). RDTSC: 13 (T); in ring 0
; 8.4 to 9.7 (E).
UNITS 4
CHAIN {mov eax, 1}, {cpuid}
BASE {mov eax, 1}
P55C 22, -, NP
FORM cpuid_1, 17, -, NP, {cpuid}
CHAIN {xor eax, eax}, {cpuid}
BASE {xor eax, eax}
FORM cpuid_0, 15, -, NP, {cpuid}
FORM rdtsc, -, 6-13, NP, {rdtsc}

; Descriptors, at least (MA); ARPL (B). The base of a table is on a 4-byte boundary.
PROLOGUE {mov ecx, ds}
FORM lar_r32_r32, -, 8+, NP, {lar eax, ecx}
FORM lsl_r32_r32, -, 8+, NP, {lsl eax, ecx}
FORM verr_r16, -, 7+, NP, {verr cx}
FORM verw_r16, -, 7+, NP, {verw cx}
FORM arpl_r16_r16, -, 7, NP, {arpl cx, cx}
FORM sgdt_m48, -, 4, NP, {sgdt [esi + SCRATCH + 2]}
FORM sidt_m48, -, 4, NP, {sidt [esi + SCRATCH + 2]}
FORM sldt_r32, -, 2, NP, {sldt eax}
FORM str_r32, -, 2, NP, {str eax}
FORM smsw_r32, -, 4, NP, {smsw eax}

NEEDS IN_RING_0
FORM cli, -, 7, NP, {cli}
FORM sti, -, 7, NP, {sti}
FORM clts, -, 10, NP, {clts}

; The values written are those that were read (MA).
PROLOGUE {sgdt [esi + SCRATCH + 2]}, {sidt [edi + 2]}
FORM lgdt_m48, -, 6, NP, {lgdt [esi + SCRATCH + 2]}
FORM lidt_m48, -, 6, NP, {lidt [edi + 2]}
PROLOGUE {sldt cx}
FORM lldt_r16, -, 9, NP, {lldt cx}
PROLOGUE {smsw cx}
FORM lmsw_r16, -, 8, NP, {lmsw cx}

; Control registers: CR0 16 written, others 4 (MA; B and RB 6 for all); CR4 read 4.0, written 17 to
; 18 (measured, E). Debug registers 10-11 (MA; B 6).
%macro CONTROL 3
PROLOGUE {mov ecx, %1}
FORM mov_r32_%1, -, %2, NP, {mov ecx, %1}
FORM mov_%1_r32, -, %3, NP, {mov %1, ecx}
%endmacro

CONTROL cr0, 4, 16
CONTROL cr2, 4, 4
UNITS 16 ; page walks follow on the bus; the first may wait for a bus clock
CONTROL cr3, 4, 4
CONTROL cr4, 4, 17-18
UNITS 4
CONTROL dr0, 10-11, 10-11
CONTROL dr7, 10-11, 10-11

; CESR (11h), counters (12h): read 20-24, written 30-45 (S,RB); measured 22.0 and 27.1, 32.9 (E).
NEEDS CESR_IN_RING_0
PROLOGUE {mov ecx, 0x11}
FORM rdmsr_cesr, -, 20-24, NP, {rdmsr}
PROLOGUE {mov ecx, 0x12}
FORM rdmsr_counter, -, 20-24, NP, {rdmsr}
PROLOGUE {mov ecx, 0x11}, {rdmsr}
FORM wrmsr_cesr, -, 30-45, NP, {wrmsr}
NEEDS IN_RING_0

; IN 7 and OUT 12 in real mode, plus the bus (MA,B). 80h is the port of a PC's progress codes.
PROLOGUE {cld}
FORM in_al_imm8, -, 7+, NP, {in al, 0x80}
FORM out_imm8_al, -, 12+, NP, {out 0x80, al}

CLASS "system instructions: throughput of each form"
