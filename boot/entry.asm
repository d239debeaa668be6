; SPDX-License-Identifier: MIT
; Entry point for a multiboot 1 loader.
;
; GRUB, QEMU's -kernel or the virtual Pentium jump here in 32-bit protected mode with paging off,
; A20 open and interrupts disabled. EAX holds 2BADB002h, EBX the physical address of the multiboot
; information. CS to SS are flat 4 GB segments of the loader's GDT, which may already be
; overwritten: no segment register is loaded before descriptors_install() has built the kernel's
; GDT. ESP is unusable. (Multiboot Specification 0.6.96, section 3.2.)

bits 32

extern kernel_main, fixed_bss_start, fixed_bss_end, user_bss_start, user_bss_end
extern bss_start, bss_end

MULTIBOOT_MAGIC     equ 0x1BADB002
MULTIBOOT_MEMINFO   equ 1 << 1          ; request mem_lower and mem_upper
STACK_BYTES         equ 7168

section .multiboot progbits alloc noexec nowrite align=4
    dd MULTIBOOT_MAGIC
    dd MULTIBOOT_MEMINFO
    dd -(MULTIBOOT_MAGIC + MULTIBOOT_MEMINFO)

; Clears dwords from address 1 up to address 2.  CHANGES: EAX, ECX, EDI.
%macro CLEAR 2
    mov edi, %1
    mov ecx, %2
    sub ecx, edi
    shr ecx, 2
    xor eax, eax
    rep stosd
%endmacro

section .text
global multiboot_entry
multiboot_entry:
    cli
    cld
    mov esp, boot_stack_top
    mov esi, eax                        ; saves the magic number: CLEAR uses EAX

    CLEAR fixed_bss_start, fixed_bss_end ; includes the stack
    CLEAR user_bss_start, user_bss_end
    CLEAR bss_start, bss_end

    push ebx                            ; multiboot information
    push esi                            ; magic
    call kernel_main                    ; kernel_main(magic, info) does not return
.halt:
    cli
    hlt
    jmp .halt

section .bss
alignb 16
global boot_stack
boot_stack:
    resb STACK_BYTES
boot_stack_top:
