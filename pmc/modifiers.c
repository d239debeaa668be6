/*
 * SPDX-License-Identifier: MIT
 * Parses and formats event modifiers, the text after an event's name.
 */
#include "pmc/modifiers.h"

#include "kernel/lib/format.h"
#include "kernel/lib/piece.h"
#include "pmc/families.h"
#include "pmc/netburst/netburst_notation.h"

int64_t modifiers_number(struct piece piece, unsigned base)
{
    uint64_t value = 0;
    for (size_t i = 0; i < piece.length; i++) {
        char c = piece_lower_case(piece.text[i]);
        unsigned digit = c >= 'a' ? (unsigned)(c - 'a' + 10) : (unsigned)(c - '0');
        value = value * base + digit;
        if (digit >= base || value > UINT32_MAX)
            return -1;
    }
    return piece.length ? (int64_t)value : -1;
}

/* ---- parts ---------------------------------------------------------------------------------- */

/* The units named so far, as fields of the unit mask; `alone`: fields that accept no second unit.
 */
struct modifiers_parts {
    uint8_t named, alone;
};

static const struct event_unit *modifiers_find_unit(const struct event_units *units,
                                                    struct piece name)
{
    for (unsigned i = 0; units && i < units->n; i++)
        if (piece_equals(name, units->unit[i].name))
            return &units->unit[i];
    return NULL;
}

/* Adds a unit. Returns -1 if a unit is already named that cannot be combined with it. */
static int modifiers_add_unit(struct pmc_counted *counted, struct modifiers_parts *parts,
                              const struct event_unit *unit)
{
    if (!counted->masked)
        counted->unit_mask = counted->event->units->by_default;
    if ((parts->alone & unit->field) || (unit->alone && (parts->named & unit->field)))
        return -1;
    if (!(parts->named & unit->field))
        counted->unit_mask &= (uint8_t)~unit->field;
    counted->unit_mask |= unit->value;
    counted->masked = true;
    parts->named |= unit->field;
    parts->alone |= unit->alone ? unit->field : 0;
    return 0;
}

/*
 * Adds one unit by name, or several units of one letter each. Returns 1 if there are no such units,
 * -1 if they cannot be combined.
 */
static int modifiers_read_units(struct pmc_counted *counted, struct modifiers_parts *parts,
                                struct piece name)
{
    const struct event_units *units = counted->event->units;
    const struct event_unit *unit = modifiers_find_unit(units, name);
    if (unit)
        return modifiers_add_unit(counted, parts, unit);
    for (size_t i = 0; i < name.length; i++)
        if (!modifiers_find_unit(units, (struct piece){name.text + i, 1}))
            return 1;
    for (size_t i = 0; i < name.length; i++)
        if (modifiers_add_unit(counted, parts,
                               modifiers_find_unit(units, (struct piece){name.text + i, 1})))
            return -1;
    return name.length ? 0 : 1;
}

/* ---- all modifiers --------------------------------------------------------------------------- */

static bool modifiers_read_rings(struct pmc_counted *counted, struct piece name)
{
    static const struct {
        const char *name;
        uint8_t rings;
    } all[] = {{"u", PMC_RING_USER},
               {"k", PMC_RING_KERNEL},
               {"uk", PMC_RING_USER | PMC_RING_KERNEL},
               {"ku", PMC_RING_USER | PMC_RING_KERNEL}};
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (!piece_equals(name, all[i].name))
            continue;
        counted->rings |= all[i].rings;
        return true;
    }
    return false;
}

/* Returns false if there is no such flag. */
static bool modifiers_read_flag(struct pmc_counted *counted, struct piece name, struct piece value)
{
    if (value.text && !piece_equals(value, "1"))
        return false;
    if (piece_equals(name, "i"))
        counted->invert = true;
    else if (piece_equals(name, "e"))
        counted->edge = true;
    else
        return value.text && modifiers_read_rings(counted, name);
    return true;
}

static int modifiers_refuse(const struct pmc *pmc, const struct pmc_counted *counted,
                            struct piece piece, char *error, size_t size)
{
    static const char rings[] = ":u (3), :k (0 to 2), :uk";
    const struct event_units *units = counted->event->units;
    int length = (int)piece.length;
    if (!pmc->has_selectors) {
        format(error, size, "':%.*s' is not a ring; allowed: %s", length, piece.text, rings);
        return -1;
    }
    int n = format(error, size, "':%.*s' is not allowed; allowed: %s, :c=1 to :c=255, :i, :e",
                   length, piece.text, rings);
    for (unsigned i = 0; units && i < units->n && n < (int)size; i++)
        n += format(error + n, size - (size_t)n, "%s%s",
                    i ? " :" : ", and for this event :", units->unit[i].name);
    return -1;
}

