/*
 * SPDX-License-Identifier: MIT
 * Pointers go to separate lines of the buffer; counts and limits are such that a loop has
 * LOOP_ITERATIONS iterations, as far as its data then stay in the cache.
 */
#include "host/analysis/loop/loop_inputs.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "host/analysis/loop/loop_setup.h"
#include "host/base/allocation.h"
#include "host/base/message.h"

/* The bytes that a pointer walks through */
#define WALKED      512u
#define WALKED_MOST 1024u
/* Addresses that are shown relative to the buffer */
#define SHOWN_BELOW 4096u
#define SHOWN_ABOVE 8192u

/* Returns the offset of an input's own part of the buffer. */
static uint32_t input_place(unsigned input)
{
    static const uint16_t places[FLOW_INPUTS] = {
        1024, 3072, 5120, 2048, 0,    6144, 512,  4096, /* EAX to EDI */
        1280, 2304, 3328, 4352, 5376, 6400, 1536, 2560, /* arguments */
        3584, 4608, 5632, 6656, 1280, 2304, 3328, 4352};
    return places[input];
}

/* ---- values given by the user ---------------------------------------------------------------- */

static int input_named(const char *name, size_t n)
{
    for (unsigned i = 0; i < FLOW_INPUTS; i++) {
        char own[16];
        code_flow_input_name(i, own);
        if (i != ESP && strlen(own) == n && !strncasecmp(own, name, n))
            return (int)i;
    }
    return -1;
}

/* Parses "buffer", "buffer+8", "-4", "0x10", "10h". Returns the rest of the text; NULL: no value.
 */
static const char *input_parse_value(const char *text, bool *buffer, uint32_t *value)
{
    char *end;
    *buffer = !strncasecmp(text, "buffer", 6);
    *value = 0;
    text += *buffer ? 6 : 0;
    text += strspn(text, " ");
    if (*buffer && *text != '+' && *text != '-')
        return text;
    bool hexadecimal = false;
    size_t sign = strspn(text, "+-"), digits = sign + strspn(text + sign, "0123456789abcdefABCDEF");
    hexadecimal = digits > sign && strchr("hH", text[digits]) && text[digits];
    if (!isdigit((unsigned char)text[sign + strspn(text + sign, " ")]) && !hexadecimal)
        return NULL;
    char *plain = allocate_copy(text);
    if (plain[sign] == ' ')
        memmove(plain + sign, plain + sign + 1, strlen(plain + sign));
    long long number = strtoll(plain, &end, hexadecimal ? 16 : 0);
    const size_t length = strlen(plain) - strlen(end);
    free(plain);
    const char *rest = text + length + (text[sign] == ' ') + hexadecimal;
    *value = (uint32_t)number;
    return number < -2147483648LL || number > 4294967295LL ? NULL : rest;
}

int loop_inputs_parse(struct loop_inputs *inputs, const char *text)
{
    while (text && *(text += strspn(text, " ,"))) {
        size_t n = strcspn(text, " =,");
        int input = input_named(text, n);
        const char *value = text + n + strspn(text + n, " "), *rest = NULL;
        bool buffer = false;
        uint32_t number = 0;
        if (input < 0) {
            message_print(
                "--init: '%.*s' is not a register (eax to edi, except esp) or argument "
                "(arg1 to arg%u)",
                (int)n, text, FLOW_ARGUMENTS);
            return -1;
        }
        if (*value == '=')
            rest = input_parse_value(value + 1 + strspn(value + 1, " "), &buffer, &number);
        if (!rest || (*rest && !strchr(" ,", *rest))) {
            message_print(
                "--init: '%.*s' has no valid value: a number, buffer or buffer+N, as in "
                "'esi=buffer+4, ecx=64'",
                (int)n, text);
            return -1;
        }
        inputs->given[input] = true;
        inputs->relative[input] = buffer;
        inputs->given_values[input] = number;
        text = rest;
    }
    return 0;
}

/* ---- values from the code -------------------------------------------------------------------- */

static bool has(flow_origins origins, unsigned input)
{
    return origins >> input & 1;
}

/* Returns the limit of a pointer: after or before what it walks through. */
static uint32_t pointer_limit(const struct code_uses *uses, unsigned pointer, uint32_t buffer)
{
    uint32_t step = uses->step[pointer];
    uint32_t most = step > 4 ? WALKED_MOST : WALKED, bytes = step ? most - most % step : most;
    bool down = has(uses->down, pointer) && !has(uses->up, pointer);
    return buffer + input_place(pointer) + (down ? -bytes : bytes);
}

