; SPDX-License-Identifier: MIT
; Eight ways of copying. Region 0 contains only the copying.

; Counts for n bytes, derived from the code below; pairs are written U with V:
;   movsb, movsd   one instruction; a read and a write per byte or dword.
;   bytes          4 instructions and one pair per byte: MOV alone (the next MOV reads AL), MOV
;                  with INC, JNZ alone.
;   dwords         the same loop as bytes, 4 bytes per iteration; ADD instead of INC.
;   pairs          32 bytes per iteration: 8 loads in 4 pairs, 8 stores in 4 pairs, two ADDs, DEC
;                  and JNZ; 20 instructions, 10 pairs.
;   x87            64 bytes per iteration: 8 FILD and 8 FISTP of 8 bytes, which do not pair, two
;                  ADDs, DEC and JNZ; 20 instructions, 2 pairs.
;   ahead          for each 1 KB: 2 instructions, 32 iterations of 3 that read one line each, one
;                  instruction, 32 iterations of pairs, DEC and JNZ.
;   allocate       as pairs, and each iteration reads the destination's line once.

%include "bench/bench.inc"

WORK "if variant=movsb region=copy instructions_executed=1 data_read=size data_write=size"
WORK "if variant=bytes region=copy instructions_executed=4*size"
WORK "if variant=bytes region=copy instructions_executed_in_v_pipe=size"
WORK "if variant=bytes region=copy data_read=size data_write=size branches=size"
WORK "if variant=movsd region=copy instructions_executed=1 data_read=size/4 data_write=size/4"
WORK "if variant=dwords region=copy instructions_executed=size"
WORK "if variant=dwords region=copy instructions_executed_in_v_pipe=size/4"
WORK "if variant=dwords region=copy data_read=size/4 data_write=size/4 branches=size/4"
WORK "if variant=pairs region=copy instructions_executed=20*size/32"
WORK "if variant=pairs region=copy instructions_executed_in_v_pipe=10*size/32"
WORK "if variant=pairs region=copy data_read=size/4 data_write=size/4 branches=size/32"
WORK "if variant=x87 region=copy instructions_executed=20*size/64"
WORK "if variant=x87 region=copy instructions_executed_in_v_pipe=2*size/64"
WORK "if variant=x87 region=copy data_read=size/8 data_write=size/8 branches=size/64"
WORK "if variant=ahead region=copy instructions_executed=(2+3*32+1+20*32+2)*size/1024"
WORK "if variant=ahead region=copy data_read=9*size/32"
WORK "if variant=ahead region=copy data_write=size/4"
WORK "if variant=ahead region=copy branches=(32+32+1)*size/1024"
WORK "if variant=allocate region=copy instructions_executed=21*size/32"
WORK "if variant=allocate region=copy instructions_executed_in_v_pipe=10*size/32"
WORK "if variant=allocate region=copy data_read=9*size/32 data_write=size/4 branches=size/32"

section .text

; Begins a routine.  IN: its name; destination, source and bytes on the stack.  OUT: EDI, ESI and
; ECX contain them.
%macro BEGIN 1
    global %1
%1:
    push ebx
    push esi
    push edi
    mov edi, [esp + 16]
    mov esi, [esp + 20]
    mov ecx, [esp + 24]
%endmacro

%macro END 0
    pop edi
    pop esi
    pop ebx
    ret
%endmacro

; From here on EDI and ESI point to the ends of both sides and ECX counts up to 0.
%macro COUNT_UP 0
    add esi, ecx
    add edi, ecx
    neg ecx
%endmacro

; Copies a line and advances ESI and EDI.  CHANGES: EAX, EDX.
%macro LINE_IN_PAIRS 0
%assign offset 0
%rep 4
    mov eax, [esi + offset]
    mov edx, [esi + offset + 4]
    mov [edi + offset], eax
    mov [edi + offset + 4], edx
%assign offset offset + 8
%endrep
    add esi, 32
    add edi, 32
%endmacro

BEGIN copy_movsb
    REGION_BEGIN 0
    rep movsb
    REGION_END 0
    END

BEGIN copy_bytes
    COUNT_UP
    REGION_BEGIN 0
.turn:
    mov al, [esi + ecx]
    mov [edi + ecx], al
    inc ecx
    jnz .turn
    REGION_END 0
    END

BEGIN copy_movsd
    shr ecx, 2
    REGION_BEGIN 0
    rep movsd
    REGION_END 0
    END

BEGIN copy_dwords
    COUNT_UP
    REGION_BEGIN 0
.turn:
    mov eax, [esi + ecx]
    mov [edi + ecx], eax
    add ecx, 4
    jnz .turn
    REGION_END 0
    END

BEGIN copy_pairs
    shr ecx, 5
    REGION_BEGIN 0
.turn:
    LINE_IN_PAIRS
    dec ecx
    jnz .turn
    REGION_END 0
    END

BEGIN copy_x87
    shr ecx, 6
    REGION_BEGIN 0
.turn:
%assign offset 0
%rep 8
    fild qword [esi + offset]
%assign offset offset + 8
%endrep
%rep 8
%assign offset offset - 8
    fistp qword [edi + offset]
%endrep
    add esi, 64
    add edi, 64
    dec ecx
    jnz .turn
    REGION_END 0
    END

BEGIN copy_ahead
    shr ecx, 10
    REGION_BEGIN 0
.block:
    mov edx, 1024
    lea ebx, [esi - 32]
.touch:
    mov al, [ebx + edx]
    sub edx, 32
    jnz .touch
    mov ebx, 1024 / 32
.turn:
    LINE_IN_PAIRS
    dec ebx
    jnz .turn
    dec ecx
    jnz .block
    REGION_END 0
    END

BEGIN copy_allocate
    shr ecx, 5
    REGION_BEGIN 0
.turn:
    mov eax, [edi]                      ; allocates the line that is written next
    LINE_IN_PAIRS
    dec ecx
    jnz .turn
    REGION_END 0
    END
