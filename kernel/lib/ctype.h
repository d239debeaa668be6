/*
 * SPDX-License-Identifier: MIT
 * C11's <ctype.h> (7.4) in the "C" locale, for ASCII; bytes of 128 and above belong to no class.
 * Comparisons use fewer cache lines than a table.
 */
#pragma once

static inline int isdigit(int c)
{
    return (unsigned)c - '0' < 10;
}

static inline int islower(int c)
{
    return (unsigned)c - 'a' < 26;
}

static inline int isupper(int c)
{
    return (unsigned)c - 'A' < 26;
}

static inline int isalpha(int c)
{
    return ((unsigned)c | 0x20) - 'a' < 26;
}

static inline int isalnum(int c)
{
    return isalpha(c) || isdigit(c);
}

static inline int isxdigit(int c)
{
    return isdigit(c) || ((unsigned)c | 0x20) - 'a' < 6;
}

static inline int isblank(int c)
{
    return c == ' ' || c == '\t';
}

static inline int isspace(int c)
{
    return c == ' ' || (unsigned)c - '\t' < 5; /* \t \n \v \f \r */
}

static inline int isprint(int c)
{
    return (unsigned)c - ' ' < 95;
}

static inline int isgraph(int c)
{
    return (unsigned)c - '!' < 94;
}

static inline int ispunct(int c)
{
    return isgraph(c) && !isalnum(c);
}

static inline int iscntrl(int c)
{
    return (unsigned)c < ' ' || c == 127;
}

static inline int tolower(int c)
{
    return isupper(c) ? c + ('a' - 'A') : c;
}

static inline int toupper(int c)
{
    return islower(c) ? c - ('a' - 'A') : c;
}
