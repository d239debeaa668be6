; SPDX-License-Identifier: MIT
; MD5's compression function for the U and V pipes; md5.h has the contract.

; All 64 steps a = b + ((a + f(b, c, d) + word + sine) <<< shift) are unrolled, and the roles of the
; registers rotate from step to step, so that nothing is moved, indexed or branched. Instructions on
; one line of the macros below share a clock; ROL by an immediate does not pair. The word of a step
; is loaded in the step before, since LEA would wait for it (AGI). The part of f that depends only
; on c and d is computed before b, the result of the previous step, is ready.
;
; A. Bosselaers, R. Govaerts and J. Vandewalle (Fast Hashing on the Pentium, CRYPTO '96) reach 337
; clocks per block on the processor.

bits 32

global md5_compress_paired:function

; EAX, EBX, ECX and EDX take the roles of a to d in rotation; ESI is the block, EBP the step's word,
; EDI the part of f that has been computed.

; The part of f that depends on c and d, which are b and c of the previous step.  IN: 1, f; 2 and 3,
; registers b and c.
%macro PREPARE 3
    %ifidn %1, I
        mov edi, %3
    %else
        mov edi, %2
    %endif
%endmacro

%macro PREPARE_ON 3
    %ifidn %1, I
        xor edi, -1                     ; ~d
    %elifnidn %1, G
        xor edi, %3                     ; c ^ d
    %endif
%endmacro

; IN: 1 to 4, registers a, b, c, d; 5, f; 6, f of the next step; 7, shift; 8, sine; 9, next word.
%macro STEP 9
    lea %1, [%1 + ebp + %8]
    %ifidn %5, F                        ; ((c ^ d) & b) ^ d
        and edi, %2
        mov ebp, [esi + 4 * (%9)]
        xor edi, %4
    %elifidn %5, G                      ; ((c ^ b) & d) ^ c
        xor edi, %2
        and edi, %4
        mov ebp, [esi + 4 * (%9)]
        xor edi, %3
    %elifidn %5, H                      ; c ^ d ^ b
        xor edi, %2
        mov ebp, [esi + 4 * (%9)]
    %else                               ; (~d | b) ^ c
        or edi, %2
        mov ebp, [esi + 4 * (%9)]
        xor edi, %3
    %endif
    add %1, edi
    PREPARE %6, %2, %3
    rol %1, %7
    PREPARE_ON %6, %2, %3
    add %1, %2
%endmacro

; IN: 1, f; 2, f of the next round; 3, the first step's word; 4, the distance to the next step's
; word; 5, the first word of the next round; 6 to 9, the shifts; 10 and following, the sines.
%macro ROUND 25
    %define %%f %1
    %define %%next %2
    %assign %%word %3
    %define %%stride %4
    %define %%after %5
    %xdefine %%shift0 %6
    %xdefine %%shift1 %7
    %xdefine %%shift2 %8
    %xdefine %%shift3 %9
    %rotate 9
    %assign %%step 0
    %rep 16
        %assign %%word (%%word + %%stride) % 16
        %if %%step == 15
            %define %%following %%next
            %assign %%word %%after
        %else
            %define %%following %%f
        %endif
        %if %%step % 4 == 0
            STEP eax, ebx, ecx, edx, %%f, %%following, %%shift0, %1, %%word
        %elif %%step % 4 == 1
            STEP edx, eax, ebx, ecx, %%f, %%following, %%shift1, %1, %%word
        %elif %%step % 4 == 2
            STEP ecx, edx, eax, ebx, %%f, %%following, %%shift2, %1, %%word
        %else
            STEP ebx, ecx, edx, eax, %%f, %%following, %%shift3, %1, %%word
        %endif
        %assign %%step %%step + 1
        %rotate 1
    %endrep
%endmacro

section .text

md5_compress_paired:
    push ebp
    push esi
    push edi
    push ebx
    mov edi, [esp + 20]                 ; state
    mov esi, [esp + 24]                 ; block
    mov eax, [edi]
    mov ebx, [edi + 4]
    mov ecx, [edi + 8]
    mov edx, [edi + 12]
    mov ebp, [esi]
    mov edi, ecx
    xor edi, edx
    ROUND F, G, 0, 1, 1, 7, 12, 17, 22, \
        0xD76AA478, 0xE8C7B756, 0x242070DB, 0xC1BDCEEE, \
        0xF57C0FAF, 0x4787C62A, 0xA8304613, 0xFD469501, \
        0x698098D8, 0x8B44F7AF, 0xFFFF5BB1, 0x895CD7BE, \
        0x6B901122, 0xFD987193, 0xA679438E, 0x49B40821
    ROUND G, H, 1, 5, 5, 5, 9, 14, 20, \
        0xF61E2562, 0xC040B340, 0x265E5A51, 0xE9B6C7AA, \
        0xD62F105D, 0x02441453, 0xD8A1E681, 0xE7D3FBC8, \
        0x21E1CDE6, 0xC33707D6, 0xF4D50D87, 0x455A14ED, \
        0xA9E3E905, 0xFCEFA3F8, 0x676F02D9, 0x8D2A4C8A
    ROUND H, I, 5, 3, 0, 4, 11, 16, 23, \
        0xFFFA3942, 0x8771F681, 0x6D9D6122, 0xFDE5380C, \
        0xA4BEEA44, 0x4BDECFA9, 0xF6BB4B60, 0xBEBFBC70, \
        0x289B7EC6, 0xEAA127FA, 0xD4EF3085, 0x04881D05, \
        0xD9D4D039, 0xE6DB99E5, 0x1FA27CF8, 0xC4AC5665
    ROUND I, I, 0, 7, 0, 6, 10, 15, 21, \
        0xF4292244, 0x432AFF97, 0xAB9423A7, 0xFC93A039, \
        0x655B59C3, 0x8F0CCC92, 0xFFEFF47D, 0x85845DD1, \
        0x6FA87E4F, 0xFE2CE6E0, 0xA3014314, 0x4E0811A1, \
        0xF7537E82, 0xBD3AF235, 0x2AD7D2BB, 0xEB86D391
    mov edi, [esp + 20]
    add [edi], eax
    add [edi + 4], ebx
    add [edi + 8], ecx
    add [edi + 12], edx
    pop ebx
    pop edi
    pop esi
    pop ebp
    ret
