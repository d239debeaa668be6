/*
 * SPDX-License-Identifier: MIT
 * Functions shared by the record parsers (record_collector.c, sampling_records.c,
 * channel_records.c).
 */
#pragma once

#include "host/wire/record_collector.h"

#define NOT_ANNOUNCED "no benchmark of that name was announced"

struct taking {
    struct collection *collection;
    struct run *run;
    const struct wire_record *record;
    unsigned long line;
};

/* Returns a key's text, stored in the run; NULL, or `otherwise`, if the record lacks the key. */
const char *taken_text(struct taking *taking, const char *key);
const char *taken_text_or(struct taking *taking, const char *key, const char *otherwise);

/* Returns a key's number, 0 if the record lacks the key. */
unsigned taken_number(struct taking *taking, const char *key);
double taken_real(struct taking *taking, const char *key);

/* Returns the plan that the next records belong to. */
unsigned taken_plan(const struct run *run);

void run_note_loss(struct run *run, const char *kind, unsigned long line, unsigned count,
                   const char *what);

/* Rejects the record, with the reason. */
void taking_reject(struct taking *taking, const char *why);

/* Returns whether the benchmark was announced, or may have been announced in a lost record: then
 * the first result of that name is rejected, the second is accepted. */
bool taking_bench_known(struct taking *taking, const char *name);

/* Records of sampled runs: sampling_records.c. */
void take_sampling(struct taking *taking);
void take_hit(struct taking *taking);
void take_series(struct taking *taking);
void take_multiplex(struct taking *taking);

/* Returns the pass of a sampled run that the record belongs to; -1 after rejecting it. */
int taking_sampling(struct taking *taking);

/* Records of stamps: channel_records.c. */
void take_channel(struct taking *taking);
void take_stamps(struct taking *taking);
