/*
 * SPDX-License-Identifier: MIT
 * Looks up counter errata in p5_errata.def.
 */
#include "pmc/errata.h"

#include <stddef.h>

#include "pmc/p5/p5_events.h"

static const struct erratum errata[] = {
#define CHANCE                          true
#define PURPOSE                         false
#define ERRATUM(event, cause, by, text) {P5_##event, cause, by, text},
#include "pmc/p5/p5_errata.def"
#undef ERRATUM
};

/* Family 5, models 1 (P5), 2 (P54C) and 7 (the P54C of portables): the SDM, volume 3. */
bool errata_known_of(const char *vendor, uint32_t signature)
{
    static const char intel[] = "GenuineIntel";
    unsigned family = signature >> 8 & 0xF, model = signature >> 4 & 0xF;

    for (size_t i = 0; i < sizeof intel; i++)
        if (vendor[i] != intel[i])
            return false;
    return family == 5 && (model == 1 || model == 2 || model == 7);
}

bool erratum_presumed(const struct erratum *erratum)
{
    return erratum->by_chance && erratum->cause != ERRATUM_FAULT;
}

const struct erratum *errata_of(uint16_t event)
{
    for (size_t i = 0; i < sizeof errata / sizeof *errata; i++)
        if (errata[i].event == event)
            return &errata[i];
    return NULL;
}
