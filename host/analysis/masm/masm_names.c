/*
 * SPDX-License-Identifier: MIT
 * The last valid one of equal names is used.
 */
#include "host/analysis/masm/masm_names.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "host/base/allocation.h"

void masm_names_add(struct masm_names *names, const char *name, size_t length, char *text,
                    const char *type)
{
    struct masm_name *one = allocate_element(&names->all, &names->n, sizeof *names->all);
    one->name = strndup(name, length);
    one->text = text;
    one->type = type;
    one->first = 0;
    one->last = UINT_MAX;
}

void masm_names_free(struct masm_names *names)
{
    for (unsigned i = 0; i < names->n; i++) {
        free(names->all[i].name);
        free(names->all[i].text);
    }
    free(names->all);
    *names = (struct masm_names){0};
}

const struct masm_name *masm_names_find(const struct masm_names *names, const char *word,
                                        size_t length, unsigned line)
{
    for (unsigned i = names->n; i-- > 0;) {
        const struct masm_name *one = &names->all[i];
        if (line >= one->first && line <= one->last && strlen(one->name) == length &&
            !strncasecmp(one->name, word, length))
            return one;
    }
    return NULL;
}
