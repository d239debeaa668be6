; SPDX-License-Identifier: MIT
; SHA-1's compression function for the U and V pipes; sha1.h has the contract.
;
; All 80 steps e = (a <<< 5) + f(b, c, d) + e + word + constant, b = b <<< 30 are unrolled, and the
; roles of the registers rotate from step to step. The last 16 of the 80 words are stored; a step
; computes its new word together with its f. Rotations by an immediate do not pair, rotations by 1
; go only in U.

bits 32

global sha1_compress_paired:function

; EAX, EBX, ECX, EDX and EBP take the roles of a to e in rotation; EDI is the step's word, then a
; <<< 5; ESI is f.
%define WORD(t) [esp + 4 * ((t) % 16)]
STACK       equ 16 * 4

; IN: 1, the step; 2 to 4, three instructions that begin f and do not change EDI.
%macro FETCH 4
    mov edi, WORD(%1)
    %2
    %3
    %4
%endmacro

; The same with the word (t - 3) ^ (t - 8) ^ (t - 14) ^ (t - 16), rotated by 1.
%macro EXPAND 4
    mov edi, WORD(%1 - 3)
    mov esi, WORD(%1 - 8)
    xor edi, esi
    mov esi, WORD(%1 - 14)
    xor edi, esi
    mov esi, WORD(%1 - 16)
    xor edi, esi
    %2
    rol edi, 1
    %3
    mov WORD(%1), edi
    %4
%endmacro

; IN: 1 to 5, registers a to e; 6, the constant; 7, FETCH or EXPAND; 8, the step.
%macro STEP_CHOOSE 8                    ; f = ((c ^ d) & b) ^ d
    %7 %8, {mov esi, %3}, {xor esi, %4}, {and esi, %2}
    lea %5, [%5 + edi + %6]
    xor esi, %4
    mov edi, %1
    add %5, esi
    rol edi, 5
    ror %2, 2
    add %5, edi
%endmacro

%macro STEP_PARITY 8                    ; f = c ^ d ^ b
    %7 %8, {mov esi, %3}, {xor esi, %4}, {xor esi, %2}
    lea %5, [%5 + edi + %6]
    mov edi, %1
    add %5, esi
    rol edi, 5
    ror %2, 2
    add %5, edi
%endmacro

%macro STEP_MAJORITY 8                  ; f = ((b ^ c) & d) + (b & c), terms without common bits
    %7 %8, {mov esi, %2}, {xor esi, %3}, {and esi, %4}
    lea %5, [%5 + edi + %6]
    mov edi, %2
    add %5, esi
    and edi, %3
    add %5, edi
    mov edi, %1
    rol edi, 5
    ror %2, 2
    add %5, edi
%endmacro

; IN: 1, STEP_CHOOSE, _PARITY or _MAJORITY; 2, the constant; 3, FETCH or EXPAND; 4, the first step;
; 5, the number of steps.
%macro STEPS 5
    %assign %%t %4
    %rep %5
        %if %%t % 5 == 0
            %1 eax, ebx, ecx, edx, ebp, %2, %3, %%t
        %elif %%t % 5 == 1
            %1 ebp, eax, ebx, ecx, edx, %2, %3, %%t
        %elif %%t % 5 == 2
            %1 edx, ebp, eax, ebx, ecx, %2, %3, %%t
        %elif %%t % 5 == 3
            %1 ecx, edx, ebp, eax, ebx, %2, %3, %%t
        %else
            %1 ebx, ecx, edx, ebp, eax, %2, %3, %%t
        %endif
        %assign %%t %%t + 1
    %endrep
%endmacro

section .text

sha1_compress_paired:
    push ebp
    push esi
    push edi
    push ebx
    mov esi, [esp + 24]                 ; block
    sub esp, STACK
    mov ecx, 15
.word:
    mov eax, [esi + 4 * ecx]
    bswap eax
    mov [esp + 4 * ecx], eax
    dec ecx
    jns .word
    mov edi, [esp + STACK + 20]         ; state
    mov eax, [edi]
    mov ebx, [edi + 4]
    mov ecx, [edi + 8]
    mov edx, [edi + 12]
    mov ebp, [edi + 16]
    STEPS STEP_CHOOSE, 0x5A827999, FETCH, 0, 16
    STEPS STEP_CHOOSE, 0x5A827999, EXPAND, 16, 4
    STEPS STEP_PARITY, 0x6ED9EBA1, EXPAND, 20, 20
    STEPS STEP_MAJORITY, 0x8F1BBCDC, EXPAND, 40, 20
    STEPS STEP_PARITY, 0xCA62C1D6, EXPAND, 60, 20
    mov edi, [esp + STACK + 20]
    add [edi], eax
    add [edi + 4], ebx
    add [edi + 8], ecx
    add [edi + 12], edx
    add [edi + 16], ebp
    add esp, STACK
    pop ebx
    pop edi
    pop esi
    pop ebp
    ret
