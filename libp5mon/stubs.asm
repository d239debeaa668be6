; SPDX-License-Identifier: MIT
; The thesis's assembly stubs (section 4.2.2): CALL p5mon_asm_begreg_N and p5mon_asm_endreg_N, with
; N from 0 to 99, are probes of region N. All registers and flags are kept; 44 bytes of stack are
; used. README.md lists the overhead of a pair.
;
; A stub has 7 bytes in a slot of 8: it never crosses a cache line, so all have the same overhead.

bits 32

%include "pmc/region.inc"

STUBS               equ 100
PUSHA_BYTES         equ 32
SLOT_SHIFT          equ 6
CALL_BYTES          equ 5               ; near CALL; the probe's position is the CALL of its stub

%if region_size != 1 << SLOT_SHIFT
    %error "the slot's address is made by shifting the number"
%endif

section .stub_text progbits alloc exec nowrite align=64 ; on a separate page, see linker.ld

; One stub per region.  IN: 1, begreg or endreg; 2, the routine that does the work.
%macro STUB_TABLE 2
    align 64
    %assign number 0
    %rep STUBS
        global p5mon_asm_%1_%[number]
        align 8
p5mon_asm_%1_%[number]:
        push byte number
        jmp near %2
        %assign number number + 1
    %endrep
%endmacro

STUB_TABLE begreg, begin_region
STUB_TABLE endreg, end_region

; The thesis's stub initialized memory and an exit function; here nothing needs initialization.
global p5mon_asm_init
p5mon_asm_init:
    ret

; IN: the region's number on the stack, above it the return address.  It returns by IRET: a RET
; would have a single BTB entry for all callers, mispredict when the caller changes, and flush the
; pipeline inside the region.
align 32
begin_region:
    pushf
    pusha
    mov ebx, [esp + PUSHA_BYTES + 4]    ; the number
    mov eax, [esp + PUSHA_BYTES + 8]    ; the return address
    mov ecx, cs
    mov edx, [esp + PUSHA_BYTES]        ; the flags
    mov [esp + PUSHA_BYTES], eax        ; EIP, CS, EFLAGS for IRET
    mov [esp + PUSHA_BYTES + 4], ecx
    mov [esp + PUSHA_BYTES + 8], edx
    shl ebx, SLOT_SHIFT
    add ebx, regions
    inc dword [ebx + region.stub_calls]
    lea esi, [eax - CALL_BYTES]
    REGION_COUNT_AND_READ esi
    popa
    iret

align 32
end_region:
    pusha
    REGION_READ_AGAIN
    pushf
    mov ebx, [esp + PUSHA_BYTES + 4]    ; the number
    shl ebx, SLOT_SHIFT
    add ebx, regions
    inc dword [ebx + region.stub_calls]
    mov ebp, [esp + PUSHA_BYTES + 8]    ; the return address
    sub ebp, CALL_BYTES
    REGION_ADD_UP ebp
    popf
    popa
    lea esp, [esp + 4]
    ret

; An empty pair of stubs: its overhead is calibrated at startup if a benchmark uses the stubs.
global region_empty_stub
align 32
region_empty_stub:
    call p5mon_asm_begreg_0
    call p5mon_asm_endreg_0
    ret
