/*
 * SPDX-License-Identifier: MIT
 * C11's <locale.h> (7.11) with one locale, "C", which is also "POSIX" and "".
 */
#pragma once

#include <stddef.h>

enum { LC_CTYPE, LC_NUMERIC, LC_TIME, LC_COLLATE, LC_MONETARY, LC_MESSAGES, LC_ALL };

struct lconv {
    char *decimal_point, *thousands_sep, *grouping;
    char *int_curr_symbol, *currency_symbol;
    char *mon_decimal_point, *mon_thousands_sep, *mon_grouping, *positive_sign, *negative_sign;
    char int_frac_digits, frac_digits;
    char p_cs_precedes, p_sep_by_space, n_cs_precedes, n_sep_by_space, p_sign_posn, n_sign_posn;
    char int_p_cs_precedes, int_p_sep_by_space, int_n_cs_precedes, int_n_sep_by_space;
    char int_p_sign_posn, int_n_sign_posn;
};

/* Returns "C", or NULL for an unknown category or locale. */
char *setlocale(int category, const char *locale);
struct lconv *localeconv(void);
