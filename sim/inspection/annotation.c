/*
 * SPDX-License-Identifier: MIT
 * Collects the lines of -annotate by address, in a hash table with open addressing. Code that was
 * modified in place has a line for each version.
 */
#include "sim/inspection/annotation.h"

#include <stdlib.h>
#include <string.h>

#include "sim/inspection/annotation_listing.h"

#define FIRST_ROOM 4096u /* a power of two */
#define NO_LINE    SIZE_MAX

struct annotation {
    struct annotation_config config;
    struct annotation_line *lines;
    uint32_t *buckets; /* line number + 1; 0: none */
    size_t count, room;
    size_t last; /* the line used last; NO_LINE while nothing is recorded */
    bool recording, out_of_memory;
};

struct annotation *annotation_create(const struct annotation_config *config)
{
    struct annotation *annotation = calloc(1, sizeof *annotation);

    if (!annotation)
        return NULL;
    annotation->config = *config;
    annotation->recording = !config->from_given;
    annotation->last = NO_LINE;
    annotation->room = FIRST_ROOM;
    annotation->lines = calloc(annotation->room / 2, sizeof *annotation->lines);
    annotation->buckets = calloc(annotation->room, sizeof *annotation->buckets);
    if (!annotation->lines || !annotation->buckets) {
        annotation_destroy(annotation);
        return NULL;
    }
    return annotation;
}

void annotation_destroy(struct annotation *annotation)
{
    if (!annotation)
        return;
    free(annotation->lines);
    free(annotation->buckets);
    free(annotation);
}

/* ---- finding a line ------------------------------------------------------------------------ */

static size_t annotation_hash(uint32_t linear, size_t room)
{
    return (linear * 0x9e3779b1u >> 7) & (room - 1);
}

static bool annotation_line_matches(const struct annotation_line *line,
                                    const struct observation *seen)
{
    return line->seen.linear == seen->linear && line->seen.bits == seen->bits &&
           line->seen.length == seen->length &&
           memcmp(line->seen.bytes, seen->bytes, seen->length) == 0;
}

static bool annotation_grow(struct annotation *annotation)
{
    const size_t room = 2 * annotation->room;
    uint32_t *buckets = calloc(room, sizeof *buckets);
    struct annotation_line *lines = realloc(annotation->lines, room / 2 * sizeof *lines);

    if (lines)
        annotation->lines = lines;
    if (!lines || !buckets) {
        free(buckets);
        return false;
    }
    for (size_t i = 0; i < annotation->count; i++) {
        size_t at = annotation_hash(lines[i].seen.linear, room);

        while (buckets[at])
            at = (at + 1) & (room - 1);
        buckets[at] = (uint32_t)i + 1;
    }
    free(annotation->buckets);
    annotation->buckets = buckets;
    annotation->room = room;
    return true;
}

/* Returns the instruction's line, creating it if necessary; NULL if memory is exhausted. */
static struct annotation_line *annotation_find_line(struct annotation *annotation,
                                                    const struct observation *seen)
{
    size_t at = annotation_hash(seen->linear, annotation->room);

    for (; annotation->buckets[at]; at = (at + 1) & (annotation->room - 1)) {
        struct annotation_line *line = &annotation->lines[annotation->buckets[at] - 1];

        if (annotation_line_matches(line, seen))
            return line;
    }
    if (annotation->count == annotation->room / 2)
        return annotation_grow(annotation) ? annotation_find_line(annotation, seen) : NULL;
    annotation->buckets[at] = (uint32_t)annotation->count + 1;
    annotation->lines[annotation->count] = (struct annotation_line){.seen = *seen};
    return &annotation->lines[annotation->count++];
}

/* ---- recording ----------------------------------------------------------------------------- */

static void annotation_reach(struct annotation *annotation, uint32_t linear)
{
    const struct annotation_config *config = &annotation->config;

    if (config->to_given && linear == config->to)
        annotation->recording = false;
    if (config->from_given && linear == config->from)
        annotation->recording = true;
    if (!annotation->recording)
        annotation->last = NO_LINE;
}

void annotation_add(struct annotation *annotation, const struct observation *seen, bool began)
{
    struct annotation_line *line;

    if (began)
        annotation_reach(annotation, seen->linear);
    if (!annotation->recording)
        return;
    line = annotation_find_line(annotation, seen);
    if (!line) {
        annotation->out_of_memory = true;
        return;
    }
    line->cost.clocks += seen->until - seen->from;
    for (unsigned i = 0; i < LOST_CAUSES; i++)
        line->cost.lost[i] += seen->lost[i];
    if (seen->torn && began && annotation->last != NO_LINE) {
        annotation->lines[annotation->last].cost.units[UNIT_U_PAIRED]--;
        annotation->lines[annotation->last].cost.units[UNIT_U_ALONE]++;
    }
    if (began && seen->completed)
        line->cost.units[seen->unit]++;
    line->cost.raised += began && !seen->completed;
    annotation->last = (size_t)(line - annotation->lines);
}

int annotation_write(struct annotation *annotation, FILE *to)
{
    if (annotation->out_of_memory)
        return -1;
    return annotation_listing_write(&annotation->config, annotation->lines, annotation->count, to);
}
