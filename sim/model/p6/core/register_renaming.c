/*
 * SPDX-License-Identifier: MIT
 * Renaming: uops wait until three are available, or until no more arrive in the clock, and are
 * renamed together. If one of them waits for a register or a buffer, all do (ILAT: LEA r16 2.33,
 * which is 7 clocks for three).
 */
#include "sim/model/p6/core/core_state.h"
#include "sim/model/p6/core/p6_account.h"

static uint64_t renaming_later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Buffers for the first uops of the group. */
struct renaming_buffers {
    unsigned entries, loads, stores;
};

/* A store's buffer becomes free only when its data is scheduled, maybe by a uop of this group. */
static bool renaming_fits(const struct p6_core *core, const struct renaming_buffers *buffers)
{
    const struct p6_core_parameters *parameters = &core->parameters;

    return buffers->entries <= parameters->reservation_station &&
           buffers->loads <= parameters->load_buffers &&
           core->addressed + buffers->stores <= core->committed + parameters->store_buffers;
}

/*
 * Returns the number of uops that can be renamed together, at most `count`: they must fit into the
 * buffers.
 */
static unsigned renaming_buffers_of(const struct p6_core *core, unsigned count,
                                    struct renaming_buffers *buffers)
{
    *buffers = (struct renaming_buffers){0};
    for (unsigned n = 0; n < count; n++) {
        const struct p6_uop *uop = &core->group[n].uop;
        struct renaming_buffers more = *buffers;

        more.entries += uop->ports != 0;
        more.loads += uop->kind == P6_LOAD;
        more.stores += uop->kind == P6_STORE_ADDRESS;
        if (n > 0 && !renaming_fits(core, &more))
            return n;
        *buffers = more;
    }
    return count;
}

/* Removes entries of the reservation station that are free; returns when the next one will be. */
static uint64_t renaming_station_release(struct p6_core *core, uint64_t clock)
{
    uint64_t next = UINT64_MAX;
    unsigned used = 0;

    for (unsigned i = 0; i < core->station_used; i++) {
        const uint64_t free = core->station[i];

        if (free <= clock)
            continue;
        next = free < next ? free : next;
        core->station[used] = free;
        core->station_port[used++] = core->station_port[i];
    }
    core->station_used = used;
    return next;
}

/* Returns the first clock from `clock` on in which `entries` of the reservation station are free.
 */
static uint64_t renaming_station_free(struct p6_core *core, unsigned entries, uint64_t clock)
{
    uint64_t next = renaming_station_release(core, clock);

    while (core->station_used + entries > core->parameters.reservation_station) {
        clock = next;
        next = renaming_station_release(core, clock);
    }
    return clock;
}

/* Returns the first clock from `clock` on in which all buffers for `count` uops are free. */
static uint64_t renaming_buffers_free(struct p6_core *core, unsigned count,
                                      const struct renaming_buffers *need, uint64_t clock)
{
    const struct p6_core_parameters *parameters = &core->parameters;
    const uint64_t number = core->number + count, loads = core->loads + need->loads,
                   stores = core->addressed + need->stores;

    if (number > parameters->reorder_buffer)
        clock = renaming_later(clock,
                               core->retired[(number - 1 - parameters->reorder_buffer) % UOP_RING]);
    if (need->loads && loads > parameters->load_buffers)
        clock = renaming_later(
            clock, core->load_retired[(loads - 1 - parameters->load_buffers) % LOAD_RING]);
    if (need->stores && stores > parameters->store_buffers)
        clock = renaming_later(
            clock, core->stores[(stores - 1 - parameters->store_buffers) % STORE_RING].committed);
    return renaming_station_free(core, need->entries, clock);
}

/* ---- the group --------------------------------------------------------------------------------
 */

/*
 * Returns how the group's latest uop before `before` that writes the source's register overlaps the
 * source.
 */
