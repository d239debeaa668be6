; SPDX-License-Identifier: MIT
; Regions with counts derived by hand: test_regions.py. -DOPEN leaves region 3 open.

%include "bareprobe/region.inc"

REGION_NAME 0, "outer"
REGION_NAME 1, "inner"
REGION_NAME 2, "calls"

section .data
count:
    dd 0

section .text
global _start
_start:
    mov esi, 10
    REGION_BEGIN 0
.next:
    REGION_BEGIN 1
    inc dword [count]
    REGION_END 1
    dec esi
    jnz .next
    REGION_END 0

    mov esi, 2
.again:
    REGION_BEGIN 2
    mov eax, 20                         ; getpid()
    int 0x80
    mov eax, 20
    int 0x80
    REGION_END 2
    dec esi
    jnz .again
%ifdef OPEN
    REGION_BEGIN 3
%endif

    ; Without probes too, registers and flags are kept: 10 if so.
    stc
    mov ecx, 9
    REGION_BEGIN 4
    REGION_END 4
    adc ecx, 0
    sub ecx, 10
    mov eax, 1
    mov ebx, ecx
    int 0x80
