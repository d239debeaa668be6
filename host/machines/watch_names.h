/*
 * SPDX-License-Identifier: MIT
 * Resolves names of watched variables with the image's symbols, which the kernel does not have.
 */
#pragma once

/*
 * Appends an address to each name in the settings `hook` and `source`, hook=watch:total@0x15bc80;
 * other settings are copied unchanged. The caller frees the result; NULL after a message. `kernel`
 * is the image's file, or NULL if it is unknown.
 */
char *watch_names_find(const char *text, const char *kernel);
