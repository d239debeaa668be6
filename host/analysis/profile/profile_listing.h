/*
 * SPDX-License-Identifier: MIT
 * An annotated listing of a function: source lines in order, below each its instructions. Every
 * instruction is listed once, so the shares of lines and of instructions each add up.
 */
#pragma once

#include "host/analysis/profile/profiles.h"

enum listing_kind { LISTING_FILE, LISTING_LINE, LISTING_INSTRUCTION };

struct profile_listing_row {
    enum listing_kind kind;
    uint32_t address;                  /* for an instruction */
    int line;                          /* for a line */
    char text[PROFILE_NAME];           /* the file name, source text or instruction */
    double n;                          /* samples; for a line the sum over its instructions */
    double gains[PROFILE_MOST_EVENTS]; /* for a line the sum over its instructions */
};

struct profile_listing {
    struct profile_listing_row *rows;
    unsigned n;
    double samples; /* in the whole function */
};

/* Returns whether the function has samples. If so, the listing must be freed. */
bool profile_listing_make(struct profile_listing *listing, const struct profile *profile,
                          const char *function);
void profile_listing_free(struct profile_listing *listing);
