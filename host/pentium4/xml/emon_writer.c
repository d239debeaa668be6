/*
 * SPDX-License-Identifier: MIT
 * Writes the configuration of pmc/netburst's tables as an XML file. Layout and names are those of
 * Brink & Abyss as far as they are known. Other names are those of pmc/netburst, with "_" before an
 * initial digit.
 */
#include "host/pentium4/xml/emon_writer.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/message.h"
#include "host/pentium4/xml/emon_tables.h"

static const char *const event_texts[] = {
#define EVENT(name, select, escr0, escr1, routing, models, usual, groups, stage, feeds, threads,   \
              text, source, doubt, erratum)                                                        \
    text,
#define MASK(...)
#include "pmc/netburst/netburst.def"
#undef EVENT
#undef MASK
};

static const char *const tagged_texts[] = {
#define TAGGED(name, way, counting, upstream, mask, escr, enable, vertical, text) text,
#include "pmc/netburst/tagged.def"
#undef TAGGED
};

/* The registers' fields, one row for each <NAME bits= default=>. */
static const struct emon_field_row {
    const char *reg; /* the register's element; NULL: as the row before */
    const char *name;
    unsigned low, high;
    unsigned usual;
} rows[] = {
    {"escr_config size=\"64\"", "reserved1", 0, 1, 0},
    {NULL, "usr", 2, 2, 0},
    {NULL, "os", 3, 3, 0},
    {NULL, "tag_enable", 4, 4, 0},
    {NULL, "tag0", 5, 5, 0},
    {NULL, "tag1", 6, 6, 0},
    {NULL, "tag2", 7, 7, 0},
    {NULL, "tag3", 8, 8, 0},
    {NULL, "event_mask", 9, 24, 0},
    {NULL, "event_select", 25, 30, 0},
    {NULL, "reserved2", 31, 31, 0},
    {NULL, "reserved3", 32, 63, 0},
    {"cccr_config size=\"64\"", "reserved1", 0, 10, 0},
    {NULL, "cascade_extended", 11, 11, 0},
    {NULL, "enable", 12, 12, 1},
    {NULL, "escr_select", 13, 15, 0},
    {NULL, "reserved2", 16, 17, 3},
    {NULL, "compare", 18, 18, 0},
    {NULL, "complement", 19, 19, 0},
    {NULL, "threshold", 20, 23, 0},
    {NULL, "edge", 24, 24, 0},
    {NULL, "force_ovf", 25, 25, 0},
    {NULL, "ovf_pmi", 26, 26, 0},
    {NULL, "reserved3", 27, 29, 0},
    {NULL, "cascade", 30, 30, 0},
    {NULL, "ovf", 31, 31, 0},
    {NULL, "reserved4", 32, 63, 0},
    {"counter_config size=\"64\"", "counter", 0, 39, 0},
    {NULL, "reserved", 40, 63, 0},
    {"pebs_enable size=\"64\" address=\"0x3f1\"", "l0miss", 0, 0, 0},
    {NULL, "l1miss", 1, 1, 0},
    {NULL, "dtlbmiss", 2, 2, 0},
    {NULL, "reserved1", 3, 8, 0},
    {NULL, "mob", 9, 9, 0},
    {NULL, "split", 10, 10, 0},
    {NULL, "reserved2", 11, 14, 0},
    {NULL, "mispred_branch", 15, 16, 0},
    {NULL, "reserved3", 17, 23, 0},
    {NULL, "tag", 24, 24, 0},
    {NULL, "enable_pebs", 25, 25, 0},
    {NULL, "reserved4", 26, 63, 0},
    {"pebs_matrix_vert size=\"64\" address=\"0x3f2\"", "ld", 0, 0, 0},
    {NULL, "st", 1, 1, 0},
    {NULL, "reserved1", 2, 3, 0},
    {NULL, "br", 4, 4, 0},
    {NULL, "reserved2", 5, 63, 0},
};
#define ROWS (sizeof rows / sizeof rows[0])

/* Parts for which Brink & Abyss uses another name. */
static const struct other_name {
    const char *event, *ours, *theirs;
} other_names[] = {
    {"execution_event", "nbogus0", "nonbogus0"},
    {"execution_event", "nbogus1", "nonbogus1"},
    {"execution_event", "nbogus2", "nonbogus2"},
    {"execution_event", "nbogus3", "nonbogus3"},
};

