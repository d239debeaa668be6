/*
 * SPDX-License-Identifier: MIT
 * Parses Pentium 4 event names with modifiers.
 */
#include "pmc/netburst/netburst_syntax.h"

#include "kernel/lib/format.h"
#include "pmc/netburst/netburst_numbers.h"
#include "pmc/pmc.h"

#define FAIL(...) return format(error, size, __VA_ARGS__), -1

#define MOST_THRESHOLD 15

/* State of the parser. */
struct netburst_parser {
    const struct netburst_machine *machine;
    struct netburst_count *count;
    char *error;
    size_t size;
    bool parts, threshold; /* whether parts and a threshold were named */
};

/* ---- parts ---------------------------------------------------------------------------------- */

static const struct netburst_mask *netburst_parse_find_part(const struct netburst_event *event,
                                                            struct piece name)
{
    const struct netburst_mask *part = NULL;
    while ((part = netburst_next_part(event, part)) && !piece_equals(name, part->name))
        ;
    return part;
}

/*
 * For tagged events: bit 0 is the right path, bit 1 wrong paths; the assignment shifts it to the
 * tag's bit.
 */
static uint16_t netburst_parse_outcome(struct piece name)
{
    return piece_equals(name, "nbogus") ? 1 : piece_equals(name, "bogus") ? 2 : 0;
}

static uint16_t netburst_parse_part_bit(const struct netburst_count *count, struct piece name)
{
    if (count->tagged)
        return netburst_parse_outcome(name);
    const struct netburst_mask *part = netburst_parse_find_part(count->event, name);
    return part ? (uint16_t)(1u << part->bit) : 0;
}

/* Parses parts separated by +. Returns false if one is not a part. */
static bool netburst_parse_parts(struct netburst_parser *reading, struct piece piece)
{
    uint16_t mask = 0;
    do {
        uint16_t bit = netburst_parse_part_bit(reading->count, piece_split_at(&piece, '+'));
        if (!bit)
            return false;
        mask |= bit;
    } while (piece.length || piece.text[-1] == '+');
    reading->count->mask = (uint16_t)((reading->parts ? reading->count->mask : 0) | mask);
    reading->parts = true;
    return true;
}

/* ---- modifiers ------------------------------------------------------------------------------ */

static const struct netburst_parser_flag {
    const char *name;
    uint8_t cpl;
    uint32_t filter;
} flags[] = {
    {"u", ESCR_T0_USR, 0},
    {"k", ESCR_T0_OS, 0},
    {"uk", ESCR_T0_USR | ESCR_T0_OS, 0},
    {"ku", ESCR_T0_USR | ESCR_T0_OS, 0},
    {"u1", ESCR_T1_USR, 0},
    {"k1", ESCR_T1_OS, 0},
    {"uk1", ESCR_T1_USR | ESCR_T1_OS, 0},
    {"i", 0, CCCR_COMPLEMENT},
    {"cmpl", 0, CCCR_COMPLEMENT},
    {"e", 0, CCCR_COMPARE | CCCR_EDGE},
    {"force_ovf", 0, CCCR_FORCE_OVF},
    {"pmi", 0, CCCR_OVF_PMI},
    {"pmi1", 0, CCCR_OVF_PMI_T1},
};

static bool netburst_parse_flag(struct netburst_parser *reading, struct piece name)
{
    for (unsigned i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        if (!piece_equals(name, flags[i].name))
            continue;
        reading->count->cpl |= flags[i].cpl;
        reading->count->filter |= flags[i].filter;
        return true;
    }
    if (!piece_equals(name, "cascade"))
        return false;
    reading->count->start = NETBURST_CASCADED;
    return true;
}

static int netburst_parse_threshold(struct netburst_parser *reading, int64_t more_than)
{
    if (more_than < 0 || more_than > MOST_THRESHOLD)
        return -1;
    reading->count->filter &= ~CCCR_THRESHOLD;
    reading->count->filter |= CCCR_COMPARE | (uint32_t)more_than << CCCR_THRESHOLD_SHIFT;
    reading->threshold = true;
    return 0;
}

static int netburst_parse_active(struct netburst_parser *reading, struct piece value)
{
    static const char *const names[] = {"none", "one", "both", "any"};
    for (unsigned i = 0; i < 4; i++) {
        if (!piece_equals(value, names[i]))
            continue;
        reading->count->filter &= ~CCCR_ACTIVE;
        reading->count->filter |= i << CCCR_ACTIVE_SHIFT;
        return 0;
    }
    return -1;
}

/*
 * In Intel's registers a threshold of 0 compares too: above 0. libpfm4 writes thr=0 into every full
 * name and means no comparison, except for :e and :cmpl, which need one.
 */
