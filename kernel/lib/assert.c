/*
 * SPDX-License-Identifier: MIT
 * Reports a failed assertion.
 */
#include "kernel/lib/assert.h"

#include "kernel/lib/stdio.h"
#include "kernel/lib/stdlib.h"

void assert_failed(const char *condition, const char *file, int line, const char *function)
{
    printf("%s:%d: %s: Assertion `%s' failed.\n", file, line, function, condition);
    abort();
}
