/*
 * SPDX-License-Identifier: MIT
 * The kernel's side of PCL: maps PCL's events to the processor's events, and assigns these to
 * counters.
 */
#include "libpcl/pcl_machine.h"

#include "boot/descriptors.h"
#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/lib/vectors.h"
#include "libpcl/pcl_machine_anchor.h"
#include "pmc/modifiers.h"
#include "pmc/schedule.h"

const char pcl_machine_linked; /* referenced by the library, which links this file */

static struct {
    const struct pmc *pmc;
    uint32_t usable;
    const char *vendor, *model;
} machine;

void pcl_machine_install(const struct pmc *pmc, uint32_t usable, const char *vendor,
                         const char *model)
{
    machine.pmc = pmc;
    machine.usable = usable;
    machine.vendor = vendor;
    machine.model = model;
    descriptors_set_interrupt(VECTOR_LIBRARY, pcl_machine_gate);
    descriptors_open_to_ring_3(VECTOR_LIBRARY, true);
}

static uint8_t pcl_machine_rings(unsigned mode)
{
    return (uint8_t)((mode & PCL_MODE_USER ? PMC_RING_USER : 0) |
                     (mode & PCL_MODE_SYSTEM ? PMC_RING_KERNEL : 0));
}

/* ---- events ---------------------------------------------------------------------------------- */

/* The natives of a request, each once. */
static struct pmc_counted natives[MACHINE_NATIVES];

/* Returns whether any counter of this machine can count it. */
static bool pcl_machine_counts(const struct pmc_counted *counted)
{
    return pmc_counters_of(machine.pmc, counted) & machine.usable &&
           (!machine.pmc->counts || machine.pmc->counts(counted));
}

/* Parses the event text[length]; returns false if this machine does not count it. */
static bool pcl_machine_read_event(const char *text, size_t length, uint8_t rings,
                                   struct pmc_counted *counted)
{
    const struct pmc_notation *notation = machine.pmc->notation;
    char error[64];
    size_t bare = 0;
    int wrong = 0;
    while (bare < length && text[bare] != ':')
        bare++;
    *counted = (struct pmc_counted){.event = pmc_event_find(machine.pmc, text, bare)};
    if (counted->event == &pmc_time_stamp)
        return true;
    if (!counted->event || !pmc_has(machine.pmc, counted->event))
        return false;
    if (notation)
        wrong = notation->read(counted->event, text, length, counted, error, sizeof error);
    else if (bare < length)
        wrong = modifiers_read(machine.pmc, counted, text + bare + 1, length - bare - 1, error,
                               sizeof error);
    counted->rings = rings;
    return !wrong && pcl_machine_counts(counted);
}

/* Returns the native's bit, after adding it if it is new; 0 if the table is full. */
static uint32_t pcl_machine_native_bit(struct pcl_machine_request *request,
                                       const struct pmc_counted *counted)
{
    unsigned i = 0;
    while (i < request->n_natives && !counted_alike(&natives[i], counted))
        i++;
    if (i == MACHINE_NATIVES)
        return 0;
    if (i == request->n_natives)
        natives[request->n_natives++] = *counted;
    return 1u << i;
}

/* Parses "a + b - c" into masks. */
static int pcl_machine_read_sum(struct pcl_machine_request *request, const char *sum,
                                uint32_t *plus, uint32_t *minus)
{
    uint32_t *side = plus;
    while (*sum) {
        size_t length = 0;
        struct pmc_counted counted;
        while (sum[length] && sum[length] != ' ')
            length++;
        if (length == 1 && (*sum == '+' || *sum == '-')) {
            side = *sum == '+' ? plus : minus;
        } else {
            if (!pcl_machine_read_event(sum, length, pcl_machine_rings(request->mode), &counted))
                return PCL_NOT_SUPPORTED;
            uint32_t bit = pcl_machine_native_bit(request, &counted);
            if (!bit)
                return PCL_TOO_MANY_EVENTS;
            *side |= bit;
        }
        sum += length + (sum[length] == ' ');
    }
    return PCL_SUCCESS;
}

static int pcl_machine_read_events(struct pcl_machine_request *request)
{
    request->n_natives = 0;
    for (int i = 0; i < request->n_events; i++) {
        struct pcl_machine_value *value = &request->values[i];
        struct pcl_formula formula = pcl_machine_formula(machine.pmc, request->events[i]);
        *value = (struct pcl_machine_value){0};
        if (!formula.counts)
            return PCL_NOT_SUPPORTED;
        int wrong = pcl_machine_read_sum(request, formula.counts, &value->plus, &value->minus);
        if (!wrong)
            wrong = pcl_machine_read_sum(request, formula.per, &value->per, &value->minus);
        if (wrong)
            return wrong;
    }
    return PCL_SUCCESS;
}

/* ---- counters -------------------------------------------------------------------------------- */

static struct pmc_counted room[MACHINE_PASSES][PMC_MAX_COUNTERS];
static struct schedule_pass passes[MACHINE_PASSES];

/* Returns the pass and counter that the schedule assigned to the native. */
static struct pcl_machine_native pcl_machine_place_of(const struct pmc_counted *counted,
                                                      unsigned n_passes)
{
    if (counted->event == &pmc_time_stamp)
        return (struct pcl_machine_native){0, MACHINE_STAMP};
    for (unsigned p = 0; p < n_passes; p++)
        for (unsigned c = 0; c < machine.pmc->counters; c++)
            if (passes[p].counted[c].event && counted_alike(&passes[p].counted[c], counted))
                return (struct pcl_machine_native){
                    (uint8_t)p, (uint8_t)pmc_counter_at(machine.pmc, passes[p].counted, c)};
    return (struct pcl_machine_native){0, 0};
}

