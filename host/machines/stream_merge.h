/*
 * SPDX-License-Identifier: MIT
 * Merges the records of several virtual Pentiums that share the cases of one boot
 * (kernel/measure/work_queue.c) into the stream of a single machine: same order, new sequence
 * numbers and checksums. Records that all machines send are merged into one and must be equal;
 * counts and clocks are added. `seconds` therefore differ from a single machine's by the time that
 * the harness needs to print numbers of other lengths (docs/cli/run.md).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "host/data/wire/wire_line.h"

struct stream_merge;

/* Creates a merge of `sources` machines, numbered from 0. */
struct stream_merge *stream_merge_open(unsigned sources);
void stream_merge_close(struct stream_merge *merge);

/* Adds a record of a source; records must be added in the order of sending. */
void stream_merge_add(struct stream_merge *merge, unsigned source,
                      const struct wire_record *record);

/* Marks the end of a source. Returns whether its last record was received. */
bool stream_merge_end(struct stream_merge *merge, unsigned source);

/* Stops waiting: records that wait for other sources become ready. */
void stream_merge_finish(struct stream_merge *merge);

/* Removes up to `size` merged bytes and returns their number. */
size_t stream_merge_read(struct stream_merge *merge, char *bytes, size_t size);

/* Returns whether all sources have ended, or stream_merge_finish() was called, and all bytes were
 * removed. */
bool stream_merge_ended(const struct stream_merge *merge);

/* Returns the benchmark that a source began last; "" before the first one. */
const char *stream_merge_bench(const struct stream_merge *merge, unsigned source);

/* Returns a sentence if the sources contradict each other, else NULL. After a contradiction the
 * last record is not sent. */
const char *stream_merge_contradiction(const struct stream_merge *merge);
