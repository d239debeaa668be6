/*
 * SPDX-License-Identifier: MIT
 * Passes requests of a benchmark to ring 0 through a gate.
 */
#include "kernel/lib/vectors.h"
#include "libpcl/counting.h"
#include "libpcl/pcl_machine_anchor.h"
#include "pmc/counter_use.h"

static const char *const with_it __attribute__((used)) = &pcl_machine_linked;

int counting_send_request(struct pcl_machine_request *request)
{
    if (request->ask == MACHINE_START || request->ask == MACHINE_START_RAW)
        counter_use.written = true;
    __asm__ volatile("int %1" : : "a"(request), "i"(VECTOR_LIBRARY) : "memory");
    return request->answer;
}
