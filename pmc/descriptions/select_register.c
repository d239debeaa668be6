/*
 * SPDX-License-Identifier: MIT
 * Encodes and describes the values of registers that select events.
 */
#include "pmc/descriptions/select_register.h"

#include "kernel/lib/format.h"
#include "pmc/evntsel/selector.h"
#include "pmc/k7/k7_counters.h"
#include "pmc/k7/k7_event_table.h"
#include "pmc/modifiers.h"
#include "pmc/p5/cesr_field.h"
#include "pmc/p5/p5_counters.h"
#include "pmc/p5/p5_events.h"
#include "pmc/p5/p5_registers.h"
#include "pmc/p5/p5_reserved.h"
#include "pmc/p6/p6_counters.h"
#include "pmc/p6/p6_event_table.h"
#include "pmc/evntsel/raw_code.h"

enum { MOST_NAME = 120 };

#define SELECTOR_EVENT (0xFFFFu | EVNTSEL_EDGE | EVNTSEL_INVERT | 0xFFu << EVNTSEL_THRESHOLD_SHIFT)

bool select_register_at(const struct pmc *pmc, unsigned index, struct select_register *reg)
{
    static const char *const names[SELECT_REGISTERS_MOST] = {"EVNTSEL0", "EVNTSEL1", "EVNTSEL2",
                                                             "EVNTSEL3"};
    bool p6 = pmc->events == p6_events, k7 = pmc->events == k7_events;
    if (pmc->events == p5_events && index == 0) {
        *reg = (struct select_register){MSR_P5_CESR, "CESR", 0, P5_COUNTERS};
        return true;
    }
    if (index >= (p6 ? P6_COUNTERS : k7 ? K7_COUNTERS : 0))
        return false;
    *reg = (struct select_register){(p6 ? MSR_P6_EVNTSEL0 : MSR_K7_EVNTSEL0) + index, names[index],
                                    index, 1};
    return true;
}

uint32_t select_register_encode(const struct pmc *pmc, const struct select_register *reg,
                                const struct pmc_counted counted[])
{
    struct pmc_counted chosen[SELECT_REGISTERS_MOST];
    for (unsigned c = 0; c < reg->counters; c++) {
        chosen[c] = counted[c];
        if (chosen[c].event && !chosen[c].rings)
            chosen[c].rings = PMC_RING_KERNEL | PMC_RING_USER;
    }
    if (pmc->events == p5_events)
        return cesr_field(&chosen[0]) | cesr_field(&chosen[1]) << CESR_COUNTER_SHIFT;
    /* EN of selector 0 starts both counters of a P6. */
    bool starts = pmc->events == p6_events ? reg->counter == 0 : chosen[0].event != NULL;
    return selector_encode(&chosen[0]) | (starts ? EVNTSEL_ENABLE : 0);
}

static const char *select_register_rings(const struct pmc *pmc, unsigned rings)
{
    bool p5 = pmc->events == p5_events;
    return rings == PMC_RING_USER     ? (p5 ? "ring 3" : "rings 1 to 3")
           : rings == PMC_RING_KERNEL ? (p5 ? "rings 0 to 2" : "ring 0")
                                      : "all rings";
}

/* The event of a code on a counter; NULL: unknown. */
static const struct event *select_register_p5_event(const struct pmc *pmc, unsigned counter,
                                                    unsigned code)
{
    for (unsigned i = 0; i < pmc->n_events; i++)
        if (pmc->events[i].code == code && pmc->events[i].counters >> counter & 1 &&
            pmc_has(pmc, &pmc->events[i]))
            return &pmc->events[i];
    const struct event *reserved = p5_reserved_find(pmc, code);
    return reserved && reserved->counters >> counter & 1 ? reserved : NULL;
}

static int select_register_p5_text(const struct pmc *pmc, unsigned counter, uint32_t cesr,
                                   char *text, size_t size)
{
    uint32_t field = cesr >> counter * CESR_COUNTER_SHIFT & 0xFFFF;
    unsigned rings =
        (field & CESR_CC_KERNEL ? PMC_RING_KERNEL : 0) | (field & CESR_CC_USER ? PMC_RING_USER : 0);
    unsigned code = field & CESR_CC_CLOCKS ? EVENT_CODE_CLOCKS : field & CESR_ES_MASK;
    const struct event *event = select_register_p5_event(pmc, counter, code);
    if (!rings)
        return format(text, size, "off");
    int length = event ? format(text, size, "%s", event->name)
                       : format(text, size, "code %02xh, which is unknown on this counter", code);
    length +=
        format(text + length, size - (size_t)length, ", %s", select_register_rings(pmc, rings));
    if (field & CESR_PC)
        length +=
            format(text + length, size - (size_t)length, ", pin PM%u at an overflow", counter);
    return length;
}

static int select_register_selector_text(const struct pmc *pmc, const struct select_register *reg,
                                         uint32_t value, char *text, size_t size)
{
    char raw[16], name[MOST_NAME], error[MOST_NAME];
    struct pmc_counted counted;
    unsigned rings =
        (value & EVNTSEL_KERNEL ? PMC_RING_KERNEL : 0) | (value & EVNTSEL_USER ? PMC_RING_USER : 0);
    bool enables = pmc->events == k7_events || reg->counter == 0;
    if (!rings && !(value & EVNTSEL_ENABLE))
        return format(text, size, "off");
    int length = format(raw, sizeof raw, "r%08x", (unsigned)(value & SELECTOR_EVENT));
    if (raw_code_read(pmc, &counted, raw, (size_t)length, error, sizeof error) ||
        modifiers_write_name(&counted, name, sizeof name) <= 0)
        return format(text, size, "%s", raw);
    length = rings ? format(text, size, "%s, %s", name, select_register_rings(pmc, rings))
                   : format(text, size, "off: no ring");
    if (enables)
        length += format(
            text + length, size - (size_t)length, "%s%s", value & EVNTSEL_ENABLE ? "" : ", stopped",
            pmc->events == p6_events && value & EVNTSEL_ENABLE ? "; starts both counters" : "");
    if (value & EVNTSEL_INTERRUPT)
        length += format(text + length, size - (size_t)length, ", interrupts at an overflow");
    return length;
}

int select_register_text(const struct pmc *pmc, const struct select_register *reg, unsigned counter,
                         uint32_t value, char *text, size_t size)
{
    return pmc->events == p5_events ? select_register_p5_text(pmc, counter, value, text, size)
                                    : select_register_selector_text(pmc, reg, value, text, size);
}
