; SPDX-License-Identifier: MIT
; Finds accesses of probes to the stack that miss L1 because the stack was displaced: the routine
; that probe reads call in such a run, and calibration regions. It relies on a P5 property: a store
; that misses brings no line in, so a line that PUSHA has just stored to is in L1 only if it was
; before. POPA reads a line again that PUSHA missed.

bits 32

%include "pmc/region.inc"

DISPLACED_PROBE_EMPTY       equ 0
DISPLACED_PROBE_ELSEWHERE   equ 1
DISPLACED_PROBE_STACK       equ 2
DISPLACED_PROBE_BEFORE      equ 3
DISPLACED_PROBE_REGIONS     equ 4

LINE_BYTES                  equ 32
PAGE_BYTES                  equ 4096    ; the size of a way of a P5's and a P55C's L1, or a multiple
PAGES                       equ 8       ; twice the ways of a P55C's L1
PUSHA_BYTES                 equ 32

extern user_code_start

section .bss
align 4
global displaced_probe_trace
displaced_probe_trace:
.second:            resd 1              ; -1 at a probe's first read, 0 at its second
.missed:            resd 1              ; stores that missed so far
.reloaded:          resd 1              ; lines that POPA has read again so far
.lines:             resd 1              ; lines that this probe's POPA reads again
.pushf:             resd 1              ; 1 if the PUSHF of this end probe misses
.number:            resd 1              ; the counter's number

section .text align=256

; Reads a line. If it was not in L1, adds EBP to the stores and 1 to this probe's lines.
; IN: 1, an address in it.  OUT: EAX, all ones if it was not in L1, else 0.
; CHANGES: ECX, EDX, EDI, the flags.
%macro ADD_IF_MISSED 1
    CALLED_READ 0                       ; counts data_read_miss
    mov edi, eax
    mov eax, [%1]
    CALLED_READ 0
    sub eax, edi
    neg eax
    sbb eax, eax
    sub [displaced_probe_trace.lines], eax
    mov edi, eax
    and edi, ebp
    add [displaced_probe_trace.missed], edi
%endmacro

; IN: ECX, this address for the near counter, the next one for the far counter. OUT: EDX:EAX.
; CHANGES: ECX, and at a probe's first read ESI, EDI, EBP, which PUSHA has saved. It keeps the flags
; and uses no stack, so that it needs no more of it than an end probe.
;
; A begin reads far then near, an end near then far. The lines are examined at the first read,
; because a RET brings one of them in. A region counts the stores of its end's PUSHA and the lines
; of its begin's POPA; of the probes inside it all, with the PUSHF of an end.
global displaced_probe_read
displaced_probe_read:
    nop                                 ; entry for the near counter; far starts one byte later
    not dword [displaced_probe_trace.second]
    movzx ecx, cl                       ; the counter's number: this address ends in 00h
    mov [displaced_probe_trace.number], ecx
    mov ecx, [displaced_probe_trace.second]
    jecxz .total
    jmp near .examine
.total:
    mov ecx, [displaced_probe_trace.number]
    mov eax, [displaced_probe_trace.missed]
    jecxz .done
    mov edx, [displaced_probe_trace.pushf]
    lea eax, [eax + edx]
    mov [displaced_probe_trace.missed], eax
    mov eax, [displaced_probe_trace.reloaded]
    mov edx, [displaced_probe_trace.lines]
    lea edx, [edx + eax]
    mov [displaced_probe_trace.reloaded], edx
.done:
    mov edx, 0
    ret
.examine:
    lahf
    seto al
    mov esi, eax
    xor eax, eax
    mov [displaced_probe_trace.lines], eax
    mov [displaced_probe_trace.pushf], eax
    mov ebp, esp                        ; the return address is where an end's PUSHF stores
    and ebp, LINE_BYTES - 1
    shr ebp, 2
    xor ebp, LINE_BYTES / 4 - 1         ; PUSHA's words in that line
    mov edi, [displaced_probe_trace.number]
    dec edi
    or edi, ebp
    jz .upper                           ; a begin whose words are all in the other
    ADD_IF_MISSED esp
    mov ecx, [displaced_probe_trace.number]
    dec ecx
    and ecx, eax
    neg ecx
    mov [displaced_probe_trace.pushf], ecx
.upper:
    sub ebp, PUSHA_BYTES / 4
    neg ebp                             ; the other words
    ADD_IF_MISSED esp + PUSHA_BYTES
    mov eax, esi
    add al, 127                         ; sets OF if it was set
    sahf
    jmp near .total

global displaced_probe_regions
displaced_probe_regions:
    RUN_REGIONS_TWICE DISPLACED_PROBE_REGIONS

.once:
    push ebp
    mov ebp, esp
    and esp, -LINE_BYTES
    sub esp, LINE_BYTES / 2             ; so that the words of PUSHA are in two lines
    align 64
    REGION_BEGIN DISPLACED_PROBE_EMPTY
    REGION_END DISPLACED_PROBE_EMPTY
    lea esi, [esp - 4 - PUSHA_BYTES]    ; the lowest word that the probes of .region push
    and esi, PAGE_BYTES - LINE_BYTES
    add esi, user_code_start            ; memory that each ring may read, at the start of a page
    xor esi, PAGE_BYTES / 2             ; other sets than the stack's and the slots'
    mov edi, esi
    mov ebx, regions + DISPLACED_PROBE_ELSEWHERE * region_size
    call .read_pages
    xor esi, PAGE_BYTES / 2
    mov ebx, regions + DISPLACED_PROBE_STACK * region_size
    call .read_pages
    xchg esi, edi
    mov ebx, regions + DISPLACED_PROBE_BEFORE * region_size
    call .read_pages
    mov esp, ebp
    pop ebp
    ret

; Reads two neighbouring lines in each of PAGES pages, then does so in a region.
; IN: EBX, the slot; EDI, the pages; ESI, those of the region.  CHANGES: EAX, ECX, EDX.
.read_pages:
    mov edx, edi
    mov ecx, PAGES
.before:
    mov eax, [edx]
    mov eax, [edx + LINE_BYTES]
    add edx, PAGE_BYTES
    dec ecx
    jnz .before
align 32
.region:
    pusha
    REGION_COUNT_AND_READ .region
    popa
%assign page 0
%rep PAGES
    mov eax, [esi + page * PAGE_BYTES]
    mov eax, [esi + page * PAGE_BYTES + LINE_BYTES]
%assign page page + 1
%endrep
    pusha
    REGION_READ_AGAIN
    mov ebx, ebx                        ; as in region_end_at(): called_probes.asm takes it to mean
    pushf                               ; that EBX is the slot
    REGION_ADD_UP .region
    popf
    popa
    ret
