/*
 * SPDX-License-Identifier: MIT
 * The time that instructions occupy in the Pentium 4's ports and units. An instruction that is
 * ready takes time that older ones, which still wait for operands, leave free.
 */
#pragma once

#include <stdint.h>

/*
 * Ports 0 and 1 accept a uop each half clock. OPT, chapter 2, "Execution units and issue ports":
 * port 0: ALU 0 (add, logic, store data, branch), moves of x87 and SIMD; port 1: ALU 1 (add), the
 * slow integer unit, x87 and SIMD arithmetic; port 2: loads; port 3: store addresses.
 */
enum netburst_resource {
    RESOURCE_PORT_0,
    RESOURCE_PORT_1,
    RESOURCE_SLOW, /* shifts, rotates, multiplication, division of integers */
    RESOURCE_FP,   /* one x87 or SIMD instruction per clock begins */
    RESOURCE_ADD,  /* x87 and SSE addition */
    RESOURCE_MULTIPLY,
    RESOURCE_DIVIDE,
    RESOURCE_MMX,
    RESOURCE_MMX_SHUFFLE,
    RESOURCE_MOVE,
    RESOURCE_LOAD,
    RESOURCE_STORE,
    RESOURCES,
};

/* Clocks after dispatch for which the use of resources is stored. */
#define NETBURST_OCCUPANCY_CLOCKS 1024u

struct netburst_occupancy {
    struct netburst_occupancy_clock {
        uint64_t clock;
        uint8_t used[RESOURCES]; /* in 60ths of a clock */
    } clocks[NETBURST_OCCUPANCY_CLOCKS];
    uint64_t free[RESOURCES]; /* when the last long instruction ends */
};

/*
 * Occupies `amount` of a resource's time, from `from` on. `now` is the time of dispatch. Returns
 * the start of an instruction that ends with this time. Beyond the stored clocks each resource
 * counts as free. Long instructions, such as divisions, follow each other in program order.
 */
uint64_t netburst_occupancy_occupy(struct netburst_occupancy *occupancy, unsigned resource,
                                   uint64_t now, uint64_t from, uint64_t amount);

/* Returns the resource that is used less in the clock of `from`; the first if equal. */
unsigned netburst_occupancy_less_used(struct netburst_occupancy *occupancy, unsigned first,
                                      unsigned second, uint64_t now, uint64_t from);
