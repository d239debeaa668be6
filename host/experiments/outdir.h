/*
 * SPDX-License-Identifier: MIT
 * The folder of results.
 */
#pragma once

/* Made with the folders above it where it is not there. EXIT_FINE, or after a message EXIT_USAGE.
 */
int outdir_make(const char *path);
