/*
 * SPDX-License-Identifier: MIT
 * Renames kernel/lib's <ctype.h>, so that it can be linked with the host's. After this header C's
 * names mean those of kernel/lib.
 */
#define isalnum  lib_isalnum
#define isalpha  lib_isalpha
#define isblank  lib_isblank
#define iscntrl  lib_iscntrl
#define isdigit  lib_isdigit
#define isgraph  lib_isgraph
#define islower  lib_islower
#define isprint  lib_isprint
#define ispunct  lib_ispunct
#define isspace  lib_isspace
#define isupper  lib_isupper
#define isxdigit lib_isxdigit
#define tolower  lib_tolower
#define toupper  lib_toupper
#include "kernel/lib/ctype.h"
