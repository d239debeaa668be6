/*
 * SPDX-License-Identifier: MIT
 * Writes Callgrind's profile format, version 1: costs by instruction and line, samples first. Each
 * benchmark is an object. The names of functions of several benchmarks contain the benchmark, since
 * callgrind_annotate 3.19 adds up functions of one file and name over all objects. An event that a
 * benchmark did not count is 0 there.
 */
#include <stdlib.h>
#include <string.h>

#include "host/analysis/profile/profiles.h"
#include "host/base/allocation.h"

struct callgrind_columns {
    char (*names)[64];
    unsigned n;
};

static int column_named(const struct callgrind_columns *columns, const char *name)
{
    for (unsigned i = 0; i < columns->n; i++)
        if (!strcmp(columns->names[i], name))
            return (int)i;
    return -1;
}

static void profile_callgrind_columns(struct callgrind_columns *columns,
                                      const struct profiles *profiles)
{
    for (unsigned p = 0; p < profiles->n; p++)
        for (unsigned e = 0; e < profiles->all[p].n_events; e++)
            if (column_named(columns, profiles->all[p].events[e]) < 0)
                snprintf(allocate_element(&columns->names, &columns->n, sizeof *columns->names),
                         sizeof *columns->names, "%s", profiles->all[p].events[e]);
}

/* callgrind_annotate's --sort interprets ':'. */
static void profile_callgrind_event(const char *name, FILE *to)
{
    putc(' ', to);
    for (; *name; name++)
        putc(*name == ':' ? '_' : *name, to);
}

static void profile_callgrind_head(const struct profiles *profiles,
                                   const struct callgrind_columns *columns, FILE *to)
{
    const struct run *run = profiles->all[0].run;
    fprintf(to,
            "# callgrind format\nversion: 1\ncreator: bareprobe\ncmd: %s\n"
            "desc: Platform: %s\ndesc: Processor: %s\n"
            "desc: Samples, and what was counted in the intervals that ended at them\n"
            "positions: instr line\nevent: samples : Samples\n",
            *run->arguments ? run->arguments : "unknown", run_platform_sentence(run->platform),
            *run->name ? run->name : "unknown");
    fputs("events: samples", to);
    for (unsigned i = 0; i < columns->n; i++)
        profile_callgrind_event(columns->names[i], to);
    putc('\n', to);
}

static void profile_callgrind_costs(const struct profile *profile, const struct profile_row *row,
                                    const struct callgrind_columns *columns, FILE *to)
{
    fprintf(to, "0x%x %d %.0f", row->address, row->known ? row->spot.line : 0, row->n);
    for (unsigned c = 0; c < columns->n; c++) {
        double gain = 0;
        for (unsigned e = 0; e < profile->n_events; e++)
            if (!strcmp(profile->events[e], columns->names[c]))
                gain = row->gains[e];
        fprintf(to, " %.0f", gain < 0 ? 0 : gain);
    }
    putc('\n', to);
}

/* A name that begins with a number in parentheses would define or use a compressed name. */
static const char *profile_callgrind_name(char *name)
{
    if (name[0] == '(' && name[1] >= '0' && name[1] <= '9')
        name[0] = '_';
    return name;
}

static void profile_callgrind_function(const struct profiles *profiles, unsigned at,
                                       const struct profile_row *row, FILE *to)
{
    char name[PROFILE_NAME], place[PROFILE_PLACE];
    bool several = profiles->n > 1;
    profiles_function_name(row, name);
    fprintf(to, "fn=%s%s%s\n", several ? profiles_place(profiles, at, place) : "",
            several ? "/" : "", several ? name : profile_callgrind_name(name));
}

static void profile_callgrind_profile(const struct profiles *profiles, unsigned at,
                                      const struct callgrind_columns *columns, FILE *to)
{
    const struct profile *profile = &profiles->all[at];
    char place[PROFILE_PLACE];
    fprintf(to, "\nob=%s\n", profiles_place(profiles, at, place));
    for (unsigned i = 0; i < profile->n; i++) {
        const struct profile_row *row = &profile->rows[i];
        fprintf(to, "fl=%s\n", row->known && row->spot.file ? row->spot.file : "???");
        profile_callgrind_function(profiles, at, row, to);
        profile_callgrind_costs(profile, row, columns, to);
    }
}

static int profile_callgrind_write(const struct profiles *profiles, FILE *to)
{
    struct callgrind_columns columns = {0};
    profile_callgrind_columns(&columns, profiles);
    profile_callgrind_head(profiles, &columns, to);
    for (unsigned i = 0; i < profiles->n; i++)
        profile_callgrind_profile(profiles, i, &columns, to);
    free(columns.names);
    return 0;
}

const struct profile_format profile_callgrind = {
    .name = "callgrind",
    .summary = "costs by instruction and line, for KCachegrind and callgrind_annotate",
    .write = profile_callgrind_write,
};
