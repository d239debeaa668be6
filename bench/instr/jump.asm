; SPDX-License-Identifier: MIT
; Predicted jumps, calls and returns. The target of each is the next instruction.

%include "bench/instr/instr.inc"

; Jcc, JMP, CALL: PV 1 (A,B,K,G3,V).
UNITS 8
PROLOGUE {stc}
FORM jmp_short, -, 1, PV, {jmp short $ + 2}
FORM jmp_near, -, 1, PV, {jmp near $ + 5}
FORM jcc_short_taken, -, 1, PV, {jc short $ + 2}
FORM jcc_short_not_taken, -, 1, PV, {jnc short $ + 2}
FORM jcc_near_taken, -, 1, PV, {jc near $ + 6}
FORM jcc_near_not_taken, -, 1, PV, {jnc near $ + 6}
FORM call_near, -, 1, PV, {call $ + 5}

; Through a register: 2 (B,MA,K). ADD sets EDX to the address after the jump, 5 bytes on.
%macro ADDRESS_OF_NEXT 0
    call $ + 5
    pop edx
    add edx, 4
%endmacro
PROLOGUE {ADDRESS_OF_NEXT}
CHAIN {add edx, 5}, {jmp edx}
BASE {add edx, 5}
FORM jmp_r32, 2, -, -, {jmp edx}
CHAIN {add edx, 5}, {call edx}
BASE {add edx, 5}
FORM call_r32, 2, -, -, {call edx}

; RET: 2, with an immediate 3 (B,MA), far 4 and more (MA). P5: the BTB has its target. The same path
; with JMP instead of CALL and RET is subtracted; a CALL takes the clocks of one JMP.
%macro CALL_RET 1-2
    call %%routine
    jmp short %%over
%%routine:
    %1
%%over:
%endmacro
%macro CALL_JMP 0
    call %%routine
%%routine:
    jmp short %%over
%%over:
%endmacro
%macro PUSH_CS_CALL_RETF 0
    push cs
    call %%routine
    jmp short %%over
%%routine:
    retf
%%over:
%endmacro
%macro PUSH_CS_CALL_JMP 0
    push cs
    call %%routine
%%routine:
    jmp short %%over
%%over:
%endmacro
PROLOGUE {cld}
CHAIN {CALL_RET ret}
BASE {CALL_JMP}
FORM ret_near, 2, -, -, {ret}
CHAIN {CALL_RET {ret 4}}
BASE {CALL_JMP}
FORM ret_near_imm16, 3, -, -, {ret 4}
CHAIN {PUSH_CS_CALL_RETF}
BASE {PUSH_CS_CALL_JMP}
FORM ret_far, 4+, -, -, {retf}

; JECXZ: 5 (B; MA 1). LOOP: 5 (B,MA). LOOPE LOOPNE: 7-8 (B 7, MA 8).
PROLOGUE {mov ecx, 1000}
FORM jecxz_not_taken, -, 5, NP, {jecxz $ + 2}
FORM loop_taken, 5, 5, NP, {loop $ + 2}
PROLOGUE {mov ecx, 1000}, {cmp ecx, ecx}
FORM loope_taken, 7-8, 7-8, NP, {loope $ + 2}
PROLOGUE {mov ecx, 1000}, {cmp ecx, 1}
FORM loopne_taken, 7-8, 7-8, NP, {loopne $ + 2}

; INTO without overflow: 4 (MA). BOUND within them: 8 (B,MA,RB).
PROLOGUE {test eax, eax}
FORM into_not_taken, -, 4, NP, {into}
FORM bound_r32_m64, -, 8, NP, {bound eax, [esi + BOUNDS]}

CLASS "jumps, calls and returns: throughput and pairing of each form"
