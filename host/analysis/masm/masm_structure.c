/*
 * SPDX-License-Identifier: MIT
 * Fields follow each other without gaps, as in MASM's default.
 */
#include "host/analysis/masm/masm_structure.h"

#include <stdlib.h>
#include <string.h>

#include "host/analysis/masm/masm_data.h"
#include "host/analysis/masm/masm_variables.h"
#include "host/analysis/masm/masm_letters.h"
#include "host/base/allocation.h"

const struct masm_structure *masm_structure_named(const struct masm_structures *structures,
                                                  const char *name, size_t length)
{
    for (unsigned i = 0; i < structures->n; i++)
        if (strlen(structures->all[i].name) == length &&
            !strncmp(structures->all[i].name, name, length))
            return &structures->all[i];
    return NULL;
}

/* Returns the number of data, as 16 of `16 dup (?)` and 2 of `1, 2`. */
static unsigned data_count(const char *data)
{
    unsigned count = 0;
    while (*data) {
        size_t n = masm_datum_length(data);
        const char *dup = strstr(data, "dup");
        count += dup && dup < data + n ? (unsigned)strtoul(data, NULL, 0) : 1;
        data += n + (data[n] == ',');
    }
    return count ? count : 1;
}

/* Returns the size of the data of a field after its name; 0 if the line has none. */
static unsigned field_size(const struct masm_structures *structures, const char *type)
{
    size_t n = masm_word_length(type);
    const char *known = masm_data_type(type, n), *data = type + n;
    const struct masm_structure *structure = masm_structure_named(structures, type, n);
    unsigned size = known ? masm_data_size(known) : structure ? structure->size : 0;
    return size * data_count(data + strspn(data, " \t"));
}

/* Reads a field; returns its size. */
static unsigned field_read(const struct masm_structures *structures, const char *structure,
                           size_t length, const char *line, unsigned offset,
                           struct masm_names *names)
{
    size_t n = masm_word_length(line);
    const char *type = line + n + strspn(line + n, " \t");
    unsigned size = field_size(structures, type);
    if (!size) /* without a name */
        return field_size(structures, line);
    char *name = allocate_text(".%.*s.%.*s", (int)length, structure, (int)n, line);
    masm_names_add(names, name, strlen(name), allocate_text("%u", offset), NULL);
    free(name);
    name = allocate_text(".%.*s", (int)n, line);
    masm_names_add(names, name, strlen(name), allocate_text("%u", offset), NULL);
    free(name);
    return size;
}

void masm_structures_read(struct masm_structures *structures, char *const *lines, unsigned n,
                          struct masm_names *names, bool *omitted)
{
    static const char *const begins[] = {"struct", "struc", NULL};
    *structures = (struct masm_structures){0};
    for (unsigned i = 0; i < n; i++) {
        size_t length = masm_word_length(lines[i]);
        const char *name = lines[i], *second = name + length + strspn(name + length, " \t");
        unsigned size = 0;
        if (!length || !masm_word_is_among(second, masm_word_length(second), begins))
            continue;
        omitted[i] = true;
        for (i++; i < n && !strstr(lines[i], "ends"); i++) {
            omitted[i] = true;
            size += field_read(structures, name, length, lines[i], size, names);
        }
        if (i < n)
            omitted[i] = true;
        struct masm_structure *one =
            allocate_element(&structures->all, &structures->n, sizeof *structures->all);
        one->name = strndup(name, length);
        one->size = size;
    }
}

void masm_structures_free(struct masm_structures *structures)
{
    for (unsigned i = 0; i < structures->n; i++)
        free(structures->all[i].name);
    free(structures->all);
    *structures = (struct masm_structures){0};
}
