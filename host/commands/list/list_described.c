/*
 * SPDX-License-Identifier: MIT
 * Describes events in paragraphs, for `list events EVENT -v`.
 */
#include "host/commands/list/list_described.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "host/data/run/event_lookup.h"
#include "pmc/descriptions/event_paragraph.h"
#include "pmc/p5/p5_reserved.h"

bool list_described_one(const struct listing *listing)
{
    const struct event *event;
    for (unsigned i = 0; listing->verbose && listing->pattern && (event = event_lookup_at(i)); i++)
        if (!strcasecmp(event->name, listing->pattern))
            return true;
    return false;
}

int list_described_reserved(const struct listing *listing, int before)
{
    const struct event *event;
    const char *doubt;
    int n = 0;
    for (unsigned i = 0;
         listing->verbose && listing->pattern && (event = p5_reserved_at(i, &doubt)); i++) {
        const char *const texts[] = {event->name, NULL};
        if ((!strncasecmp(listing->pattern, "reserved", strlen("reserved")) &&
             listing_matches(listing, texts)) ||
            listing_has_code(listing, event->code))
            list_described_event(event, before + n++);
    }
    return n;
}

static void list_described_line(void *to, const char *text)
{
    (void)to;
    puts(text);
}

void list_described_event(const struct event *event, int before)
{
    fputs(before ? "\n" : "", stdout);
    event_paragraph(event, list_described_line, NULL);
}
