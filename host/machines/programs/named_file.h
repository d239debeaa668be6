/*
 * SPDX-License-Identifier: MIT
 * A file for the kernel.
 */
#pragma once

struct named_file {
    char *name, *path; /* its name there, and its path here */
};
