/*
 * SPDX-License-Identifier: MIT
 * The layout of struct run in the store: each of its arrays is a table, each field a column.
 * Schema, writing and reading follow these tables; a new field is one line in store_layout.c.
 */
#pragma once

#include "host/data/run/run.h"

/*
 * Increase it with every change here, so that an older bareprobe rejects a store that it would
 * misread. A store of an older version gets the missing columns when it is written; when it is only
 * read they are empty.
 */
#define STORE_VERSION 18

enum column_kind {
    COLUMN_TEXT,     /* const char *, never NULL */
    COLUMN_OPTIONAL, /* const char * or NULL */
    COLUMN_UNSIGNED,
    COLUMN_LONG, /* unsigned long */
    COLUMN_HASH, /* uint64_t, stored as a signed number with the same bits */
    COLUMN_REAL,
    COLUMN_BOOL,
    COLUMN_PLATFORM, /* stored by name */
};

struct store_column {
    const char *name;
    enum column_kind kind;
    size_t offset; /* in the struct */
};

/* An array in struct run. The run itself is a part whose element is struct run. */
struct store_part {
    const char *table;
    size_t array, count; /* offsets in struct run of the pointer and of the number */
    size_t element;      /* bytes */
    const struct store_column *columns;
    unsigned n_columns;
};

extern const struct store_part store_run;

#define STORE_PARTS 27
extern const struct store_part store_parts[STORE_PARTS];

/* Returns an array's elements and their number. */
void *store_part_elements(const struct store_part *part, const struct run *run, unsigned *n);

/* Appends a zeroed element. */
void *store_part_add(const struct store_part *part, struct run *run);