/* A number that is compared with another input: one of them is stepped, the other is the limit. */
static uint32_t compared_value(const struct code_uses *uses, unsigned input, unsigned other)
{
    bool own = uses->step[input] != 0;
    unsigned stepped = own ? input : other;
    uint32_t bound = LOOP_ITERATIONS * (uses->step[stepped] ? uses->step[stepped] : 1);
    bool up = has(uses->up, stepped) || !uses->step[stepped];
    return own == up ? 0 : bound;
}

/* A counter: downwards to 0, or upwards from a negative number, often as an index. */
static uint32_t counter_value(const struct code_uses *uses, unsigned input)
{
    uint32_t step = uses->step[input];
    if (has(uses->down, input) || uses->compared[input] == FLOW_TO_CONSTANT)
        return has(uses->down, input) ? LOOP_ITERATIONS * step : 0;
    return -(LOOP_ITERATIONS / (has(uses->indices, input) ? 2 : 1) * step);
}

static uint32_t plain_value(const struct code_uses *uses, const struct loop_setup *setup,
                            unsigned input, unsigned attempt)
{
    if (has(uses->indices, input))
        return 0;
    if (attempt == 2 && !has(uses->singles | uses->doubles, input))
        return input % 2 ? 701408733 : 1134903170; /* Euclid's algorithm then takes longest */
    if (has(uses->singles, input))
        return 0x3f800000; /* 1.0f */
    if (has(uses->doubles, input))
        return 0;
    if (input > 8 && has(uses->doubles, input - 1))
        return 0x3ff00000; /* the upper half of 1.0 */
    if (uses->compared[input] == FLOW_TO_CONSTANT && !uses->step[input])
        return LOOP_ITERATIONS;
    if (input >= 8 || attempt)
        return LOOP_ITERATIONS;
    if (input == ECX)
        return setup->has_repeats ? LOOP_REPEATS : LOOP_ITERATIONS;
    return input == EDX || has(uses->divided, input) ? 0 : 1;
}

static uint32_t input_value(const struct code_uses *uses, const struct loop_setup *setup,
                            unsigned input, uint32_t buffer, unsigned attempt)
{
    uint8_t compared = uses->compared[input];
    bool with_input = compared && compared != FLOW_TO_CONSTANT;
    if (has(uses->pointers, input))
        return buffer + input_place(input);
    if (with_input && has(uses->pointers, compared - 1u))
        return pointer_limit(uses, compared - 1u, buffer);
    if (with_input && (uses->step[input] || uses->step[compared - 1]))
        return compared_value(uses, input, compared - 1u);
    if (has(uses->counted, input) && uses->step[input])
        return counter_value(uses, input);
    return plain_value(uses, setup, input, attempt);
}

void loop_inputs_set(struct loop_inputs *inputs, const struct code_uses *uses,
                     const struct loop_setup *setup, uint32_t buffer, unsigned attempt)
{
    inputs->counter = LOOP_NO_COUNTER;
    for (unsigned i = 0; i < FLOW_INPUTS; i++) {
        if (inputs->given[i]) {
            inputs->values[i] = inputs->given_values[i] + (inputs->relative[i] ? buffer : 0);
            continue;
        }
        inputs->values[i] = input_value(uses, setup, i, buffer, attempt);
        if (inputs->counter == LOOP_NO_COUNTER && has(uses->counted & uses->down, i) &&
            !has(uses->pointers, i)) {
            inputs->counter = (uint8_t)i;
            inputs->step = uses->step[i];
        }
    }
}

char *loop_inputs_text(const struct loop_inputs *inputs, const struct code_uses *uses,
                       uint32_t buffer)
{
    char *text = NULL;
    for (unsigned i = 0; i < FLOW_INPUTS; i++) {
        char name[16], *one;
        uint32_t value = inputs->values[i];
        if (i == ESP || !has(uses->read, i) || (i > 8 && has(uses->doubles, i - 1)))
            continue;
        code_flow_input_name(i, name);
        if (i == EBP && uses->framed && !inputs->given[i])
            one = allocate_copy("EBP the frame of the arguments");
        else if (value - (buffer - SHOWN_BELOW) < SHOWN_BELOW + SHOWN_ABOVE)
            one = allocate_text("%s buffer%+d", name, (int)(value - buffer));
        else if (!inputs->given[i] && has(uses->singles | uses->doubles, i))
            one = allocate_text("%s 1.0 (%s)", name, has(uses->singles, i) ? "float" : "double");
        else
            one = allocate_text("%s %d", name, (int)value);
        allocate_appended(&text, ", ", one);
        free(one);
    }
    return text ? text : allocate_copy("none is read");
}
