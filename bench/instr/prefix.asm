; SPDX-License-Identifier: MIT
; NOP after 1 to 14 prefixes 66.

%include "bench/instr/instr.inc"

; A clock for each prefix, and the NOP's own (G3); on the P55C the first takes two (X).
%macro PREFIXED 1
%assign p54c %1 + 1
%assign p55c %1 + 2
P55C -, p55c, -
FORM nop_66_%1, -, p54c, -, {NOP_BEHIND %1}
%endmacro

%macro NOP_BEHIND 1
    times %1 db 0x66
    nop
%endmacro

%assign prefixes 1
%rep 14
PREFIXED %[prefixes]
%assign prefixes prefixes + 1
%endrep

CLASS "prefixes: clocks for each before a NOP"
