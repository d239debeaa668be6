/*
 * SPDX-License-Identifier: MIT
 * Checks the values of CCCRs, ESCRs and the two PEBS registers.
 */
#include "pmc/netburst/netburst_check.h"

#include "kernel/lib/format.h"

#define EXTENDED_COUNTERS (1u << 12 | 1u << 15 | 1u << 16 | 1u << 17)

#define FAIL(...) return format(error, size, __VA_ARGS__), -1

static unsigned routing(uint32_t cccr)
{
    return cccr >> CCCR_ROUTING_SHIFT & 7;
}

/* Checks bits that need a second logical processor. */
static int netburst_check_threads(const struct netburst_machine *machine,
                                  const struct netburst_raw *raw, char *error, size_t size)
{
    if (machine->threads)
        return 0;
    if (raw->escr & (ESCR_T1_USR | ESCR_T1_OS))
        FAIL(
            "ESCR 0x%08x: bits 1-0 are for a second logical processor; this processor has no "
            "Hyper-Threading; use 0x%08x",
            raw->escr, raw->escr & ~(ESCR_T1_USR | ESCR_T1_OS));
    if ((raw->cccr & CCCR_ACTIVE) != CCCR_ACTIVE)
        FAIL("CCCR 0x%08x: bits 17-16 must be 3 without Hyper-Threading, as in 0x%08x", raw->cccr,
             raw->cccr | CCCR_ACTIVE);
    if (raw->cccr & CCCR_OVF_PMI_T1)
        FAIL(
            "CCCR 0x%08x: bit 27 interrupts the second logical processor; this processor has no "
            "Hyper-Threading; use bit 26",
            raw->cccr);
    return 0;
}

static int netburst_check_overflow(const struct netburst_raw *raw, char *error, size_t size)
{
    bool asked = raw->cccr & (CCCR_OVF_PMI | CCCR_OVF_PMI_T1);
    if (asked != raw->interrupts)
        FAIL("CCCR 0x%08x of counter %u: %s", raw->cccr, raw->counter,
             asked ? "it interrupts (bit 26 or 27), but no start value is given"
                   : "an interrupt is requested, but neither bit 26 nor bit 27 is set");
    if (raw->cccr & CCCR_FORCE_OVF && (!raw->interrupts || raw->reload != -1))
        FAIL(
            "CCCR 0x%08x: FORCE_OVF (bit 25) overflows at each increment; it is allowed if the "
            "counter interrupts and starts at -1",
            raw->cccr);
    return 0;
}

static int netburst_check_start(const struct netburst_machine *machine,
                                const struct netburst_raw *raw, char *error, size_t size)
{
    if (raw->cccr & CCCR_EXTENDED && !(EXTENDED_COUNTERS >> raw->counter & 1))
        FAIL(
            "CCCR 0x%08x of counter %u: extended cascading (bit 11) is allowed on counters 12, 15, "
            "16 and 17",
            raw->cccr, raw->counter);
    if (raw->cccr & CCCR_EXTENDED && machine->model < 2)
        FAIL("CCCR 0x%08x: extended cascading (bit 11) needs model 2 or later; this is model %u",
             raw->cccr, machine->model);
    if (!(raw->cccr & (CCCR_ENABLE | CCCR_CASCADE | CCCR_EXTENDED)))
        FAIL(
            "CCCR 0x%08x of counter %u: nothing starts it; one of enable (bit 12), cascade (30) "
            "and extended cascade (11) is needed, as in 0x%08x",
            raw->cccr, raw->counter, raw->cccr | CCCR_ENABLE);
    return 0;
}

int netburst_check_raw(const struct netburst_machine *machine, const struct netburst_raw *raw,
                       char *error, size_t size)
{
    if (raw->counter >= NETBURST_COUNTERS)
        FAIL("there is no counter %u; allowed: 0 to 17", raw->counter);
    if (raw->cccr & CCCR_RESERVED)
        FAIL("CCCR 0x%08x: bits 10-0, 28 and 29 are reserved, but 0x%08x is set", raw->cccr,
             raw->cccr & CCCR_RESERVED);
    if (raw->escr & ESCR_RESERVED)
        FAIL("ESCR 0x%08x: bit 31 is reserved", raw->escr);
    if (netburst_check_threads(machine, raw, error, size) ||
        netburst_check_start(machine, raw, error, size) ||
        netburst_check_overflow(raw, error, size))
        return -1;
    unsigned escr = netburst_escr_at(raw->counter, routing(raw->cccr));
    if (escr == NETBURST_NONE)
        FAIL("CCCR 0x%08x: bits 15-13 are %u, which selects no ESCR for counter %u", raw->cccr,
             routing(raw->cccr), raw->counter);
    if (!(netburst_escrs[escr].models >> machine->model & 1))
        FAIL("CCCR 0x%08x of counter %u: %s exists only up to model 2; this is model %u", raw->cccr,
             raw->counter, netburst_escrs[escr].name, machine->model);
    return 0;
}

int netburst_check_pebs(uint32_t enable, uint32_t vertical, char *error, size_t size)
{
    if (enable & PEBS_SAMPLING)
        FAIL(
            "PEBS_ENABLE 0x%08x: bit 25 makes the processor write samples, but no buffer is set "
            "up; 0x%08x only counts",
            enable, enable & ~PEBS_SAMPLING);
    if (enable & ~(PEBS_REPLAYS | PEBS_UOP_TAG))
        FAIL("PEBS_ENABLE 0x%08x: 0x%08x is reserved; allowed: bits 0, 1, 2, 9, 10, 15, 16 and 24",
             enable, enable & ~(PEBS_REPLAYS | PEBS_UOP_TAG));
    if (!enable && vertical)
        FAIL("PEBS_MATRIX_VERT 0x%x does nothing without PEBS_ENABLE", vertical);
    if (enable && (!(enable & PEBS_UOP_TAG) || !(enable & PEBS_REPLAYS)))
        FAIL("PEBS_ENABLE 0x%08x: bit 24 and a bit that selects a tag are needed, as in 0x01000001",
             enable);
    bool of_branches = vertical == PEBS_VERTICAL_BRANCHES;
    if (enable && (!vertical || (vertical & ~PEBS_VERTICAL_MEMORY && !of_branches)))
        FAIL(
            "PEBS_MATRIX_VERT 0x%x: with PEBS_ENABLE it must be 1 (loads), 2 (stores), 3 (both) or "
            "16 (branches)",
            vertical);
    return 0;
}

static int netburst_check_pair(const struct netburst_raw *a, const struct netburst_raw *b,
                               char *error, size_t size)
{
    if (a->counter == b->counter)
        FAIL("counter %u is set twice", a->counter);
    unsigned escr = netburst_escr_at(a->counter, routing(a->cccr));
    if (escr == netburst_escr_at(b->counter, routing(b->cccr)) && a->escr != b->escr)
        FAIL(
            "counters %u and %u both use %s, with two values: 0x%08x and 0x%08x; the value written "
            "last would apply to both",
            a->counter, b->counter, netburst_escrs[escr].name, a->escr, b->escr);
    return 0;
}

int netburst_check_control(const struct netburst_machine *machine,
                           const struct netburst_control *control, char *error, size_t size)
{
    for (unsigned i = 0; i < control->n; i++) {
        if (netburst_check_raw(machine, &control->raw[i], error, size))
            return -1;
        for (unsigned j = 0; j < i; j++)
            if (netburst_check_pair(&control->raw[j], &control->raw[i], error, size))
                return -1;
    }
    return netburst_check_pebs(control->enable, control->vertical, error, size);
}
