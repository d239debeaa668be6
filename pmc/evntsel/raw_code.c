/*
 * SPDX-License-Identifier: MIT
 * Parses event codes that are given as numbers: selectors of P6 and K7, reserved codes of a P5.
 */
#include "pmc/evntsel/raw_code.h"

#include "kernel/lib/format.h"
#include "kernel/lib/piece.h"
#include "pmc/modifiers.h"
#include "pmc/p5/p5_reserved.h"

#define RAW_CODE(raw)      ((raw)&0xFF)
#define RAW_UNIT_MASK(raw) ((raw) >> 8 & 0xFF)
#define RAW_EDGE           (1u << 18)
#define RAW_INVERT         (1u << 23)
#define RAW_THRESHOLD      24
#define RAW_REST           (0xFF0000u & ~(RAW_EDGE | RAW_INVERT))

/* Returns whether unit names can express this mask. */
static bool raw_code_can_express(const struct event *event, unsigned mask)
{
    const struct event_units *units = event->units;
    unsigned expressed = 0, fields = 0, of_them = 0;
    for (unsigned i = 0; units && i < units->n; i++) {
        of_them |= units->unit[i].field;
        if (!modifiers_unit_selected(&units->unit[i], mask))
            continue;
        expressed |= units->unit[i].value;
        fields |= units->unit[i].field;
    }
    return expressed == mask && fields == of_them;
}

/* On the P55C 39h is an event on one counter, and reserved on the other. */
static bool raw_code_has_name(const struct pmc *pmc, unsigned code)
{
    for (unsigned i = 0; i < pmc->n_events; i++)
        if (pmc->events[i].code == code)
            return true;
    return false;
}

/* Parses r10, 0x10 or reserved_10h. Returns 1 if that is not a reserved code of a P5. */
static int raw_code_read_reserved(const struct pmc *pmc, struct pmc_counted *counted,
                                  const char *text, size_t length)
{
    enum { NUMBER, CODE, NAME };
    static const char *const prefixes[] = {[NUMBER] = "r", [CODE] = "0x", [NAME] = "reserved_"};
    for (unsigned i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
        size_t before = 0;
        while (prefixes[i][before] && before < length &&
               piece_lower_case(text[before]) == prefixes[i][before])
            before++;
        bool named = i == NAME;
        if (prefixes[i][before] || length != before + 2 + named ||
            (named && piece_lower_case(text[length - 1]) != 'h'))
            continue;
        int64_t code = modifiers_number((struct piece){text + before, 2}, 16);
        const struct event *event = code < 0 ? NULL : p5_reserved_find(pmc, (unsigned)code);
        *counted = (struct pmc_counted){.event = event};
        return !event || (i == CODE && raw_code_has_name(pmc, (unsigned)code));
    }
    return 1;
}

int raw_code_read(const struct pmc *pmc, struct pmc_counted *counted, const char *text,
                  size_t length, char *error, size_t size)
{
    if (!pmc->has_selectors)
        return raw_code_read_reserved(pmc, counted, text, length);
    if (length < 2 || piece_lower_case(text[0]) != 'r')
        return 1;
    int64_t raw = modifiers_number((struct piece){text + 1, length - 1}, 16);
    if (raw < 0)
        return 1;
    if (raw & RAW_REST) {
        format(error, size,
               "only the bits of code (7-0), unit mask (15-8), edge (18), invert (23) and "
               "threshold (31-24) are allowed");
        return -1;
    }
    uint8_t mask = RAW_UNIT_MASK(raw), code = RAW_CODE(raw);
    *counted = (struct pmc_counted){.event = &pmc_raw_event,
                                    .raw = code,
                                    .unit_mask = mask,
                                    .masked = mask != 0,
                                    .threshold = (uint8_t)(raw >> RAW_THRESHOLD),
                                    .invert = raw & RAW_INVERT,
                                    .edge = raw & RAW_EDGE};
    for (unsigned i = 0; i < pmc->n_events; i++) {
        const struct event *event = &pmc->events[i];
        if (event->code != code || !pmc_has(pmc, event) || !raw_code_can_express(event, mask))
            continue;
        counted->event = event;
        counted->raw = 0;
        counted->masked = event->units != NULL;
        return 0;
    }
    return 0;
}
