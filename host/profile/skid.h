/*
 * SPDX-License-Identifier: MIT
 * How far behind the instruction that caused them samples fell, told by a loop that is made for it:
 * its first instruction is the cause, and nothing behind it is (bench/sampled/skid.asm).
 */
#pragma once

#include "host/profile/profiles.h"

#define SKID_LOOP "skid_turn" /* its name in the image */
#define SKID_MOST 1024        /* instructions of it */

/* Distances are in instructions, from the cause to the one that was next: 0 is the cause itself. */
struct skid {
    unsigned length;              /* instructions of the loop */
    double at[SKID_MOST];         /* samples at each distance */
    double samples, elsewhere;    /* on the loop; on other code */
    unsigned least, median, most; /* distances */
};

/* Of a profile whose rows are as they were sampled, with an image. False where no sample fell on
 * the loop. */
bool skid_of(const struct profile *profile, struct skid *skid);

/* The share of the samples on the loop at a distance. */
double skid_share(const struct skid *skid, unsigned distance);

/* A row for each profile with samples on the loop. Returns how many there were. */
unsigned skid_table(const struct profiles *profiles, bool colour, FILE *to);
