/*
 * SPDX-License-Identifier: MIT
 * What a benchmark inferred, as text.
 */
#pragma once

#include "host/run.h"

#define FINDING_BYTES 256

/* "8,192 bytes", "LRU". */
const char *finding_measured(const struct finding *finding, char buffer[FINDING_BYTES]);

/* What is documented, in the same unit; "" where nothing is. */
const char *finding_documented(const struct finding *finding, char buffer[FINDING_BYTES]);
