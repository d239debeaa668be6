/*
 * SPDX-License-Identifier: MIT
 * Shared by the timing model's unit tests: code given as bytes is decoded, classified and paired as
 * in the simulator, and played to the model without being executed.
 */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <Zydis/Zydis.h>
#include <string.h>

#include "sim/model/insn.h"
#include "sim/model/p5/p5_state.h"
#include "tools/insn_decoder.h"

#define CODE_ADDRESS 0x100000u
#define DATA_ADDRESS 0x200000u /* line- and page-aligned, in the same cache set as CODE_ADDRESS */

struct code {
    struct insn insns[BLOCK_MAX_INSNS];
    unsigned count, bytes, kept;
};

/* Decodes 32-bit code, at most a block of it. */
static inline struct code code_at(const struct model *model, uint32_t address, const void *bytes,
                                  size_t size)
{
    struct code code = {0};
    ZydisDecoder decoder;

    insn_decoder_init(&decoder, 32);
    while (code.bytes < size && code.count < BLOCK_MAX_INSNS) {
        struct insn *insn = &code.insns[code.count++];
        ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
        ZydisDecodedInstruction decoded;

        assert_true(ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, (const char *)bytes + code.bytes,
                                                        size - code.bytes, &decoded, operands)));
        insn->address = address + code.bytes;
        insn->length = decoded.length;
        insn->mnemonic = (uint16_t)decoded.mnemonic;
        timing_classify(model, &decoded, operands, insn);
        code.bytes += decoded.length;
    }
    code.kept = pairing_assign(model, code.insns, code.count);
    return code;
}

#define CODE(model, string) code_at(model, CODE_ADDRESS, string, sizeof(string) - 1)

/* Issues the whole block once; returns the clocks. */
static inline uint64_t play(struct model *model, const struct code *code)
{
    const uint64_t before = model_clock(model);

    for (unsigned i = 0; i < code->count; i++)
        model_issue(model, &code->insns[i]);
    model_retire(model, code->insns, code->count);
    return model_clock(model) - before;
}

static inline uint64_t counted(const struct model *model, enum p5_event_code event)
{
    return model->count[event];
}

/* Creates the default model with its caches on. */
static inline int setup_model(void **state)
{
    struct model *model = model_create(NULL);

    if (!model)
        return -1;
    model_set_cache(model, true);
    *state = model;
    return 0;
}

/* Creates a P55C with its caches on and its bus idle. */
static inline int setup_p55c(void **state)
{
    struct model_config config;
    struct model *model;

    if (model_config_named("p55c", &config) != 0)
        return -1;
    model = model_create(&config);
    if (!model)
        return -1;
    model_set_cache(model, true);
    model_idle(model, 1000);
    *state = model;
    return 0;
}

static inline int teardown_model(void **state)
{
    model_destroy(*state);
    return 0;
}

/* A test with a new default model or P55C. */
#define MODEL_TEST(function) cmocka_unit_test_setup_teardown(function, setup_model, teardown_model)
#define P55C_TEST(function)  cmocka_unit_test_setup_teardown(function, setup_p55c, teardown_model)
