/*
 * SPDX-License-Identifier: MIT
 * Explains in words what a fault means for the benchmark that caused it.
 */
#pragma once

#include <stddef.h>

#include "serial/report.h"

/* Sets text[size] to the explanation; to "" if the exception's name is enough. */
void fault_words(const struct report_fault *fault, char *text, size_t size);
