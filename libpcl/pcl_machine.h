/*
 * SPDX-License-Identifier: MIT
 * Between the library, in whatever ring its caller is, and the counters: a request in memory that
 * both may use, brought to ring 0 by a gate. There the events of this processor are known.
 */
#pragma once

#include <stdint.h>

#include "libpcl/pcl.h"
#include "pmc/pmc.h"

#define MACHINE_NATIVES 32 /* of the processor's own events, of all that is asked for together */
#define MACHINE_PASSES  8
#define MACHINE_STAMP   0xFF /* in place of a counter: the time-stamp counter */

enum machine_ask {
    MACHINE_MAY,       /* whether these can be counted */
    MACHINE_START,     /* start them: the pass that is named */
    MACHINE_START_RAW, /* start what `commands` says */
    MACHINE_STOP,
    MACHINE_INFO,
};

/* One of the processor's own events that is counted. */
struct machine_native {
    uint8_t pass, counter;
};

/* How a result is made of them: each a mask of natives. */
struct machine_value {
    uint32_t plus, minus, per;
};

struct machine_request {
    enum machine_ask ask;
    int answer; /* PCL_SUCCESS, ... */
    /* MACHINE_MAY, MACHINE_START */
    int n_events;
    uint8_t events[PCL_MAX_EVENT];
    unsigned mode; /* PCL_MODE_, PCLX_MODE_PASSES */
    unsigned pass; /* to be started, modulo their number */
    unsigned n_passes, n_natives;
    struct machine_native natives[MACHINE_NATIVES];
    struct machine_value values[PCL_MAX_EVENT];
    /* MACHINE_START_RAW */
    uint32_t counters; /* mask */
    uint32_t commands[PCL_COUNTER_MAX];
    /* MACHINE_INFO; first_msr of the two that start, too */
    uint32_t first_msr;
    unsigned n_counters;
    char vendor[16], family[24], model[64];
};

/* In ring 0: does what the request asks. */
void machine_serve(struct machine_request *request);

/* INT VECTOR_LIBRARY comes here, EAX the request. */
void machine_gate(void);

/* The formula of an event on a processor of that family; its texts are NULL where it has none. */
struct machine_formula {
    const char *counts, *per;
};
struct machine_formula machine_formula(const struct pmc *pmc, unsigned event);

/*
 * What the kernel says at start, where a benchmark uses the library; else the function is NULL.
 * `usable` is a mask of the counters that count.
 */
void pcl_install(const struct pmc *pmc, uint32_t usable, const char *vendor, const char *model)
    __attribute__((weak));
