/*
 * SPDX-License-Identifier: MIT
 * C11's <limits.h> (5.2.4.2.1). The compiler's own version includes the host's.
 */
#pragma once

#define CHAR_BIT __CHAR_BIT__

#define SCHAR_MAX __SCHAR_MAX__
#define SHRT_MAX  __SHRT_MAX__
#define INT_MAX   __INT_MAX__
#define LONG_MAX  __LONG_MAX__
#define LLONG_MAX __LONG_LONG_MAX__
#define CHAR_MAX  SCHAR_MAX

#define SCHAR_MIN (-SCHAR_MAX - 1)
#define SHRT_MIN  (-SHRT_MAX - 1)
#define INT_MIN   (-INT_MAX - 1)
#define LONG_MIN  (-LONG_MAX - 1)
#define LLONG_MIN (-LLONG_MAX - 1)
#define CHAR_MIN  SCHAR_MIN

#define UCHAR_MAX  (SCHAR_MAX * 2 + 1)
#define USHRT_MAX  (SHRT_MAX * 2 + 1)
#define UINT_MAX   (INT_MAX * 2u + 1)
#define ULONG_MAX  (LONG_MAX * 2ul + 1)
#define ULLONG_MAX (LLONG_MAX * 2ull + 1)

#define MB_LEN_MAX 1
