/*
 * SPDX-License-Identifier: MIT
 * Translates libpfm4's event names. Its full names list all modifiers, most with the value 0.
 */
#include "pmc/libpfm4/libpfm4.h"

#include "kernel/lib/format.h"
#include "pmc/families.h"

#define FAIL(...) return format(error, size, __VA_ARGS__), -1

#define MOST_TEXT 256

static const struct pfm_table {
    unsigned family;
    const char *name;
} tables[] = {
#define PFM_TABLE(family, name) {FAMILY_##family, name},
#define PFM_EVENT(family, theirs, ours)
#define PFM_PART(family, event, theirs, ours)
#define PFM_TAGGED(theirs, ours)
#include "pmc/libpfm4/libpfm4.def"
#undef PFM_TABLE
#undef PFM_EVENT
#undef PFM_PART
#undef PFM_TAGGED
};

enum pfm_kind { PFM_IS_EVENT, PFM_IS_PART, PFM_IS_TAGGED };

static const struct pfm_name {
    uint8_t family, kind;
    const char *event; /* of a part; "": any */
    const char *theirs, *ours;
} names[] = {
/* clang-format off */
#define PFM_TABLE(family, name)
#define PFM_EVENT(family, theirs, ours) {FAMILY_##family, PFM_IS_EVENT, "", theirs, ours},
#define PFM_PART(family, event, theirs, ours) {FAMILY_##family, PFM_IS_PART, event, theirs, ours},
#define PFM_TAGGED(theirs, ours) {FAMILY_P4, PFM_IS_TAGGED, "replay_event", theirs, ours},
#include "pmc/libpfm4/libpfm4.def"
#undef PFM_TABLE
#undef PFM_EVENT
#undef PFM_PART
#undef PFM_TAGGED
    /* clang-format on */
};

/* State of one translation. */
struct pfm_event {
    unsigned family;
    struct piece name; /* of the event, in their notation */
    bool user, kernel; /* rings with the value 1 or without a value */
    bool no_ring;      /* a ring has the value 0 */
    bool complement;   /* cmpl=1 */
    bool threshold;    /* thr or c has a value above 0 */
    unsigned tags;     /* TAG0 to TAG3 */
    int length;        /* of the text */
};

static char translated[MOST_TEXT];

/* Returns our name; NULL: it is the same. */
static const char *libpfm4_own_name(const struct pfm_event *event, enum pfm_kind kind,
                                    struct piece theirs)
{
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].family == event->family && names[i].kind == kind &&
            (!*names[i].event || piece_equals(event->name, names[i].event)) &&
            piece_equals(theirs, names[i].theirs))
            return names[i].ours;
    return NULL;
}

/* ---- the text before :: ---------------------------------------------------------------------- */

static int libpfm4_refuse_table(unsigned family, struct piece table, char *error, size_t size)
{
    int n = format(error, size,
                   "'%.*s::' is not a table of this processor; libpfm4's are:", (int)table.length,
                   table.text);
    unsigned listed = 0;
    for (size_t i = 0; i < sizeof tables / sizeof tables[0] && n < (int)size; i++)
        if (tables[i].family == family) {
            n += format(error + n, size - (size_t)n, " %s::", tables[i].name);
            listed++;
        }
    if (!listed)
        format(error, size, "'%.*s::': libpfm4 has no table of this processor; remove it",
               (int)table.length, table.text);
    return -1;
}

/* Removes the table's name from the front of *text. */
static int libpfm4_strip_table(unsigned family, struct piece *text, char *error, size_t size)
{
    struct piece rest = *text, table = piece_split_at(&rest, ':');
    if (!rest.length || rest.text[0] != ':')
        return 0;
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        if (tables[i].family == family && piece_equals(table, tables[i].name)) {
            *text = (struct piece){rest.text + 1, rest.length - 1};
            return 0;
        }
    return libpfm4_refuse_table(family, table, error, size);
}

/* ---- modifiers ------------------------------------------------------------------------------- */

static void libpfm4_append(struct pfm_event *event, const char *before, struct piece piece)
{
    if (event->length < MOST_TEXT)
        event->length += format(translated + event->length, MOST_TEXT - (size_t)event->length,
                                "%s%.*s", before, (int)piece.length, piece.text);
}

/* Notes u, k, u=0, k=1, ... Returns false if it is not a ring. */
static bool libpfm4_note_ring(struct pfm_event *event, struct piece name, struct piece value)
{
    bool user = piece_equals(name, "u"), kernel = piece_equals(name, "k");
    bool zero = piece_equals(value, "0");
    if ((!user && !kernel) || (value.length && !zero && !piece_equals(value, "1")))
        return false;
    event->no_ring |= zero;
    event->user |= user && !zero;
    event->kernel |= kernel && !zero;
    return true;
}

