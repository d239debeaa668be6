/*
 * SPDX-License-Identifier: MIT
 * Regions in an executable: code between region_begin(n) and region_end(n) is counted for region n.
 *
 * This file is all that a program needs. As compiled, a probe is a jump over its place, so that the
 * program runs on Linux too. Each place is listed in a note, whose name is "Bareprobe": the kernel
 * reads it and writes the probe of a benchmark (pmc/region.h) there. region.inc is the same for
 * nasm.
 *
 * Regions may nest, overlap, repeat and have several ends; a region must end before it begins
 * again. All general registers and the flags are preserved. n is a constant from 0 to 255.
 */
#pragma once

#include <stdint.h>

#define REGIONS 256

#define region_begin(n)                                                                            \
    do {                                                                                           \
        REGION_NUMBER(n);                                                                          \
        REGION_PLACE_BEGIN(REGION_MARK("numbered", "named"), REGION_NOTE_BEGIN, n,                 \
                           REGION_NO_SLOT);                                                        \
    } while (0)

#define region_end(n)                                                                              \
    do {                                                                                           \
        REGION_NUMBER(n);                                                                          \
        REGION_PLACE("", REGION_NOTE_END, REGION_END_BYTES, n, REGION_NO_SLOT);                    \
    } while (0)

/* The same with a number known only at run time, so that one piece of code serves a whole sweep. */
#define region_begin_at(n)                                                                         \
    do {                                                                                           \
        REGION_SLOTS;                                                                              \
        REGION_PLACE_BEGIN("", REGION_NOTE_BEGIN_AT, 0, REGION_SLOT(n));                           \
    } while (0)

#define region_end_at(n)                                                                           \
    do {                                                                                           \
        REGION_SLOTS;                                                                              \
        REGION_PLACE("", REGION_NOTE_END_AT, REGION_END_BYTES, 0, REGION_SLOT(n));                 \
    } while (0)

/*
 * region("inner loop") { ... } counts a block as a separate region. Blocks are numbered from 0 in
 * the order of the file, so a program has them in one file, and that has no numbered regions. A
 * break, goto or return out of the block leaves the region open, which the run reports.
 */
#define region(text) REGION_BLOCK(text, __COUNTER__)

/* At file scope: the name of a numbered region. */
#define region_name(n, text)                                                                       \
    REGION_NUMBER(n);                                                                              \
    REGION_NAME_NOTE(REGION_JOIN(region_name_, __LINE__), n, text)

/* ---- implementation -------------------------------------------------------------------------- */

/*
 * Types of notes. The contents of the first four are: distance from this word to the place, bytes
 * of the place, number of the region; of SLOTS: distance from this word to a variable that receives
 * the address of slot 0; of NAME: number of the region, name.
 */
enum region_note {
    REGION_NOTE_BEGIN = 1,
    REGION_NOTE_END = 2,
    REGION_NOTE_BEGIN_AT = 3,
    REGION_NOTE_END_AT = 4,
    REGION_NOTE_SLOTS = 5,
    REGION_NOTE_NAME = 6,
};

#define REGION_NOTES "Bareprobe"

/* Sizes of the probes of pmc/region.h. */
#define REGION_BEGIN_BYTES 48
#define REGION_END_BYTES   81

#define REGION_SLOT_BYTES 64

/* The address of slot 0. */
__attribute__((weak, visibility("hidden"))) uint32_t bareprobe_region_slots;

#define REGION_SLOT(n) "b"(bareprobe_region_slots + (uint32_t)(n)*REGION_SLOT_BYTES)

#define REGION_NUMBER(n)                                                                           \
    _Static_assert((n) >= 0 && (n) < REGIONS, "a region must be a constant from 0 to 255")

#define REGION_JOIN(a, b)  REGION_JOIN_(a, b)
#define REGION_JOIN_(a, b) a##b

/* A note's head: bytes of the name, bytes of the contents, type, name. */
#define REGION_NOTE_HEAD(bytes, type)                                                              \
    ".pushsection .note.bareprobe, \"a\", @note\n\t"                                               \
    ".balign 4\n\t"                                                                                \
    ".long 10, " bytes ", " type                                                                   \
    "\n\t"                                                                                         \
    ".asciz \"" REGION_NOTES                                                                       \
    "\"\n\t"                                                                                       \
    ".balign 4\n\t"

#define REGION_SLOTS                                                                               \
    __asm__ volatile(REGION_NOTE_HEAD(                                                             \
        "4", "%c0") ".long bareprobe_region_slots - .\n\t"                                         \
                    ".popsection" ::"i"(REGION_NOTE_SLOTS))

/* Aligned in two steps, so that the padding contains no jump. */
#define REGION_PLACE_BEGIN(mark, type, n, slot)                                                    \
    REGION_PLACE(mark ".p2align 4\n\t.p2align 5\n", type, REGION_BEGIN_BYTES, n, slot)

/* slot: an operand that needs no instruction, or REGION_SLOT(n). */
#define REGION_PLACE(before, type, bytes, n, slot)                                                 \
    __asm__ volatile(before "772:\n\t"                                                             \
                            "jmp 773f\n\t"                                                         \
                            ".fill %c1 - (. - 772b), 1, 0x90\n"                                    \
                            "773:\n\t" REGION_NOTE_HEAD("12", "%c0")                               \
                            ".long 772b - ., %c1, %c2\n\t"                                         \
                            ".popsection"                                                          \
                     :                                                                             \
                     : "i"(type), "i"(bytes), "i"(n), slot                                         \
                     : "memory")

#define REGION_NO_SLOT "i"(0)

/* Assembler check that a file does not use a region both by number and by region(name). */
#define REGION_MARK(this, other)                                                                   \
    ".set .Lregion_" this "_%c2, 1\n\t"                                                            \
    ".ifdef .Lregion_" other "_%c2\n\t"                                                            \
    ".error \"region %c2 is numbered, and region(name) uses that number: name it with "            \
    "region_name(%c2, name)\"\n\t"                                                                 \
    ".endif\n\t"

#define REGION_NAME_NOTE(symbol, n, text)                                                          \
    static const struct {                                                                          \
        uint32_t name_bytes, bytes, type;                                                          \
        char name[12];                                                                             \
        uint32_t number;                                                                           \
        char text_of_region[(sizeof(text) + 3) & ~3u];                                             \
    } symbol __attribute__((section(".note.bareprobe"), used, aligned(4))) = {                     \
        sizeof(REGION_NOTES),                                                                      \
        sizeof(uint32_t) + ((sizeof(text) + 3) & ~3u),                                             \
        REGION_NOTE_NAME,                                                                          \
        REGION_NOTES,                                                                              \
        n,                                                                                         \
        text}

#define REGION_BLOCK(text, n)                                                                      \
    for (int REGION_JOIN(region_open_, n) = ({                                                     \
             _Static_assert((n) < REGIONS, "too many named regions in this file: 256 at most");    \
             REGION_NAME_NOTE(REGION_JOIN(region_name_of_, n), n, text);                           \
             REGION_PLACE_BEGIN(REGION_MARK("named", "numbered"), REGION_NOTE_BEGIN, n,            \
                                REGION_NO_SLOT);                                                   \
             1;                                                                                    \
         });                                                                                       \
         REGION_JOIN(region_open_, n); ({                                                          \
             REGION_PLACE("", REGION_NOTE_END, REGION_END_BYTES, n, REGION_NO_SLOT);               \
             REGION_JOIN(region_open_, n) = 0;                                                     \
         }))
