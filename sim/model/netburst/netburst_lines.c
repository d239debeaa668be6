/*
 * SPDX-License-Identifier: MIT
 * Selects the lines of an event by ESCR and select, and implements the three ways of tagging (SDM
 * volume 3, 18.15.6). Only the number of uops on wrong paths is known, so no tagged uop is bogus.
 */
#include "sim/model/netburst/netburst_lines.h"

#include "sim/model/netburst/netburst_state.h"

/* An event's select and its ESCRs. */
enum {
#define EVENT(name, select, escr0, escr1, ...)                                                     \
    SELECT_##name = (select), FIRST_##name = P4_##escr0, SECOND_##name = P4_##escr1,
#define P4_NO_ESCR P4_ESCRS
#define MASK(...)
#include "pmc/netburst/netburst.def"
#undef EVENT
#undef MASK
};

static const struct {
    uint8_t select, first, second, bit, line;
} rows[] = {
#define EVENT_BIT(event, bit, line)                                                                \
    {SELECT_##event, FIRST_##event, SECOND_##event, bit, LINE_##line},
#include "sim/model/netburst/netburst_lines.def"
#undef EVENT_BIT
};

enum { ROWS = sizeof rows / sizeof rows[0] };

#define BIT(n) (1u << (n))

static bool netburst_lines_is_event(unsigned escr, unsigned select, unsigned event, unsigned first,
                                    unsigned second)
{
    return select == event && (escr == first || escr == second);
}

#define IS(name) netburst_lines_is_event(escr, select, SELECT_##name, FIRST_##name, SECOND_##name)

/* ---- tags ----------------------------------------------------------------------------------- */

/*
 * Returns an upstream ESCR's value if it selects this event and its tagging is active; otherwise 0.
 */
static uint32_t netburst_lines_upstream(const struct p4_counters *counters, unsigned escr,
                                        unsigned select)
{
    const uint32_t value = counters->escr[escr];

    return ESCR_SELECT(value) == select && p4_counters_escr_is_used(counters, escr) ? value : 0;
}

unsigned netburst_front_end_tags(const struct p4_counters *counters)
{
    return (ESCR_MASK(netburst_lines_upstream(counters, FIRST_uop_type, SELECT_uop_type)) |
            ESCR_MASK(netburst_lines_upstream(counters, SECOND_uop_type, SELECT_uop_type))) &
           (TAG_LOADS | TAG_STORES);
}

static p4_lines netburst_lines_front_end(const struct p4_counters *counters)
{
    const unsigned tags = netburst_front_end_tags(counters);

    return (tags & TAG_LOADS ? LINE_SET(LINE_LOADS) : 0) |
           (tags & TAG_STORES ? LINE_SET(LINE_STORES) : 0);
}

static p4_lines netburst_lines_plain(unsigned escr, unsigned select, unsigned mask)
{
    p4_lines lines = 0;

    for (unsigned i = 0; i < ROWS; i++)
        if ((mask & BIT(rows[i].bit)) &&
            netburst_lines_is_event(escr, select, rows[i].select, rows[i].first, rows[i].second))
            lines |= LINE_SET(rows[i].line);
    return lines;
}

/* The lines that FIRM_ESCR0 and 1 tag with one of these tags. */
static p4_lines netburst_lines_executed(const struct p4_counters *counters, unsigned tags)
{
    p4_lines lines = 0;

    for (unsigned escr = FIRST_x87_fp_uop;; escr = SECOND_x87_fp_uop) {
        const uint32_t value = counters->escr[escr];

        if ((value & ESCR_TAG_ENABLE) && (ESCR_TAG(value) & tags) &&
            p4_counters_escr_is_used(counters, escr))
            lines |= netburst_lines_plain(escr, ESCR_SELECT(value), ESCR_MASK(value));
        if (escr == SECOND_x87_fp_uop)
            return lines;
    }
}

/* PEBS_ENABLE and PEBS_MATRIX_VERT, Table 18-65. */
#define PEBS_L1_MISS   BIT(0)
#define PEBS_L2_MISS   BIT(1)
#define PEBS_DTLB_MISS BIT(2)
#define PEBS_SPLIT     BIT(10)
#define PEBS_BRANCH    (BIT(15) | BIT(16))
#define VERT_LOADS     BIT(0)
#define VERT_STORES    BIT(1)
#define VERT_BRANCHES  BIT(4)

static p4_lines netburst_lines_split(const struct p4_counters *counters, unsigned vert)
{
    p4_lines lines = 0;

    for (unsigned escr = FIRST_load_port_replay;; escr = SECOND_load_port_replay) {
        if ((vert & VERT_LOADS) && netburst_lines_upstream(counters, escr, SELECT_load_port_replay))
            lines |= LINE_SET(LINE_SPLIT_LOADS);
        if ((vert & VERT_STORES) &&
            netburst_lines_upstream(counters, escr, SELECT_store_port_replay))
            lines |= LINE_SET(LINE_SPLIT_STORES);
        if (escr == SECOND_load_port_replay)
            return lines;
    }
}

static p4_lines netburst_lines_replayed(const struct model *model)
{
    const uint32_t enable = model->pebs_enable, vert = model->pebs_vert;
    p4_lines lines = 0;

    if (!(enable & PEBS_UOP_TAG))
        return 0;
    if ((enable & PEBS_L1_MISS) && (vert & VERT_LOADS))
        lines |= LINE_SET(LINE_L1_MISSES);
    if ((enable & PEBS_L2_MISS) && (vert & VERT_LOADS))
        lines |= LINE_SET(LINE_L2_MISSES);
    if ((enable & PEBS_DTLB_MISS) && (vert & VERT_LOADS))
        lines |= LINE_SET(LINE_DTLB_LOADS);
    if ((enable & PEBS_DTLB_MISS) && (vert & VERT_STORES))
        lines |= LINE_SET(LINE_DTLB_STORES);
    if ((enable & PEBS_BRANCH) == PEBS_BRANCH && (vert & VERT_BRANCHES))
        lines |= LINE_SET(LINE_BRANCH_NM) | LINE_SET(LINE_BRANCH_TM);
    if (enable & PEBS_SPLIT)
        lines |= netburst_lines_split(&model->counters, vert);
    return lines;
}

/* ---- bus requests ---------------------------------------------------------------------------- */

#define IOQ_TYPE   0x1fu /* a field: 1 selects any request */
#define IOQ_READS  BIT(5)
#define IOQ_WRITES BIT(6)
#define IOQ_UC     BIT(7) /* bits 8 to 10 are WC, WT, WP: such memory is not modelled */
#define IOQ_WB     BIT(11)
#define IOQ_OWN    BIT(13)
#define IOQ_AHEAD  BIT(15)

static const struct {
    uint8_t line;
    uint16_t direction, memory, ahead;
} requests[] = {
    {LINE_IOQ_READ, IOQ_READS, IOQ_WB, 0},      {LINE_IOQ_PREFETCH, IOQ_READS, IOQ_WB, IOQ_AHEAD},
    {LINE_IOQ_WRITE, IOQ_WRITES, IOQ_WB, 0},    {LINE_IOQ_READ_UC, IOQ_READS, IOQ_UC, 0},
    {LINE_IOQ_WRITE_UC, IOQ_WRITES, IOQ_UC, 0},
};

/*
 * SDM, table 19-28: type, direction and memory must all match. Before model 2 any of type and
 * direction suffices, or memory if no direction is selected.
 */
static bool netburst_lines_is_requested(bool any, unsigned mask, unsigned i)
{
    const bool type = (mask & IOQ_TYPE) == 1, direction = mask & requests[i].direction;
    const bool memory = mask & requests[i].memory;

    if (!(mask & IOQ_OWN) || (requests[i].ahead && !(mask & IOQ_AHEAD)))
        return false;
    if (any)
        return type || direction || (!(mask & (IOQ_READS | IOQ_WRITES)) && memory);
    return type && direction && memory;
}

static p4_lines netburst_lines_requested(const struct model *model, unsigned mask)
{
    p4_lines lines = 0;

    for (unsigned i = 0; i < sizeof requests / sizeof requests[0]; i++)
        if (netburst_lines_is_requested(model->config.counters.ioq_any, mask, i))
            lines |= LINE_SET(requests[i].line);
    return lines;
}

/* Below CPUID F27h, ESCR 1 counts no requests. */
static bool netburst_lines_is_ioq(const struct model *model, unsigned escr, unsigned select)
{
    return IS(ioq_allocation) &&
           (escr == FIRST_ioq_allocation || !model->config.counters.erratum_ioq);
}

bool netburst_lines_any_ring(void *context, unsigned escr, unsigned select)
{
    const struct model *model = context;

    return IS(ioq_allocation) && model->config.counters.erratum_ioq;
}

/* ---- all events ------------------------------------------------------------------------------ */

p4_lines netburst_lines_select(void *context, unsigned escr, unsigned select, unsigned mask)
{
    const struct model *model = context;

    if (IS(front_end_event))
        return mask & 1 ? netburst_lines_front_end(&model->counters) : 0;
    if (IS(execution_event))
        return netburst_lines_executed(&model->counters, mask & 15);
    if (IS(replay_event))
        return mask & 1 ? netburst_lines_replayed(model) : 0;
    if (IS(ioq_allocation))
        return netburst_lines_is_ioq(model, escr, select) ? netburst_lines_requested(model, mask)
                                                          : 0;
    return netburst_lines_plain(escr, select, mask);
}

static const struct {
    uint8_t select, first, second;
    uint16_t mask;
} also[] = {
#define ALSO(event, mask) {SELECT_##event, FIRST_##event, SECOND_##event, mask},
#include "sim/model/netburst/netburst_lines.def"
#undef ALSO
};

unsigned netburst_lines_counted(const struct model *model, unsigned escr, unsigned select)
{
    unsigned mask = 0;

    if (IS(ioq_allocation) && !netburst_lines_is_ioq(model, escr, select))
        return 0;
    if (IS(instr_completed) && !model->config.counters.instr_completed)
        return 0;
    for (unsigned i = 0; i < ROWS; i++)
        if (netburst_lines_is_event(escr, select, rows[i].select, rows[i].first, rows[i].second))
            mask |= BIT(rows[i].bit);
    for (unsigned i = 0; i < sizeof also / sizeof also[0]; i++)
        if (netburst_lines_is_event(escr, select, also[i].select, also[i].first, also[i].second))
            mask |= also[i].mask;
    if (IS(uops_retired) && !model->config.core.wrong_paths)
        mask &= 1;
    return mask;
}

bool netburst_is_precise(unsigned escr, unsigned select)
{
    return IS(front_end_event) || IS(execution_event) || IS(replay_event);
}
