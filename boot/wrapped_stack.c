/*
 * SPDX-License-Identifier: MIT
 * Sets the gates of all exceptions but the double fault, which has a task with a stack.
 */
#include "boot/wrapped_stack.h"

#include "boot/descriptors.h"

#define EXCEPTIONS          32
#define VECTOR_DOUBLE_FAULT 8

typedef void stub(void);
extern stub *const wrapped_stubs[EXCEPTIONS], *const exception_stubs[EXCEPTIONS];
void wrapped_stub_watchdog(void);
void stub_watchdog(void);

void wrapped_stack_guard(enum pages pages)
{
    bool guarded = pages == PAGES_OFF;
    for (unsigned vector = 0; vector < EXCEPTIONS; vector++)
        if (vector != VECTOR_DOUBLE_FAULT)
            descriptors_set_interrupt(vector,
                                      guarded ? wrapped_stubs[vector] : exception_stubs[vector]);
    descriptors_set_interrupt(VECTOR_WATCHDOG, guarded ? wrapped_stub_watchdog : stub_watchdog);
}
