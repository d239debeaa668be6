/*
 * SPDX-License-Identifier: MIT
 * The interface between the library, in its caller's ring, and the counters: a request in memory
 * that both can access, passed to ring 0 through a gate. The kernel's side maps it to the
 * processor's events.
 */
#pragma once

#include <stdint.h>

#include "libpcl/pcl.h"
#include "pmc/pmc.h"

#define MACHINE_NATIVES 32 /* processor events in one request */
#define MACHINE_PASSES  8
#define MACHINE_STAMP   0xFF /* instead of a counter: the time-stamp counter */

enum machine_ask {
    MACHINE_MAY,       /* whether these can be counted */
    MACHINE_START,     /* start the requested pass */
    MACHINE_START_RAW, /* start the counters with `commands` */
    MACHINE_STOP,
    MACHINE_INFO,
};

/* A processor event that is counted. */
struct pcl_machine_native {
    uint8_t pass, counter;
};

/* How a result is computed from natives: three masks of natives. */
struct pcl_machine_value {
    uint32_t plus, minus, per;
};

struct pcl_machine_request {
    enum machine_ask ask;
    int answer; /* PCL_SUCCESS or an error */
    /* MACHINE_MAY, MACHINE_START */
    int n_events;
    uint8_t events[PCL_MAX_EVENT];
    unsigned mode; /* PCL_MODE_, PCLX_MODE_PASSES */
    unsigned pass; /* to start, modulo the number of passes */
    unsigned n_passes, n_natives;
    struct pcl_machine_native natives[MACHINE_NATIVES];
    struct pcl_machine_value values[PCL_MAX_EVENT];
    /* MACHINE_START_RAW */
    uint32_t counters; /* mask */
    uint32_t commands[PCL_COUNTER_MAX];
    /* MACHINE_INFO; first_msr is also set by the two that start */
    uint32_t first_msr;
    unsigned n_counters;
    char vendor[16], family[24], model[64];
};

/* Executes the request; called in ring 0. */
void pcl_machine_serve(struct pcl_machine_request *request);

/* The handler of INT VECTOR_LIBRARY; EAX is the request. */
void pcl_machine_gate(void);

/* The page below the gate's stack, which the kernel unmaps. */
extern char pcl_machine_guard[] __attribute__((weak));

/* The formula of an event on a processor of that family; its texts are NULL if the processor lacks
 * the event. */
struct pcl_formula {
    const char *counts, *per;
};
struct pcl_formula pcl_machine_formula(const struct pmc *pmc, unsigned event);

/* Called by the kernel at startup if a benchmark uses the library; otherwise the function is NULL.
 * `usable` is a mask of the working counters. */
void pcl_machine_install(const struct pmc *pmc, uint32_t usable, const char *vendor,
                         const char *model) __attribute__((weak));
