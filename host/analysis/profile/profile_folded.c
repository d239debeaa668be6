/*
 * SPDX-License-Identifier: MIT
 * Writes folded stacks, "platform;benchmark;function samples", for flame graph tools. Frames cannot
 * contain a semicolon.
 */
#include <stdlib.h>

#include "host/analysis/profile/profiles.h"

static void profile_folded_frame(const char *name, FILE *to)
{
    for (; *name; name++)
        putc(*name == ';' ? '_' : *name, to);
}

static int profile_folded_write(const struct profiles *profiles, FILE *to)
{
    for (unsigned p = 0; p < profiles->n; p++) {
        const struct profile *profile = &profiles->all[p];
        char place[PROFILE_PLACE];
        unsigned n;
        struct profile_row *rows = profiles_group_rows(profile, BY_FUNCTION, &n);
        for (unsigned i = 0; i < n; i++) {
            char name[PROFILE_NAME];
            fprintf(to, "%s;", platform_name(profile->run->platform));
            profile_folded_frame(profiles_place(profiles, p, place), to);
            putc(';', to);
            profile_folded_frame(profiles_function_name(&rows[i], name), to);
            fprintf(to, " %.0f\n", rows[i].n);
        }
        free(rows);
    }
    return 0;
}

const struct profile_format profile_folded = {
    .name = "folded",
    .summary = "folded stacks of samples, for flame graphs",
    .write = profile_folded_write,
};
