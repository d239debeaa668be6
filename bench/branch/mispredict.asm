; SPDX-License-Identifier: MIT
; The clocks that each kind of branch loses when it is mispredicted, in either pipe.

; All branches are taken and have one target. Regions 0 to 6 execute a branch nine times, each time
; after 512 other taken branches that are 3 bytes apart and so fill all sets: the BTB then does not
; contain the branch, and each execution is mispredicted. Regions 10 to 16 execute it nine times
; without others between: the first is mispredicted and enters the branch into the BTB. So a kind
; loses (clocks of region n - clocks of region 10 + n) / 8.
;
; Regions take 9 (p + m), and 9 p + m clocks, where p is the clocks of an iteration and m the loss.
; NOT, which does not pair, puts a branch into U; MOV puts one into V.
;   kind         p                    P54C: m   clocks    P55C: m   clocks
;   Jcc in U     NOT 1, Jcc 1               3   45, 21          4   54, 22
;   Jcc in V     1                          4   45, 13          5   54, 14
;   JMP          NOT 1, JMP 1               2   36, 20          3   45, 21
;   CALL         1                          2   27, 11          3   36, 12
;   RET          2                          3   45, 21          4   54, 22
;   JMP r        2                          3   45, 21          4   54, 22
;   CALL r       2                          3   45, 21          4   54, 22

%include "bench/bench.inc"
%include "bench/findings.inc"

%define TURNS   9
%define OTHERS  512
%define KEPT    10                      ; a region's number plus this is that of its baseline

; IN: a region; the instruction that selects the pipe; the branch, to the next address.
%macro STRAIGHT 3
    REGION_BEGIN %1
    %2
    %3
    REGION_END %1
%endmacro

; IN: a region; `direct`, or the register to call through.
%macro CALLED 2
    mov eax, %%there
    REGION_BEGIN %1
%ifidn %2, direct
    call %%there
%else
    call %2
%endif
    jmp short %%over
%%there:
    REGION_END %1
    ret
%%over:
%endmacro

; IN: a region that contains only RET, which returns to after its call.
%macro RETURNED 1
    call %%there
    REGION_END %1
    jmp short %%over
%%there:
    REGION_BEGIN %1
    ret
%%over:
%endmacro

; IN: the first region's number; the start of each iteration.  CHANGES: EAX, ECX, EDX, the flags.
%macro BRANCHES 2
    mov ecx, TURNS
%%turn:
    %2
    stc
    STRAIGHT %1 + 0, {not edx}, {jc short $ + 2}
    STRAIGHT %1 + 1, {mov eax, edx}, {jc short $ + 2}
    STRAIGHT %1 + 2, {not edx}, {jmp short $ + 2}
    CALLED %1 + 3, direct
    RETURNED %1 + 4
    mov eax, %%target
    REGION_BEGIN %1 + 5
    jmp eax
%%target:
    REGION_END %1 + 5
    CALLED %1 + 6, eax
    dec ecx
    jnz %%turn
%endmacro

; IN: a processor, a region, its clocks; the number of branches that the BTB contains.
%macro KIND_WORK 4
    %defstr %%region %2
    %defstr %%clocks %3
    %assign %%hits %4
    %assign %%flushes TURNS - (%4)
    %defstr %%known %%hits
    %defstr %%flushes_text %%flushes
    %strcat %%work %1, " region=", %%region, " branches=9 btb_hits=", %%known, \
        " pipeline_flushes=", %%flushes_text, " count_clocks=", %%clocks
    WORK %%work
%endmacro

; IN: a finding; its region; clocks of this region and of its baseline on a P54C, and on a P55C.
%macro KIND 6
%assign %%kept KEPT + %2
    FINDING %1, %2, %%kept, TURNS - 1
    %strcat %%known %1, ", known"
    REGION_NAME %2, %1
    REGION_NAME %%kept, %%known
    KIND_WORK "cpu=p54c", %2, %3, 0
    KIND_WORK "cpu=p54c", %%kept, %4, TURNS - 1
    KIND_WORK "cpu=p55c", %2, %5, 0
    KIND_WORK "cpu=p55c", %%kept, %6, TURNS - 1
%endmacro

    KIND "mispredict_u", 0, 45, 21, 54, 22
    KIND "mispredict_v", 1, 45, 13, 54, 14
    KIND "mispredict_jump", 2, 36, 20, 45, 21
    KIND "mispredict_call", 3, 27, 11, 36, 12
    KIND "mispredict_return", 4, 45, 21, 54, 22
    KIND "mispredict_indirect_jump", 5, 45, 21, 54, 22
    KIND "mispredict_indirect_call", 6, 45, 21, 54, 22

section .text
mispredict:
    BRANCHES 0, {call [others]}
    BRANCHES KEPT, {}
    ret

; Writes the other branches into the arena.
setup:
    pusha
    push dword 3 * OTHERS + 1
    call malloc
    add esp, 4
    mov [others], eax
    mov ecx, OTHERS
.next:
    mov dword [eax], 0xC39001EB         ; JMP over a NOP; after the last, RET
    add eax, 3
    dec ecx
    jnz .next
    popa
    ret

section .bss
others:
    resd 1

extern malloc
FINDINGS
%define BENCH_SETUP setup
%define BENCH_MEMORY 4096
BENCHMARK "cost of a mispredicted branch, by kind and by pipe", mispredict
