/*
 * SPDX-License-Identifier: MIT
 * The named events of PCL and PAPI, row by row, with the columns of libpcl's tables.
 */
#include "host/data/metrics/named_table.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "tools/processor_words.h"
#include "pmc/families.h"
#include "pmc/k7/k7_event_table.h"
#include "pmc/p5/p5_events.h"
#include "pmc/p6/p6_event_table.h"

enum {
#define PCL_EVENT(name, table, text) EVENT_##name,
#include "libpcl/pcl_events.def"
#undef PCL_EVENT
    PCL_EVENTS
};

/* From this event on, all events are rates. */
#define FIRST_RATE EVENT_MFLOPS

/* One row of a family's table. */
struct named_table_row {
    unsigned event;
    uint8_t processors;
    struct named_cell cell;
};

#define HAS(event, processors, counts, per, printed, note)                                         \
    {EVENT_##event, processors, {NAMED_HAS, counts, per, printed, note}},
#define INSTEAD(event, processors, counts, per, printed, note)                                     \
    {EVENT_##event, processors, {NAMED_INSTEAD, counts, per, printed, note}},
#define LACKS(event, processors, printed, why)                                                     \
    {EVENT_##event, processors, {NAMED_LACKS, "", "", printed, why}},
#define P54C 1
#define P55C 2
#define ALL  3

static const struct named_table_row p5_rows[] = {
#include "libpcl/pcl_p5.def"
};
static const struct named_table_row p6_rows[] = {
#include "libpcl/pcl_p6.def"
};
static const struct named_table_row k7_rows[] = {
#include "libpcl/pcl_k7.def"
};
static const struct named_table_row p4_rows[] = {
#include "libpcl/pcl_p4.def"
};

static const struct named_table_column {
    const struct named_table_row *rows;
    unsigned n;
    uint8_t processor; /* the processor whose rows apply */
} columns[NAMED_PROCESSORS] = {
    [NAMED_P54C] = {p5_rows, sizeof p5_rows / sizeof p5_rows[0], P54C},
    [NAMED_P55C] = {p5_rows, sizeof p5_rows / sizeof p5_rows[0], P55C},
    [NAMED_P6] = {p6_rows, sizeof p6_rows / sizeof p6_rows[0], ALL},
    [NAMED_K7] = {k7_rows, sizeof k7_rows / sizeof k7_rows[0], ALL},
    [NAMED_P4] = {p4_rows, sizeof p4_rows / sizeof p4_rows[0], ALL},
};

const char *const named_processor_words[NAMED_PROCESSORS] = {"p54c", "p55c", "p6", "k7", "p4"};

static struct named_event pcl[PCL_EVENTS] = {
#define PCL_EVENT(event, of_table, what)                                                           \
    {.library = "pcl", .name = "PCL_" #event, .text = what, .table = of_table},
#include "libpcl/pcl_events.def"
#undef PCL_EVENT
};

#define CELL(counts)                                                                               \
    {                                                                                              \
        sizeof(counts) > 1 ? NAMED_HAS : NAMED_LACKS, counts, "", "", ""                           \
    }
static struct named_event papi[] = {
#define PRESET(preset, what, p54c, p55c, p6, k7, p4)                                               \
    {.library = "papi",                                                                            \
     .name = "PAPI_" #preset,                                                                      \
     .text = what,                                                                                 \
     .cells = {CELL(p54c), CELL(p55c), CELL(p6), CELL(k7), CELL(p4)}},
#include "libpcl/papi.def"
#undef PRESET
};
#define PAPI_EVENTS (sizeof papi / sizeof papi[0])

/* PAPI's own formula, where it is another one. */
static const struct named_table_difference {
    const char *name;
    enum named_processor processor;
    const char *theirs, *why;
} differences[] = {
#define PAPI_DIFFERS(preset, processor, theirs, why)                                               \
    {"PAPI_" #preset, NAMED_##processor, theirs, why},
#include "libpcl/papi_differences.def"
#undef PAPI_DIFFERS
};

static void named_table_note_differences(void)
{
    for (size_t d = 0; d < sizeof differences / sizeof differences[0]; d++)
        for (size_t i = 0; i < PAPI_EVENTS; i++) {
            if (strcmp(papi[i].name, differences[d].name) != 0)
                continue;
            struct named_cell *cell = &papi[i].cells[differences[d].processor];
            cell->printed = differences[d].theirs;
            cell->note = differences[d].why;
        }
}

static void named_table_fill(void)
{
    for (unsigned p = 0; p < NAMED_PROCESSORS; p++)
        for (unsigned i = 0; i < columns[p].n; i++)
            if (columns[p].rows[i].processors & columns[p].processor)
                pcl[columns[p].rows[i].event].cells[p] = columns[p].rows[i].cell;
    for (unsigned i = FIRST_RATE; i < PCL_EVENTS; i++)
        pcl[i].rate = true;
    pcl[EVENT_MFLOPS].times_mhz = true;
    named_table_note_differences();
}

const struct named_event *named_table_event(unsigned index)
{
    if (!pcl[0].cells[0].note)
        named_table_fill();
    if (index < PCL_EVENTS)
        return &pcl[index];
    index -= PCL_EVENTS;
    return index < PAPI_EVENTS ? &papi[index] : NULL;
}

bool named_event_is(const char *word)
{
    return !strncasecmp(word, "pcl:", 4) || !strncasecmp(word, "papi:", 5);
}

enum named_processor named_table_processor(const char *cpu)
{
    uint8_t processors;
    const struct family *family = family_find(cpu, &processors);
    if (!family && virtual_processor(cpu))
        family = family_find(virtual_processor(cpu), &processors);
    if (family == &families[FAMILY_P5])
        return processors == P5_P55C ? NAMED_P55C : NAMED_P54C;
    if (family == &families[FAMILY_P6])
        return NAMED_P6;
    if (family == &families[FAMILY_K7])
        return NAMED_K7;
    return family ? NAMED_P4 : NAMED_PROCESSORS;
}
