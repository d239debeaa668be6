/*
 * SPDX-License-Identifier: MIT
 * The experiments that interrupt benchmarks: profile, rates, multiplex. An image may be linked
 * without them (make/kernel.mk).
 */
#pragma once

#include "kernel/measure/run_experiment.h"

void sampling_run(struct run *run, const struct config *config) __attribute__((weak));
