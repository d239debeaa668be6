; SPDX-License-Identifier: MIT
; Chains that go through an address, which waits a clock for a result of the clock before (G3 9),
; and LEA. A 66 is decoded in the clock in which the address waits (X).

%include "bench/instr/instr.inc"

; ADD: 2, and the clock of the address. EDI points to zeros.
PROLOGUE {mov ebx, edi}
CHAIN {add bl, [ebx]}
FORM add_r8_m8_chase, 3, 1, -, {add al, [esi]}, {add dl, [edi]}
CHAIN {add di, [edi]}
P55C 3, 3, -
FORM add_r16_m16_chase, 3, 2, -, {add ax, [esi]}, {add dx, [edi]}
CHAIN {add edi, [edi]}
FORM add_r32_m32_chase, 3, 1, -, {add eax, [esi]}, {add edx, [edi]}

; A load, and a store of the loaded value: the next load receives it from memory a clock later, and
; a store and a load of one bank take a clock more. 66: a clock for each, on the P55C two. For 32
; bits (X) the chain is the address.
FORM mov_m8_back, 2, -, -, {TWO {mov al, [esi + SCRATCH]}, {mov [esi + SCRATCH], al}}
P55C 6, -, -
FORM mov_m16_back, 4, -, -, {TWO {mov ax, [esi + SCRATCH]}, {mov [esi + SCRATCH], ax}}
FORM mov_m32_back_chase, 3, -, -, {TWO {mov esi, [esi]}, {mov [esi], esi}}

; LEA: 1, and the clock of the address.
PROLOGUE {cld}
%macro ADDRESS 3
WIDE {lea ax, [eax %2]}, {lea dx, [edx %2]}, {lea si, [esi %2]}, {lea di, [edi %2]}
CHAIN {lea ax, [eax %2]}
P55C 3, 3, -
FORM lea_r16_%1, 2, 2, -, {lea ax, [ebx %2]}, {lea dx, [ebx %3]}
CHAIN {lea eax, [eax %2]}
FORM lea_r32_%1, 2, 0.5, -, {lea eax, [ebx %2]}, {lea edx, [ebx %3]}
%endmacro

ADDRESS sum, + ecx, + ecx
ADDRESS sum_disp8, + ecx + 8, + ecx + 16
ADDRESS scaled, + ecx * 8, + ecx * 8
ADDRESS scaled_disp8, + ecx * 8 + 8, + ecx * 8 + 16

CLASS "results that are addresses: latency and throughput of each form"
