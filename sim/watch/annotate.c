/*
 * SPDX-License-Identifier: MIT
 * Collects the lines of -annotate by address, in a hash table with open addressing. Code that was
 * modified in place has a line for each version.
 */
#include "sim/watch/annotate.h"

#include <stdlib.h>
#include <string.h>

#include "sim/watch/annotate_listing.h"

#define FIRST_ROOM 4096u /* a power of two */
#define NO_LINE    SIZE_MAX

struct annotate {
    struct annotate_config config;
    struct annotate_line *lines;
    uint32_t *buckets; /* line number + 1; 0: none */
    size_t count, room;
    size_t last; /* the line used last; NO_LINE while nothing is recorded */
    bool recording, out_of_memory;
};

struct annotate *annotate_create(const struct annotate_config *config)
{
    struct annotate *annotate = calloc(1, sizeof *annotate);

    if (!annotate)
        return NULL;
    annotate->config = *config;
    annotate->recording = !config->from_given;
    annotate->last = NO_LINE;
    annotate->room = FIRST_ROOM;
    annotate->lines = calloc(annotate->room / 2, sizeof *annotate->lines);
    annotate->buckets = calloc(annotate->room, sizeof *annotate->buckets);
    if (!annotate->lines || !annotate->buckets) {
        annotate_destroy(annotate);
        return NULL;
    }
    return annotate;
}

void annotate_destroy(struct annotate *annotate)
{
    if (!annotate)
        return;
    free(annotate->lines);
    free(annotate->buckets);
    free(annotate);
}

/* ---- finding a line ------------------------------------------------------------------------ */

static size_t hash(uint32_t linear, size_t room)
{
    return (linear * 0x9e3779b1u >> 7) & (room - 1);
}

static bool is_of(const struct annotate_line *line, const struct observation *seen)
{
    return line->seen.linear == seen->linear && line->seen.bits == seen->bits &&
           line->seen.length == seen->length &&
           memcmp(line->seen.bytes, seen->bytes, seen->length) == 0;
}

static bool grow(struct annotate *annotate)
{
    const size_t room = 2 * annotate->room;
    uint32_t *buckets = calloc(room, sizeof *buckets);
    struct annotate_line *lines = realloc(annotate->lines, room / 2 * sizeof *lines);

    if (lines)
        annotate->lines = lines;
    if (!lines || !buckets) {
        free(buckets);
        return false;
    }
    for (size_t i = 0; i < annotate->count; i++) {
        size_t at = hash(lines[i].seen.linear, room);

        while (buckets[at])
            at = (at + 1) & (room - 1);
        buckets[at] = (uint32_t)i + 1;
    }
    free(annotate->buckets);
    annotate->buckets = buckets;
    annotate->room = room;
    return true;
}

/* Returns the instruction's line, creating it if necessary; NULL if memory is exhausted. */
static struct annotate_line *line_of(struct annotate *annotate, const struct observation *seen)
{
    size_t at = hash(seen->linear, annotate->room);

    for (; annotate->buckets[at]; at = (at + 1) & (annotate->room - 1)) {
        struct annotate_line *line = &annotate->lines[annotate->buckets[at] - 1];

        if (is_of(line, seen))
            return line;
    }
    if (annotate->count == annotate->room / 2)
        return grow(annotate) ? line_of(annotate, seen) : NULL;
    annotate->buckets[at] = (uint32_t)annotate->count + 1;
    annotate->lines[annotate->count] = (struct annotate_line){.seen = *seen};
    return &annotate->lines[annotate->count++];
}

/* ---- recording ----------------------------------------------------------------------------- */

static void reach(struct annotate *annotate, uint32_t linear)
{
    const struct annotate_config *config = &annotate->config;

    if (config->to_given && linear == config->to)
        annotate->recording = false;
    if (config->from_given && linear == config->from)
        annotate->recording = true;
    if (!annotate->recording)
        annotate->last = NO_LINE;
}

void annotate_instruction(struct annotate *annotate, const struct observation *seen, bool began)
{
    struct annotate_line *line;

    if (began)
        reach(annotate, seen->linear);
    if (!annotate->recording)
        return;
    line = line_of(annotate, seen);
    if (!line) {
        annotate->out_of_memory = true;
        return;
    }
    line->cost.clocks += seen->until - seen->from;
    for (unsigned i = 0; i < LOST_CAUSES; i++)
        line->cost.lost[i] += seen->lost[i];
    if (seen->torn && began && annotate->last != NO_LINE) {
        annotate->lines[annotate->last].cost.units[UNIT_U_PAIRED]--;
        annotate->lines[annotate->last].cost.units[UNIT_U_ALONE]++;
    }
    if (began && seen->completed)
        line->cost.units[seen->unit]++;
    line->cost.raised += began && !seen->completed;
    annotate->last = (size_t)(line - annotate->lines);
}

int annotate_write(struct annotate *annotate, FILE *to)
{
    if (annotate->out_of_memory)
        return -1;
    return annotate_report(&annotate->config, annotate->lines, annotate->count, to);
}
