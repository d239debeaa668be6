/*
 * SPDX-License-Identifier: MIT
 * experiment=overhead, told as text and in records: NULL in the small image (make/kernel.mk).
 */
#pragma once

#include "serial/report.h"

__attribute__((weak)) void overheads_as_text(struct report *report,
                                             const struct report_overheads *overheads);
__attribute__((weak)) void overheads_as_records(struct report *report,
                                                const struct report_overheads *overheads);
