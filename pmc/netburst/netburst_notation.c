/*
 * SPDX-License-Identifier: MIT
 * Stores the requested Pentium 4 events, plans passes and schedules events into them.
 */
#include "pmc/netburst/netburst_notation.h"

#include "kernel/lib/format.h"
#include "pmc/netburst/netburst_event_table.h"
#include "pmc/netburst/netburst_passes.h"
#include "pmc/netburst/netburst_syntax.h"
#include "pmc/netburst/netburst_units.h"
#include "pmc/schedule.h"

#define MOST      UINT8_MAX /* maximum number of different settings beyond an event's name */
#define RINGS_ALL (PMC_RING_USER | PMC_RING_KERNEL)
#define CPL_T0    (ESCR_T0_USR | ESCR_T0_OS)

static struct netburst_machine here = {.model = 2, .stepping = 9};
static struct netburst_count asked[MOST]; /* without rings, which are in struct pmc_counted */
static unsigned n_asked;

/* The latest plans and the sets they belong to. Making one takes longer than a handler should. */
#define PLANS 12
static struct netburst_notation_planned {
    struct pmc_counted counted[NETBURST_COUNTERS];
    struct netburst_plan plan;
    bool made;
} plans[PLANS];
static unsigned next_plan;

static void notation_discard_plans(void)
{
    for (unsigned i = 0; i < PLANS; i++)
        plans[i].made = false;
}

void netburst_set_machine(const struct netburst_machine *machine)
{
    here = *machine;
    notation_discard_plans();
}

const struct netburst_machine *netburst_here(void)
{
    return &here;
}

static void notation_discard(void)
{
    n_asked = 0;
    notation_discard_plans();
}

/* ---- one event ------------------------------------------------------------------------------- */

static uint8_t notation_cpl_of(unsigned rings)
{
    return (uint8_t)((rings & PMC_RING_USER ? ESCR_T0_USR : 0) |
                     (rings & PMC_RING_KERNEL ? ESCR_T0_OS : 0));
}

static unsigned notation_rings_of(unsigned cpl)
{
    return (cpl & ESCR_T0_USR ? PMC_RING_USER : 0) | (cpl & ESCR_T0_OS ? PMC_RING_KERNEL : 0);
}

/* The rings named for the second logical processor, if none is named for the first one. */
static unsigned notation_second_rings(const struct netburst_count *count)
{
    if (count->cpl & CPL_T0)
        return 0;
    return (count->cpl & ESCR_T1_USR ? PMC_RING_USER : 0) |
           (count->cpl & ESCR_T1_OS ? PMC_RING_KERNEL : 0);
}

/* The event with its default parts, in no ring. */
static struct netburst_count notation_default_count(const struct event *row)
{
    unsigned i = (unsigned)(row - netburst_table);
    const struct netburst_tagged *tagged =
        i < NETBURST_EVENTS ? NULL : &netburst_tagged[i - NETBURST_EVENTS];
    const struct netburst_event *event = &netburst_events[tagged ? tagged->counting : i];
    return (struct netburst_count){.event = event,
                                   .tagged = tagged,
                                   .mask = tagged ? 1 : event->usual,
                                   .select = event->select,
                                   .routing = event->routing,
                                   .counter = NETBURST_NONE,
                                   .filter = CCCR_ACTIVE};
}

struct netburst_count netburst_count_of(const struct pmc_counted *counted)
{
    struct netburst_count count =
        counted->netburst ? asked[counted->netburst - 1] : notation_default_count(counted->event);
    if (!count.second_only)
        count.cpl |= notation_cpl_of(counted->rings);
    return count;
}

static bool notation_counts_equal(const struct netburst_count *a, const struct netburst_count *b)
{
    return a->event == b->event && a->tagged == b->tagged && a->mask == b->mask &&
           a->cpl == b->cpl && a->tag == b->tag && a->select == b->select &&
           a->routing == b->routing && a->start == b->start && a->counter == b->counter &&
           a->filter == b->filter && a->after == b->after && a->second_only == b->second_only;
}

