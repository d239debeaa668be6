/*
 * SPDX-License-Identifier: MIT
 * Encodes Bareprobe's event selectors, for test_pfm.py: reads lines of "processor event:modifiers",
 * separated by a tab, also in libpfm4's notation, and prints the selector in hex, of the Pentium 4
 * ESCR:CCCR, and the event's name; or "-" and the reason if that fails. For "processor" alone it
 * prints the names of all its events.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "pmc/evntsel/selector.h"
#include "pmc/families.h"
#include "pmc/libpfm4/libpfm4.h"
#include "pmc/modifiers.h"
#include "pmc/netburst/netburst_event_table.h"
#include "pmc/netburst/netburst_syntax.h"

static void list(const struct pmc *pmc)
{
    for (unsigned i = 0; i < pmc->n_events; i++)
        if (pmc_has(pmc, &pmc->events[i]))
            printf("%s%s", i ? " " : "", pmc->events[i].name);
    putchar('\n');
}

static bool encode_netburst(const struct pmc *pmc, struct piece text, char *error, size_t size)
{
    const struct netburst_machine machine = {.model = pmc->processor == NETBURST_PRESCOTT ? 3 : 2,
                                             .stepping = 9};
    struct netburst_count count;
    if (netburst_parse(&machine, PMC_RING_KERNEL | PMC_RING_USER, text.text, text.length, &count,
                       error, size))
        return false;
    printf("%x:%x\t%s\n", netburst_escr_value(&count), netburst_cccr_value(&count),
           count.tagged ? count.tagged->name : count.event->name);
    return true;
}

static bool encode_selector(const struct pmc *pmc, struct piece text, char *error, size_t size)
{
    struct piece modifiers = text, name = piece_split_at(&modifiers, ':');
    struct pmc_counted counted = {.event = pmc_event_find(pmc, name.text, name.length)};
    if (!counted.event)
        snprintf(error, size, "no such event");
    if (!counted.event ||
        (name.length < text.length &&
         modifiers_read(pmc, &counted, modifiers.text, modifiers.length, error, size)))
        return false;
    if (!counted.rings)
        counted.rings = PMC_RING_KERNEL | PMC_RING_USER; /* as requested from libpfm4 */
    printf("%x\t%s\n", selector_encode(&counted), counted.event->name);
    return true;
}

static void encode(const struct pmc *pmc, const char *event)
{
    struct piece text = {event, strlen(event)};
    char error[400];
    bool netburst = pmc->events == netburst_table;
    if (libpfm4_translate(pmc->events, &text, error, sizeof error) ||
        !(netburst ? encode_netburst : encode_selector)(pmc, text, error, sizeof error))
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
