/*
 * SPDX-License-Identifier: MIT
 * Suggests events for the names of other tools.
 */
#include "host/data/metrics/peer_event_names.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/data/metrics/named_table.h"
#include "host/data/run/event_lookup.h"
#include "pmc/netburst/netburst_syntax.h"
#include "pmc/pmc.h"

#define MOST_NEAREST 4
#define MOST_NAME    64

static const struct peer_event {
    const char *name, *nearest[MOST_NEAREST];
} peer_events[] = {
#define PEER(name, ...) {name, {__VA_ARGS__}},
#include "host/data/metrics/peer_event_names.def"
#undef PEER
};

/* Copies the name without its rings in the form of the table: "cpu/Branch-Misses/u" becomes
 * branch_misses. Returns the rings, ":u" or "". */
static const char *peer_event_plain(const char *name, char plain[MOST_NAME])
{
    size_t n = 0;
    if (!strncasecmp(name, "cpu/", 4))
        name += 4;
    while (*name && !strchr(":/", *name) && n + 1 < MOST_NAME) {
        char c = *name++;
        plain[n++] = strchr("-.", c) ? '_' : (char)tolower((unsigned char)c);
    }
    plain[n] = '\0';
    name += strspn(name, ":/");
    return !strcmp(name, "u") ? ":u" : !strcmp(name, "k") ? ":k" : "";
}

static const struct named_event *peer_event_preset(const char *name)
{
    const struct named_event *event;
    for (unsigned i = 0; (event = named_table_event(i)); i++)
        if (!strcasecmp(event->name, name))
            return event;
    return NULL;
}

/* Returns how `run -e` accepts a preset: as the processor's event if it is a single one, else as
 * papi:NAME. NULL if the processor lacks it. */
static const char *peer_event_of_preset(const struct named_event *event, const char *cpu)
{
    static char text[MOST_NAME];
    enum named_processor processor = cpu ? named_table_processor(cpu) : NAMED_PROCESSORS;
    const struct named_cell *cell = processor < NAMED_PROCESSORS ? &event->cells[processor] : NULL;
    if (cell && cell->how == NAMED_LACKS)
        return NULL;
    if (cell && !*cell->per && *cell->counts && !strchr(cell->counts, ' '))
        return cell->counts;
    snprintf(text, sizeof text, "%s:%s", event->library, event->name);
    return text;
}

static const char *peer_event_nearest(const struct peer_event *peer, const char *cpu)
{
    for (unsigned i = 0; i < MOST_NEAREST && peer->nearest[i]; i++) {
        const struct named_event *preset = peer_event_preset(peer->nearest[i]);
        const char *nearest = preset ? peer_event_of_preset(preset, cpu) : peer->nearest[i];
        if (nearest)
            return nearest;
    }
    return NULL;
}

/* Returns the event with the longest name that begins `plain`, up to its end or a '_'. */
static const struct peer_event *peer_event_find(const char *plain)
{
    const struct peer_event *found = NULL;
    size_t most = 0;
    for (size_t i = 0; i < sizeof peer_events / sizeof peer_events[0]; i++) {
        size_t length = strlen(peer_events[i].name);
        if (length > most && !strncmp(plain, peer_events[i].name, length) &&
            (!plain[length] || plain[length] == '_')) {
            found = &peer_events[i];
            most = length;
        }
    }
    return found;
}

/* Returns the event with that name if '-' and '.' are read as '_', preferably of this processor. */
static const char *peer_event_spelt(const char *plain)
{
    const struct event *event = pmc_event_find_anywhere(plain, strlen(plain));
    return event ? event->name : NULL;
}

static bool peer_event_is_ours(const char *name)
{
    const size_t bare = strcspn(name, ":?+/"); /* a plus and a slash begin another event */
    if (named_event_is(name) || strchr(name, '*') || isdigit((unsigned char)*name))
        return true;
    if (pmc_event_find_anywhere(name, bare))
        return true;
    for (unsigned i = 0; netburst_name_at(i); i++)
        if (strlen(netburst_name_at(i)) == bare && !strncasecmp(netburst_name_at(i), name, bare))
            return true;
    return strstr(name, "::") != NULL;
}

const char *peer_event_suggestion(const char *name, const char *cpu)
{
    static char text[2 * MOST_NAME];
    char plain[MOST_NAME];
    if (peer_event_is_ours(name))
        return NULL;
    const char *rings = peer_event_plain(name, plain), *nearest = NULL;
    const struct named_event *preset = peer_event_preset(plain);
    const struct peer_event *peer = peer_event_find(plain);
    if (preset)
        nearest = peer_event_of_preset(preset, cpu);
    else if (peer_event_spelt(plain))
        nearest = peer_event_spelt(plain);
    else if (peer)
        nearest = peer_event_nearest(peer, cpu);
    if (!nearest || !strcasecmp(nearest, name))
        return NULL;
    snprintf(text, sizeof text, "%s%s", nearest, rings);
    return text;
}

int peer_events_check(const char *option, const char *list, const char *cpu)
{
    char *copy = allocate_copy(list), *rest = copy, *word;
    const char *meant = NULL;
    while (!meant && (word = strsep(&rest, ",")))
        if ((meant = peer_event_suggestion(word, cpu)))
            message_print("%s: '%s' is not an event; did you mean %s?", option, word, meant);
    free(copy);
    return meant ? -1 : 0;
}
