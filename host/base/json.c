/*
 * SPDX-License-Identifier: MIT
 * Writes JSON with jansson. jansson prints reals with 17 digits unless a precision is given.
 */
#include "host/base/json.h"

#include <math.h>
#include <stdlib.h>

#include "host/base/allocation.h"
#include "host/base/message.h"

#define MOST_DIGITS   17
#define EXACT_INTEGER 9007199254740992.0 /* 2^53: smaller integers are exact in a double */

json_t *json_from_number(double value)
{
    if (isnan(value) || isinf(value))
        return json_null();
    if (value == trunc(value) && fabs(value) < EXACT_INTEGER)
        return json_integer((json_int_t)value);
    return json_real(value);
}

json_t *json_from_text(const char *text)
{
    if (!text)
        return json_null();
    json_t *string = json_string(text);
    if (string)
        return string;
    char *ascii = allocate_copy(text);
    for (char *at = ascii; *at; at++)
        if (*at & 0x80)
            *at = '?';
    string = json_string(ascii);
    free(ascii);
    return string;
}

static bool reads_back(const char *text, const json_t *value)
{
    json_t *back = json_loads(text, JSON_DECODE_ANY, NULL);
    bool same = back && json_equal(back, value);
    json_decref(back);
    return same;
}

void json_print(json_t *value, size_t flags, FILE *to)
{
    for (size_t digits = 15; digits <= MOST_DIGITS; digits++) {
        char *text = json_dumps(value, flags | JSON_REAL_PRECISION(digits));
        if (!text)
            die(EXIT_TARGET, "cannot create JSON: out of memory, or a name is not UTF-8");
        bool done = digits == MOST_DIGITS || reads_back(text, value);
        if (done)
            fprintf(to, "%s\n", text);
        free(text);
        if (done)
            break;
    }
    json_decref(value);
}
