/*
 * SPDX-License-Identifier: MIT
 * Conway's Life: four generations of 32 by 32 cells that wrap around, cell by cell, and a row of 32
 * cells at a time as the bits of a dword (rows.asm).
 *
 * Cell by cell, each cell takes nine loads, seven additions and two comparisons. By rows, AND, OR
 * and XOR add the neighbours of 32 cells at once, and only the loops branch.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"

enum { SIDE = 32, GENERATIONS = 4 };

static long variant; /* cells, rows */
static uint8_t (*cells)[SIDE], (*next_cells)[SIDE];
static uint32_t rows[SIDE];

region_name(0, "generation");

/* Computes one generation of 32 rows. */
void life_rows(uint32_t *field);

static void generation(void)
{
    uint8_t(*const swapped)[SIDE] = cells;
    region_begin(0);
    for (unsigned y = 0; y < SIDE; y++) {
        const uint8_t *above = cells[(y - 1) % SIDE], *here = cells[y];
        const uint8_t *below = cells[(y + 1) % SIDE];
        for (unsigned x = 0; x < SIDE; x++) {
            const unsigned left = (x - 1) % SIDE, right = (x + 1) % SIDE;
            unsigned neighbours = above[left] + above[x] + above[right] + here[left] + here[right] +
                                  below[left] + below[x] + below[right];
            next_cells[y][x] = neighbours == 3 || (neighbours == 2 && here[x]);
        }
    }
    region_end(0);
    cells = next_cells;
    next_cells = swapped;
}

static void put(uint32_t *field, unsigned y, unsigned x, const char *picture)
{
    for (unsigned column = x; *picture; picture++) {
        if (*picture == '/') {
            y++;
            column = x;
            continue;
        }
        if (*picture == 'o')
            field[y] |= 1u << column;
        column++;
    }
}

/*
 * Draws still lifes, oscillators of period 2, and a glider that has moved `moved` cells along its
 * diagonal.
 */
static void draw(uint32_t *field, unsigned moved)
{
    memset(field, 0, SIDE * sizeof *field);
    put(field, 2, 3, "oo/oo");
    put(field, 3, 12, ".oo./o..o/.oo.");
    put(field, 12, 4, "ooo");
    put(field, 14, 14, "..oo/..oo/oo../oo..");
    put(field, 22, 20, ".ooo/ooo.");
    put(field, 31, 25, "oo");
    put(field, 0, 25, "oo");
    put(field, 20 + moved, 6 + moved, ".o./..o/ooo");
}

static void setup(void)
{
    cells = malloc(sizeof(uint8_t[SIDE][SIDE]));
    next_cells = malloc(sizeof(uint8_t[SIDE][SIDE]));
}

static void restore(void)
{
    draw(rows, 0);
    for (unsigned y = 0; y < SIDE; y++)
        for (unsigned x = 0; x < SIDE; x++)
            cells[y][x] = rows[y] >> x & 1;
}

static void run(void)
{
    for (unsigned i = 0; i < GENERATIONS; i++) {
        if (variant == 0)
            generation();
        else
            life_rows(rows);
    }
}

/*
 * In four generations a glider moves one cell down and one to the right. Block and beehive stay.
 * Blinker, beacon and toad return, because their period is 2. One block crosses the field's edge.
 */
static const char *check(void)
{
    static char wrong[80];
    uint32_t meant[SIDE];
    draw(meant, 1);
    for (unsigned y = 0; y < SIDE; y++) {
        uint32_t row = variant ? rows[y] : 0;
        for (unsigned x = 0; variant == 0 && x < SIDE; x++)
            row |= (uint32_t)cells[y][x] << x;
        if (row == meant[y])
            continue;
        snprintf(wrong, sizeof wrong, "row %u is %08x, not %08x", y, (unsigned)row,
                 (unsigned)meant[y]);
        return wrong;
    }
    return NULL;
}

BENCHMARK("Conway's Life: cell by cell, row by row", run, .setup = setup, .restore = restore,
          .check = check, .memory = 2 * SIDE * SIDE,
          .arguments = ARGUMENTS(ARGUMENT(variant, "cells,rows")));