/* Returns the setting's number, or 0 if it is the event's default; -1 if the table is full. */
static int notation_store_setting(const struct netburst_count *count, const struct event *row)
{
    if (row != &pmc_raw_event) {
        struct netburst_count plain = notation_default_count(row);
        if (notation_counts_equal(&plain, count))
            return 0;
    }
    unsigned i = 0;
    while (i < n_asked && !notation_counts_equal(&asked[i], count))
        i++;
    if (i == MOST)
        return -1;
    asked[i] = *count;
    n_asked += i == n_asked;
    return (int)i + 1;
}

static const struct event *notation_event_of(const struct netburst_count *count)
{
    if (count->tagged)
        return &netburst_table[NETBURST_EVENTS + (count->tagged - netburst_tagged)];
    return count->event ? &netburst_table[count->event - netburst_events] : &pmc_raw_event;
}

#define MOST_TEXT 160

/* Replaces the name by which the event was requested with its name in this table. */
static int notation_own_name(const struct event *event, const char *text, size_t length, char *own)
{
    size_t name = 0;
    while (name < length && text[name] != ':' && text[name] != '@')
        name++;
    return format(own, MOST_TEXT, "%s%.*s", event->name, (int)(length - name), text + name);
}

/*
 * Reads the event twice, for all rings and for one. If the results differ, no ring was named, and
 * the experiment's rings apply. An event that counts in all rings regardless of the request is
 * stored with all rings.
 */
static int notation_read(const struct event *event, const char *text, size_t length,
                         struct pmc_counted *counted, char *error, size_t size)
{
    char own[MOST_TEXT];
    struct netburst_count count, kernel;
    if (event) {
        int n = notation_own_name(event, text, length, own);
        if (n >= MOST_TEXT)
            return format(error, size, "more than %u characters", MOST_TEXT - 1), -1;
        text = own;
        length = (size_t)n;
    }
    if (netburst_parse(&here, RINGS_ALL, text, length, &count, error, size))
        return -1;
    bool in_all = netburst_parse(&here, PMC_RING_KERNEL, text, length, &kernel, error, size);
    unsigned rings = in_all || kernel.cpl == count.cpl ? notation_rings_of(count.cpl) : 0;
    count.second_only = notation_second_rings(&count) != 0;
    rings |= notation_second_rings(&count);
    struct netburst_plan plan;
    if (count.start == NETBURST_ENABLED && netburst_assign(&here, &count, 1, &plan, error, size))
        return -1;
    count.cpl &= (uint8_t)~CPL_T0;
    const struct event *row = notation_event_of(&count);
    int number = notation_store_setting(&count, row);
    if (number < 0)
        return format(error, size, "more than %u different counter settings in one boot", MOST), -1;
    *counted = (struct pmc_counted){
        .event = row,
        .rings = (uint8_t)rings,
        .raw = row == &pmc_raw_event ? count.select : 0,
        .netburst = (uint8_t)number,
    };
    return 0;
}

static int notation_write(const struct pmc_counted *counted, bool rings, char *text, size_t size)
{
    struct netburst_count count = netburst_count_of(counted);
    return rings ? netburst_format(&count, text, size) : netburst_format_name(&count, text, size);
}

/*
 * Events without default parts are no members of groups, nor are those that only tag or that only
 * count what others have tagged.
 */
static bool notation_is_member(const struct event *row)
{
    const struct netburst_count count = notation_default_count(row);
    const struct netburst_event *event = count.event;
    return count.tagged ||
           (count.mask && event != &netburst_events[NETBURST_EVENT_front_end_event] &&
            event != &netburst_events[NETBURST_EVENT_execution_event] &&
            event != &netburst_events[NETBURST_EVENT_replay_event] &&
            event != &netburst_events[NETBURST_EVENT_uop_type]);
}

