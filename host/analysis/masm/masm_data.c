/*
 * SPDX-License-Identifier: MIT
 * Each datum becomes one statement.
 */
#include "host/analysis/masm/masm_data.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct masm_data_type {
    const char *names[4];
    const char *integer, *real;
    unsigned size;
};

static const struct masm_data_type data_types[] = {
    {{"db", "byte"}, ".byte", ".byte", 1},       {{"dw", "word"}, ".value", ".value", 2},
    {{"dd", "dword"}, ".long", ".float", 4},     {{"dq", "qword"}, ".quad", ".double", 8},
    {{"dt", "tbyte"}, ".tfloat", ".tfloat", 10},
};

const struct masm_data_type *masm_data_type_named(const char *word, size_t n)
{
    for (unsigned i = 0; i < sizeof data_types / sizeof data_types[0]; i++)
        for (unsigned k = 0; k < 4 && data_types[i].names[k]; k++)
            if (strlen(data_types[i].names[k]) == n && !strncmp(word, data_types[i].names[k], n))
                return &data_types[i];
    return NULL;
}

unsigned masm_data_size(const char *type)
{
    const struct masm_data_type *known = masm_data_type_named(type, strlen(type));
    return known ? known->size : 1;
}

size_t masm_datum_length(const char *from)
{
    unsigned depth = 0;
    char quote = 0;
    size_t n = 0;
    for (; from[n] && (quote || depth || from[n] != ','); n++) {
        if (quote ? from[n] == quote : from[n] == '"' || from[n] == '\'')
            quote = quote ? 0 : from[n];
        else if (!quote)
            depth += (from[n] == '(') - (depth && from[n] == ')');
    }
    return n;
}

static bool is_real(const char *datum)
{
    const char *digits = datum + strspn(datum, "+-0123456789");
    return digits > datum && *digits == '.';
}

/* Writes one datum; `count`: a number of copies, as text. */
static void masm_datum_write(const struct masm_data_type *type, const char *datum,
                             const char *count, FILE *to)
{
    static const char offset[] = "offset ";
    const char *flat;
    datum += strspn(datum, " \t");
    if (!strncmp(datum, offset, sizeof offset - 1))
        datum += sizeof offset - 1;
    if ((flat = strstr(datum, "flat:")))
        datum = flat + 5;
    if (count && !is_real(datum))
        fprintf(to, ".fill %s, %u, %s; ", count, type->size, datum);
    else if (count)
        fprintf(to, ".rept %s; %s %s; .endr; ", count, type->real, datum);
    else if (type->size == 1 && (*datum == '"' || *datum == '\''))
        fprintf(to, ".ascii \"%.*s\"; ", (int)strcspn(datum + 1, (char[]){*datum, 0}), datum + 1);
    else
        fprintf(to, "%s %s; ", is_real(datum) ? type->real : type->integer, datum);
}

void masm_data_write(const struct masm_data_type *type, const char *data, FILE *to)
{
    while (*data) {
        size_t n = masm_datum_length(data);
        char *datum = strndup(data, n), *dup = strstr(datum, "dup"), *open, *close;
        if (dup && (open = strchr(dup, '(')) && (close = strrchr(open, ')'))) {
            *dup = *close = 0;
            masm_datum_write(type, open + 1, datum, to);
        } else {
            masm_datum_write(type, datum, NULL, to);
        }
        free(datum);
        data += n + (data[n] == ',');
    }
}
