/*
 * SPDX-License-Identifier: MIT
 * Numbers with their unit, and words as they are.
 */
#include "host/finding.h"

#include <stdio.h>
#include <stdlib.h>

#include "host/table.h"

#define WIRE_DECIMALS 3

static const char *with_unit(double value, const char *unit, char *buffer)
{
    snprintf(buffer, FINDING_BYTES, "%s%s%s", number_text_short(value, WIRE_DECIMALS),
             unit ? " " : "", unit ? unit : "");
    return buffer;
}

const char *finding_measured(const struct finding *finding, char buffer[FINDING_BYTES])
{
    return finding->text ? finding->text : with_unit(finding->value, finding->unit, buffer);
}

const char *finding_documented(const struct finding *finding, char buffer[FINDING_BYTES])
{
    const char *text = finding->documented ? finding->documented : "";
    char *end;
    double value = strtod(text, &end);
    bool number = *text && !*end && !finding->text;
    return number ? with_unit(value, finding->unit, buffer) : text;
}
