/*
 * SPDX-License-Identifier: MIT
 * Reports experiment=overhead as text and as records. NULL in the small image (make/kernel.mk).
 */
#pragma once

#include "serial/report.h"

__attribute__((weak)) void overheads_as_text(struct report *report,
                                             const struct report_overheads *overheads);
__attribute__((weak)) void overheads_as_records(struct report *report,
                                                const struct report_overheads *overheads);
