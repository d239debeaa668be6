/*
 * SPDX-License-Identifier: MIT
 * Reports a stack that has wrapped to the end of the 4 GB, in ring 0 without paging. The small
 * image lacks it.
 */
#pragma once

#include "boot/pages.h"

/* Directs the exceptions to entry points that test ESP, with PAGES_OFF, or back. */
void wrapped_stack_guard(enum pages pages) __attribute__((weak));
