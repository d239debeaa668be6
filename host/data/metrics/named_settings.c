/*
 * SPDX-License-Identifier: MIT
 * Named events in kernel settings: events= takes a list, source= one event that a single counter
 * can count.
 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/data/metrics/named_events.h"

/* Returns the only event of a named event on processor `cpu`; NULL after a message. */
static const char *named_settings_single_event(const struct named_event *event, const char *cpu,
                                               const char *text)
{
    enum named_processor processor = cpu ? named_table_processor(cpu) : NAMED_PROCESSORS;
    if (processor == NAMED_PROCESSORS) {
        message_print(
            "source: '%s' is a different event on each processor: use the machine's own name for "
            "it ('bareprobe list events --%s -v --cpu CPU')",
            text, event->library);
        return NULL;
    }
    const struct named_cell *cell = &event->cells[processor];
    if (cell->how == NAMED_LACKS)
        message_print("source: %s: %s has no %s%s%s", text, cpu, event->name,
                      *cell->note ? ": " : "", cell->note);
    else if (*cell->per || strchr(cell->counts, ' '))
        message_print("source: '%s' is %s%s%s on %s; a source must be a single event of a counter",
                      text, cell->counts, *cell->per ? ", per " : "", cell->per, cpu);
    else if (!strcmp(cell->counts, "time_stamp"))
        message_print(
            "source: '%s' is the time-stamp counter, which cannot interrupt; use source=timer to "
            "sample by time",
            text);
    else
        return cell->counts;
    return NULL;
}

/* `front` is "source=event," followed by the named event. */
static char *named_settings_source(const char *front, size_t length, const char *cpu)
{
    const char *start = front + length, *rest = strchrnul(start, ',');
    char *text = allocate_text("%.*s", (int)(rest - start), start);
    const struct named_word word = named_events_parse_word(text);
    const struct named_event *event = named_events_single("source", text, "a source is one event");
    const char *own = event ? named_settings_single_event(event, cpu, text) : NULL;
    char *setting =
        own ? allocate_text("%.*s%s%s%s", (int)length, front, own, word.rings, rest) : NULL;
    free(text);
    return setting;
}

char *named_setting(const char *setting, const char *cpu)
{
    static const char *const sources[] = {"source=event,", "source=precise,"};
    const char *list = strchr(setting, '=');
    if (list && !strncasecmp(setting, "events=", 7)) {
        char *events = named_events_expand(list + 1, cpu);
        char *expanded = events ? allocate_text("events=%s", events) : NULL;
        free(events);
        return expanded;
    }
    for (unsigned i = 0; i < sizeof sources / sizeof sources[0]; i++) {
        size_t length = strlen(sources[i]);
        if (!strncasecmp(setting, sources[i], length) && named_event_is(setting + length))
            return named_settings_source(setting, length, cpu);
    }
    return allocate_copy(setting);
}
