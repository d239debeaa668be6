/*
 * SPDX-License-Identifier: MIT
 * The tables of the families' parts.
 */
#include "host/analysis/breakdown/family_parts.h"

#include <stdlib.h>

#include "host/base/allocation.h"
#include "host/base/text_table.h"
#include "pmc/families.h"

#define WIDTH 80

enum { ESTIMATED, COUNTED };

#define REST(causes, why)
#define PART(name, kind, low, estimate, high, causes, source)                                      \
    {(kind) == COUNTED, low, estimate, high, source},
static const struct family_part p6_parts[] = {
#include "host/analysis/breakdown/p6_parts.def"
};
static const struct family_part k7_parts[] = {
#include "host/analysis/breakdown/k7_parts.def"
};
#undef PART

#define PART(name, kind, low, estimate, high, causes, source) {name, causes},
static const struct part_text p6_texts[] = {
#include "host/analysis/breakdown/p6_parts.def"
};
static const struct part_text k7_texts[] = {
#include "host/analysis/breakdown/k7_parts.def"
};
#undef PART
#undef REST

#define COUNT(texts) (sizeof(texts) / sizeof(texts)[0])

_Static_assert(COUNT(p6_parts) <= PARTS_MOST && COUNT(k7_parts) <= PARTS_MOST,
               "a breakdown has a place for each part");

#define PART(...)
#define REST(causes, why) causes
static const char p6_rest_causes[] =
#include "host/analysis/breakdown/p6_parts.def"
    ;
static const char k7_rest_causes[] =
#include "host/analysis/breakdown/k7_parts.def"
    ;
#undef REST
#define REST(causes, why) why
static const char p6_why_rest[] =
#include "host/analysis/breakdown/p6_parts.def"
    ;
static const char k7_why_rest[] =
#include "host/analysis/breakdown/k7_parts.def"
    ;
#undef PART
#undef REST

static const struct family_parts all_families[FAMILIES] = {
    [FAMILY_P6] = {.clocks = "cpu_clk_unhalted",
                   .instructions = "inst_retired",
                   .parts = p6_parts,
                   .list = {p6_texts, COUNT(p6_texts), "other", p6_rest_causes},
                   .why_rest = p6_why_rest},
    [FAMILY_K7] = {.clocks = "cpu_clk_unhalted",
                   .instructions = "retired_instructions",
                   .parts = k7_parts,
                   .list = {k7_texts, COUNT(k7_texts), "other", k7_rest_causes},
                   .why_rest = k7_why_rest},
};

const struct family_parts *family_parts_of(const struct run *run)
{
    const char *name = run_processor_name(run);
    uint8_t processors;
    const struct family *family = name ? family_find(name, &processors) : NULL;
    return family && all_families[family - families].parts ? &all_families[family - families]
                                                           : NULL;
}

static void family_parts_line(const char *name, const char *text, FILE *to)
{
    char *line = allocate_text("  %s: %s", name, text);
    text_table_wrap_line(line, WIDTH, to);
    free(line);
}

void family_parts_explain(const struct family_parts *family, FILE *to)
{
    fputs("\ncosts, and clocks at most; a part gets clocks that the parts above it leave:\n", to);
    for (unsigned p = 0; p < family->list.n; p++)
        family_parts_line(family->list.parts[p].name, family->parts[p].source, to);
    family_parts_line(family->list.rest, family->why_rest, to);
}
