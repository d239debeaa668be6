/*
 * SPDX-License-Identifier: MIT
 * setjmp() and longjmp(): save and restore the callee-saved registers, the stack pointer above the
 * return address, and the return address.
 */
#include "kernel/lib/setjmp.h"

/* IN: [esp + 4] state. OUT: eax 0. Clobbers ecx, edx. */
__asm__(
    ".pushsection .text.setjmp, \"ax\", @progbits\n"
    ".globl setjmp\n"
    ".type setjmp, @function\n"
    "setjmp:\n\t"
    "movl 4(%esp), %edx\n\t"
    "movl (%esp), %ecx\n\t"
    "movl %ebx, (%edx)\n\t"
    "movl %esi, 4(%edx)\n\t"
    "movl %edi, 8(%edx)\n\t"
    "movl %ebp, 12(%edx)\n\t"
    "leal 4(%esp), %eax\n\t"
    "movl %eax, 16(%edx)\n\t"
    "movl %ecx, 20(%edx)\n\t"
    "xorl %eax, %eax\n\t"
    "ret\n"
    ".size setjmp, . - setjmp\n"
    ".popsection");

/* IN: [esp + 4] state, [esp + 8] value. Returns from setjmp() again, with eax value or 1. */
__asm__(
    ".pushsection .text.longjmp, \"ax\", @progbits\n"
    ".globl longjmp\n"
    ".type longjmp, @function\n"
    "longjmp:\n\t"
    "movl 4(%esp), %edx\n\t"
    "movl 8(%esp), %eax\n\t"
    "cmpl $1, %eax\n\t"
    "adcl $0, %eax\n\t" /* 0 becomes 1 */
    "movl (%edx), %ebx\n\t"
    "movl 4(%edx), %esi\n\t"
    "movl 8(%edx), %edi\n\t"
    "movl 12(%edx), %ebp\n\t"
    "movl 16(%edx), %esp\n\t"
    "jmpl *20(%edx)\n"
    ".size longjmp, . - longjmp\n"
    ".popsection");
