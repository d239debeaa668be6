/*
 * SPDX-License-Identifier: MIT
 * Combines results of several runs. A result is identified by its position in the run and by its
 * events.
 */
#include "libpcl/pass_results.h"

#include "kernel/lib/string.h"
#include "libpcl/counting.h"

#define STORED 8 /* results of a run; later results are from a single pass */

static struct pass_result {
    int n_events;
    unsigned mode;
    uint8_t events[PCL_MAX_EVENT];
    uint32_t passes; /* mask of the counted passes */
    uint64_t deltas[MACHINE_NATIVES];
} stored[STORED];
static unsigned run; /* of any benchmark */

const unsigned pass_results_mode = PCLX_MODE_PASSES;

unsigned pass_results_pass(void)
{
    if (!counting.pass_chosen) {
        counting.pass_chosen = true;
        run++;
    }
    return run;
}

static bool pass_result_is_same(const struct pass_result *old,
                                const struct pcl_machine_request *request)
{
    return old->n_events == request->n_events && old->mode == request->mode &&
           !memcmp(old->events, request->events, (size_t)request->n_events);
}

int pass_results_combine(uint64_t deltas[])
{
    const struct pcl_machine_request *request = &counting.request;
    struct pass_result *here = &stored[counting.next_result];
    if (counting.next_result == STORED)
        return PCLX_INCOMPLETE;
    counting.next_result++;
    if (!pass_result_is_same(here, request)) {
        memset(here, 0, sizeof *here);
        here->n_events = request->n_events;
        here->mode = request->mode;
        memcpy(here->events, request->events, (size_t)request->n_events);
    }
    here->passes |= 1u << request->pass;
    for (unsigned i = 0; i < request->n_natives; i++) {
        if (request->natives[i].counter == MACHINE_STAMP)
            continue;
        if (request->natives[i].pass == request->pass)
            here->deltas[i] = deltas[i];
        deltas[i] = here->deltas[i];
    }
    return here->passes == (1u << request->n_passes) - 1 ? PCL_SUCCESS : PCLX_INCOMPLETE;
}
