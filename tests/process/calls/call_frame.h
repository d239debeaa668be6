/*
 * SPDX-License-Identifier: MIT
 * Frame of the programs that compare system calls: they print each call, its result and the memory
 * that it has written. Values that differ from machine to machine are not printed.
 *
 * A program includes this file and defines program(). It is linked without a C library.
 */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

/* Returns what EAX contains after INT 80h. The table's frame replaces it. */
long system_call(const uint32_t words[7]);

void program(void);

void print_text(const char *text);
void print_number(long number);

/* Prints `label`, and bytes as hexadecimal digits. */
void print_bytes(const char *label, const void *bytes, unsigned count);

/* Makes the call with that number; missing arguments are 0. */
long call(int number, ...);

/* Prints "text = result", with the error's number if it is one. Returns the result. */
long print_call(const char *text, long result);

/* One call, printed as it is written here. */
#define SHOW(name, ...)                                                                            \
    print_call(#name "(" #__VA_ARGS__ ")", call(NUMBER_##name, ##__VA_ARGS__, 0, 0, 0, 0, 0, 0))

/* One call whose result is printed only as an error or as `good`. */
#define SHOW_IF_GOOD(name, ...)                                                                    \
    print_call(#name "(" #__VA_ARGS__ ") >= 0",                                                    \
               at_most_0(call(NUMBER_##name, ##__VA_ARGS__, 0, 0, 0, 0, 0, 0)))

/* One call that is not printed. */
#define CALL(name, ...) call(NUMBER_##name, ##__VA_ARGS__, 0, 0, 0, 0, 0, 0)

/* Prints a condition and whether it holds. */
#define SHOW_TRUE(condition) print_call(#condition, condition)

static inline long at_most_0(long result)
{
    return result < 0 && result > -4096 ? result : 0;
}

/* Numbers of system calls: Linux's arch/x86/entry/syscalls/syscall_32.tbl. */
#include "numbers.h"

#define BAD ((char *)16) /* no page is mapped there */

/* Returns the start of a page that may not be accessed; the page before it may. */
char *guarded_page(void);

void fill(void *to, int byte, unsigned count);
unsigned length_of(const char *text);
bool is_equal(const void *a, const void *b, unsigned count);

enum {
    O_WRITE = 1,
    O_READ_WRITE = 2,
    O_NO_ACCESS = 3,
    O_CREATE = 0100,
    O_EXCLUSIVE = 0200,
    O_TRUNCATE = 01000,
    O_APPENDING = 02000,
    O_NONBLOCKING = 04000,
    O_LARGE = 0100000,
    O_DIRECTORIES = 0200000,
    O_NO_LINKS = 0400000,
    O_CLOSE_ON_EXEC = 02000000,
    O_PATHS = 010000000
};
#define HERE (-100) /* AT_FDCWD */
