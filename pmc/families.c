/*
 * SPDX-License-Identifier: MIT
 * The list of all counter families.
 */
#include "pmc/families.h"

#include <stddef.h>

#include "kernel/lib/piece.h"
#include "pmc/k7/k7_event_table.h"
#include "pmc/netburst/netburst_event_table.h"
#include "pmc/p5/p5_events.h"
#include "pmc/p6/p6_event_table.h"

static const struct family_member p5_members[] = {
    {"p54c", "the P5 and P54C (Pentium)", P5_P54C},
    {"p55c", "the P55C (Pentium MMX)", P5_P55C},
};

static const struct family_member p6_members[] = {
    {"ppro", "the Pentium Pro", P6_PPRO},
    {"p2", "the Pentium II", P6_P2},
    {"p3", "the Pentium III", P6_P3},
    {"pm", "the Pentium M", P6_PM},
};

static const struct family_member k7_members[] = {
    {"athlon", "the Athlon and Duron", K7_ATHLON},
};

static const struct family_member p4_members[] = {
    {"willamette", "the Pentium 4 up to model 1", NETBURST_WILLAMETTE},
    {"northwood", "the Pentium 4 of model 2", NETBURST_NORTHWOOD},
    {"prescott", "the Pentium 4 from model 3 on", NETBURST_PRESCOTT},
};

#define FAMILY(family, events, n)                                                                  \
    {                                                                                              \
#family, events, n, family##_members, sizeof family##_members / sizeof family##_members[0] \
    }

const struct family families[FAMILIES] = {
    [FAMILY_P5] = FAMILY(p5, p5_events, P55C_EVENTS),
    [FAMILY_P6] = FAMILY(p6, p6_events, P6_EVENTS),
    [FAMILY_K7] = FAMILY(k7, k7_events, K7_EVENTS),
    [FAMILY_P4] = FAMILY(p4, netburst_table, NETBURST_TABLE_EVENTS),
};
_Static_assert(P55C_EVENTS <= FAMILIES_MOST_EVENTS && P6_EVENTS <= FAMILIES_MOST_EVENTS &&
                   K7_EVENTS <= FAMILIES_MOST_EVENTS &&
                   NETBURST_TABLE_EVENTS <= FAMILIES_MOST_EVENTS,
               "the largest table");

static bool family_names_equal(const char *a, const char *b)
{
    while (*a && piece_lower_case(*a) == piece_lower_case(*b))
        a++, b++;
    return piece_lower_case(*a) == piece_lower_case(*b);
}

const struct family *family_find(const char *name, uint8_t *processors)
{
    for (const struct family *family = families; family < families + FAMILIES; family++) {
        *processors = 0xFF;
        if (family_names_equal(family->name, name))
            return family;
        for (unsigned i = 0; i < family->n_members; i++) {
            *processors = family->members[i].processor;
            if (family_names_equal(family->members[i].name, name))
                return family;
        }
    }
    return NULL;
}

const struct family *event_family(const struct event *event)
{
    for (const struct family *family = families; family < families + FAMILIES; family++)
        if (event >= family->events && event < family->events + family->n_events)
            return family;
    return NULL;
}
