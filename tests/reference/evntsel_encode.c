/*
 * SPDX-License-Identifier: MIT
 * Encodes Bareprobe's event selectors, for test_pfm.py: reads lines of "processor event:modifiers",
 * separated by a tab, and prints the selector in hex, or "-" and the reason if that fails. For
 * "processor" alone it prints the names of all its events.
 */
#include <stdio.h>
#include <string.h>

#include "pmc/evntsel/selector.h"
#include "pmc/families.h"
#include "pmc/modifiers.h"

static void list(const struct pmc *pmc)
{
    for (unsigned i = 0; i < pmc->n_events; i++)
        if (pmc_has(pmc, &pmc->events[i]))
            printf("%s%s", i ? " " : "", pmc->events[i].name);
    putchar('\n');
}

static void encode(const struct pmc *pmc, const char *text)
{
    const char *colon = strchr(text, ':');
    size_t length = colon ? (size_t)(colon - text) : strlen(text);
    struct pmc_counted counted = {.event = pmc_event_find(pmc, text, length)};
    char error[200] = "no such event";
    bool read = counted.event != NULL;

    if (read && colon)
        read = !modifiers_read(pmc, &counted, colon + 1, strlen(colon + 1), error, sizeof error);
    if (!counted.rings)
        counted.rings = PMC_RING_KERNEL | PMC_RING_USER; /* as requested from libpfm4 */
    if (read)
        printf("%x\n", selector_encode(&counted));
    else
        printf("-\t%s\n", error);
}

int main(void)
{
    char line[512];

    while (fgets(line, sizeof line, stdin)) {
        struct pmc pmc = {.has_selectors = true};
        line[strcspn(line, "\n")] = 0;
        char *event = strchr(line, '\t');
        if (event)
            *event++ = 0;
        const struct family *family = family_find(line, &pmc.processor);
        if (!family) {
            fprintf(stderr, "evntsel_encode: '%s' is no processor\n", line);
            return 2;
        }
        pmc.events = family->events;
        pmc.n_events = family->n_events;
        if (event)
            encode(&pmc, event);
        else
            list(&pmc);
    }
    return 0;
}
