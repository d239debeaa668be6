/*
 * SPDX-License-Identifier: MIT
 * The user's directories for this program (XDG Base Directory Specification 0.8).
 */
#pragma once

/*
 * Returns the directory `bareprobe` in the one that the environment variable names, or in
 * `below_home` of the home directory; it and its parents are created. NULL if neither is set. The
 * caller frees it. Errors appear when a file in it is opened.
 */
char *user_folder_create(const char *variable, const char *below_home);
