/*
 * SPDX-License-Identifier: MIT
 * Writes a profile as CSV: a row for each address, with all known data. Quoted as in RFC 4180.
 */
#include <string.h>

#include "host/analysis/profile/profiles.h"

static void profile_csv_text(const char *text, FILE *to)
{
    if (!strpbrk(text, "\",\r\n")) {
        fputs(text, to);
        return;
    }
    putc('"', to);
    for (; *text; text++)
        fprintf(to, *text == '"' ? "\"\"" : "%c", *text);
    putc('"', to);
}

static void profile_csv_row(const struct profile *profile, const struct profile_row *row, FILE *to)
{
    struct profile_share share = profiles_row_share(profile, row);
    bool named = row->known && row->spot.function;
    profile_csv_text(profile->first->bench, to);
    fprintf(to, ",%s,0x%08x,%s,%s,", profile->first->state, row->address,
            row->user ? "user" : "kernel",
            !row->known        ? ""
            : row->spot.kernel ? "kernel"
                               : "program");
    profile_csv_text(named ? row->spot.function : "", to);
    putc(',', to);
    profile_csv_text(row->known && row->spot.file ? row->spot.file : "", to);
    putc(',', to);
    if (row->known && row->spot.line)
        fprintf(to, "%d", row->spot.line);
    fprintf(to, ",%.0f,%.6f,%.6f,%.6f", row->n, share.share, share.low, share.high);
}

static void profile_csv_profile(const struct profile *profile, FILE *to)
{
    for (unsigned i = 0; i < profile->n; i++) {
        const struct profile_row *row = &profile->rows[i];
        if (!profile->n_events) {
            profile_csv_row(profile, row, to);
            fprintf(to, ",,,%s\n", platform_name(profile->run->platform));
        }
        for (unsigned e = 0; e < profile->n_events; e++) {
            profile_csv_row(profile, row, to);
            fprintf(to, ",%s,%.0f,%s\n", profile->events[e], row->gains[e],
                    platform_name(profile->run->platform));
        }
    }
}

static int profile_csv_write(const struct profiles *profiles, FILE *to)
{
    fputs(
        "bench,state,address,ring,code,function,file,line,samples,share,share_lo,share_hi,"
        "event,gain,platform\n",
        to);
    for (unsigned i = 0; i < profiles->n; i++)
        profile_csv_profile(&profiles->all[i], to);
    return 0;
}

const struct profile_format profile_csv = {
    .name = "csv",
    .summary = "one row per address and event, with function, line and share",
    .write = profile_csv_write,
};