static int netburst_parse_above(struct netburst_parser *reading, int64_t more_than)
{
    if (netburst_parse_threshold(reading, more_than))
        return -1;
    if (!more_than && !(reading->count->filter & (CCCR_EDGE | CCCR_COMPLEMENT)))
        reading->count->filter &= ~CCCR_COMPARE;
    return 0;
}

/* Parses NAME=VALUE. Returns 0; -1: no such value; 1: no such name. */
static int netburst_parse_value(struct netburst_parser *reading, struct piece name,
                                struct piece value)
{
    int64_t n = netburst_number(value, 10);
    if (piece_equals(name, "c"))
        return netburst_parse_threshold(reading, n - 1);
    if (piece_equals(name, "thr"))
        return netburst_parse_above(reading, n);
    if (piece_equals(name, "active"))
        return netburst_parse_active(reading, value);
    if (piece_equals(name, "tag")) {
        reading->count->tag = (uint8_t)netburst_tag((unsigned)n & 15);
        return n < 0 || n > 15 ? -1 : 0;
    }
    if (piece_equals(name, "after")) {
        reading->count->after = (uint32_t)n;
        return n < 1 ? -1 : 0;
    }
    if (piece_equals(name, "cascade")) {
        reading->count->start = n == 30 ? NETBURST_BY_BIT_30 : NETBURST_BY_BIT_11;
        return n == 30 || n == 11 ? 0 : -1;
    }
    return piece_equals(value, "1") && netburst_parse_flag(reading, name) ? 0 : 1;
}

static int netburst_parse_refuse(const struct netburst_parser *reading, struct piece piece)
{
    const struct netburst_count *count = reading->count;
    char *error = reading->error;
    size_t size = reading->size;
    int n = format(error, size,
                   "':%.*s' is not allowed; allowed: :u, :k, :uk, :c=1 to :c=16, :i, :e, :tag=0 to "
                   ":tag=15, :active=none, one, both, any, :force_ovf, :pmi, :after=N, :cascade, "
                   "for a second logical processor :u1, :k1, :pmi1, and for this event",
                   (int)piece.length, piece.text);
    if (count->tagged && n < (int)size)
        format(error + n, size - (size_t)n, " :nbogus :bogus");
    for (const struct netburst_mask *part = NULL;
         !count->tagged && (part = netburst_next_part(count->event, part)) && n < (int)size;)
        n += format(error + n, size - (size_t)n, " :%s", part->name);
    return -1;
}

static int netburst_parse_modifier(struct netburst_parser *reading, struct piece piece)
{
    struct piece value = piece, name = piece_split_at(&value, '=');
    if (name.length == piece.length) {
        if (!netburst_parse_parts(reading, piece) && !netburst_parse_flag(reading, piece))
            return netburst_parse_refuse(reading, piece);
        return 0;
    }
    return netburst_parse_value(reading, name, value) ? netburst_parse_refuse(reading, piece) : 0;
}

/* ---- checks of the whole --------------------------------------------------------------------- */

static int netburst_parse_check_tag(const struct netburst_count *count, char *error, size_t size)
{
    if (!count->tag || (!count->tagged && count->event->feeds == NETBURST_EXECUTION))
        return 0;
    const char *name = count->tagged ? count->tagged->name : count->event->name;
    FAIL(
        "%s does not accept :tag, which is for uops of FIRM_ESCR0 and 1 (packed_sp_uop, "
        "x87_fp_uop, ...); execution_event counts them",
        name);
}

static int netburst_parse_check_filter(const struct netburst_machine *machine,
                                       const struct netburst_count *count, bool threshold,
                                       char *error, size_t size)
{
    bool second = count->cpl & (ESCR_T1_USR | ESCR_T1_OS) || count->filter & CCCR_OVF_PMI_T1 ||
                  (count->filter & CCCR_ACTIVE) != CCCR_ACTIVE;
    if (second && !machine->threads)
        FAIL(
            ":u1, :k1, :pmi1 and :active are for two logical processors; this processor has no "
            "Hyper-Threading");
    if (count->filter & CCCR_COMPLEMENT && !threshold)
        FAIL("':i' complements a threshold; add :c=1 to :c=16");
    if (count->filter & CCCR_FORCE_OVF && !(count->filter & (CCCR_OVF_PMI | CCCR_OVF_PMI_T1)))
        FAIL("':force_ovf' overflows at each increment, which has no effect without :pmi");
    return 0;
}

static int netburst_parse_list_parts(const struct netburst_event *event, char *error, size_t size)
{
    int n = format(error, size, "parts of %s must be named; allowed:", event->name);
    for (const struct netburst_mask *part = NULL;
         (part = netburst_next_part(event, part)) && n < (int)size;)
        n += format(error + n, size - (size_t)n, " :%s", part->name);
    return -1;
}

