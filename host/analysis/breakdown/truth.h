/*
 * SPDX-License-Identifier: MIT
 * The virtual Pentium's own account of a region's clocks (vpentium -account), which validates the
 * estimate.
 */
#pragma once

#include "host/analysis/breakdown/breakdown.h"

struct truth; /* the content of a file of -account */

/* Returns NULL after a message. */
struct truth *truth_read(const char *file);
void truth_free(struct truth *truth);

/*
 * Finds the clocks of each part and of the rest in one repetition, without overhead. Returns false
 * if the file does not have the region, or is of another processor.
 */
bool truth_of(const struct truth *truth, const struct result *place, const struct part_list *list,
              double parts[PARTS_MOST], double *rest);

/*
 * Returns the Kullback-Leibler distance, in nats, of the estimate's shares from the truth's. The
 * unexplained clocks are a share that is `rest` in the truth, on a P5 0. If the estimate of a part
 * is 0 and the truth is not, 1 clock is used for the estimate.
 */
double truth_distance(const double parts[PARTS_MOST], double rest,
                      const struct breakdown *breakdown);
