/*
 * SPDX-License-Identifier: MIT
 * Reads the account that the simulator writes. The header line names the columns, which are found
 * by name.
 */
#include "host/analysis/breakdown/truth.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"

#define FIELDS_MOST 64

static const struct {
    const char *column;
    enum breakdown_part part;
} columns[] = {
    {"issue", PART_BASE},
    {"first", PART_BASE},
    {"executing", PART_EXECUTING},
    {"x87_executing", PART_X87},
    {"x87", PART_X87},
    {"prefix", PART_PREFIX},
    {"read", PART_READ},
    {"write", PART_WRITE},
    {"AGI", PART_AGI},
    {"bank", PART_BANK},
    {"mispredict", PART_FLUSH},
    {"entry", PART_FLUSH},
    {"code", PART_CODE},
    {"TLB", PART_TLB},
    {"misaligned", PART_MISALIGNED},
    {"lock", PART_LOCKED},
    {"IO", PART_IO},
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

struct truth_row {
    char *bench, *state, *ablate, *ring;
    unsigned region;
    double parts[PARTS];
};

struct truth {
    struct truth_row *rows;
    unsigned n;
};

static unsigned truth_split_line(char *line, char *fields[FIELDS_MOST])
{
    unsigned n = 0;
    line[strcspn(line, "\r\n")] = '\0';
    for (char *field; n < FIELDS_MOST && (field = strsep(&line, "\t"));)
        fields[n++] = field;
    return n;
}

static const char *truth_field(char *const *header, char *const *fields, unsigned n,
                               const char *name)
{
    for (unsigned i = 0; i < n; i++)
        if (!strcmp(header[i], name))
            return fields[i];
    return "";
}

static void truth_add_row(struct truth *truth, char *const *header, char *const *fields, unsigned n)
{
    const char *region = truth_field(header, fields, n, "region");
    double repetitions = strtod(truth_field(header, fields, n, "repetitions"), NULL);
    if (strcmp(fields[0], "corrected") != 0 || !(repetitions > 0))
        return;
    struct truth_row *row = allocate_element(&truth->rows, &truth->n, sizeof *truth->rows);
    row->bench = allocate_copy(truth_field(header, fields, n, "bench"));
    row->state = allocate_copy(truth_field(header, fields, n, "state"));
    row->ablate = allocate_copy(truth_field(header, fields, n, "ablate"));
    row->ring = allocate_copy(truth_field(header, fields, n, "ring"));
    row->region = strcmp(region, "whole") ? (unsigned)strtoul(region, NULL, 10) : RUN_WHOLE;
    for (unsigned c = 0; c < COLUMNS; c++)
        row->parts[columns[c].part] +=
            strtod(truth_field(header, fields, n, columns[c].column), NULL) / repetitions;
}

struct truth *truth_read(const char *file)
{
    FILE *from = fopen(file, "r");
    char *line = NULL, *first = NULL, *header[FIELDS_MOST], *fields[FIELDS_MOST];
    size_t room = 0;
    unsigned width = 0;
    if (!from) {
        message_print("--truth: %s: %s", file, strerror(errno));
        return NULL;
    }
    struct truth *truth = allocate_zeroed(sizeof *truth);
    *truth = (struct truth){0};
    while (getline(&line, &room, from) > 0) {
        if (*line == '#')
            continue;
        if (!first) {
            first = allocate_copy(line);
            width = truth_split_line(first, header);
        } else if (truth_split_line(line, fields) == width) {
            truth_add_row(truth, header, fields, width);
        }
    }
    fclose(from);
    free(line);
    free(first);
    if (!truth->n) {
        message_print(
            "--truth: %s has no account of a region; 'bareprobe run -e count_clocks --account %s' "
            "writes one",
            file, file);
        truth_free(truth);
        return NULL;
    }
    return truth;
}

void truth_free(struct truth *truth)
{
    for (unsigned i = 0; truth && i < truth->n; i++) {
        free(truth->rows[i].bench);
        free(truth->rows[i].state);
        free(truth->rows[i].ablate);
        free(truth->rows[i].ring);
    }
    if (truth)
        free(truth->rows);
    free(truth);
}

bool truth_of(const struct truth *truth, const struct result *place, double parts[PARTS])
{
    for (unsigned i = 0; i < truth->n; i++) {
        const struct truth_row *row = &truth->rows[i];
        if (row->region != place->region || strcmp(row->bench, place->bench) ||
            strcmp(row->state, place->state) || strcmp(row->ablate, place->ablate) ||
            strcmp(row->ring, place->ring))
            continue;
        memcpy(parts, row->parts, sizeof row->parts);
        return true;
    }
    return false;
}

double truth_distance(const double parts[PARTS], const struct breakdown *b)
{
    double all = 0, estimated = b->unexplained, distance = 0;
    for (unsigned p = 0; p < PARTS; p++) {
        all += fmax(parts[p], 0);
        estimated += parts[p] > 0 ? fmax(b->parts[p].clocks, 1) : b->parts[p].clocks;
    }
    for (unsigned p = 0; p < PARTS; p++)
        if (parts[p] > 0)
            distance +=
                parts[p] / all * log(parts[p] / all / (fmax(b->parts[p].clocks, 1) / estimated));
    return distance;
}
