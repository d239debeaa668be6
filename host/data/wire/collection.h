/*
 * SPDX-License-Identifier: MIT
 * The runs that records are collected into.
 */
#pragma once

#include "host/data/run/run.h"
#include "host/data/wire/wire_line.h"

struct collection {
    struct run **runs; /* in the order of arrival; a machine that reboots starts a new one */
    unsigned n_runs;
    const char *source;
    /* Samples that arrived before their result. */
    struct text_sample *pending;
    unsigned n_pending;
    bool test_machine;             /* the log begins with the mark of vpentium-test */
    bool bench_records_lost;       /* records were lost since the last bench record, */
    const char *unannounced_bench; /* and a result named this benchmark, which was not announced */
    unsigned long long rejected;   /* results that are inconsistent or contradict earlier records */
    void (*changed)(void *context, struct run *run, const struct wire_record *record);
    void *changed_context; /* called after each processed record; may be NULL */
};
