/*
 * SPDX-License-Identifier: MIT
 * A bytecode interpreter in two variants: a loop around a switch, and threaded code, in which each
 * operation jumps straight to the next (threaded.asm).
 *
 * The switch has one indirect jump. The branch target buffer stores one target for it, that of the
 * previous operation, which is seldom right. In threaded code each operation has its own jump. The
 * program counts the steps of the Collatz sequence (3 n + 1) from 6171 to 1.
 */
#include <stdio.h>
#include <stdlib.h>

#include "bench/bench.h"

enum operation { LOAD, STORE, ADD, ADD_NUMBER, HALVE, IF_ODD, JUMP, UNLESS_1, HALT, OPERATIONS };
enum variable { N, STEPS, VARIABLES };
enum { START = 6171 };

struct instruction {
    uint8_t operation, operand; /* a variable, a number, or the index of an instruction */
};

static const struct instruction program[] = {
    {LOAD, N},       /* 0: starts the next step */
    {IF_ODD, 5},     /* 1 */
    {HALVE, 0},      /* 2 */
    {STORE, N},      /* 3 */
    {JUMP, 9},       /* 4 */
    {ADD, N},        /* 5 */
    {ADD, N},        /* 6 */
    {ADD_NUMBER, 1}, /* 7 */
    {STORE, N},      /* 8 */
    {LOAD, STEPS},   /* 9: counts the step */
    {ADD_NUMBER, 1}, /* 10 */
    {STORE, STEPS},  /* 11 */
    {LOAD, N},       /* 12 */
    {UNLESS_1, 0},   /* 13 */
    {HALT, 0},       /* 14 */
};
enum { LENGTH = sizeof program / sizeof *program };

/* An instruction in threaded form: the address of its code, and a number or an address. */
struct thread {
    const void *code;
    uintptr_t operand;
};

static long variant; /* switch, threaded */
static struct thread threads[LENGTH];
static uint32_t variables[VARIABLES];

region_name(0, "program");

extern const void *const bytecode_operations[OPERATIONS];
void bytecode_thread(const struct thread *first);

static void by_switch(void)
{
    region_begin(0);
    uint32_t value = 0;
    for (const struct instruction *next = program;;) {
        const unsigned operand = next->operand;
        switch ((next++)->operation) {
        case LOAD:
            value = variables[operand];
            break;
        case STORE:
            variables[operand] = value;
            break;
        case ADD:
            value += variables[operand];
            break;
        case ADD_NUMBER:
            value += operand;
            break;
        case HALVE:
            value >>= 1;
            break;
        case IF_ODD:
            if (value & 1)
                next = program + operand;
            break;
        case JUMP:
            next = program + operand;
            break;
        case UNLESS_1:
            if (value != 1)
                next = program + operand;
            break;
        case HALT:
            goto done;
        }
    }
done:
    region_end(0);
}

static uintptr_t operand_of(const struct instruction *instruction)
{
    switch (instruction->operation) {
    case LOAD:
    case STORE:
    case ADD:
        return (uintptr_t)&variables[instruction->operand];
    case IF_ODD:
    case JUMP:
    case UNLESS_1:
        return (uintptr_t)&threads[instruction->operand];
    default:
        return instruction->operand;
    }
}

static void setup(void)
{
    for (unsigned i = 0; i < LENGTH; i++)
        threads[i] =
            (struct thread){bytecode_operations[program[i].operation], operand_of(&program[i])};
}

static void restore(void)
{
    variables[N] = START;
    variables[STEPS] = 0;
}

static void run(void)
{
    if (variant == 0)
        by_switch();
    else
        bytecode_thread(threads);
}

/* 6171 takes 261 steps, more than any number below it (OEIS A006877 and A006878). */
static const char *check(void)
{
    static char wrong[80];
    if (variables[N] == 1 && variables[STEPS] == 261)
        return NULL;
    snprintf(wrong, sizeof wrong, "%u after %u steps, not 1 after 261", (unsigned)variables[N],
             (unsigned)variables[STEPS]);
    return wrong;
}

BENCHMARK("interprets bytecode: a switch, threaded code", run, .setup = setup, .restore = restore,
          .check = check, .arguments = ARGUMENTS(ARGUMENT(variant, "switch,threaded")));