/* Further names that Brink & Abyss uses for events of tagged.def. */
static const struct emon_other_event {
    const char *tagged, *name;
} also[] = {
    {"memory_loads", "loads_retired"},
    {"memory_stores", "stores_retired"},
    {"1stl_cache_load_miss_retired", "ld_miss_1L_retired"},
    {"2ndl_cache_load_miss_retired", "ld_miss_2L_retired"},
};

static const char *emon_writer_part_name(const struct netburst_event *event,
                                         const struct netburst_mask *part)
{
    for (unsigned i = 0; i < sizeof other_names / sizeof other_names[0]; i++)
        if (!strcmp(other_names[i].event, event->name) && !strcmp(other_names[i].ours, part->name))
            return other_names[i].theirs;
    return part->name;
}

static const char *emon_writer_mark(const char *name)
{
    return isdigit((unsigned char)name[0]) ? "_" : "";
}

static void emon_writer_small(FILE *to, const char *name)
{
    for (; *name; name++)
        fputc(tolower((unsigned char)*name), to);
}

/* ---- registers ------------------------------------------------------------------------------ */

static void emon_writer_field(FILE *to, const struct emon_field_row *row)
{
    fprintf(to, "    <%s bits=\"%u", row->name, row->low);
    if (row->high > row->low)
        fprintf(to, "-%u", row->high);
    fputs("\" default=\"", to);
    for (unsigned bit = row->high - row->low + 1; bit--;)
        fputc(bit < 32 && row->usual >> bit & 1 ? '1' : '0', to);
    fputs("\"/>\n", to);
}

static void emon_writer_end(FILE *to, const char *element)
{
    fprintf(to, "  </%.*s>\n\n", (int)strcspn(element, " "), element);
}

static void emon_writer_registers(FILE *to)
{
    const char *open = NULL;
    for (unsigned i = 0; i < ROWS; i++) {
        if (rows[i].reg && open)
            emon_writer_end(to, open);
        if (rows[i].reg) {
            fprintf(to, "  <%s>\n", rows[i].reg);
            open = rows[i].reg;
        }
        emon_writer_field(to, &rows[i]);
    }
    emon_writer_end(to, open);
}

static void emon_writer_places(FILE *to)
{
    fputs("  <escrs>\n", to);
    for (unsigned i = 0; i < NETBURST_ESCRS; i++) {
        fputs("    <", to);
        emon_writer_small(to, netburst_escrs[i].name);
        fprintf(to, " address=\"0x%x\"/>\n", netburst_escrs[i].address);
    }
    fputs("  </escrs>\n\n  <counters>\n", to);
    for (unsigned i = 0; i < NETBURST_COUNTERS; i++) {
        fputs("    <", to);
        emon_writer_small(to, netburst_counters[i].name);
        fprintf(to, " number=\"%u\" address=\"0x%x\" cccr=\"0x%x\"/>\n", i,
                MSR_NETBURST_COUNTER0 + i, MSR_NETBURST_CCCR0 + i);
    }
    fputs("  </counters>\n\n", to);
}

/* ---- events --------------------------------------------------------------------------------- */

static void emon_writer_event(FILE *to, const struct netburst_event *event)
{
    fprintf(to, "    <!-- %s -->\n    <%s%s>\n      <event_select>0x%02x</event_select>\n",
            event_texts[event - netburst_events], emon_writer_mark(event->name), event->name,
            event->select);
    fputs("      <event_mask>\n", to);
    for (const struct netburst_mask *part = NULL; (part = netburst_next_part(event, part));)
        fprintf(to, "        <%s%s bits=\"%u\"/>\n", emon_writer_mark(part->name),
                emon_writer_part_name(event, part), part->bit + ESCR_MASK_SHIFT);
    fputs("      </event_mask>\n", to);
    for (unsigned i = 0; i < 2 && event->escr[i] != NETBURST_NONE; i++) {
        fputs("      <escr>", to);
        emon_writer_small(to, netburst_escrs[event->escr[i]].name);
        fputs("</escr>\n", to);
    }
    unsigned index = (unsigned)(event - netburst_events);
    if (index == NETBURST_EVENT_front_end_event || index == NETBURST_EVENT_execution_event ||
        index == NETBURST_EVENT_replay_event)
        fputs("      <available_for_pebs/>\n", to);
    fprintf(to, "    </%s%s>\n", emon_writer_mark(event->name), event->name);
}

