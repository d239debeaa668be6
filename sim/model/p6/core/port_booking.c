/*
 * SPDX-License-Identifier: MIT
 * Reserves clocks of the ports and of units that are not pipelined. Older uops are placed first
 * and get the first free clock, as the reservation station prefers the oldest.
 */
#include <string.h>

#include "sim/model/p6/core/core_state.h"

static bool is_free(const uint64_t *busy, uint64_t clock)
{
    return !(busy[clock / 64 % PORT_WORDS] >> clock % 64 & 1);
}

static void port_book_clock(uint64_t *busy, uint64_t clock)
{
    busy[clock / 64 % PORT_WORDS] |= (uint64_t)1 << clock % 64;
}

static uint64_t port_book_first_free(const uint64_t *busy, uint64_t clock, uint64_t end)
{
    while (clock < end) {
        const uint64_t taken = busy[clock / 64 % PORT_WORDS] >> clock % 64;

        if (taken != UINT64_MAX >> clock % 64)
            return clock + (uint64_t)__builtin_ctzll(~taken);
        clock = (clock / 64 + 1) * 64;
    }
    return end;
}

static bool port_book_unit_free(const uint64_t *busy, uint64_t clock, unsigned clocks)
{
    for (unsigned i = 0; i < clocks; i++)
        if (!is_free(busy, clock + i))
            return false;
    return true;
}

/*
 * Returns the port that is free first; of two free ports port 1, since more uops can only use port
 * 0.
 */
static unsigned port_book_choose(const struct p6_core *core, unsigned ports, uint64_t ready,
                                 uint64_t end, uint64_t *clock)
{
    unsigned chosen = 0;

    *clock = UINT64_MAX;
    for (unsigned port = 0; ports >> port; port++) {
        uint64_t found;

        if (!(ports >> port & 1))
            continue;
        found = port_book_first_free(core->busy[port], ready, end);
        if (found <= *clock) {
            *clock = found;
            chosen = port;
        }
    }
    return chosen;
}

/* Most uops use no port, or find one in the clock in which they are ready. */
static bool port_book_at_once(struct p6_core *core, unsigned ports, uint64_t ready)
{
    for (unsigned left = ports; left;) {
        const unsigned port = 31 - (unsigned)__builtin_clz(left);

        if (is_free(core->busy[port], ready)) {
            port_book_clock(core->busy[port], ready);
            return true;
        }
        left ^= 1u << port;
    }
    return false;
}

uint64_t port_book(struct p6_core *core, unsigned ports, unsigned unit, unsigned busy,
                   uint64_t ready)
{
    const uint64_t end = core->window + PORT_WINDOW - 512;
    uint64_t *unit_busy = core->busy[P6_PORTS + unit];
    uint64_t clock;
    unsigned port;

    if (unit == P6_UNIT_NONE && ready < end && port_book_at_once(core, ports, ready))
        return ready;
    for (;;) {
        port = port_book_choose(core, ports, ready, end, &clock);
        if (clock >= end) /* too far ahead for contention */
            return ready > end ? ready : end;
        if (unit == P6_UNIT_NONE || port_book_unit_free(unit_busy, clock, busy))
            break;
        ready = clock + 1;
    }
    port_book_clock(core->busy[port], clock);
    for (unsigned i = 0; i < busy && unit != P6_UNIT_NONE; i++)
        port_book_clock(unit_busy, clock + i);
    return clock;
}

void port_book_advance(struct p6_core *core, uint64_t clock)
{
    const uint64_t from = core->window / 64, to = clock / 64;

    if (to <= from)
        return;
    for (unsigned i = 0; i < P6_PORTS + P6_UNITS; i++) {
        if (to - from >= PORT_WORDS) {
            memset(core->busy[i], 0, sizeof core->busy[i]);
            continue;
        }
        for (uint64_t word = from; word < to; word++)
            core->busy[i][word % PORT_WORDS] = 0;
    }
    core->window = to * 64;
}
