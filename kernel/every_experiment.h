/*
 * SPDX-License-Identifier: MIT
 * What the settings ask for, one experiment after the other.
 */
#pragma once

#include "kernel/settings/config.h"

/* Plans all of it, so that the report can say how much there is; then measures it. */
void measure_all(void);

/* One, planned already. */
void measure(const struct config *config);

/* 0, or -1 where it was said that they take more memory than there is. */
int use_pages(enum pages pages);
