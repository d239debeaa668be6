/*
 * SPDX-License-Identifier: MIT
 * Where in the source an instruction is: function, file and line.
 */
#pragma once

#include "host/fault/debug_image.h"

struct code_spot {
    const char *function; /* that a person has named; NULL where nothing is known */
    uint32_t first, end;  /* its code is first..end-1 */
    const char *file;     /* as the compiler was told it; NULL where there is no line */
    const char *folder;   /* of compilation, or NULL */
    int line;             /* of the innermost inlined function, from 1 */
    bool kernel;          /* it is of the kernel, not of benchmarks and what they are linked with */
};

/* Texts are the image's. Whether it is code of the image. */
bool code_spot_find(const struct debug_image *image, uint32_t address, struct code_spot *spot);
