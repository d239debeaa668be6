/*
 * SPDX-License-Identifier: MIT
 * A work queue that several virtual Pentiums share: each measures the cases whose numbers its port
 * returns, skips the others, and reports its position, so that their records can be merged into the
 * order of a single machine's (host/machines/stream_merge.h).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct work_queue {
    bool on;       /* other machines measure cases of this boot too */
    uint32_t mine; /* number of this machine's next case */
    uint32_t at;   /* number of the next case, over all experiments */
};

struct kernel_run;

/* Detects the queue. */
void work_queue_begin(struct kernel_run *run);

/*
 * work_queue_common() starts the part of the report that all machines emit; work_queue_cases() ends
 * it, where the cases begin.
 */
void work_queue_common(struct kernel_run *run);
void work_queue_cases(struct kernel_run *run);

/* Reports whether the next case is this machine's; work_queue_end_case() then ends the case. */
bool work_queue_next_is_ours(struct kernel_run *run);
void work_queue_end_case(struct kernel_run *run);
