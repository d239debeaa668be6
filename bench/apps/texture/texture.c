/*
 * SPDX-License-Identifier: MIT
 * An affine texture mapper: 64 rows of 32 pixels from a rotated texture of 64 x 64, by an inner
 * loop that computes each texel's address, and by the classic one, paired and driven by carries.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/apps/texture/texture.h"
#include "bench/bench.h"

#define ROWS 64
#define SIZE (1 << TEXTURE_SHIFT)

static long variant;
static uint8_t *texture, (*picture)[TEXTURE_SPAN];

/* The picture's centre shows the texture's, rotated by a third of a right angle and enlarged. */
static const struct texture_place right = {45000, -30000}, down = {30000, 45000};

static struct texture_place place(int row, int column)
{
    row -= ROWS / 2;
    column -= TEXTURE_SPAN / 2;
    return (struct texture_place){(SIZE << 15) + row * down.u + column * right.u,
                                  (SIZE << 15) + row * down.v + column * right.v};
}

static void run(void)
{
    texture_span *span = variant == 0 ? texture_span_plain : texture_span_paired;

    region_begin(0);
    for (int row = 0; row < ROWS; row++) {
        struct texture_place from = place(row, 0);
        span(picture[row], texture, &from, &right);
    }
    region_end(0);
}
region_name(0, "spans");

static void setup(void)
{
    texture = malloc(SIZE * SIZE);
    picture = malloc(ROWS * sizeof(*picture));
    for (int i = 0; i < SIZE * SIZE; i++)
        texture[i] = rand();
}

/*
 * Reads the picture, because a write that misses allocates no cache line: the region then measures
 * the loop and not the bus.
 */
static void restore(void)
{
    memset(picture, 0, ROWS * sizeof(*picture));
    for (int row = 0; row < ROWS; row++)
        keep(*(volatile uint8_t *)picture[row]);
}

static const char *check(void)
{
    static char wrong[80];

    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < TEXTURE_SPAN; column++) {
            struct texture_place at = place(row, column);
            int texel = texture[(at.v >> 16) * SIZE + (at.u >> 16)];
            if (picture[row][column] != texel) {
                snprintf(wrong, sizeof(wrong), "row %d, column %d is %d, not %d", row, column,
                         picture[row][column], texel);
                return wrong;
            }
        }
    }
    return NULL;
}

BENCHMARK("affine texture mapping of 64 rows of 32 pixels", run, .setup = setup, .restore = restore,
          .check = check, .memory = 8 * 1024,
          .arguments = ARGUMENTS(ARGUMENT(variant, "plain,paired")));
