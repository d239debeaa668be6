/*
 * SPDX-License-Identifier: MIT
 * What numbers of the virtual machine are worth, by the processor that it is.
 */
#pragma once

#include <stdint.h>

/* A sentence for a person; NULL for a Pentium, whose model is held to silicon throughout. */
const char *model_worth(const char *vendor, uint32_t signature);
