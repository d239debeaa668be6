/*
 * SPDX-License-Identifier: MIT
 * Merges the records of several virtual Pentiums that share the cases of one boot
 * (kernel/measure/deal.c) into the stream of a single machine: same order, new sequence numbers and
 * checksums. Records that all machines send are merged into one and must be equal; counts and
 * clocks are added. `seconds` therefore differ from a single machine's by the time that the harness
 * needs to print numbers of other lengths (docs/cli/run.md).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "host/wire/wire_line.h"

struct merge;

/* Creates a merge of `sources` machines, numbered from 0. */
struct merge *merge_open(unsigned sources);
void merge_close(struct merge *merge);

/* Adds a record of a source; records must be added in the order of sending. */
void merge_record(struct merge *merge, unsigned source, const struct wire_record *record);

/* Marks the end of a source. Returns whether its last record was received. */
bool merge_end(struct merge *merge, unsigned source);

/* Stops waiting: records that wait for other sources become ready. */
void merge_finish(struct merge *merge);

/* Removes up to `size` merged bytes and returns their number. */
size_t merge_take(struct merge *merge, char *bytes, size_t size);

/* Returns whether all sources have ended, or merge_finish() was called, and all bytes were
 * removed. */
bool merge_ended(const struct merge *merge);

/* Returns the benchmark that a source began last; "" before the first one. */
const char *merge_bench(const struct merge *merge, unsigned source);

/* Returns a sentence if the sources contradict each other, else NULL. After a contradiction the
 * last record is not sent. */
const char *merge_contradiction(const struct merge *merge);
