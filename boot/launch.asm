; SPDX-License-Identifier: MIT
; Runs one repetition. Between the uncounted and the counted run, only calls and returns are taken
; as branches, unless the benchmark has memory or a restore(), or has printed.

bits 32

%include "pmc/region.inc"

LINE_BYTES          equ 32
STACK_BYTES         equ 256             ; used by this file; contain_run() needs 32 and a few words

extern contain_run, arena_release, stdio_reset, stdio_length, counter_use

section .bss
alignb 64
global launch
launch:
.run:               resd 1
.restore:           resd 1
.again:             resd 1
.stack_top:         resd 1
.user:              resd 1
.cr0:               resd 1
.warm:              resd 1
.cold:              resd 1
.whole:             resd 1
.memory:            resd 1
.slots:             resd 1
.slots_bytes:       resd 1
.begun:             resq 1
.ended:             resq 1

callers_esp:        resd 1
    alignb 64
    resb STACK_BYTES
global launch_stack_top
launch_stack_top:

section .text align=64

; Calls a part of the benchmark.
; IN: 1, its field.  OUT: EAX, 0 if it returned; ZF.
%macro CONTAIN 1
    mov eax, [launch.cr0]
    mov cr0, eax                        ; a task switch, as for a double fault, sets TS
    fninit
    push dword [launch.user]
    push dword [launch.stack_top]
    push dword [launch.%1]
    call contain_run
    add esp, 12
    test eax, eax
%endmacro

; Tests whether state must be restored before a run.  OUT: ZF clear if so.  CHANGES: EAX, ECX.
%macro ANYTHING_TO_RESTORE 0
    movzx ecx, word [counter_use]
    mov eax, [launch.memory]
    or eax, [launch.restore]
    or eax, [stdio_length]
    or eax, ecx
%endmacro

; int launch_repetition(void)
global launch_repetition
launch_repetition:
    push ebx
    push esi
    push edi
    push ebp
    mov [callers_esp], esp              ; the depth depends on how the rest is compiled
    mov esp, launch_stack_top
    cmp dword [launch.warm], 0
    je .counted
    call launch_make_cold               ; so only the benchmark itself warms the caches
    ANYTHING_TO_RESTORE
    jnz .before_warm
.warm:
    call launch_run_once
    jnz .failed
.counted:
    ANYTHING_TO_RESTORE
    jnz .before_counted
.clear:
    mov edi, [launch.slots]
    mov ecx, [launch.slots_bytes]
    shr ecx, 2
    xor eax, eax
    rep stosd
    cmp dword [launch.cold], 0
    jne .cold
.go:
    rdtsc
    mov [launch.begun], eax
    mov [launch.begun + 4], edx
    call launch_run_once
    jnz .failed
    rdtsc
    mov [launch.ended], eax
    mov [launch.ended + 4], edx
    xor eax, eax
.leave:
    mov esp, [callers_esp]
    pop ebp
    pop edi
    pop esi
    pop ebx
    ret

.before_warm:
    call launch_undo_run
    jz .warm
    jmp .failed
.before_counted:
    call launch_undo_run
    jz .clear
.failed:
    or eax, -1
    jmp .leave

; The probes' data is never cold: its misses would be charged to the first region.
.cold:
    call launch_make_cold
    mov esi, [launch.slots]
    mov ecx, [launch.slots_bytes]
    add ecx, esi
.touch:
    cmp esi, ecx
    jae .go
    mov eax, [esi]
    add esi, LINE_BYTES
    jmp .touch

; OUT: ZF, set if the benchmark returned.
launch_run_once:
    cmp dword [launch.whole], 0
    jne .whole
    CONTAIN run
    ret
.whole:
    REGION_BEGIN_ANY REGIONS
global launch_counting, launch_counted
launch_counting:
    CONTAIN run
launch_counted:
    REGION_END_ANY REGIONS
    test eax, eax
    ret

; Undoes the previous run (memory, printed text, use of the counters), then calls restore().
; OUT: ZF, set if restore() returned.
launch_undo_run:
    call arena_release
    call stdio_reset
    cmp word [counter_use], 0
    je .restore
    call [launch.again]
.restore:
    cmp dword [launch.restore], 0
    je .done
    CONTAIN restore
.done:
    ret

; Executes 512 taken branches. The BTB has 256 entries in 4-way sets, which are selected by the low
; bits of the address of a branch's last byte (p5_facts, 4.9: 6 of them on the P5). Each jump here
; has 2 bytes. The odd byte between the two halves makes one half end on odd addresses, the other on
; even ones, so that every set is used 8 times.
global launch_make_cold
launch_make_cold:
%rep 256
    jmp short $ + 2
%endrep
    nop
%rep 256
    jmp short $ + 2
%endrep
    wbinvd
    mov eax, cr3
    mov cr3, eax                        ; flushes the TLBs
    ret
