/*
 * SPDX-License-Identifier: MIT
 * wc, the thesis's first case study (section 5.6), on a text of the same size: 4,036 lines and
 * 105,196 characters. It has 16,325 words. The thesis does not give that number: words and lines
 * together are the data writes of its simulator beyond two per character (Table 5.6: 230,755 - 2 *
 * 105,197).
 *
 * Characters are read as by a C library's getc(): from a buffer whose address and length are stored
 * in memory. The file is in memory too, and is copied to the buffer instead of a read().
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "bench/thesis/text.h"

#define CHARACTERS 105196
#define WORDS      16325
#define LINES      4036
#define BUFFER     4096
#define END        (-1)

static char *text;

/* Volatile, since a compiler of 1997 did not hold a stdio stream in registers. */
static struct {
    volatile int left; /* unread characters of the buffer */
    const unsigned char *volatile next;
    uint32_t offset; /* offset in the text of the next data for the buffer */
    unsigned char *buffer;
} file;

static struct counts {
    unsigned characters, words, lines;
} total;

/* Refills the buffer; returns its first character. */
static __attribute__((noinline)) int refill(void)
{
    uint32_t rest = CHARACTERS - file.offset;
    uint32_t length = rest < BUFFER ? rest : BUFFER;

    if (length == 0)
        return END;
    memcpy(file.buffer, text + file.offset, length);
    file.offset += length;
    file.left = length - 1;
    file.next = file.buffer;
    return *file.next++;
}

static inline int get(void)
{
    return --file.left >= 0 ? *file.next++ : refill();
}

static struct counts count(void)
{
    struct counts n = {0};
    bool in_word = false;
    int c;

    while ((c = get()) != END) {
        n.characters++;
        if (c == '\n')
            n.lines++;
        if (c == ' ' || c == '\n' || c == '\t') {
            in_word = false;
        } else if (!in_word) {
            in_word = true;
            n.words++;
        }
    }
    return n;
}

static void run(void)
{
    stdio_reset();
    region_begin(0);
    file.left = 0;
    file.offset = 0;
    region_begin(1);
    total = count();
    region_end(1);
    printf("%7u %7u %7u\n", total.lines, total.words, total.characters);
    region_end(0);
}
region_name(0, "whole");
region_name(1, "inner loop");

static void setup(void)
{
    file.buffer = malloc(BUFFER);
    text = malloc(CHARACTERS);
    text_fill(text, CHARACTERS, WORDS, LINES);
}

static const char *check(void)
{
    static char wrong[80];

    if (total.characters == CHARACTERS && total.words == WORDS && total.lines == LINES)
        return NULL;
    snprintf(wrong, sizeof(wrong), "counted %u lines, %u words, %u characters", total.lines,
             total.words, total.characters);
    return wrong;
}

BENCHMARK("word count over 105,196 characters (section 5.6, Tables 5.6 and 5.7)", run,
          .setup = setup, .check = check, .memory = 108 * 1024);
