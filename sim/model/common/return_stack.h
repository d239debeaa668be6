/*
 * SPDX-License-Identifier: MIT
 * Return stack buffer: predicts return addresses (P55C, P6).
 */
#pragma once

#include <stdint.h>

#define RETURN_STACK_MAX 16

struct return_stack {
    uint32_t addresses[RETURN_STACK_MAX];
    unsigned top, depth; /* number of pushes modulo 2^32, and how many can still be popped */
};

/* Pushes onto a stack of `entries` entries; a full stack loses the oldest. */
static inline void return_stack_push(struct return_stack *stack, unsigned entries, uint32_t address)
{
    stack->addresses[stack->top++ % RETURN_STACK_MAX] = address;
    if (stack->depth < entries)
        stack->depth++;
}

/* Its depth must not be 0. */
static inline uint32_t return_stack_pop(struct return_stack *stack)
{
    stack->depth--;
    return stack->addresses[--stack->top % RETURN_STACK_MAX];
}
