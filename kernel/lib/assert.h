/*
 * SPDX-License-Identifier: MIT
 * C11's <assert.h> (7.2). It has no #pragma once, since NDEBUG may change between two inclusions.
 */
void assert_failed(const char *condition, const char *file, int line, const char *function)
    __attribute__((noreturn));

#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition)                                                                          \
    ((condition) ? (void)0 : assert_failed(#condition, __FILE__, __LINE__, __func__))
#endif

#undef static_assert
#define static_assert _Static_assert
