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

struct truth_row {
    char *bench, *state, *ablate, *ring;
    unsigned region;
    double *clocks; /* of each column, in one repetition */
};

struct truth {
    char *first; /* the header line, */
    char *columns[FIELDS_MOST];
    unsigned width;
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
    row->clocks = allocate_zeroed(n * sizeof *row->clocks);
    for (unsigned c = 0; c < n; c++)
        row->clocks[c] = strtod(fields[c], NULL) / repetitions;
}

struct truth *truth_read(const char *file)
{
    FILE *from = fopen(file, "r");
    char *line = NULL, *fields[FIELDS_MOST];
    size_t room = 0;
    if (!from) {
        message_print("--truth: %s: %s", file, strerror(errno));
        return NULL;
    }
    struct truth *truth = allocate_zeroed(sizeof *truth);
    *truth = (struct truth){0};
    while (getline(&line, &room, from) > 0) {
        if (*line == '#')
            continue;
        if (!truth->first) {
            truth->first = allocate_copy(line);
            truth->width = truth_split_line(truth->first, truth->columns);
        } else if (truth_split_line(line, fields) == truth->width) {
            truth_add_row(truth, truth->columns, fields, truth->width);
        }
    }
    fclose(from);
    free(line);
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
        free(truth->rows[i].clocks);
    }
    if (truth) {
        free(truth->rows);
        free(truth->first);
    }
    free(truth);
}

/* Columns of an account that a list of parts names. */
struct truth_columns {
    unsigned found, missing;
};

/* Adds up the columns named in `causes`, separated by blanks. */
static double truth_sum(const struct truth *truth, const struct truth_row *row, const char *causes,
                        struct truth_columns *columns)
{
    double sum = 0;
    for (size_t length; *causes; causes += length + (causes[length] == ' ')) {
        unsigned c = 0;
        length = strcspn(causes, " ");
        while (c < truth->width &&
               (strncmp(truth->columns[c], causes, length) != 0 || truth->columns[c][length]))
            c++;
        columns->found += c < truth->width;
        columns->missing += c == truth->width;
        if (c < truth->width)
            sum += row->clocks[c];
    }
    return sum;
}

static bool truth_is_place(const struct truth_row *row, const struct result *place)
{
    return row->region == place->region && !strcmp(row->bench, place->bench) &&
           !strcmp(row->state, place->state) && !strcmp(row->ablate, place->ablate) &&
           !strcmp(row->ring, place->ring);
}

bool truth_of(const struct truth *truth, const struct result *place, const struct part_list *list,
              double parts[PARTS_MOST], double *rest)
{
    struct truth_columns columns = {0, 0};
    unsigned i = 0;
    while (i < truth->n && !truth_is_place(&truth->rows[i], place))
        i++;
    if (i == truth->n)
        return false;
    for (unsigned p = 0; p < list->n; p++) {
        parts[p] = truth_sum(truth, &truth->rows[i], list->parts[p].causes, &columns);
        if (!columns.found) /* the first part is `issue` or `retire` */
            return false;
    }
    *rest = list->rest_causes ? truth_sum(truth, &truth->rows[i], list->rest_causes, &columns) : 0;
    /* P6 and K7 share names, so all of theirs must be there. */
    return !(list->rest_causes && columns.missing);
}

/* Returns a share's contribution to the distance. */
static double truth_share_distance(double truth, double all, double estimate, double estimated)
{
    return truth > 0 ? truth / all * log(truth / all / (fmax(estimate, 1) / estimated)) : 0;
}

double truth_distance(const double parts[PARTS_MOST], double rest, const struct breakdown *b)
{
    double all = fmax(rest, 0), estimated = rest > 0 ? fmax(b->unexplained, 1) : b->unexplained;
    for (unsigned p = 0; p < b->list->n; p++) {
        all += fmax(parts[p], 0);
        estimated += parts[p] > 0 ? fmax(b->parts[p].clocks, 1) : b->parts[p].clocks;
    }
    double distance = truth_share_distance(rest, all, b->unexplained, estimated);
    for (unsigned p = 0; p < b->list->n; p++)
        distance += truth_share_distance(parts[p], all, b->parts[p].clocks, estimated);
    return distance;
}
