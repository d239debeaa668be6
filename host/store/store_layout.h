/*
 * SPDX-License-Identifier: MIT
 * How struct run lies in the store: each of its arrays is a table, each field a column. Schema,
 * writing and reading all follow these tables; a new field is one line in store_layout.c.
 */
#pragma once

#include "host/run/run.h"

/*
 * To be raised with every change here, so that an older bareprobe refuses what it would misread. A
 * store of an older version gets the columns it lacks when it is written to; read, they are empty.
 */
#define STORE_VERSION 13

enum column_kind {
    COLUMN_TEXT,     /* const char *, never NULL */
    COLUMN_OPTIONAL, /* const char * or NULL */
    COLUMN_UNSIGNED,
    COLUMN_LONG, /* unsigned long */
    COLUMN_HASH, /* uint64_t; in the table its bits as a signed number */
    COLUMN_REAL,
    COLUMN_BOOL,
    COLUMN_PLATFORM, /* by name */
};

struct column {
    const char *name;
    enum column_kind kind;
    size_t offset; /* in the struct */
};

/* An array of struct run. The run itself is a part whose element is struct run. */
struct part {
    const char *table;
    size_t array, count; /* offsets in struct run of the pointer and of the number */
    size_t element;      /* bytes */
    const struct column *columns;
    unsigned n_columns;
};

extern const struct part store_run;

#define STORE_PARTS 19
extern const struct part store_parts[STORE_PARTS];

/* An array's elements and their number. */
void *part_elements(const struct part *part, const struct run *run, unsigned *n);

/* One more element, zeroed. */
void *part_add(const struct part *part, struct run *run);
