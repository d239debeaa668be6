/*
 * SPDX-License-Identifier: MIT
 * Names a profile by its benchmark and variant: a name is unique among the profiles of a run.
 */
#include <string.h>

#include "host/analysis/profile/profiles.h"

const char *profiles_place(const struct profiles *profiles, unsigned at, char place[PROFILE_PLACE])
{
    const struct sampling *first = profiles->all[at].first;
    bool warm = !strcmp(first->state, "warm"), whole = !strcmp(first->ablate, "none");
    unsigned number = 1;
    for (unsigned i = 0; i < at; i++) {
        const struct sampling *other = profiles->all[i].first;
        number += !strcmp(other->bench, first->bench) && !strcmp(other->state, first->state) &&
                  !strcmp(other->ablate, first->ablate);
    }
    int length = snprintf(place, PROFILE_PLACE, "%.200s", first->bench);
    if (!warm || !whole)
        length += snprintf(place + length, PROFILE_PLACE - (size_t)length, " (%.64s%s%.64s)",
                           first->state, whole ? "" : " without ", whole ? "" : first->ablate);
    if (number > 1)
        snprintf(place + length, PROFILE_PLACE - (size_t)length, " #%u", number);
    return place;
}
