/*
 * SPDX-License-Identifier: MIT
 * The records of several virtual Pentiums that share the cases of one boot (kernel/measure/deal.c)
 * as one would have sent them: in its order, numbered and checked anew. What all of them say is
 * said once, and must be the same; counts and clocks are added up. So `seconds` differ from one
 * machine's by what the harness takes to print numbers of other lengths (host/README.md).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "host/wire/wire_line.h"

struct merge;

/* From `sources` machines, counted from 0. */
struct merge *merge_open(unsigned sources);
void merge_close(struct merge *merge);

/* A record of a source, in the order in which it sent them. */
void merge_record(struct merge *merge, unsigned source, const struct wire_record *record);

/* Nothing more will come from it. True where it had said its last record. */
bool merge_end(struct merge *merge, unsigned source);

/* Nothing more is wanted of any: what waits for others' records waits no more. */
void merge_finish(struct merge *merge);

/* What is ready, taken away from it: up to `size` bytes; how many. */
size_t merge_take(struct merge *merge, char *bytes, size_t size);

/* Whether all have ended, or merge_finish() was called, and all was taken. */
bool merge_ended(const struct merge *merge);

/* The benchmark that a source began last; "" before the first. */
const char *merge_bench(const struct merge *merge, unsigned source);

/* What is wrong with what came, as a sentence; NULL: nothing. There is no last record then. */
const char *merge_contradiction(const struct merge *merge);
