/*
 * SPDX-License-Identifier: MIT
 * The table of vpentium's options: name, value, help, and where the value is stored.
 */
#pragma once

#include "sim/vpentium_options.h"

struct option_row {
    const char *name;
    const char *value; /* name of its value in the help; NULL: no value */
    const char *help;
    enum {
        OPTION_FLAG,   /* bool: it was given */
        OPTION_TEXT,   /* const char *: the value */
        OPTION_NUMBER, /* unsigned, from low to high */
        OPTION_EITHER, /* bool: the value is the second of two words */
        OPTION_WORD,   /* enum: the index of the value in `words` */
        OPTION_PARSED, /* parse() stores it */
    } type;
    size_t offset; /* into struct options */
    unsigned low, high;
    const char *const *words; /* up to a NULL */
    const char *allowed;      /* the same, for messages */
    bool (*parse)(struct options *options, const char *value);
};

extern const struct option_row option_table[];
extern const size_t option_table_rows;

/* Returns NULL if there is no such option. */
const struct option_row *option_table_find(const char *name, size_t length);

/* Stores the value of an option, or returns false after one line on stderr. */
bool option_table_store(const struct option_row *row, struct options *options, const char *value);
