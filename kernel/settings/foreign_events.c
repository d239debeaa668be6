/*
 * SPDX-License-Identifier: MIT
 * Names the processors that count an event which this one does not. The small image lacks this.
 */
#include "kernel/settings/settings.h"

#include "kernel/lib/format.h"
#include "pmc/families.h"

/* Appends the processors that have the event: the whole family, or members of it. */
static int foreign_event_add_processors(const struct family *family, struct word name, char *text,
                                        int length, int size)
{
    uint8_t by = 0, all = 0;
    struct pmc pmc = {.events = family->events, .n_events = family->n_events};
    for (unsigned i = 0; i < family->n_members; i++) {
        pmc.processor = family->members[i].processor;
        all |= pmc.processor;
        if (pmc_event_find(&pmc, name.text, name.length))
            by |= pmc.processor;
    }
    if (by == all && family->n_members > 1)
        return length + format(text + length, (size_t)(size - length),
                               "%sa processor of the family %s", length ? " or " : "",
                               family->name);
    for (unsigned i = 0; i < family->n_members; i++)
        if (by & family->members[i].processor)
            length += format(text + length, (size_t)(size - length), "%s%s", length ? " or " : "",
                             family->members[i].words);
    return length;
}

static const char *foreign_event_processors(struct word name)
{
    static char text[160];
    int length = 0;
    for (const struct family *family = families; family < families + FAMILIES; family++)
        length = foreign_event_add_processors(family, name, text, length, sizeof text);
    return text;
}

int foreign_event_refuse(struct settings *settings, struct word name)
{
    if (!pmc_event_find_anywhere(name.text, name.length))
        return 0;
    return settings_error(settings,
                          "events: '%.*s': event not on this processor: only %s counts it",
                          settings_shown(name), name.text, foreign_event_processors(name));
}
