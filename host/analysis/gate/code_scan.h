/*
 * SPDX-License-Identifier: MIT
 * A fast pass over all instructions that may be reached, without their flow. It visits every
 * instruction of the graph (code_graph.h), and more: all calls return, and all addresses in data
 * are followed. A program needs a graph only if one of these instructions is lacking.
 */
#pragma once

#include <stdbool.h>

#include "host/analysis/gate/program_image.h"

/*
 * Reports whether a processor with these sets of instructions has all of them. *instructions is the
 * number of those that were visited; the pass ends at the first that is lacking.
 */
bool code_scan_is_complete(const struct program_image *image, unsigned has, unsigned *instructions);