static enum alias_overlap renaming_group_overlap(const struct p6_core *core, unsigned before,
                                                 const struct p6_operand *source)
{
    if (!(core->group_written >> source->name & 1))
        return ALIAS_APART;
    while (before-- > 0)
        for (unsigned i = 0; i < P6_RESULTS; i++) {
            const struct p6_operand *result = &core->group[before].uop.results[i];
            enum alias_overlap overlap;

            if (result->name == P6_NONE)
                break;
            overlap = alias_between(core, result, source);
            if (overlap != ALIAS_APART)
                return overlap;
        }
    return ALIAS_APART;
}

/* AL and AH are renamed separately and are never partial. */
static bool can_be_partial(const struct p6_operand *source)
{
    if (source->name == P6_FLAGS)
        return true;
    return source->name <= P6_EDI && source->parts != P6_LOW && source->parts != P6_HIGH;
}

static uint64_t written_by(const struct p6_uop *uop)
{
    uint64_t names = 0;

    for (unsigned i = 0; i < P6_RESULTS && uop->results[i].name != P6_NONE; i++)
        names |= (uint64_t)1 << uop->results[i].name;
    return names;
}

/*
 * Adds uop `n` to the group; its overlaps with earlier uops do not change until the group is
 * renamed. A uop that needs both a part written by an earlier uop of the group and the rest of the
 * register cannot be renamed with it.
 */
static void renaming_join_group(struct p6_core *core, unsigned n)
{
    struct queued *queued = &core->group[n];
    bool goes = core->together == n;

    for (unsigned i = 0; i < P6_SOURCES && queued->uop.sources[i].name != P6_NONE; i++) {
        const struct p6_operand *source = &queued->uop.sources[i];
        const enum alias_overlap overlap = renaming_group_overlap(core, n, source);

        queued->within[i] = (uint8_t)overlap;
        goes = goes && !(overlap == ALIAS_PARTLY && can_be_partial(source));
    }
    core->together += goes;
    core->group_written |= written_by(&queued->uop);
}

struct renaming_needs {
    uint64_t parts; /* the clock from which all parts of registers and flags can be read */
    unsigned reads; /* registers to read from the retirement file that entered it between `since`
                       and `clock` */
};

static bool renaming_is_new_read(uint8_t *reads, unsigned *count, unsigned name)
{
    for (unsigned i = 0; i < *count; i++)
        if (reads[i] == name)
            return false;
    if (*count < GROUP_READS)
        reads[(*count)++] = (uint8_t)name;
    return true;
}

static struct renaming_needs renaming_needs_of(struct p6_core *core, unsigned count, uint64_t since,
                                               uint64_t clock)
{
    struct renaming_needs needs = {.parts = clock};
    uint8_t reads[GROUP_READS];

    for (unsigned n = 0; n < count; n++)
        for (unsigned i = 0; i < P6_SOURCES; i++) {
            const struct p6_operand *source = &core->group[n].uop.sources[i];
            struct alias_reading reading;

            if (source->name == P6_NONE)
                break;
            if (core->group[n].within[i] != ALIAS_APART)
                continue;
            reading = alias_read(core, source);
            if (reading.partial)
                needs.parts = renaming_later(needs.parts, reading.retired);
            if (alias_port(source) != P6_NONE && reading.retired >= since &&
                reading.retired <= clock)
                renaming_is_new_read(reads, &needs.reads, alias_port(source));
        }
    return needs;
}

/* Clocks that reading old registers takes beyond the first. */
static unsigned extra_clocks(const struct p6_core *core, unsigned reads)
{
    const unsigned width = core->parameters.retirement_reads;

    return reads > width ? (reads + width - 1) / width - 1 : 0;
}

static void renaming_begin_group(struct p6_core *core)
{
    const uint64_t earliest = renaming_later(core->group_clock, core->group[0].decoded);

    /* A mispredicted branch or a serialising instruction must retire first (SDM, event A2h). */
    clock_tally_span(core, P6_CORE_RESOURCE_STALLS, earliest, core->rename_floor);
    core->group_first = renaming_later(earliest, core->rename_floor);
}

static void renaming_shift_group(struct p6_core *core, unsigned gone)
{
    core->queued -= gone;
    core->group_written = 0;
    core->together = 0;
    for (unsigned n = 0; n < core->queued; n++) {
        core->group[n] = core->group[n + gone];
        renaming_join_group(core, n);
    }
    if (core->queued)
        renaming_begin_group(core);
}

/* Returns the number of uops before the first one that waits for flags; `count` if none does. */
static unsigned renaming_before_flags(struct p6_core *core, unsigned count, uint64_t clock)
{
    for (unsigned n = 0; n < count; n++)
        for (unsigned i = 0; i < P6_SOURCES; i++) {
            const struct p6_operand *source = &core->group[n].uop.sources[i];
            struct alias_reading reading;

            if (source->name == P6_NONE)
                break;
            if (source->name != P6_FLAGS || core->group[n].within[i] != ALIAS_APART)
                continue;
            reading = alias_read(core, source);
            if (reading.partial && reading.retired > clock)
                return n;
        }
    return count;
}

/*
 * Returns the clock in which the registers and flags of the first `count` uops can be read.
 * Registers that retire while the group waits are read after the wait, the others during it.
 */
static uint64_t renaming_operands_read(struct p6_core *core, unsigned count)
{
    const uint64_t first = core->group_first;
    const struct renaming_needs needs = renaming_needs_of(core, count, 0, first);
    const unsigned extra = extra_clocks(core, needs.reads);
    uint64_t clock = renaming_later(needs.parts, first + extra);

    clock_tally_span(core, P6_CORE_PARTIAL_RAT_STALLS, first, needs.parts);
    clock_tally_span(core, P6_CORE_REGISTER_READ_STALLS, first, first + extra);
    if (needs.parts > first)
        clock = renaming_later(
            clock,
            needs.parts +
                extra_clocks(core, renaming_needs_of(core, count, first + 1, needs.parts).reads));
    if (core->account)
        p6_account_group(core, first, needs.parts, clock);
    return clock;
}

static void renaming_group(struct p6_core *core, unsigned count)
{
    struct renaming_buffers need;
    uint64_t clock, free;

    if (core->parameters.flags_wait_alone) {
        const unsigned before = renaming_before_flags(core, count, core->group_first);

        count = before ? before : count;
    }
    count = renaming_buffers_of(core, count, &need);
    clock = renaming_operands_read(core, count);
    free = renaming_buffers_free(core, count, &need, clock);
    clock_tally_span(core, P6_CORE_RESOURCE_STALLS, clock, free);
    if (core->account)
        p6_account_buffer(core, free - clock);
    port_book_advance(core, free);
    port_choice_compare(core, free);
    for (unsigned n = 0; n < count; n++) {
        const struct p6_uop *uop = &core->group[n].uop;

        execution_schedule(core, &core->group[n], free, port_choice_of(core, uop));
    }
    core->group_clock = free + 1;
    renaming_shift_group(core, count);
}

void renaming_flush(struct p6_core *core)
{
    while (core->queued)
        renaming_group(core, core->together);
}

static void renaming_resolve_names(const struct p6_core *core, struct p6_uop *uop)
{
    for (unsigned i = 0; i < P6_SOURCES; i++)
        uop->sources[i].name = (uint8_t)alias_physical(core, uop->sources[i].name);
    for (unsigned i = 0; i < P6_RESULTS; i++)
        uop->results[i].name = (uint8_t)alias_physical(core, uop->results[i].name);
}

struct queued *renaming_next_uop(struct p6_core *core, uint64_t decoded)
{
    struct queued *queued;

    if (core->queued && decoded > core->group_first)
        renaming_flush(core);
    queued = &core->group[core->queued];
    queued->decoded = decoded;
    return queued;
}

void renaming_add_uop(struct p6_core *core)
{
    if (core->group[core->queued].attributes & P6_X87)
        renaming_resolve_names(core, &core->group[core->queued].uop);
    renaming_join_group(core, core->queued);
    if (core->queued++ == 0)
        renaming_begin_group(core);
    if (core->queued >= core->parameters.rename_width)
        renaming_group(core, core->together);
}
