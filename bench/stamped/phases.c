/*
 * SPDX-License-Identifier: MIT
 * A program with phases and a stamp at the end of each: it draws, sorts, searches and adds up
 * numbers, four times, with different numbers. experiment=channels reports the time of each phase
 * and its variation; the values stored with the stamps explain it.
 */
#include "bench/bench.h"

#define ROUNDS  4
#define NUMBERS 128
#define WANTED  32

enum { BEGUN, DRAWN, SORTED, SEARCHED, ADDED };

static uint32_t numbers[NUMBERS], random;
static uint32_t sum_drawn, sum_added;
static unsigned misplaced;

/* Press and others, Numerical Recipes, 7.1: the upper bits are the good ones. */
static uint32_t draw(void)
{
    random = random * 1664525 + 1013904223;
    return random >> 16;
}

static uint32_t draw_numbers(void)
{
    uint32_t sum = 0;
    for (unsigned i = 0; i < NUMBERS; i++)
        sum += numbers[i] = draw();
    return sum;
}

/*
 * Insertion sort. Returns the number of places by which numbers moved, which determines its time.
 */
static uint32_t sort(void)
{
    uint32_t moves = 0;
    for (unsigned i = 1; i < NUMBERS; i++) {
        uint32_t number = numbers[i];
        unsigned at = i;
        for (; at && numbers[at - 1] > number; at--, moves++)
            numbers[at] = numbers[at - 1];
        numbers[at] = number;
    }
    return moves;
}

/* Binary search. Returns the number of wanted values found: every second one exists. */
static uint32_t search(void)
{
    uint32_t found = 0;
    for (unsigned i = 0; i < WANTED; i++) {
        uint32_t wanted = i % 2 ? numbers[i * (NUMBERS / WANTED)] : 0x10000 + i;
        unsigned low = 0, high = NUMBERS;
        while (low < high) {
            unsigned middle = (low + high) / 2;
            if (numbers[middle] < wanted)
                low = middle + 1;
            else
                high = middle;
        }
        found += low < NUMBERS && numbers[low] == wanted;
    }
    return found;
}

static uint32_t add_up(void)
{
    uint32_t sum = 0;
    for (unsigned i = 0; i < NUMBERS; i++) {
        sum += numbers[i];
        misplaced += i && numbers[i] < numbers[i - 1];
    }
    return sum;
}

static void run(void)
{
    random = 1;
    misplaced = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        channel_value(BEGUN, round);
        sum_drawn = draw_numbers();
        channel(DRAWN);
        uint32_t moves = sort();
        channel_value(SORTED, moves);
        uint32_t found = search();
        channel_value(SEARCHED, found);
        sum_added = add_up();
        channel(ADDED);
    }
}

static const char *check(void)
{
    if (misplaced)
        return "the numbers are not in order";
    return sum_added == sum_drawn ? NULL : "the numbers differ from the numbers drawn";
}

channel_name(BEGUN, "begun");
channel_name(DRAWN, "drawn");
channel_name(SORTED, "sorted");
channel_name(SEARCHED, "searched");
channel_name(ADDED, "added up");

BENCHMARK("phases of a program, a stamp after each one", run, .check = check);
