/*
 * SPDX-License-Identifier: MIT
 * A definition is a name, with or without a colon, and a data directive.
 */
#include "host/analysis/masm/masm_variables.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "host/base/allocation.h"

static const char *const directives[][2] = {
    {"db", "byte"},      {"byte", "byte"},   {"sbyte", "byte"},  {"dw", "word"},
    {"word", "word"},    {"sword", "word"},  {"dd", "dword"},    {"dword", "dword"},
    {"sdword", "dword"}, {"real4", "dword"}, {"dq", "qword"},    {"qword", "qword"},
    {"real8", "qword"},  {"dt", "tbyte"},    {"tbyte", "tbyte"}, {"real10", "tbyte"},
};

const char *masm_data_type(const char *word, size_t length)
{
    for (unsigned i = 0; i < sizeof directives / sizeof directives[0]; i++)
        if (strlen(directives[i][0]) == length && !strncasecmp(word, directives[i][0], length))
            return directives[i][1];
    return NULL;
}

static size_t word_length(const char *text)
{
    size_t n = 0;
    while (isalnum((unsigned char)text[n]) || (text[n] && strchr("_@$?", text[n])))
        n++;
    return n;
}

void masm_variables_read(struct masm_variables *variables, char *const *lines, unsigned n)
{
    *variables = (struct masm_variables){0};
    for (unsigned i = 0; i < n; i++) {
        const char *name = lines[i] + strspn(lines[i], " \t");
        size_t length = word_length(name);
        const char *second = name + length;
        second += strspn(second, ": \t");
        size_t second_length = word_length(second);
        const char *rest = second + second_length + strspn(second + second_length, " \t");
        const char *type = masm_data_type(second, second_length);
        if (!length || !type || *rest == '[' || !strncasecmp(rest, "ptr", 3))
            continue;
        struct masm_variable *one =
            allocate_element(&variables->all, &variables->n, sizeof *variables->all);
        one->name = strndup(name, length);
        one->type = type;
    }
}

void masm_variables_free(struct masm_variables *variables)
{
    for (unsigned i = 0; i < variables->n; i++)
        free(variables->all[i].name);
    free(variables->all);
    *variables = (struct masm_variables){0};
}

const char *masm_variables_type(const struct masm_variables *variables, const char *name,
                                size_t length)
{
    for (unsigned i = 0; i < variables->n; i++)
        if (strlen(variables->all[i].name) == length &&
            !strncasecmp(variables->all[i].name, name, length))
            return variables->all[i].type;
    return NULL;
}
