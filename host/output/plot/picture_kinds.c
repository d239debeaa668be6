/*
 * SPDX-License-Identifier: MIT
 * The kinds of pictures, in the order of --help.
 */
#include "host/output/plot/picture_kinds.h"

const struct picture_kind *const picture_kinds[] = {
    &picture_bars,    &picture_stack,     &picture_sweep,     &picture_ablation,
    &picture_compare, &picture_latency,   &picture_timeline,  &picture_channels,
    &picture_skid,    &picture_multiplex, &picture_breakdown, NULL,
};
