/*
 * SPDX-License-Identifier: MIT
 * Formats findings: numbers with their unit, texts unchanged.
 */
#include "host/data/run/finding_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/number_text.h"
#include "serial/report.h"

bool finding_text_is_impossible(const struct finding *finding)
{
    static const char begins[] = REPORT_IMPOSSIBLE;
    return finding->unsettled && finding->text &&
           !strncmp(finding->text, begins, sizeof begins - 1);
}

struct finding_value finding_text_measured(const struct finding *finding)
{
    return (struct finding_value){finding->text, finding->value, finding->unit};
}

bool finding_text_documented(const struct finding *finding, struct finding_value *fact)
{
    if (!finding->documented)
        return false;
    char *end;
    double value = strtod(finding->documented, &end);
    bool number = (!finding->text || finding->unsettled) && *finding->documented && !*end;
    *fact = (struct finding_value){number ? NULL : finding->documented, value, finding->unit};
    return true;
}

bool finding_text_same(struct finding_value a, struct finding_value b)
{
    if (a.text || b.text)
        return a.text && b.text && !strcmp(a.text, b.text);
    return round(10 * a.value) == round(10 * b.value);
}

/* Converts "clocks" to "clock", "entries" to "entry". */
static void print_singular(const char *unit, char *buffer, size_t size)
{
    size_t length = strlen(unit);
    if (length > 3 && !strcmp(unit + length - 3, "ies"))
        snprintf(buffer, size, " %.*sy", (int)length - 3, unit);
    else
        snprintf(buffer, size, " %.*s", (int)length - (unit[length - 1] == 's'), unit);
}

const char *finding_text_format(struct finding_value fact, unsigned decimals,
                                char buffer[FACT_BYTES])
{
    char unit[FACT_BYTES / 2] = "";
    if (fact.text)
        return fact.text;
    if (fact.unit && !strcmp(fact.unit, "bytes") && fact.value > 0 && !fmod(fact.value, 1024)) {
        fact.value /= 1024;
        fact.unit = "KB";
    }
    const char *number = number_text_short(fact.value, decimals);
    if (fact.unit && *fact.unit && !strcmp(number, "1"))
        print_singular(fact.unit, unit, sizeof unit);
    else if (fact.unit && *fact.unit)
        snprintf(unit, sizeof unit, " %s", fact.unit);
    snprintf(buffer, FACT_BYTES, "%s%s", number, unit);
    return buffer;
}