static uint32_t notation_counters(const struct pmc_counted *counted)
{
    struct netburst_units units;
    struct netburst_count count = netburst_count_of(counted);
    if (!count.mask || netburst_units_of(&here, &count, 1, &units, NULL, 0))
        return 0;
    return units.unit[0].counters;
}

/* ---- a pass ---------------------------------------------------------------------------------- */

static unsigned notation_set_length(const struct pmc_counted counted[])
{
    unsigned n = 0;
    while (n < NETBURST_COUNTERS && counted[n].event)
        n++;
    return n;
}

static bool notation_plan_matches(const struct netburst_notation_planned *planned,
                                  const struct pmc_counted counted[], unsigned n)
{
    bool same = planned->made;
    for (unsigned i = 0; i < NETBURST_COUNTERS && same; i++)
        same =
            i < n ? counted_alike(&counted[i], &planned->counted[i]) : !planned->counted[i].event;
    return same;
}

static uint32_t pebs_enable, pebs_vertical;

static void notation_set_pebs(uint32_t enable, uint32_t vertical)
{
    pebs_enable = enable;
    pebs_vertical = vertical;
    notation_discard_plans();
}

static void notation_make_plan(struct netburst_notation_planned *planned,
                               const struct pmc_counted counted[], unsigned n)
{
    static struct netburst_count counts[NETBURST_COUNTERS];
    struct netburst_plan *plan = &planned->plan;
    for (unsigned i = 0; i < NETBURST_COUNTERS; i++) {
        planned->counted[i] = i < n ? counted[i] : (struct pmc_counted){0};
        if (i < n)
            counts[i] = netburst_count_of(&counted[i]);
    }
    while (n && !netburst_fits(&here, counts, n, plan))
        n--; /* fewer fit when another event comes first than when it was scheduled */
    if (!n)
        *plan = (struct netburst_plan){0};
    for (unsigned i = n; i < NETBURST_COUNTERS; i++)
        plan->counted_by[i] = plan->counted_by[0];
    if (!plan->enable) {
        plan->enable = pebs_enable;
        plan->vertical = pebs_vertical;
    }
    planned->made = true;
}

/* The plan to be made, for a function without arguments. */
static struct {
    struct netburst_notation_planned *planned;
    const struct pmc_counted *counted;
    unsigned n;
} making;

static void (*call_on_stack)(void (*plan)(void));

void netburst_notation_plan_on(void (*call)(void (*plan)(void)))
{
    call_on_stack = call;
}

static void notation_make_missing_plan(void)
{
    notation_make_plan(making.planned, making.counted, making.n);
}

const struct netburst_plan *netburst_notation_plan(const struct pmc_counted counted[])
{
    const unsigned n = notation_set_length(counted);
    for (unsigned i = 0; i < PLANS; i++)
        if (notation_plan_matches(&plans[i], counted, n))
            return &plans[i].plan;
    struct netburst_notation_planned *planned = &plans[next_plan];
    next_plan = (next_plan + 1) % PLANS;
    making.planned = planned;
    making.counted = counted;
    making.n = n;
    if (call_on_stack)
        call_on_stack(notation_make_missing_plan);
    else
        notation_make_missing_plan();
    return &planned->plan;
}

static unsigned notation_counter(const struct pmc_counted counted[], unsigned place)
{
    return netburst_notation_plan(counted)->counted_by[place];
}

/* ---- several passes -------------------------------------------------------------------------- */

static struct netburst_count counts[MOST], room[MOST + 1];
static uint16_t pass_of[MOST];

static struct pmc_counted first; /* of each pass; with a NULL event: none */
static struct netburst_count first_count;

static void notation_set_first(const struct pmc_counted *counted)
{
    first = counted ? *counted : (struct pmc_counted){0};
    if (counted)
        first_count = netburst_count_of(counted);
    here.first = counted ? &first_count : NULL;
}

