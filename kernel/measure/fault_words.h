/*
 * SPDX-License-Identifier: MIT
 * What a fault means for the benchmark that made it, in words.
 */
#pragma once

#include <stddef.h>

#include "serial/report.h"

/* text[size] becomes empty where the exception's name says it all. */
void fault_words(const struct report_fault *fault, char *text, size_t size);
