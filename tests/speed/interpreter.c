/*
 * SPDX-License-Identifier: MIT
 * Interprets bytecode: an indirect jump per instruction, to one of eight places, and branches that
 * depend on data. The program searches for the number below LIMIT with the longest Collatz
 * sequence.
 */
#include "tests/speed/speed.h"

#define LIMIT 28000

enum operation { SET, ADD, MOVE, HALVE, TRIPLE, IF_ODD, IF_ABOVE, IF_NOT_ONE, JUMP, END };

/* The meaning of a, b and c depends on the operation: registers, a number, or the next index. */
struct instruction {
    uint8_t operation, a, b, c;
};

enum { NUMBER, X, STEPS, BEST, LONGEST, LAST, ONE, REGISTERS };

enum { NEXT_NUMBER = 2, STEP = 5, ODD = 8, ONWARDS = 10, NOT_BETTER = 14, DONE = 16 };

static const struct instruction program[] = {
    {SET, NUMBER, 0, 0},
    {JUMP, 0, 0, NEXT_NUMBER},
    [NEXT_NUMBER] = {ADD, NUMBER, ONE, 0},
    {MOVE, X, NUMBER, 0},
    {SET, STEPS, 0, 0},
    [STEP] = {IF_ODD, X, 0, ODD},
    {HALVE, X, 0, 0},
    {JUMP, 0, 0, ONWARDS},
    [ODD] = {TRIPLE, X, 0, 0},
    {JUMP, 0, 0, ONWARDS},
    [ONWARDS] = {ADD, STEPS, ONE, 0},
    {IF_NOT_ONE, X, 0, STEP},
    {IF_ABOVE, LONGEST, STEPS, NOT_BETTER},
    {JUMP, 0, 0, DONE},
    [NOT_BETTER] = {IF_ABOVE, LAST, NUMBER, NEXT_NUMBER},
    {END, 0, 0, 0},
    [DONE] = {MOVE, LONGEST, STEPS, 0},
    {MOVE, BEST, NUMBER, 0},
    {JUMP, 0, 0, NOT_BETTER},
};

static void interpret(uint32_t *r)
{
    static const void *const places[] = {
        [SET] = &&set,           [ADD] = &&add,
        [MOVE] = &&move,         [HALVE] = &&halve,
        [TRIPLE] = &&triple,     [IF_ODD] = &&if_odd,
        [IF_ABOVE] = &&if_above, [IF_NOT_ONE] = &&if_not_one,
        [JUMP] = &&jump,         [END] = &&end,
    };
    const struct instruction *at = program;

#define GO_ON(where)                                                                               \
    do {                                                                                           \
        at = (where);                                                                              \
        goto *places[at->operation];                                                               \
    } while (0)

    GO_ON(program);
set:
    r[at->a] = at->b;
    GO_ON(at + 1);
add:
    r[at->a] += r[at->b];
    GO_ON(at + 1);
move:
    r[at->a] = r[at->b];
    GO_ON(at + 1);
halve:
    r[at->a] >>= 1;
    GO_ON(at + 1);
triple:
    r[at->a] = 3 * r[at->a] + 1;
    GO_ON(at + 1);
if_odd:
    GO_ON(r[at->a] & 1 ? program + at->c : at + 1);
if_above:
    GO_ON(r[at->a] > r[at->b] ? program + at->c : at + 1);
if_not_one:
    GO_ON(r[at->a] != 1 ? program + at->c : at + 1);
jump:
    GO_ON(program + at->c);
end:
    return;
}

uint32_t work(void)
{
    uint32_t registers[REGISTERS] = {[LAST] = LIMIT, [ONE] = 1};

    interpret(registers);
    return registers[BEST] << 16 | registers[LONGEST];
}
