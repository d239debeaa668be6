/*
 * SPDX-License-Identifier: MIT
 * C11's <setjmp.h> (7.13). The x87 control word is not saved.
 */
#pragma once

typedef struct {
    unsigned long ebx, esi, edi, ebp, esp, eip;
} jmp_buf[1];

int setjmp(jmp_buf state) __attribute__((returns_twice));
void longjmp(jmp_buf state, int value) __attribute__((noreturn));
