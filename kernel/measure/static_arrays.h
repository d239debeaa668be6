/*
 * SPDX-License-Identifier: MIT
 * Finds the large static arrays of a benchmark. The build moves them out of the image's .bss, so
 * that every machine can load the image; they all begin at one address above the kernel's own
 * memory (tools/localize.sh, tools/link_image.sh), and exist while their benchmark is measured.
 */
#pragma once

#include <stddef.h>

struct static_arrays {
    const char *bench; /* "mine/stream" */
    char *start, *end;
};

/* Returns the arrays of a benchmark; NULL if it has none outside the image. */
const struct static_arrays *static_arrays_find(const char *bench);

static inline size_t static_arrays_bytes(const struct static_arrays *arrays)
{
    return arrays ? (size_t)(arrays->end - arrays->start) : 0;
}
