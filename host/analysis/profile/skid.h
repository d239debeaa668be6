/*
 * SPDX-License-Identifier: MIT
 * Measures skid: how many instructions after its cause a sample falls, in a loop made for it. The
 * loop's first instruction is the only cause (bench/sampled/skid.asm).
 */
#pragma once

#include "host/analysis/profile/profiles.h"

#define SKID_LOOP "skid_turn" /* symbol of the loop in the image */
#define SKID_MOST 1024        /* maximum of instructions in the loop */

/* Distances are in instructions, from the cause to the instruction that was next; 0 is the cause
 * itself. */
struct skid {
    unsigned length;              /* instructions in the loop */
    double at[SKID_MOST];         /* samples at each distance */
    double samples, elsewhere;    /* in the loop; in other code */
    unsigned least, median, most; /* of the distances */
};

/* Computes the skid of a profile with `next` rows and an image. Returns false if no sample fell on
 * the loop. */
bool skid_of(const struct profile *profile, struct skid *skid);

/* Returns the share of the loop's samples at a distance. */
double skid_share(const struct skid *skid, unsigned distance);

/* Prints a row for each profile with samples in the loop; returns the number of rows. */
unsigned skid_table(const struct profiles *profiles, bool colour, FILE *to);
