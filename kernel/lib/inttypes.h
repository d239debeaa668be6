/*
 * SPDX-License-Identifier: MIT
 * Of C11's <inttypes.h> (7.8) the directives of printf for the types of <stdint.h>.
 */
#pragma once

#include <stdint.h>

#define PRId8  "hhd"
#define PRId16 "hd"
#define PRId32 "d"
#define PRId64 "lld"
#define PRIu8  "hhu"
#define PRIu16 "hu"
#define PRIu32 "u"
#define PRIu64 "llu"
#define PRIx8  "hhx"
#define PRIx16 "hx"
#define PRIx32 "x"
#define PRIx64 "llx"
#define PRIX32 "X"
#define PRIX64 "llX"

#define PRIdMAX "lld"
#define PRIuMAX "llu"
#define PRIxMAX "llx"
#define PRIdPTR "d"
#define PRIuPTR "u"
#define PRIxPTR "x"
