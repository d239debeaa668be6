/*
 * SPDX-License-Identifier: MIT
 * A file of assembly that a person names.
 */
#pragma once

/* Its text, to be freed; NULL after a message. */
char *source_file_read(const char *path);
