/*
 * SPDX-License-Identifier: MIT
 * Stubs of the translator for the P6, K7 and NetBurst models, which execute instructions one by one
 * in their core model and translate nothing.
 */
#include "sim/cpu/translator/translation.h"
#include "sim/model/translated.h"

struct translator *translator_create(struct cpu *cpu)
{
    (void)cpu;
    return NULL;
}

void translator_destroy(struct translator *translator)
{
    (void)translator;
}

void translator_flush(struct translator *translator)
{
    (void)translator;
}

void block_code_translate(struct cpu *cpu, struct block *block)
{
    (void)cpu;
    (void)block;
}

bool translated_block_run(struct cpu *cpu, struct block *block)
{
    (void)cpu;
    (void)block;
    return false;
}

void translated_block_link(struct cpu *cpu, struct block *next)
{
    (void)cpu;
    (void)next;
}

/* No line is simple enough for direct accesses. */
unsigned model_translated_near(const struct model *model, uint32_t physical)
{
    (void)model;
    (void)physical;
    return 0;
}
