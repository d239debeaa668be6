/*
 * SPDX-License-Identifier: MIT
 * Draws a fan of 122 lines in a picture of 64 x 64 bytes: pixel by pixel, computing each address;
 * by Bresenham's loop, with a branch; and with a carry instead of the branch.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/apps/line/line.h"
#include "bench/bench.h"

#define SIZE   64
#define LENGTH 60 /* pixels of a line along its longer side */
#define LINES  (2 * (LENGTH + 1))

enum { PIXELS, BRANCH, CARRY };

static long variant;
static uint8_t *picture, *expected;
static int32_t pitch; /* SIZE, hidden from the compiler */

/* Lines start in the picture's corner and go right or down; each has its own colour. */
static struct line line(int n)
{
    struct line line = {picture, LENGTH, 1, SIZE, n / 2, LENGTH};

    if (n % 2) {
        line.along = SIZE;
        line.aside = 1;
    }
    return line;
}

static __attribute__((noinline)) void set_pixel(int x, int y, uint8_t colour)
{
    picture[y * pitch + x] = colour;
}

static void draw_pixels(const struct line *line, uint8_t colour)
{
    int error = line->run, aside = 0;

    for (int along = 0; along < LENGTH; along++) {
        if (line->along == 1)
            set_pixel(along, aside, colour);
        else
            set_pixel(aside, along, colour);
        error -= 2 * line->rise;
        if (error <= 0) {
            error += 2 * line->run;
            aside++;
        }
    }
}

static void run(void)
{
    static line_draw *const ways[] = {draw_pixels, line_draw_branching, line_draw_carrying};

    region_begin(0);
    for (int n = 0; n < LINES; n++) {
        struct line one = line(n);
        ways[variant](&one, n + 1);
    }
    region_end(0);
}
region_name(0, "lines");

/* Draws a line by the definition, with a division per pixel. */
static void draw_expected(int n)
{
    struct line one = line(n);

    for (uint32_t i = 0; i < LENGTH; i++)
        expected[(int)i * one.along +
                 (int)((2 * i * one.rise + one.run) / (2 * one.run)) * one.aside] = n + 1;
}

static void setup(void)
{
    pitch = SIZE;
    picture = malloc(SIZE * SIZE);
    expected = calloc(SIZE, SIZE);
    for (int n = 0; n < LINES; n++)
        draw_expected(n);
}

/*
 * Reads the picture, because a write that misses allocates no cache line: the region then measures
 * the loop and not the bus.
 */
static void restore(void)
{
    memset(picture, 0, SIZE * SIZE);
    for (int i = 0; i < SIZE * SIZE; i += 32)
        keep(((volatile uint8_t *)picture)[i]);
}

static const char *check(void)
{
    static char wrong[80];

    for (int i = 0; i < SIZE * SIZE; i++) {
        if (picture[i] != expected[i]) {
            snprintf(wrong, sizeof(wrong), "row %d, column %d is %d, not %d", i / SIZE, i % SIZE,
                     picture[i], expected[i]);
            return wrong;
        }
    }
    return NULL;
}

/* An integer multiplication counts as an operation: one for each pixel's address. */
WORK("if variant=pixels region=lines flops=122*60");
WORK("if variant=branch region=lines flops=0");
WORK("if variant=carry region=lines flops=0");

BENCHMARK("122 lines of 60 pixels", run, .setup = setup, .restore = restore, .check = check,
          .memory = 8 * 1024, .arguments = ARGUMENTS(ARGUMENT(variant, "pixels,branch,carry")));