/* Writes the fields of a PEBS register that are set in a value. */
static void emon_writer_pebs(FILE *to, const char *name, uint32_t value)
{
    bool inside = false;
    fprintf(to, "        <%s> <set>", name);
    for (unsigned i = 0; i < ROWS; i++) {
        if (rows[i].reg)
            inside = !strncmp(rows[i].reg, name, strlen(name));
        if (inside && rows[i].low < 32 && value >> rows[i].low & 1)
            fprintf(to, " <%s/>", rows[i].name);
    }
    fprintf(to, " </set> </%s>\n", name);
}

static void emon_writer_upstream(FILE *to, const struct netburst_tagged *tagged)
{
    const struct netburst_event *event = &netburst_events[tagged->upstream];
    fprintf(to, "        <%s%s> <set>", emon_writer_mark(event->name), event->name);
    for (const struct netburst_mask *part = NULL; (part = netburst_next_part(event, part));)
        if (tagged->mask >> part->bit & 1)
            fprintf(to, " <%s%s/>", emon_writer_mark(part->name),
                    emon_writer_part_name(event, part));
    fprintf(to, "%s </set>", tagged->way == NETBURST_EXECUTION ? " <tag_enable/>" : "");
    if (tagged->escr != NETBURST_NONE) {
        fputs(" <escr>", to);
        emon_writer_small(to, netburst_escrs[tagged->escr].name);
        fputs("</escr>", to);
    }
    fprintf(to, " </%s%s>\n", emon_writer_mark(event->name), event->name);
}

static void emon_writer_tagged(FILE *to, const struct netburst_tagged *tagged, const char *name)
{
    static const char *const ways[] = {"", "front_end", "execution", "replay"};
    fprintf(to, "    <!-- %s -->\n    <%s%s>\n      <type>%s</type>\n      <tag_setup>\n",
            tagged_texts[tagged - netburst_tagged], emon_writer_mark(name), name,
            ways[tagged->way]);
    if (tagged->enable) {
        emon_writer_pebs(to, "pebs_enable", tagged->enable);
        emon_writer_pebs(to, "pebs_matrix_vert", tagged->vertical);
    }
    if (tagged->upstream != NETBURST_NONE)
        emon_writer_upstream(to, tagged);
    fprintf(to,
            "      </tag_setup>\n      <count_setup>\n        <%s> <set> <%s/> </set> </%s>\n"
            "      </count_setup>\n    </%s%s>\n",
            netburst_events[tagged->counting].name,
            tagged->way == NETBURST_EXECUTION ? "nonbogus0" : "nbogus",
            netburst_events[tagged->counting].name, emon_writer_mark(name), name);
}

char *emon_writer_text(size_t *length)
{
    char *text;
    FILE *to = open_memstream(&text, length);
    if (!to)
        die(EXIT_TARGET, "out of memory");
    fputs(
        "<?xml version=\"1.0\"?>\n"
        "<!-- Events of a Pentium 4, written by 'bareprobe experiments'. -->\n"
        "<emon_config>\n",
        to);
    emon_writer_registers(to);
    emon_writer_places(to);
    fputs("  <normal_events>\n", to);
    for (unsigned i = 0; i < NETBURST_EVENTS; i++)
        emon_writer_event(to, &netburst_events[i]);
    fputs("  </normal_events>\n\n  <tag_events>\n", to);
    for (unsigned i = 0; i < NETBURST_TAGGED; i++) {
        emon_writer_tagged(to, &netburst_tagged[i], netburst_tagged[i].name);
        for (unsigned a = 0; a < sizeof also / sizeof also[0]; a++)
            if (!strcmp(also[a].tagged, netburst_tagged[i].name))
                emon_writer_tagged(to, &netburst_tagged[i], also[a].name);
    }
    fputs("  </tag_events>\n</emon_config>\n", to);
    if (fclose(to))
        die(EXIT_TARGET, "out of memory");
    return text;
}
