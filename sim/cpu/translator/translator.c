/*
 * SPDX-License-Identifier: MIT
 * Creates a translator, allocates its memory, and provides the functions that all its parts use.
 */
#include <stdlib.h>

#include "sim/cpu/guest_memory.h"
#include "sim/cpu/translator/translator.h"

#define CODE_BYTES (32u << 20)
#define DATA_BYTES (16u << 20)

struct translator *translator_create(struct cpu *cpu)
{
    struct translator *translator = calloc(1, sizeof *translator);

    if (!translator)
        return NULL;
    translator->data_begin = translator->data = malloc(DATA_BYTES);
    translator->data_end = translator->data + DATA_BYTES;
    if (!translator->data || !p5_translated_places(cpu->model, &translator->places) ||
        host_code_create(&translator->code, CODE_BYTES) != 0) {
        translator_destroy(translator);
        return NULL;
    }
    p5_translated_x87_places(cpu->model, &translator->x87);
    host_frames_emit(translator, cpu->model);
    translator->blocks = translator->code.at;
    cpu->near_mask = translator->places.data_sets - 1;
    near_lines_forget(cpu);
    p5_translated_next_states(cpu->model, cpu->next_states);
    p5_translated_set_near_lines(cpu->model, cpu->near);
    return translator;
}

void translator_destroy(struct translator *translator)
{
    if (!translator)
        return;
    host_code_destroy(&translator->code);
    free(translator->data_begin);
    free(translator);
}

void translator_flush(struct translator *translator)
{
    translator->code.at = translator->blocks;
    translator->data = translator->data_begin;
    translator->last = NULL;
}

void *translator_data(struct translator *translator, size_t bytes)
{
    void *data = translator->data;

    translator->data += (bytes + 15) & ~(size_t)15;
    return data;
}

/* ---- functions used by all parts ------------------------------------------------------------- */

struct host_memory in_model(const struct translation *t, const void *member)
{
    const char *model = (const char *)t->cpu->model;

    return host_at(HOST_MODEL, (int32_t)((const char *)member - model));
}

void tally_add(struct translation *t, enum tally tally, unsigned n)
{
    if (t->collects)
        t->collects->of[tally] = (uint8_t)(t->collects->of[tally] + n);
    else if (n)
        host_code_memory_immediate(t->code, HOST_ADD_I, HOST_64,
                                   in_model(t, t->translator->places.tally[tally]), (int32_t)n);
}

void tallies_add(struct translation *t, const struct tallies *tallies)
{
    for (unsigned n = 0; n < TALLIES; n++)
        tally_add(t, (enum tally)n, tallies->of[n]);
}

void tallies_subtract(struct translation *t, const struct tallies *tallies)
{
    for (unsigned n = 0; n < TALLIES; n++)
        tally_add(t, (enum tally)n, 0u - tallies->of[n]);
}

struct call_site *translator_call_site(struct translation *t, unsigned i)
{
    struct call_site *place = translator_data(t->translator, sizeof *place);

    *place = (struct call_site){
        .block = t->block,
        .insn = &t->block->insns[i],
        .share = t->share,
        .flags = (uint8_t)t->pending,
        .x87 = t->x87,
    };
    return place;
}

struct late_code *translator_add_late(struct translation *t, enum late_kind kind, unsigned i)
{
    struct late_code *late = &t->late[t->late_count++];

    *late = (struct late_code){.kind = kind, .i = i, .x87 = t->x87};
    return late;
}

void translator_call_slow(struct translation *t, enum slow slow, const struct call_site *place)
{
    if (t->loop.wanted && slow != SLOW_READ && slow != SLOW_WRITE)
        x87_loop_count(t);
    host_code_load_address(t->code, HOST_INFO, place);
    host_code_call(t->code, t->translator->slow[slow]);
}

void translator_add_uncounted(struct translation *t)
{
    if (t->share.clocks)
        host_code_register_immediate(t->code, HOST_ADD_I, HOST_64, HOST_CLOCK, t->share.clocks);
    tally_add(t, TALLY_DATA_READS, t->share.reads);
    tally_add(t, TALLY_DATA_WRITES, t->share.writes);
    tally_add(t, TALLY_WRITE_HITS, t->share.write_hits);
    tally_add(t, TALLY_BOTH_PIPES, t->share.both_pipes);
    tally_add(t, TALLY_FLOPS, t->share.flops);
    t->share = (struct uncounted_work){0};
}