/* Returns the number of passes; -1 if there are more than `most`. */
static int pcl_machine_fit(struct pmc_counted *counted, unsigned n, unsigned most)
{
    const struct pmc *pmc = machine.pmc;
    char error[64];
    if (!pmc->notation)
        return schedule_passes(pmc, SCHEDULE_READS, machine.usable, counted, n, passes, most);
    return pmc->notation->schedule(machine.usable, counted, n, passes, most, pmc->counters, error,
                                   sizeof error);
}

static int pcl_machine_plan(struct pcl_machine_request *request)
{
    static struct pmc_counted counted[MACHINE_NATIVES]; /* the schedule reorders them */
    unsigned n = 0, most = request->mode & PCLX_MODE_PASSES ? MACHINE_PASSES : 1;
    int wrong = pcl_machine_read_events(request), n_passes = 0;
    if (wrong)
        return wrong;
    for (unsigned i = 0; i < request->n_natives; i++)
        if (natives[i].event != &pmc_time_stamp)
            counted[n++] = natives[i];
    memset(room, 0, sizeof room);
    for (unsigned p = 0; p < MACHINE_PASSES; p++)
        passes[p] = (struct schedule_pass){.counted = room[p]};
    if (n)
        n_passes = pcl_machine_fit(counted, n, most);
    if (n_passes < 0)
        return PCL_TOO_MANY_EVENTS;
    request->n_passes = n_passes ? (unsigned)n_passes : 1;
    for (unsigned i = 0; i < request->n_natives; i++)
        request->natives[i] = pcl_machine_place_of(&natives[i], request->n_passes);
    return PCL_SUCCESS;
}

static int pcl_machine_start(struct pcl_machine_request *request)
{
    int wrong = pcl_machine_plan(request);
    if (wrong)
        return wrong;
    request->pass %= request->n_passes;
    request->first_msr = machine.pmc->first_msr;
    if (machine.usable)
        machine.pmc->start(passes[request->pass].counted);
    return PCL_SUCCESS;
}

/* ---- commands -------------------------------------------------------------------------------- */

#define SELECT_BITS    0xFFFFu
#define EDGE_BIT       (1u << 18)
#define INVERT_BIT     (1u << 23)
#define THRESHOLD_BITS 0xFF000000u

static int pcl_machine_read_selector(uint32_t command, struct pmc_counted *counted)
{
    if (command & ~(SELECT_BITS | EDGE_BIT | INVERT_BIT | THRESHOLD_BITS))
        return PCL_ILL_EVENT;
    counted->event = &pmc_raw_event;
    counted->raw = (uint8_t)command;
    counted->unit_mask = (uint8_t)(command >> 8);
    counted->masked = true;
    counted->edge = command & EDGE_BIT;
    counted->invert = command & INVERT_BIT;
    counted->threshold = (uint8_t)(command >> 24);
    return PCL_SUCCESS;
}

/* On a P5 a code may be another event on the other counter. */
static int pcl_machine_read_select(uint32_t command, unsigned counter, struct pmc_counted *counted)
{
    for (unsigned i = 0; i < machine.pmc->n_events; i++)
        if (machine.pmc->events[i].code == command &&
            machine.pmc->events[i].counters >> counter & 1)
            counted->event = &machine.pmc->events[i];
    return counted->event ? PCL_SUCCESS : PCL_ILL_EVENT;
}

static int pcl_machine_start_raw(struct pcl_machine_request *request)
{
    static struct pmc_counted counted[PMC_MAX_COUNTERS];
    memset(counted, 0, sizeof counted);
    if (!machine.usable || machine.pmc->notation)
        return PCL_NOT_SUPPORTED;
    if (request->counters & ~machine.usable)
        return PCL_TOO_MANY_EVENTS;
    for (unsigned c = 0; c < machine.pmc->counters; c++) {
        if (!(request->counters >> c & 1))
            continue;
        int wrong = machine.pmc->has_selectors
                        ? pcl_machine_read_selector(request->commands[c], &counted[c])
                        : pcl_machine_read_select(request->commands[c], c, &counted[c]);
        if (wrong)
            return wrong;
        counted[c].rings = pcl_machine_rings(request->mode);
    }
    request->first_msr = machine.pmc->first_msr;
    machine.pmc->start(counted);
    return PCL_SUCCESS;
}

/* ---- */

static void pcl_machine_fill_info(struct pcl_machine_request *request)
{
    request->n_counters = 0;
    for (uint32_t left = machine.usable; left; left &= left - 1)
        request->n_counters++;
    format(request->vendor, sizeof request->vendor, "%s", machine.vendor);
    format(request->family, sizeof request->family, "%s", machine.pmc->name);
    format(request->model, sizeof request->model, "%s", machine.model);
}

void pcl_machine_serve(struct pcl_machine_request *request)
{
    request->answer = PCL_SUCCESS;
    switch (request->ask) {
    case MACHINE_MAY:
        request->answer = pcl_machine_plan(request);
        break;
    case MACHINE_START:
        request->answer = pcl_machine_start(request);
        break;
    case MACHINE_START_RAW:
        request->answer = pcl_machine_start_raw(request);
        break;
    case MACHINE_STOP:
        if (machine.usable)
            machine.pmc->stop();
        break;
    case MACHINE_INFO:
        pcl_machine_fill_info(request);
        break;
    }
}
