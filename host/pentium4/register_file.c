/*
 * SPDX-License-Identifier: MIT
 * Writes the register values of an experiment as two files: that of libp4pm, and the input file of
 * abyss.
 */
#include <stdlib.h>
#include <string.h>

#include "host/base/message.h"
#include "host/pentium4/counter_entries.h"

#define MOST_NAME 49 /* maximum length of a name in libp4pm */

static FILE *register_file_open_text(char **text, size_t *length)
{
    FILE *to = open_memstream(text, length);
    if (!to)
        die(EXIT_TARGET, "out of memory");
    return to;
}

static char *register_file_close_text(FILE *to, char **text)
{
    if (fclose(to))
        die(EXIT_TARGET, "out of memory");
    return *text;
}

/* Writes a word like "0000 0000 0000 0011 1011 0000 0000 0000". */
static void register_file_write_bits(FILE *to, const char *word, uint64_t value, unsigned digits)
{
    fprintf(to, "%-6s ", word);
    for (unsigned bit = digits; bit--;)
        fprintf(to, "%u%s", (unsigned)(value >> bit & 1),
                bit && bit % 4 == 0 && digits > 8 ? " " : "");
    fputc('\n', to);
}

static void register_file_write_entry(FILE *to, const struct counter_entry *entry)
{
    fprintf(to, "\n%-6s %.*s   # %s%s, %s, counter %u\n", entry->tags ? "tags" : "event", MOST_NAME,
            entry->name, entry->tags ? "for " : "", entry->event, netburst_escrs[entry->escr].name,
            entry->counter);
    register_file_write_bits(to, "escr", entry->escr_value, 32);
    register_file_write_bits(to, "cccr", entry->cccr_value, 32);
    register_file_write_bits(to, "pmc", entry->counter, 5);
    if (entry->start)
        register_file_write_bits(to, "start", entry->start, 40);
}

char *register_file(const struct experiment *experiment, const char *source, size_t *length)
{
    const struct netburst_plan *plan = &experiment->plan;
    struct counter_entry entries[NETBURST_COUNTERS];
    unsigned n = counter_entries_of(experiment, entries);
    char *text;
    FILE *to = register_file_open_text(&text, length);
    fprintf(to, "p4pm 1\n# %s of %s\n", experiment->name, source);
    for (unsigned i = 0; i < n; i++)
        register_file_write_entry(to, &entries[i]);
    for (unsigned i = 0; i < NETBURST_ESCRS; i++) {
        if (!(counter_entries_alone(experiment) >> i & 1))
            continue;
        fprintf(to, "\n%-6s %s\n", "alone", netburst_escrs[i].name);
        register_file_write_bits(to, "escr", plan->escr[i], 32);
    }
    if (plan->enable) {
        fputc('\n', to);
        register_file_write_bits(to, "pebs_enable", plan->enable, 32);
        register_file_write_bits(to, "pebs_matrix_vert", plan->vertical, 32);
    }
    return register_file_close_text(to, &text);
}

char *register_file_abyss_input(const struct experiment *experiment, const char *program,
                                const char *source, size_t *length)
{
    const struct netburst_plan *plan = &experiment->plan;
    struct counter_entry entries[NETBURST_COUNTERS];
    unsigned n = counter_entries_of(experiment, entries);
    char *text;
    FILE *to = register_file_open_text(&text, length);
    fprintf(to, "# %s.%s of %s: registers written, in this order, and registers read\n", program,
            experiment->name, source);
    for (unsigned i = 0; i < NETBURST_ESCRS; i++)
        if (plan->escrs >> i & 1)
            fprintf(to, "write 0x%03x 0x%08x   # %s\n", netburst_escrs[i].address, plan->escr[i],
                    netburst_escrs[i].name);
    if (plan->enable)
        fprintf(to,
                "write 0x%03x 0x%08x   # PEBS_ENABLE\nwrite 0x%03x 0x%08x   # PEBS_MATRIX_VERT\n",
                MSR_PEBS_ENABLE, plan->enable, MSR_PEBS_MATRIX_VERT, plan->vertical);
    for (unsigned i = 0; i < n; i++)
        fprintf(to, "write 0x%03x 0x%010llx # %s\n", MSR_NETBURST_COUNTER0 + entries[i].counter,
                (unsigned long long)entries[i].start, netburst_counters[entries[i].counter].name);
    for (unsigned i = 0; i < n; i++)
        fprintf(to, "write 0x%03x 0x%08x   # %s\n", MSR_NETBURST_CCCR0 + entries[i].counter,
                entries[i].cccr_value, netburst_counters[entries[i].counter].cccr);
    for (unsigned i = 0; i < n; i++)
        fprintf(to, "%s 0x%03x %s\n", entries[i].tags ? "tags " : "read ",
                MSR_NETBURST_COUNTER0 + entries[i].counter, entries[i].name);
    return register_file_close_text(to, &text);
}