/* Returns whether a modifier with the value 0 is as if absent. */
static bool libpfm4_is_absent(const struct pfm_event *event, struct piece name, struct piece value)
{
    bool netburst = event->family == FAMILY_P4;
    return piece_equals(value, "0") &&
           (piece_equals(name, "e") || piece_equals(name, "i") || piece_equals(name, "c") ||
            (netburst && (piece_equals(name, "cmpl") || piece_equals(name, "thr"))));
}

static bool libpfm4_note_tag(struct pfm_event *event, struct piece piece)
{
    static const char *const tags[] = {"tag0", "tag1", "tag2", "tag3"};
    for (unsigned i = 0; i < 4; i++)
        if (event->family == FAMILY_P4 && piece_equals(piece, tags[i])) {
            event->tags |= 1u << i;
            return true;
        }
    return false;
}

static void libpfm4_translate_modifier(struct pfm_event *event, struct piece piece)
{
    struct piece value = piece, name = piece_split_at(&value, '=');
    if (libpfm4_note_ring(event, name, value) || libpfm4_is_absent(event, name, value) ||
        libpfm4_note_tag(event, piece) || libpfm4_own_name(event, PFM_IS_TAGGED, piece))
        return;
    event->complement |= piece_equals(name, "cmpl");
    event->threshold |= piece_equals(name, "thr") || piece_equals(name, "c");
    const char *own = libpfm4_own_name(event, PFM_IS_PART, piece);
    if (own)
        libpfm4_append(event, ":", (struct piece){own, __builtin_strlen(own)});
    else
        libpfm4_append(event, ":", piece);
}

/* An empty modifier, after a last colon, remains, for the parser to refuse it. */
static void libpfm4_translate_modifiers(struct pfm_event *event, struct piece rest, bool more)
{
    while (more) {
        const size_t before = rest.length;
        struct piece piece = piece_split_at(&rest, ':');
        more = piece.length < before;
        libpfm4_translate_modifier(event, piece);
    }
}

/* Appends the rings, tags and the threshold that a complement needs here. */
static void libpfm4_append_noted(struct pfm_event *event)
{
    static const char digits[] = "0123456789";
    if (event->user || event->kernel)
        libpfm4_append(event, ":",
                       event->user && event->kernel ? (struct piece){"uk", 2}
                       : event->user                ? (struct piece){"u", 1}
                                                    : (struct piece){"k", 1});
    if (event->tags)
        libpfm4_append(event, event->tags > 9 ? ":tag=1" : ":tag=",
                       (struct piece){digits + event->tags % 10, 1});
    if (event->complement && !event->threshold)
        libpfm4_append(event, ":", (struct piece){"thr=0", 5});
}

/* The event that a part of replay_event selects, or the event itself. */
static const char *libpfm4_event_name(const struct pfm_event *event, struct piece modifiers)
{
    while (modifiers.length) {
        const char *tagged =
            libpfm4_own_name(event, PFM_IS_TAGGED, piece_split_at(&modifiers, ':'));
        if (tagged)
            return tagged;
    }
    return libpfm4_own_name(event, PFM_IS_EVENT, event->name);
}

static unsigned libpfm4_family(const struct event *events)
{
    unsigned family = 0;
    while (family < FAMILIES && families[family].events != events)
        family++;
    return family;
}

int libpfm4_translate(const struct event *events, struct piece *text, char *error, size_t size)
{
    const unsigned family = libpfm4_family(events);
    if (libpfm4_strip_table(family, text, error, size))
        return -1;
    struct piece counter = *text, modifiers = piece_split_at(&counter, '@');
    bool has_counter = modifiers.length < text->length;
    struct pfm_event event = {.family = family};
    const size_t before = modifiers.length;
    event.name = piece_split_at(&modifiers, ':');
    const char *own = libpfm4_event_name(&event, modifiers);
    libpfm4_append(&event, own ? own : "", own ? (struct piece){"", 0} : event.name);
    libpfm4_translate_modifiers(&event, modifiers, event.name.length < before);
    if (event.no_ring && !event.user && !event.kernel)
        FAIL("the rings are :u=0 and :k=0; one of them must be 1");
    libpfm4_append_noted(&event);
    if (has_counter)
        libpfm4_append(&event, "@", counter);
    if (event.length >= MOST_TEXT)
        FAIL("more than %u characters", MOST_TEXT - 1);
    *text = (struct piece){translated, (size_t)event.length};
    return 0;
}
