/*
 * SPDX-License-Identifier: MIT
 * The source location of an instruction: function, file and line.
 */
#pragma once

#include "host/analysis/fault/debug_image.h"

struct code_spot {
    const char *function; /* a name in the source; NULL if unknown */
    uint32_t first, end;  /* its code is first..end-1 */
    const char *file;     /* as given to the compiler; NULL if there is no line */
    const char *folder;   /* of compilation, or NULL */
    int line;             /* of the innermost inlined function, from 1 */
    bool kernel; /* part of the kernel, not of benchmarks or the libraries linked to them */
};

/*
 * Finds the location of an address. Strings belong to the image. Returns false if the address is
 * not code of the image.
 */
bool code_spot_find(const struct debug_image *image, uint32_t address, struct code_spot *spot);
