/*
 * SPDX-License-Identifier: MIT
 * The stack of a program as it is at its entry: arguments, environment, auxiliary vector (System V
 * ABI, Intel386 supplement, "Process Initialization"; Linux's fs/binfmt_elf.c).
 */
#pragma once

#include <stdint.h>

#include "kernel/process/image/elf_image.h"
#include "kernel/settings/config.h"

#define PROCESS_STACK_TOP   0xBFFFF000u
#define PROCESS_STACK_FIRST (32 * 1024u)       /* mapped before the first run */
#define PROCESS_STACK_MOST  (8 * 1024 * 1024u) /* Linux's usual limit */

/* A command line or an environment, split into words. */
struct process_words {
    char text[CONFIG_PROGRAM_BYTES]; /* the words, each followed by a 0 byte */
    uint16_t start[CONFIG_PROGRAM_BYTES / 2];
    unsigned n;
    unsigned bytes; /* in use of `text` */
};

/*
 * Splits a text at blanks. Quotation marks of both kinds keep blanks; a backslash keeps the next
 * character, except between apostrophes, and \xHH is the byte with that hexadecimal number. Returns
 * NULL, or the reason why it cannot be split.
 */
const char *process_words_split(struct process_words *words, const char *text);

/*
 * Writes the initial stack, whose pages are mapped. Returns ESP at the entry, or 0 if a page is
 * missing. `features` are CPUID's, for AT_HWCAP.
 */
uint32_t process_stack_write(const struct elf_image *image, const struct elf_image *interpreter,
                             const struct process_words *arguments,
                             const struct process_words *environment, uint32_t features);
