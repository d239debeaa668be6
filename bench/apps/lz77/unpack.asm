; SPDX-License-Identifier: MIT
; Unpacks what lz77.c describes. The lines of the output are read first, so that what is written
; stays in the cache, whence matches are read again. A match from 4 bytes back or more is copied by
; dwords; what that writes too much the next token replaces. Whether all is done is seen once a
; group.

%include "bench/bench.inc"

global lz77_unpack

section .text

; IN: in, to, n.  CHANGES: EAX, ECX, EDX.
lz77_unpack:
    push ebx
    push esi
    push edi
    push ebp
    mov esi, [esp + 20]
    mov edi, [esp + 24]
    mov ebp, [esp + 28]
    add ebp, edi                        ; where the text ends
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
    or ebx, 0x100                       ; comes down to bit 0 when the flags are used up
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
    sub ecx, eax                        ; the byte before is the first
    cmp eax, 3
    jb .bytes
.dwords:
    mov eax, [ecx - 1]
    add ecx, 4
    mov [edi], eax
    add edi, 4
    sub edx, 4
    ja .dwords
    add edi, edx                        ; what was too much, as a negative number
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
