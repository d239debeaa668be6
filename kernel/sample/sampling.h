/*
 * SPDX-License-Identifier: MIT
 * The experiments that interrupt benchmarks: profile, rates, multiplex. An image may be linked
 * without them (make/kernel.mk).
 */
#pragma once

#include "kernel/measure/kernel_run.h"

void sampling_run(struct kernel_run *run, const struct config *config) __attribute__((weak));
