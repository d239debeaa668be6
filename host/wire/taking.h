/*
 * SPDX-License-Identifier: MIT
 * What the takers of records (record_collector.c, sampling_records.c) have in common.
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

/* A key's text, kept in the run; NULL, or `otherwise`, where the record has none. */
const char *taken_text(struct taking *taking, const char *key);
const char *taken_text_or(struct taking *taking, const char *key, const char *otherwise);

/* A key's number, 0 where the record has none. */
unsigned taken_number(struct taking *taking, const char *key);
double taken_real(struct taking *taking, const char *key);

/* The plan that what comes now belongs to. */
unsigned taken_plan(const struct run *run);

void run_note_loss(struct run *run, const char *kind, unsigned long line, unsigned count,
                   const char *what);

/* The record is not used: why. */
void taking_reject(struct taking *taking, const char *why);

/*
 * Whether the benchmark was announced, or may have been in a record that was lost: then the first
 * result of that name is not believed, the second is.
 */
bool taking_bench_known(struct taking *taking, const char *name);

/* Of sampled runs: sampling_records.c. */
void take_sampling(struct taking *taking);
void take_hit(struct taking *taking);
void take_series(struct taking *taking);
void take_multiplex(struct taking *taking);

/* The pass of a sampled run that the record is of; -1 after it was refused. */
int taking_sampling(struct taking *taking);

/* Of stamps: channel_records.c. */
void take_channel(struct taking *taking);
void take_stamps(struct taking *taking);
