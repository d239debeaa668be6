/*
 * SPDX-License-Identifier: MIT
 * Converts a record's values to the form that a run stores.
 */
#include "host/wire/taking.h"

#include <string.h>

const char *taken_text(struct taking *taking, const char *key)
{
    struct text text = wire_text(taking->record, key);
    return text.start ? strings_keep(&taking->run->strings, text.start, text.length) : NULL;
}

const char *taken_text_or(struct taking *taking, const char *key, const char *otherwise)
{
    const char *kept = taken_text(taking, key);
    return kept ? kept : strings_keep(&taking->run->strings, otherwise, strlen(otherwise));
}

unsigned taken_number(struct taking *taking, const char *key)
{
    uint32_t value = 0;
    wire_unsigned(taking->record, key, &value);
    return value;
}

double taken_real(struct taking *taking, const char *key)
{
    double value = 0;
    wire_number(taking->record, key, &value);
    return value;
}

unsigned taken_plan(const struct run *run)
{
    return run->n_plans ? run->n_plans - 1 : 0;
}

void run_note_loss(struct run *run, const char *kind, unsigned long line, unsigned count,
                   const char *what)
{
    struct loss *loss = run_add_loss(run);
    loss->kind = strings_keep(&run->strings, kind, strlen(kind));
    loss->what = strings_keep(&run->strings, what, strlen(what));
    loss->line = line;
    loss->count = count;
}

bool taking_bench_known(struct taking *taking, const char *name)
{
    struct collection *collection = taking->collection;
    const struct run *run = taking->run;
    for (unsigned i = run->n_benches; i-- > 0;)
        if (run->benches[i].name == name)
            return true;
    bool again = collection->hearsay == name;
    collection->hearsay = name;
    return collection->bench_unheard && again;
}

void taking_reject(struct taking *taking, const char *why)
{
    taking->collection->rejected++;
    run_note_loss(taking->run, "rejected", taking->line, 1, why);
}
