/*
 * SPDX-License-Identifier: MIT
 * The table of hypothetical changes, and the printed table of results.
 */
#include "host/analysis/explain/what_if.h"

#include <string.h>

#include "host/base/message.h"
#include "host/base/number_text.h"
#include "kernel/settings/suggestions.h"

static const struct what_if table[] = {
    {"vpipe=off", "all instructions issue in U", {"pairing.enabled=off"}},
    {"btb=off", "no branch is predicted", {"branch.enabled=off"}},
    {"l1=huge", "first-level caches of 1 MB", {"cache.data=4096x8", "cache.code=4096x8"}},
    {"l1=off", "no caching", {"cache.uncached_from=0", "cache.uncached_to=0xffffffff"}},
    {"no-agi", "no address-generation interlocks", {"free.agi=on"}},
    {"no-prefix", "prefixes take no time to decode", {"free.prefix=on"}},
    {"no-mispredict", "every branch is predicted correctly", {"free.mispredict=on"}},
    {"no-read", "data reads never wait", {"free.read=on"}},
    {"no-write", "a write buffer is always free", {"free.write=on"}},
    {"no-code", "code fetches never wait", {"free.code=on", "free.first=on"}},
    {"no-tlb", "page walks take no time", {"free.tlb=on"}},
    {"no-bank", "no bank conflicts", {"free.bank=on"}},
    {"no-misaligned", "misaligned accesses take no additional time", {"free.misaligned=on"}},
    {"no-x87", "no waits for the x87 unit or its results", {"free.x87=on"}},
};
enum { NAMES = sizeof table / sizeof table[0] };
enum { WITH_TEXT = 100 }; /* minimum width for the descriptions */
_Static_assert(NAMES <= WHAT_IFS_MOST, "what_ifs.all[] holds each entry of the table");

void what_ifs_list(FILE *to)
{
    for (unsigned i = 0; i < NAMES; i++)
        fprintf(to, "  %-14s %s\n", table[i].name, table[i].text);
}

static int what_if_parse_name(struct what_ifs *what_ifs, const char *name, size_t length)
{
    struct suggestion suggestion = {0};
    for (unsigned i = 0; i < NAMES; i++) {
        if (strlen(table[i].name) == length && !strncmp(table[i].name, name, length)) {
            if (what_ifs->n < WHAT_IFS_MOST)
                what_ifs->all[what_ifs->n++] = &table[i];
            return 0;
        }
        suggestions_offer(&suggestion, name, length, table[i].name);
    }
    if (suggestion.best)
        message_print("--what-if: '%.*s' is unknown; did you mean %s? Allowed are 'all' and:",
                      (int)length, name, suggestion.best);
    else
        message_print("--what-if: '%.*s' is unknown; allowed are 'all' and:", (int)length, name);
    what_ifs_list(stderr);
    return -1;
}

int what_ifs_parse(struct what_ifs *what_ifs, const char *names)
{
    what_ifs->n = 0;
    while (names && *names) {
        size_t length = strcspn(names, ",");
        if (length == 3 && !strncmp(names, "all", 3)) {
            for (unsigned i = 0; i < NAMES && what_ifs->n < WHAT_IFS_MOST; i++)
                what_ifs->all[what_ifs->n++] = &table[i];
        } else if (what_if_parse_name(what_ifs, names, length)) {
            return -1;
        }
        names += length + (names[length] == ',');
    }
    return 0;
}

void what_if_words(const struct what_if *what_if, const char *words[9])
{
    unsigned n = 0;
    for (unsigned i = 0; i < 4 && what_if->settings[i]; i++) {
        words[n++] = "-set";
        words[n++] = what_if->settings[i];
    }
    words[n] = NULL;
}

void what_ifs_print(const struct what_ifs *what_ifs, double as_it_is, const double *clocks,
                    const char *of, unsigned width, FILE *to)
{
    if (!what_ifs->n)
        return;
    fprintf(to, "what if (hypothetical processors), clocks %s\n", of);
    fprintf(to, "  %-14s %12s\n", "actual", number_text(as_it_is, 2));
    for (unsigned i = 0; i < what_ifs->n; i++) {
        double change = clocks[i] - as_it_is;
        fprintf(to, "  %-14s %12s  ", what_ifs->all[i]->name, number_text(clocks[i], 2));
        if (change > -0.005 && change < 0.005)
            fprintf(to, "%10s %8s", "unchanged", "");
        else
            fprintf(to, "%s%s %+7.1f %%", change > 0 ? "+" : "", number_text(change, 2),
                    as_it_is > 0 ? 100 * change / as_it_is : 0);
        if (width >= WITH_TEXT)
            fprintf(to, "  %s", what_ifs->all[i]->text);
        fputc('\n', to);
    }
}
