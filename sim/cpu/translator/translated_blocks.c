/*
 * SPDX-License-Identifier: MIT
 * Runs translated blocks: checks whether a block may run as translated, and links blocks so that
 * one follows another without returning to C.
 */
#include "sim/cpu/fpu/fpu_unit.h"
#include "sim/cpu/translator/translator.h"

static bool translated_block_x87_is_plain(const struct cpu *cpu)
{
    return (cpu->fpu.control & FPU_EXCEPTIONS) == FPU_EXCEPTIONS && !(cpu->fpu.status & FPU_ES) &&
           !(cpu->cr0 & (CR0_EM | CR0_TS)) && p5_translated_x87_is_plain(cpu->model);
}

static bool translated_block_is_plain(struct cpu *cpu, struct block *block)
{
    const uint64_t changes = *cpu->translator->places.code_changes;

    if (block->needs & ~cpu->plain_segments)
        return false;
    cpu->x87_plain = translated_block_x87_is_plain(cpu);
    if (block->x87 &&
        (!cpu->x87_plain || cpu->fpu.top != block->x87_top || cpu->fpu.valid != block->x87_valid ||
         *cpu->translator->x87.top != block->x87_top))
        return false;
    if (block->plain_until == changes)
        return true;
    if (!p5_translated_fetch_is_plain(cpu->model, block->physical, block->bytes))
        return false;
    block->plain_until = changes;
    return true;
}

bool translated_block_run(struct cpu *cpu, struct block *block)
{
    struct translator *translator = cpu->translator;
    const struct block_exit *last;

    if (!translated_block_is_plain(cpu, block))
        return false;
    p5_translated_fetch(cpu->model, block->physical, block->bytes, cpu->jumped);
    translator->last = NULL;
    last = translator->enter(cpu, cpu->model, block->body);
    cpu->block = last ? last->from : NULL;
    translator->last = last;
    return true;
}

void translated_block_link(struct cpu *cpu, struct block *next)
{
    const struct block_exit *last = cpu->translator->last;

    cpu->translator->last = NULL;
    if (last && last->jump && next->body && last->from->near[last->jumped] == next &&
        !(next->needs & ~last->from->needs))
        host_code_land(last->jump, next->entry);
}
