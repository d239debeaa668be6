/*
 * SPDX-License-Identifier: MIT
 * Shows and encodes the values of registers that select events.
 */
#include "kernel/monitor/registers/event_registers.h"

#include "kernel/monitor/line/dialogue.h"
#include "pmc/descriptions/select_register.h"

enum { MOST_TEXT = 200 };

static bool event_registers_find(const struct pmc *pmc, uint32_t msr, struct select_register *reg)
{
    for (unsigned i = 0; select_register_at(pmc, i, reg); i++)
        if (reg->msr == msr)
            return true;
    return false;
}

bool event_registers_has(const struct pmc *pmc, uint32_t msr)
{
    struct select_register reg;
    return event_registers_find(pmc, msr, &reg);
}

void event_registers_show(const struct pmc *pmc, uint32_t msr, uint64_t value)
{
    struct select_register reg;
    char text[MOST_TEXT];
    if (!event_registers_find(pmc, msr, &reg))
        return;
    if (!value && reg.counters > 1)
        dialogue_print("%s: both counters off", reg.name);
    for (unsigned c = reg.counter; (value || reg.counters == 1) && c < reg.counter + reg.counters;
         c++) {
        select_register_text(pmc, &reg, c, (uint32_t)value, text, sizeof text);
        dialogue_print("CTR%u: %s", c, text);
    }
}

/* Returns whether each event can be counted; `swapped`: the first one by the second counter. */
static bool event_registers_fit(const struct select_register *reg, const struct config *config,
                                unsigned swapped)
{
    for (unsigned e = 0; e < config->n_events; e++)
        if (!(config->events[e].event->counters >> (reg->counter + (e ^ swapped)) & 1))
            return false;
    return true;
}

int event_registers_encode(const struct pmc *pmc, uint32_t msr, const struct config *config,
                           uint64_t *value)
{
    struct pmc_counted counted[SELECT_REGISTERS_MOST] = {{0}};
    struct select_register reg = {0};
    event_registers_find(pmc, msr, &reg);
    if (config->n_events > reg.counters)
        return dialogue_refuse("wrmsr %x: %u events; %s has room for %u", (unsigned)msr,
                               config->n_events, reg.name, reg.counters);
    unsigned swapped = !event_registers_fit(&reg, config, 0) && reg.counters > 1;
    if (!event_registers_fit(&reg, config, swapped))
        return dialogue_refuse(
            "wrmsr %x: an event cannot be counted on its counter ('events EVENT "
            "-v' names the counters)",
            (unsigned)msr);
    for (unsigned e = 0; e < config->n_events; e++)
        counted[e ^ swapped] = config->events[e];
    *value = select_register_encode(pmc, &reg, counted);
    return 0;
}
