; SPDX-License-Identifier: MIT
; Regions of the same duration whose end probes begin at each offset in a line of 32 bytes. With
; their probes they are in more bytes than the code cache of a P6.
;
; Region n contains n % 32 NOPs, then 40 ADDs that depend on each other: 40 clocks. The NOPs execute
; in parallel with them. No NOP makes a region shorter, so a region that counts more than one with
; more NOPs counts clocks of its end probe.

%include "bench/bench.inc"

WORK "region=0 instructions=40"

REGIONS_EACH equ 32
ADDS         equ 40

section .text

end_offsets:
%assign number 0
%rep 2 * REGIONS_EACH
    REGION_BEGIN number
    times number % REGIONS_EACH nop
    times ADDS add eax, eax
    REGION_END number
%assign number number + 1
%endrep
    ret

BENCHMARK "end probes at each offset in a line", end_offsets
