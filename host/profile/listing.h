/*
 * SPDX-License-Identifier: MIT
 * A function's source lines in their order, under each its instructions: every instruction stands
 * once, so that shares add up, of lines as of instructions.
 */
#pragma once

#include "host/profile/profiles.h"

enum listing_kind { LISTING_FILE, LISTING_LINE, LISTING_INSTRUCTION };

struct listing_row {
    enum listing_kind kind;
    uint32_t address;                  /* of an instruction */
    int line;                          /* of a line */
    char text[PROFILE_NAME];           /* the file's name, the source, the instruction */
    double n;                          /* samples on it; of a line those of its instructions */
    double gains[PROFILE_MOST_EVENTS]; /* likewise */
};

struct listing {
    struct listing_row *rows;
    unsigned n;
    double samples; /* of the function */
};

/* Whether the function has samples; then the listing is to be given up. */
bool listing_make(struct listing *listing, const struct profile *profile, const char *function);
void listing_free(struct listing *listing);