/* Fills in defaults, and checks for settings that exclude each other. */
static int netburst_parse_complete(struct netburst_parser *reading, unsigned rings)
{
    struct netburst_count *count = reading->count;
    if (!count->cpl)
        count->cpl = (uint8_t)((rings & PMC_RING_USER ? ESCR_T0_USR : 0) |
                               (rings & PMC_RING_KERNEL ? ESCR_T0_OS : 0));
    if (count->filter & CCCR_COMPLEMENT)
        count->filter |= CCCR_COMPARE;
    if (!reading->parts)
        count->mask = count->tagged ? 1 : count->event->usual;
    if (!count->mask)
        return netburst_parse_list_parts(count->event, reading->error, reading->size);
    if (netburst_parse_check_filter(reading->machine, count, reading->threshold, reading->error,
                                    reading->size) ||
        netburst_parse_check_tag(count, reading->error, reading->size))
        return -1;
    return netburst_count_check(reading->machine, count, reading->error, reading->size);
}

static int netburst_parse_event(struct netburst_count *count, struct piece name, char *error,
                                size_t size)
{
    const struct netburst_tagged *tagged = netburst_find_tagged(name.text, name.length);
    const struct netburst_event *event =
        tagged ? &netburst_events[tagged->counting] : netburst_find_event(name.text, name.length);
    if (!event)
        FAIL("'%.*s' is not an event of the Pentium 4", (int)name.length, name.text);
    *count = (struct netburst_count){.event = event,
                                     .tagged = tagged,
                                     .select = event->select,
                                     .routing = event->routing,
                                     .counter = NETBURST_NONE,
                                     .filter = CCCR_ACTIVE};
    return 0;
}

static int netburst_parse_counter(struct netburst_count *count, struct piece piece, char *error,
                                  size_t size)
{
    int64_t counter = counter_number(piece);
    if (counter < 0 || counter >= NETBURST_COUNTERS)
        FAIL("'@%.*s' is not a counter; allowed: 0 to 17", (int)piece.length, piece.text);
    count->counter = (uint8_t)counter;
    for (unsigned i = 0; i < 2; i++)
        if (count->event->escr[i] != NETBURST_NONE &&
            netburst_registers_reach(count->event->escr[i]) >> counter & 1)
            return 0;
    int n = format(error, size, "counter %u cannot count %s; allowed:", (unsigned)counter,
                   count->event->name);
    for (unsigned i = 0; i < NETBURST_COUNTERS; i++)
        for (unsigned e = 0; e < 2 && n < (int)size; e++)
            if (count->event->escr[e] != NETBURST_NONE &&
                netburst_registers_reach(count->event->escr[e]) >> i & 1)
                n += format(error + n, size - (size_t)n, " @%u", i);
    return -1;
}

static bool contains(struct piece piece, char c)
{
    for (size_t i = 0; i < piece.length; i++)
        if (piece.text[i] == c)
            return true;
    return false;
}

static int netburst_parse_registers(const struct netburst_machine *machine, struct piece whole,
                                    struct netburst_count *count, char *error, size_t size)
{
    struct netburst_raw raw;
    struct netburst_machine any = *machine;
    if (whole.text[whole.length - 1] == '!') {
        any.undocumented = true;
        whole.length--;
    }
    if (netburst_raw_parse(whole.text, whole.length, &raw, error, size))
        return -1;
    if (!netburst_check_raw(&any, &raw, error, size) &&
        !netburst_count_decode(&any, &raw, count, error, size))
        return netburst_count_check(&any, count, error, size);
    const char *misprint = netburst_misprint(raw.cccr, raw.escr);
    size_t length = 0;
    while (misprint && length < size && error[length])
        length++;
    if (misprint)
        format(error + length, size - length, ". It was printed %s", misprint);
    return -1;
}

int netburst_parse(const struct netburst_machine *machine, unsigned rings, const char *text,
                   size_t length, struct netburst_count *count, char *error, size_t size)
{
    struct piece whole = {text, length}, rest = whole;
    if (contains(whole, '/'))
        return netburst_parse_registers(machine, whole, count, error, size);
    struct piece counter = whole, asked = piece_split_at(&counter, '@');
    rest = asked;
    struct netburst_parser reading = {machine, count, error, size, false, false};
    if (netburst_parse_event(count, piece_split_at(&rest, ':'), error, size))
        return -1;
    while (rest.length || rest.text[-1] == ':')
        if (netburst_parse_modifier(&reading, piece_split_at(&rest, ':')))
            return -1;
    if (asked.length < length && netburst_parse_counter(count, counter, error, size))
        return -1;
    return netburst_parse_complete(&reading, rings);
}
