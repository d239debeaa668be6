; SPDX-License-Identifier: MIT
; Instructions that wait for more than the pipes: segment loads, locked operations, and I/O.

; I/O uses port 80h, a PC's progress code, where reads and writes do no harm. It is left out in ring
; 3, which may not access it. Each region has the settling pair, 1 clock, and ten times one
; instruction. The clocks of locked operations and I/O depend on the board; the model's I/O cycle is
; 66 bus clocks, 99 of the processor's, and starts with a bus clock.

%include "bench/cycles.inc"
%include "bench/findings.inc"

; IN: a name, a region, its baseline, the instruction.
%macro TEN_OF 4
    REGION_BEGIN %2
    SETTLE
    TEN {%4}
    REGION_END %2
    REGION_NAME %2, %1
%if %3 != NO_REGION
    FINDING %1, %2, %3, 10
%endif
%endmacro

section .text align=32
system:
    CYCLES_ENTER
    mov eax, es
    mov [ebx + 4], eax

    TEN_OF "nothing", 0, NO_REGION, {}
; NP, 2 and from memory 3 clocks (MAME); the descriptor is in the cache.
WORK "region=1 count_clocks=21 instructions_executed_in_v_pipe=1"
    TEN_OF "segment_load", 1, 0, {mov es, eax}
WORK "region=2 count_clocks=31 instructions_executed_in_v_pipe=1"
    TEN_OF "segment_load_from_memory", 2, 0, {mov es, [ebx + 4]}
WORK "region=3 count_clocks=11 instructions_executed_in_v_pipe=1"
    TEN_OF "segment_store", 3, 0, {mov eax, es}

; Five pairs of 5 clocks and one more for the bank that both use. LOCK makes each of them alone, and
; its read and write are one locked operation on the bus.
WORK "region=4 count_clocks=31 data_read=10 data_write=10 instructions_executed_in_v_pipe=6"
    TEN_OF "add_to_memory", 4, 0, {add [ebx], edi}
WORK "region=5 locked_bus_cycle=10 data_read=10 data_write=10 instructions_executed_in_v_pipe=1"
    TEN_OF "locked_add_to_memory", 5, 0, {lock add [ebx], edi}
WORK "region=6 locked_bus_cycle=10 data_read=10 data_write=10 instructions_executed_in_v_pipe=1"
    TEN_OF "exchange_with_memory", 6, 0, {xchg [ebx], ecx}

    mov eax, cs
    test al, 3
    jnz .done
; OUT 12 and 99: 111, a whole number of bus clocks. IN 7 and 99: 106, and every second one waits a
; clock for the bus.
    TEN_OF "port_write", 7, 0, {out 0x80, al}
    TEN_OF "port_read", 8, 0, {in al, 0x80}
.done:
    CYCLES_LEAVE

FINDINGS
BENCHMARK "segment loads, locked operations, and I/O by port 80h", system
