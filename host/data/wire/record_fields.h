/*
 * SPDX-License-Identifier: MIT
 * Functions shared by the record parsers (record_collector.c, sampling_records.c,
 * channel_records.c).
 */
#pragma once

#include "host/data/wire/collection.h"

#define NOT_ANNOUNCED "no benchmark of that name was announced"

struct record_fields {
    struct collection *collection;
    struct run *run;
    const struct wire_record *record;
    unsigned long line;
};

/* Returns a key's text, stored in the run; NULL, or `otherwise`, if the record lacks the key. */
const char *record_field_text(struct record_fields *fields, const char *key);
const char *record_field_text_or(struct record_fields *fields, const char *key,
                                 const char *otherwise);

/* Returns a key's number, 0 if the record lacks the key. */
unsigned record_field_number(struct record_fields *fields, const char *key);
double record_field_real(struct record_fields *fields, const char *key);

/* Returns the plan that the next records belong to. */
unsigned record_fields_plan(const struct run *run);

void record_fields_note_loss(struct run *run, const char *kind, unsigned long line, unsigned count,
                             const char *what);

/* Rejects the record, with the reason. */
void record_fields_reject(struct record_fields *fields, const char *why);

/* Returns whether the benchmark was announced, or may have been announced in a lost record: then
 * the first result of that name is rejected, the second is accepted. */
bool record_fields_bench_known(struct record_fields *fields, const char *name);
