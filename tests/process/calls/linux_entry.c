/*
 * SPDX-License-Identifier: MIT
 * Entry of a program that makes its calls by INT 80h.
 */
#include "call_frame.h"

long linux_call(const uint32_t words[7]);
void run_program(void);

long system_call(const uint32_t words[7])
{
    return linux_call(words);
}

void _start(void);
__attribute__((force_align_arg_pointer)) void _start(void)
{
    run_program();
}
