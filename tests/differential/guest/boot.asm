; SPDX-License-Identifier: MIT
; Entry point of the guest, reached from QEMU's -kernel, the virtual Pentium's, or rom.asm in Bochs.
; All enter with the state of the Multiboot Specification 0.6.96, section 3.2: EAX holds the magic
; number, EBX points to the information structure, ESP is undefined.

bits 32

extern guest_main, bss_start, bss_end

MAGIC       equ 0x1BADB002
MEMINFO     equ 1 << 1
STACK_BYTES equ 16384

section .multiboot progbits alloc noexec nowrite align=4
    dd MAGIC
    dd MEMINFO
    dd -(MAGIC + MEMINFO)

section .text
global multiboot_entry
multiboot_entry:
    cli
    cld
    mov esp, stack_top
    mov esi, eax
    mov edi, bss_start
    mov ecx, bss_end
    sub ecx, edi
    shr ecx, 2
    xor eax, eax
    rep stosd
    push ebx
    push esi
    call guest_main                     ; guest_main(magic, information) does not return

section .bss
alignb 16
    resb STACK_BYTES
stack_top:
