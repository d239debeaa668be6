/*
 * SPDX-License-Identifier: MIT
 * Records that the processor stores itself in the buffers of the DS area (SDM volume 3, 17.4.9 and
 * 18.15.7): precise samples (PEBS) at overflows of counter 16, with the registers after the
 * instruction that caused the overflow; and branches (BTS).
 */
#include "sim/counters/p4_counter_routing.h"
#include "sim/model/netburst/netburst_state.h"

#define PRECISE_COUNTER 16u

/* The fields of a buffer in the management area, 32-bit format. */
enum { FIELD_BASE, FIELD_INDEX, FIELD_END, FIELD_THRESHOLD, FIELDS };
#define AREA_BRANCHES 0x00u
#define AREA_SAMPLES  0x10u
#define AREA_RESET    0x20u /* 40 bits */

static bool read_area(const struct model *model, uint32_t offset, uint32_t *value)
{
    const struct model_debug_store *debug_store = &model->debug_store;

    return debug_store->read(debug_store->context, model->record.area + offset, value);
}

static bool netburst_record_write_word(const struct model *model, uint32_t linear, uint32_t value)
{
    const struct model_debug_store *debug_store = &model->debug_store;

    return debug_store->write(debug_store->context, linear, value);
}

/*
 * The end is one byte after the last record. By erratum P79 a record is stored over the end if it
 * does not fit.
 */
static bool has_space(const struct model *model, const uint32_t field[FIELDS], uint32_t bytes)
{
    const uint32_t needed = model->config.counters.erratum_overrun ? 1 : bytes;

    return field[FIELD_END] > field[FIELD_INDEX] && field[FIELD_END] - field[FIELD_INDEX] > needed;
}

/* A record whose page cannot be accessed is lost: software must keep these pages present. */
static bool netburst_record_write(const struct model *model, uint32_t index, const uint32_t *record,
                                  unsigned words)
{
    for (unsigned i = 0; i < words; i++)
        if (!netburst_record_write_word(model, index + 4 * i, record[i]))
            return false;
    return true;
}

/*
 * Stores a record in the buffer described at offset `fields`. If it is full, the record is dropped,
 * or with `again` the buffer restarts at its base.
 */
static void netburst_record_store(struct model *model, uint32_t fields, const uint32_t *record,
                                  unsigned words, bool again)
{
    uint32_t field[FIELDS], next;

    netburst_core_pass(&model->core, model->config.clocks.record);
    for (unsigned i = 0; i < FIELDS; i++)
        if (!read_area(model, fields + 4 * i, &field[i]))
            return;
    if (again && !has_space(model, field, 4 * words))
        field[FIELD_INDEX] = field[FIELD_BASE];
    if (!has_space(model, field, 4 * words) ||
        !netburst_record_write(model, field[FIELD_INDEX], record, words))
        return;
    next = field[FIELD_INDEX] + 4 * words;
    netburst_record_write_word(model, model->record.area + fields + 4 * FIELD_INDEX, next);
    if (!again && field[FIELD_INDEX] < field[FIELD_THRESHOLD] && next >= field[FIELD_THRESHOLD] &&
        model->overflow)
        model->overflow(model->overflow_context, 1u << PRECISE_COUNTER);
}

/* ---- precise samples ------------------------------------------------------------------------ */

static struct p4_counter *netburst_record_counter(struct model *model)
{
    return &model->counters.counter[PRECISE_COUNTER];
}

static void read_reset(struct model *model)
{
    uint32_t low, high;

    if (read_area(model, AREA_RESET, &low) && read_area(model, AREA_RESET + 4, &high))
        netburst_record_counter(model)->reset =
            ((uint64_t)high << 32 | low) & ((1ull << P4_BITS) - 1);
}

void netburst_record_changed(struct model *model)
{
    const unsigned escr = p4_counter_routing_escr(&model->counters, PRECISE_COUNTER);

    netburst_record_counter(model)->reloads =
        (model->pebs_enable & PEBS_ENABLE) && model->debug_store.read && escr < P4_ESCRS &&
        netburst_is_precise(escr, ESCR_SELECT(model->counters.escr[escr]));
    model->record.overflows = netburst_record_counter(model)->overflows;
    model->record.clock = 0;
    if (netburst_record_counter(model)->reloads)
        read_reset(model);
}

/*
 * Returns whether the events of the current clock, which has not been reported yet, will overflow
 * the counter.
 */
static bool will_overflow(struct model *model)
{
    return model->record.clock != model->at &&
           p4_counters_would_overflow(&model->counters, PRECISE_COUNTER, &model->now);
}

void netburst_record_check(struct model *model)
{
    struct netburst_record *record = &model->record;
    const int64_t known = record->overflows + (record->clock != 0);

    if (!netburst_record_counter(model)->reloads)
        return;
    if (netburst_record_counter(model)->overflows > record->overflows) {
        record->due |= netburst_record_counter(model)->overflows > known;
        record->overflows = netburst_record_counter(model)->overflows;
        record->clock = 0;
    }
    if (will_overflow(model)) {
        record->due = true;
        record->clock = model->at;
    }
    if (record->due)
        read_reset(model);
}

static void netburst_record_sample(struct model *model)
{
    struct model_record state;

    model->record.due = false;
    model->debug_store.state(model->debug_store.context, &state);
    netburst_record_store(model, AREA_SAMPLES,
                          (const uint32_t[]){state.eflags, state.eip, state.eax, state.ebx,
                                             state.ecx, state.edx, state.esi, state.edi, state.ebp,
                                             state.esp},
                          10, false);
}

/* ---- branches ------------------------------------------------------------------------------- */

#define DEBUGCTL_TRACES  (1u << 2) /* branch messages are sent */
#define DEBUGCTL_STORES  (1u << 3) /* and stored in the buffer */
#define DEBUGCTL_ENDS    (1u << 4) /* a full buffer interrupts; otherwise it restarts at its base */
#define BRANCH_PREDICTED (1u << 4)

static bool stores_branches(const struct model *model)
{
    const uint32_t both = DEBUGCTL_TRACES | DEBUGCTL_STORES;

    return (model->record.control & both) == both && model->debug_store.read;
}

static void netburst_record_store_branch(struct model *model, uint32_t from, uint32_t to,
                                         bool predicted)
{
    netburst_record_store(model, AREA_BRANCHES,
                          (const uint32_t[]){from, to, predicted ? BRANCH_PREDICTED : 0}, 3,
                          !(model->record.control & DEBUGCTL_ENDS));
}

void netburst_record_branch(struct model *model, uint32_t from, uint32_t to, bool predicted)
{
    if (stores_branches(model))
        netburst_record_store_branch(model, from, to, predicted);
}

/* Interrupts and exceptions are recorded as branches to the instruction that is executed next. */
void netburst_record_left(struct model *model)
{
    struct model_record state;

    if (!stores_branches(model))
        return;
    model->debug_store.state(model->debug_store.context, &state);
    model->record.from = state.eip;
    model->record.left = true;
}

void netburst_record_due(struct model *model)
{
    struct model_record state;

    if (model->record.due)
        netburst_record_sample(model);
    if (!model->record.left)
        return;
    model->record.left = false;
    model->debug_store.state(model->debug_store.context, &state);
    netburst_record_store_branch(model, model->record.from, state.eip, false);
}

void netburst_set_debug_store(struct model *model, const struct model_debug_store *debug_store)
{
    model->debug_store = *debug_store;
}
