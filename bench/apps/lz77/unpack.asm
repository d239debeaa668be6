; SPDX-License-Identifier: MIT
; Unpacks the format that lz77.c describes. It first reads the lines of the output, so that writes
; stay in the cache, from which matches are read again. A match at a distance of at least 4 bytes is
; copied by dwords; the next token overwrites the excess bytes. The end of the text is checked once
; per group of tokens.

%include "bench/bench.inc"

global lz77_unpack

section .text

; IN: packed data, output, n.  CHANGES: EAX, ECX, EDX.
lz77_unpack:
    push ebx
    push esi
    push edi
    push ebp
    mov esi, [esp + 20]
    mov edi, [esp + 24]
    mov ebp, [esp + 28]
    add ebp, edi                        ; end of the text
    REGION_BEGIN 0
    mov ecx, edi
.touch:
    mov al, [ecx]
    add ecx, 32
    cmp ecx, ebp
    jb .touch
.group:
    cmp edi, ebp
    jae .done
    xor ebx, ebx
    mov bl, [esi]
    inc esi
    or ebx, 0x100                       ; reaches bit 0 when the flags are used up
.token:
    shr ebx, 1
    jnc .match
    mov al, [esi]
    inc esi
    mov [edi], al
    inc edi
    cmp ebx, 1
    jne .token
    jmp .group
.match:
    xor eax, eax
    xor ecx, ecx
    mov cl, [esi + 1]
    mov al, [esi]
    mov edx, ecx
    and ecx, 0x0F
    shr edx, 4
    add esi, 2
    shl ecx, 8
    add edx, 3                          ; length
    or eax, ecx                         ; distance less 1
    mov ecx, edi
    sub ecx, eax                        ; the match starts a byte before ECX
    cmp eax, 3
    jb .bytes
.dwords:
    mov eax, [ecx - 1]
    add ecx, 4
    mov [edi], eax
    add edi, 4
    sub edx, 4
    ja .dwords
    add edi, edx                        ; minus the number of excess bytes
    cmp ebx, 1
    jne .token
    jmp .group
.bytes:
    mov al, [ecx - 1]
    inc ecx
    mov [edi], al
    inc edi
    dec edx
    jnz .bytes
    cmp ebx, 1
    jne .token
    jmp .group
.done:
    REGION_END 0
    pop ebp
    pop edi
    pop esi
    pop ebx
    ret
