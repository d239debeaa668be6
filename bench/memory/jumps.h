/*
 * SPDX-License-Identifier: MIT
 * Code that is generated at run time: chains of jumps through memory, the counterpart of chase.h.
 */
#pragma once

#include <string.h>

#include "bench/bench.h"

#define JUMP_BYTES 5u
#define TAIL_BYTES 8u

#define OPCODE_JMP     0xe9
#define OPCODE_DEC_ECX 0x49
#define OPCODE_JNZ     0x0f, 0x85
#define OPCODE_RET     0xc3

/*
 * All functions take the address to write to and the address at which the code will run, which may
 * be mapped elsewhere.
 */

static inline void put_distance(char *at, const char *from, const char *to)
{
    const int32_t distance = (int32_t)(to - from);

    memcpy(at, &distance, sizeof distance);
}

static inline void put_jump(char *at, const char *runs_at, const char *to)
{
    *at = (char)OPCODE_JMP;
    put_distance(at + 1, runs_at + JUMP_BYTES, to);
}

/* Jumps back to the first, ECX times, then returns. */
static inline void put_tail(char *at, const char *runs_at, const char *first)
{
    static const uint8_t code[TAIL_BYTES] = {OPCODE_DEC_ECX, OPCODE_JNZ, 0, 0, 0, 0, OPCODE_RET};

    memcpy(at, code, sizeof code);
    put_distance(at + 3, runs_at + 7, first);
}

/* Runs a chain; one with a tail runs `turns` times. */
static inline void run_code(const char *code, uint32_t turns)
{
    __asm__ volatile("call *%1" : "+c"(turns) : "r"(code) : "memory", "cc", "eax", "edx");
}

static __attribute__((noinline, unused)) void measure_code(unsigned n, const char *code,
                                                           uint32_t warm, uint32_t turns)
{
    run_code(code, warm);
    region_begin_at(n);
    run_code(code, turns);
    region_end_at(n);
}
