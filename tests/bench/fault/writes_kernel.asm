; SPDX-License-Identifier: MIT
; Writes to the first word of the kernel image, the multiboot header, which is no longer needed. In
; ring 3 that is a page fault; ring 0 may do so.

%include "bench/bench.inc"

IMAGE equ 0x100000

section .text
writes_kernel:
    REGION_BEGIN 9
    mov dword [IMAGE], 0
    REGION_END 9
    ret

BENCHMARK "writes over the kernel", writes_kernel