static int modifiers_read_piece(const struct pmc *pmc, struct pmc_counted *counted,
                                struct modifiers_parts *parts, struct piece piece, char *error,
                                size_t size)
{
    struct piece value = piece, name = piece_split_at(&value, '=');
    bool plain = name.length == piece.length;
    if (plain && modifiers_read_rings(counted, piece))
        return 0;
    int failed = plain ? modifiers_read_units(counted, parts, piece) : 1;
    if (failed < 0) {
        format(error, size, "':%.*s' excludes another part that is named; use one of them",
               (int)piece.length, piece.text);
        return -1;
    }
    if (!failed)
        return 0;
    if (plain)
        value.text = NULL;
    if (pmc->has_selectors && !plain && piece_equals(name, "c")) {
        int64_t threshold = modifiers_number(value, 10);
        if (threshold > 0 && threshold <= UINT8_MAX) {
            counted->threshold = (uint8_t)threshold;
            return 0;
        }
    } else if (pmc->has_selectors && modifiers_read_flag(counted, name, value)) {
        return 0;
    }
    return modifiers_refuse(pmc, counted, piece, error, size);
}

int modifiers_read(const struct pmc *pmc, struct pmc_counted *counted, const char *text,
                   size_t length, char *error, size_t size)
{
    struct piece rest = {text, length};
    struct modifiers_parts parts = {0};
    do {
        if (modifiers_read_piece(pmc, counted, &parts, piece_split_at(&rest, ':'), error, size))
            return -1;
    } while (rest.length || (rest.text > text && rest.text[-1] == ':'));
    if (counted->invert && !counted->threshold) {
        format(error, size, "':i' inverts a threshold; add :c=1 to :c=255");
        return -1;
    }
    return 0;
}

/* ---- formatting ------------------------------------------------------------------------------ */

#define ADD(...) length += format(text + length, size - (size_t)length, __VA_ARGS__)

bool modifiers_unit_selected(const struct event_unit *unit, unsigned mask)
{
    return unit->alone ? (mask & unit->field) == unit->value : (mask & unit->value) != 0;
}

static int modifiers_write_units(const struct pmc_counted *counted, char *text, size_t size)
{
    const struct event_units *units = counted->event->units;
    unsigned mask = counted_unit_mask(counted);
    int length = 0;
    bool letter = false;
    for (unsigned i = 0; i < units->n; i++) {
        const struct event_unit *unit = &units->unit[i];
        if (!modifiers_unit_selected(unit, mask))
            continue;
        bool is_letter = !unit->name[1];
        ADD("%s%s", length && !(letter && is_letter) ? ":" : "", unit->name);
        letter = is_letter;
    }
    return length;
}

int modifiers_write(const struct pmc_counted *counted, char *text, size_t size)
{
    const struct event_units *units = counted->event->units;
    int length = format(text, size, "%s", "");
    if (counted->event == &pmc_raw_event)
        ADD("r%02x%02x", counted->masked ? counted->unit_mask : 0u, counted->raw);
    else if (units && counted_unit_mask(counted) != units->by_default)
        length = modifiers_write_units(counted, text, size);
    if (counted->threshold)
        ADD("%sc=%u", length ? ":" : "", counted->threshold);
    if (counted->invert)
        ADD("%si=1", length ? ":" : "");
    if (counted->edge)
        ADD("%se=1", length ? ":" : "");
    if (counted->rings)
        ADD("%s%s%s", length ? ":" : "", counted->rings & PMC_RING_USER ? "u" : "",
            counted->rings & PMC_RING_KERNEL ? "k" : "");
    return length;
}

/* Returns whether the event uses the notation of the Pentium 4. */
static bool modifiers_is_netburst(const struct pmc_counted *counted)
{
    const struct family *p4 = &families[FAMILY_P4];
    return counted->netburst ||
           (counted->event >= p4->events && counted->event < p4->events + p4->n_events);
}

int modifiers_write_name(const struct pmc_counted *counted, char *text, size_t size)
{
    if (&netburst_notation && modifiers_is_netburst(counted))
        return netburst_notation.write(counted, false, text, size);
    struct pmc_counted anywhere = *counted;
    int length = 0;
    anywhere.rings = 0;
    if (counted->event != &pmc_raw_event)
        ADD("%s:", counted->event->name);
    int more = modifiers_write(&anywhere, text + length, size - (size_t)length);
    if (!more)
        text[--length] = 0; /* removes the colon */
    return length + more;
}
