/*
 * SPDX-License-Identifier: MIT
 * Converts a record's values to the form that a run stores.
 */
#include "host/data/wire/record_fields.h"

#include <string.h>

const char *record_field_text(struct record_fields *fields, const char *key)
{
    struct text text = wire_line_text(fields->record, key);
    return text.start ? string_set_add(&fields->run->strings, text.start, text.length) : NULL;
}

const char *record_field_text_or(struct record_fields *fields, const char *key,
                                 const char *otherwise)
{
    const char *stored = record_field_text(fields, key);
    return stored ? stored : string_set_add(&fields->run->strings, otherwise, strlen(otherwise));
}

unsigned record_field_number(struct record_fields *fields, const char *key)
{
    uint32_t value = 0;
    wire_line_unsigned(fields->record, key, &value);
    return value;
}

double record_field_real(struct record_fields *fields, const char *key)
{
    double value = 0;
    wire_line_number(fields->record, key, &value);
    return value;
}

unsigned record_fields_plan(const struct run *run)
{
    return run->n_plans ? run->n_plans - 1 : 0;
}

void record_fields_note_loss(struct run *run, const char *kind, unsigned long line, unsigned count,
                             const char *what)
{
    struct loss *loss = run_add_loss(run);
    loss->kind = string_set_add(&run->strings, kind, strlen(kind));
    loss->what = string_set_add(&run->strings, what, strlen(what));
    loss->line = line;
    loss->count = count;
}

bool record_fields_bench_known(struct record_fields *fields, const char *name)
{
    struct collection *collection = fields->collection;
    const struct run *run = fields->run;
    for (unsigned i = run->n_benches; i-- > 0;)
        if (run->benches[i].name == name)
            return true;
    bool again = collection->unannounced_bench == name;
    collection->unannounced_bench = name;
    return collection->bench_records_lost && again;
}

void record_fields_reject(struct record_fields *fields, const char *why)
{
    fields->collection->rejected++;
    record_fields_note_loss(fields->run, "rejected", fields->line, 1, why);
}
