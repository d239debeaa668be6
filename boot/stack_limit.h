/*
 * SPDX-License-Identifier: MIT
 * Limits the stack of a contained routine by a segment, in ring 0 or ring 3.
 */
#pragma once

#include <stdint.h>

/* The routine that stack_limit_enter() continues with. */
extern void (*stack_limit_routine)(void);

/* The selector of SS: that of descriptors_limit_stack(). */
extern uint32_t stack_limit_selector;

/* For contain_run(): sets SS and jumps to the routine. */
void stack_limit_enter(void);
