/*
 * SPDX-License-Identifier: MIT
 * Names of what is to be watched, which the image's symbols have and the kernel has not.
 */
#pragma once

/*
 * The settings `hook` and `source` with an address behind each name, hook=watch:total@0x15bc80; any
 * other setting as it is. The caller frees it; NULL after a message. `kernel` is the image's file,
 * or NULL where it is not known.
 */
char *watch_names_find(const char *text, const char *kernel);
