/*
 * SPDX-License-Identifier: MIT
 * Describes an event in wrapped lines, each fact after its label.
 */
#include "pmc/descriptions/event_paragraph.h"

#include <stdbool.h>
#include <stddef.h>

#include "kernel/lib/format.h"
#include "pmc/descriptions/event_facts.h"
#include "pmc/families.h"
#include "pmc/p5/p5_reserved.h"

enum { INDENT = 16, MOST_TEXT = 800 };

struct paragraph {
    void (*line)(void *to, const char *text);
    void *to;
};

/* Returns the length of the words that fit in `room` columns; a longer word is broken. */
static size_t event_paragraph_fitting(const char *text, size_t room)
{
    size_t length = 0, end = 0;
    for (; length <= room && text[length]; length++)
        if (text[length] == ' ')
            end = length;
    if (!text[length] && length <= room)
        return length;
    return end ? end : room;
}

/* Prints the text after its label; further lines are indented. Nothing is printed for "". */
static void event_paragraph_fact(const struct paragraph *paragraph, const char *label,
                                 const char *text)
{
    char line[EVENT_PARAGRAPH_WIDTH + 1];
    while (*text) {
        size_t length = event_paragraph_fitting(text, EVENT_PARAGRAPH_WIDTH - INDENT);
        format(line, sizeof line, "  %-*s%.*s", INDENT - 2, label, (int)length, text);
        paragraph->line(paragraph->to, line);
        text += length;
        while (*text == ' ')
            text++;
        label = "";
    }
}

/* "event 03h, counter 0 or 1, of p54c and p55c; Intel's name ..." */
static void event_paragraph_code(const struct paragraph *paragraph, const struct event *event,
                                 const struct family *family)
{
    static const char *const counters[] = {"", "counter 0", "counter 1", "counter 0 or 1"};
    char text[MOST_TEXT];
    int n = format(text, sizeof text, "%s", "");
    if (event->code == EVENT_CODE_CLOCKS)
        n = format(text, sizeof text, "the control field of CESR, for any event select");
    else
        n = format(text, sizeof text, "%02xh", event->code);
    if (family == &families[FAMILY_P4])
        n += format(text + n, sizeof text - (size_t)n, " in an ESCR");
    else
        n += format(text + n, sizeof text - (size_t)n, ", %s",
                    event->counters == EVENT_COUNTERS_ALL
                        ? "counter 0 to 3"
                        : counters[event->counters & EVENT_COUNTERS_BOTH]);
    for (unsigned i = 0, listed = 0; i < family->n_members; i++)
        if (event->processors & family->members[i].processor)
            n += format(text + n, sizeof text - (size_t)n, "%s%s", listed++ ? ", " : "; ",
                        family->members[i].name);
    event_paragraph_fact(paragraph, "code", text);
    if (event->words && !p5_reserved_is(event))
        event_paragraph_fact(paragraph, "Intel's name", event_mnemonic(event));
}

/* Thesis, Table 2.2, for a P5; of the others USR counts at privilege levels 1 to 3 (SDM, AMD). */
static void event_paragraph_rings(const struct paragraph *paragraph, const struct family *family)
{
    event_paragraph_fact(paragraph, "rings",
                         family == &families[FAMILY_P5]
                             ? ":u counts in ring 3, :k in rings 0 to 2, :uk in all"
                             : ":u counts in rings 1 to 3, :k in ring 0, :uk in all");
}

static void event_paragraph_parts(const struct paragraph *paragraph, const struct event *event)
{
    struct event_part part;
    char text[MOST_TEXT];
    int length = 0;
    for (unsigned i = 0; i < event_part_at(event, i, &part); i++)
        if (!*part.counts)
            length += format(text + length, sizeof text - (size_t)length, "%s:%s",
                             length ? " " : "", part.name);
    if (length) {
        format(text + length, sizeof text - (size_t)length, ", default 0x%02x",
               event->units->by_default);
        event_paragraph_fact(paragraph, "parts", text);
    }
    for (unsigned i = 0; i < event_part_at(event, i, &part); i++) {
        char label[INDENT];
        if (!*part.counts)
            continue;
        format(label, sizeof label, ":%s", part.name);
        format(text, sizeof text, "%s%s%s", part.counts, *part.doubt ? "; sources differ: " : "",
               part.doubt);
        event_paragraph_fact(paragraph, label, text);
    }
}

static const char *event_paragraph_unit(const struct event *event)
{
    const char *unit = event_facts_unit(event);
    return *unit == 'c'   ? "a duration, in clocks"
           : *unit == 'e' ? "an occurrence: counts the number of times"
                          : "some parts are durations in clocks, the others occurrences";
}

void event_paragraph(const struct event *event, void (*line)(void *to, const char *text), void *to)
{
    const struct paragraph paragraph = {line, to};
    const struct family *family =
        p5_reserved_is(event) ? &families[FAMILY_P5] : event_family(event);
    const struct event_facts facts = event_facts(event);
    char text[MOST_TEXT];
    const char *heading = event->words ? event_heading(event) : "";
    bool fits = format(text, sizeof text, *heading ? "%s: %s" : "%s", event->name, heading) <=
                EVENT_PARAGRAPH_WIDTH;
    line(to, fits ? text : event->name);
    event_paragraph_fact(&paragraph, "in reports", fits ? "" : heading);
    if (!family) {
        event_paragraph_fact(&paragraph, "counts",
                             "clocks, by the time-stamp counter, which every processor has");
        event_paragraph_fact(&paragraph, "unit", "a duration, in clocks");
        event_paragraph_fact(&paragraph, "rings", "all; it cannot be stopped");
        return;
    }
    event_paragraph_code(&paragraph, event, family);
    event_paragraph_fact(&paragraph, "counts", facts.counts);
    event_paragraph_fact(&paragraph, "not counted", facts.excluded);
    if (!p5_reserved_is(event))
        event_paragraph_fact(&paragraph, "unit", event_paragraph_unit(event));
    event_paragraph_rings(&paragraph, family);
    event_paragraph_parts(&paragraph, event);
    format(text, sizeof text, "%s%s",
           family == &families[FAMILY_P5] && *facts.erratum ? "of P5 and P54C: " : "",
           facts.erratum);
    event_paragraph_fact(&paragraph, "errata", text);
    event_paragraph_fact(&paragraph, "sources", facts.source);
    event_paragraph_fact(&paragraph, "they differ", facts.doubt);
}
