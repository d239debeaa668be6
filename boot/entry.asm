; SPDX-License-Identifier: MIT
; Where a multiboot 1 loader enters.
;
; Who jumps here: GRUB, QEMU's -kernel or the virtual Pentium, in 32-bit protected mode, paging off,
; A20 open, interrupts disabled. EAX holds 2BADB002h, EBX the physical address of the multiboot
; information. CS to SS are flat 4 GB segments of the loader's own GDT, which may be gone already:
; no segment register is loaded before descriptors_install() has made our own. ESP is not usable.
; (Multiboot Specification 0.6.96, section 3.2.)

bits 32

extern kernel_main, bss_start, bss_end, user_bss_start, user_bss_end

MULTIBOOT_MAGIC     equ 0x1BADB002
MULTIBOOT_MEMINFO   equ 1 << 1          ; ask for mem_lower and mem_upper
STACK_BYTES         equ 5120

section .multiboot progbits alloc noexec nowrite align=4
    dd MULTIBOOT_MAGIC
    dd MULTIBOOT_MEMINFO
    dd -(MULTIBOOT_MAGIC + MULTIBOOT_MEMINFO)

section .text
global multiboot_entry
multiboot_entry:
    cli
    cld
    mov esp, boot_stack_top
    mov esi, eax                        ; the magic, while EAX is needed

    mov edi, bss_start                  ; clear the BSS, the stack in it included
    mov ecx, bss_end
    sub ecx, edi
    shr ecx, 2
    xor eax, eax
    rep stosd
    mov edi, user_bss_start             ; and that of the benchmarks
    mov ecx, user_bss_end
    sub ecx, edi
    shr ecx, 2
    rep stosd

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