/* Checks that replay-tagged events agree with the experiment's own setting of PEBS_ENABLE. */
static int notation_check_replays(unsigned n, char *error, size_t size)
{
    for (unsigned i = 0; i < n && pebs_enable; i++) {
        const struct netburst_tagged *tagged = counts[i].tagged;
        if (!tagged || !tagged->enable ||
            (tagged->enable == pebs_enable && tagged->vertical == pebs_vertical))
            continue;
        format(error, size,
               "%s needs PEBS_ENABLE 0x%08x and PEBS_MATRIX_VERT 0x%x, but pebs_enable is 0x%08x, "
               "pebs_matrix_vert 0x%x; remove these settings or the event",
               tagged->name, (unsigned)tagged->enable, tagged->vertical, (unsigned)pebs_enable,
               (unsigned)pebs_vertical);
        return -1;
    }
    return 0;
}

static void notation_begin_schedule(uint32_t usable, const struct pmc_counted events[], unsigned n,
                                    unsigned most)
{
    here.broken = ~usable;
    here.most = (uint8_t)most;
    notation_discard_plans();
    for (unsigned i = 0; i < n; i++)
        counts[i] = netburst_count_of(&events[i]);
}

/*
 * Explains why n counts do not fit into max_passes: the first count that does not fit alone or with
 * the first event of each pass; otherwise, why they do not fit together.
 */
static void notation_explain(unsigned n, unsigned max_passes, char *error, size_t size)
{
    struct netburst_plan plan;
    for (unsigned i = 0, end; i < n; i = end) {
        unsigned beside = 0;
        if (here.first)
            room[beside++] = *here.first;
        for (end = i; end == i || (end < n && counts[end].start != NETBURST_ENABLED); end++)
            room[beside++] = counts[end];
        if (netburst_assign(&here, room, beside, &plan, error, size))
            return;
    }
    int length = format(error, size, "%u events need more than %u pass%s, the most possible here",
                        n, max_passes, max_passes == 1 ? "" : "es");
    char why[MOST_TEXT];
    if (n <= NETBURST_COUNTERS && length < (int)size &&
        netburst_assign(&here, counts, n, &plan, why, sizeof why))
        format(error + length, size - (size_t)length, ": %s", why);
}

static int notation_schedule(uint32_t usable, const struct pmc_counted events[], unsigned n,
                             struct schedule_pass *passes, unsigned max_passes, unsigned most,
                             char *error, size_t size)
{
    if (n > MOST)
        return format(error, size, "more than %u events", MOST), -1;
    notation_begin_schedule(usable, events, n, most);
    if (notation_check_replays(n, error, size))
        return -1;
    int n_passes = n ? netburst_passes(&here, counts, n, pass_of, max_passes, room) : 0;
    if (n_passes < 0)
        return notation_explain(n, max_passes, error, size), -1;
    for (unsigned p = 0; p < (unsigned)n_passes; p++) {
        unsigned place = 0;
        if (here.first)
            passes[p].counted[place++] = first;
        for (unsigned i = 0; i < n; i++)
            if (pass_of[i] == p)
                passes[p].counted[place++] = events[i];
    }
    return n_passes;
}

static unsigned notation_bound(uint32_t usable, const struct pmc_counted events[], unsigned n,
                               unsigned most)
{
    notation_begin_schedule(usable, events, n, most);
    return n ? netburst_passes_bound(&here, counts, n) : 0;
}

const struct pmc_notation netburst_notation = {
    .most_sets = PLANS,
    .read = notation_read,
    .write = notation_write,
    .is_member = notation_is_member,
    .discard = notation_discard,
    .set_first = notation_set_first,
    .check_pebs = netburst_check_pebs,
    .set_pebs = notation_set_pebs,
    .schedule = notation_schedule,
    .bound = notation_bound,
    .counter = notation_counter,
    .counters = notation_counters,
};
