/*
 * SPDX-License-Identifier: MIT
 * Plays code given as bytes to the P6's core and measures its clocks. Include after cmocka.h.
 */
#pragma once

#include <Zydis/Zydis.h>
#include <string.h>

#include "sim/model/p6/core/p6_core.h"
#include "tools/insn_decoder.h"

enum { CODE = 0x100000, DATA = 0x200000, BODIES = 120 };

/* One instruction given as bytes, and its accesses and outcome in every iteration. */
struct line {
    const char *bytes;
    size_t size;
    struct p6_access access[4];
    uint8_t accesses;
    bool taken, mispredicted;
    uint8_t value;
    uint32_t steps;
};

#define LINE(text)                                                                                 \
    {                                                                                              \
        .bytes = text, .size = sizeof(text) - 1                                                    \
    }
#define DOES(text, ...)                                                                            \
    {                                                                                              \
        .bytes = text, .size = sizeof(text) - 1, __VA_ARGS__                                       \
    }
#define ACCESSES(...) .access = {__VA_ARGS__}, .accesses = 1
#define LOAD(address_, bytes_)                                                                     \
    {                                                                                              \
        .address = (address_), .bytes = (bytes_), .clocks = 3                                      \
    }
#define MISS(clocks_)                                                                              \
    {                                                                                              \
        .address = DATA, .bytes = 4, .clocks = (clocks_)                                           \
    }
#define STORE(address_, bytes_)                                                                    \
    {                                                                                              \
        .address = (address_), .bytes = (bytes_), .write = true                                    \
    }

static inline struct p6_insn classified(const char *bytes, size_t size)
{
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    ZydisDecodedInstruction decoded;
    ZydisDecoder decoder;
    struct p6_insn insn;

    insn_decoder_init(&decoder, 32);
    assert_true(ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, bytes, size, &decoded, operands)));
    p6_classify(&decoded, operands, &insn);
    return insn;
}

#define CLASSIFIED(text) classified(text, sizeof(text) - 1)

/* `jumps`: each body begins at the address of the first one. */
static inline void play(struct p6_core *core, const struct line *lines, size_t count,
                        unsigned bodies, bool jumps)
{
    static uint32_t address;

    for (unsigned body = 0; body < bodies; body++) {
        if (jumps || body == 0)
            address = CODE;
        for (size_t i = 0; i < count; i++) {
            const struct p6_insn insn = classified(lines[i].bytes, lines[i].size);
            const struct p6_run run = {.address = address,
                                       .target = CODE,
                                       .steps = lines[i].steps,
                                       .accesses = lines[i].accesses,
                                       .value = lines[i].value,
                                       .taken = lines[i].taken,
                                       .mispredicted = lines[i].mispredicted,
                                       .access = lines[i].access};

            p6_core_instruction(core, &insn, &run);
            address += insn.length;
        }
    }
}

/* Clocks of BODIES bodies, measured after as many others. */
static inline unsigned clocks_of(const struct p6_core_parameters *parameters,
                                 const struct line *lines, size_t count, bool jumps)
{
    struct p6_core *core = p6_core_create(parameters);
    uint64_t before;

    assert_non_null(core);
    play(core, lines, count, BODIES, jumps);
    p6_core_settle(core);
    before = p6_core_clock(core);
    play(core, lines, count, BODIES, jumps);
    p6_core_settle(core);
    before = p6_core_clock(core) - before;
    p6_core_destroy(core);
    return (unsigned)before;
}

#define CLOCKS(lines) clocks_of(NULL, lines, sizeof(lines) / sizeof *(lines), false)
#define LOOP(lines)   clocks_of(NULL, lines, sizeof(lines) / sizeof *(lines), true)

/*
 * Compares with a tolerance: a few clocks belong to the bodies before or after the measured ones,
 * and code whose length does not divide 16 bytes is split differently in each body.
 */
static inline void about(unsigned clocks, double each)
{
    const double expected = each * BODIES;

    if (clocks < 0.99 * expected - 4 || clocks > 1.01 * expected + 4)
        fail_msg("%.2f clocks each, not %.2f", (double)clocks / BODIES, each);
}
