/*
 * SPDX-License-Identifier: MIT
 * Handles, and reading the counters in the caller's ring.
 */
#include "libpcl/counting.h"

#include "kernel/lib/string.h"
#include "kernel/lib/vectors.h"
#include "kernel/lib/x86.h"
#include "pmc/counter_use.h"

#define HANDLE_MARK  0x50434C00ul       /* "PCL": an uninitialized number is not a handle */
#define COUNTER_MASK ((1ull << 40) - 1) /* a K7 has 48 bits; between two reads 40 are enough */

struct counting counting;

int PCLinit(PCL_DESCR_TYPE *addr_descr)
{
    if (!counter_use.opened) { /* the first call of this run */
        memset(&counting, 0, sizeof counting);
        counter_use.opened = true;
    }
    for (unsigned i = 0; addr_descr && i < HANDLES; i++) {
        if (counting.handles >> i & 1)
            continue;
        counting.handles |= 1u << i;
        *addr_descr = HANDLE_MARK + i;
        return PCL_SUCCESS;
    }
    return PCL_FAILURE;
}

bool counting_is_handle(PCL_DESCR_TYPE descr)
{
    unsigned long i = descr - HANDLE_MARK;
    return counter_use.opened && i < HANDLES && counting.handles >> i & 1;
}

int PCLexit(PCL_DESCR_TYPE descr)
{
    if (!counting_is_handle(descr) || counting.owner == descr || counting.driver == descr)
        return PCL_FAILURE;
    counting.handles &= ~(1u << (descr - HANDLE_MARK));
    if (!counting.handles)
        counter_use.opened = false;
    return PCL_SUCCESS;
}

static bool in_ring_3(void)
{
    uint32_t cs;
    __asm__("movl %%cs, %0" : "=r"(cs));
    return cs & 3;
}

uint64_t counting_read_counter(unsigned counter)
{
    uint64_t value;
    uint32_t msr = counting.request.first_msr + counter;
    cpuid(0); /* RDMSR and RDPMC are executed out of order on a P6 and a K7 */
    if (!in_ring_3())
        return rdmsr(msr) & COUNTER_MASK;
    __asm__ volatile("int %2" : "=A"(value) : "c"(msr), "i"(VECTOR_READ_COUNTER));
    return value & COUNTER_MASK;
}

void counting_update(void)
{
    const struct pcl_machine_request *request = &counting.request;
    for (unsigned i = 0; i < request->n_natives; i++) {
        const struct pcl_machine_native *native = &request->natives[i];
        if (native->counter == MACHINE_STAMP) {
            counting.total[i] = rdtsc();
        } else if (native->pass == request->pass) {
            uint64_t now = counting_read_counter(native->counter);
            counting.total[i] += (now - counting.last[i]) & COUNTER_MASK;
            counting.last[i] = now;
        }
    }
}
