/*
 * SPDX-License-Identifier: MIT
 * Groups the data addresses of samples by variable. Data without a name, such as allocated memory
 * and the stack, is grouped by pages of 4 KB.
 */
#include "host/analysis/profile/data_table.h"

#include <stdlib.h>
#include <string.h>

#include "host/analysis/profile/data_address.h"
#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/base/text_table.h"
#include "host/data/run/sampled_run.h"

#define PAGE_BYTES 4096u

enum { SHARE, SAMPLES, VARIABLE, FIRST, LAST, BY, COLUMNS };

struct data_row {
    const char *variable; /* NULL: no name */
    uint32_t page;        /* of data without a name */
    uint32_t first, last; /* addresses */
    unsigned n;
    struct code_spot spot; /* of the first sample's instruction */
};

struct data_rows {
    struct data_row *rows;
    unsigned n, samples;
    unsigned without[DATA_ADDRESS_KINDS]; /* samples whose address is not known, by reason */
};

static void data_table_add(struct data_rows *rows, const struct profile *profile,
                           const struct data_address *data)
{
    const struct debug_image *image = profile->image;
    uint32_t offset, page = data->address / PAGE_BYTES;
    const char *variable =
        debug_image_variable(image, profile->first->bench, data->address, &offset);
    unsigned i = 0;
    while (i < rows->n && (variable ? rows->rows[i].variable != variable
                                    : rows->rows[i].variable || rows->rows[i].page != page))
        i++;
    if (i == rows->n) {
        struct data_row *row = allocate_element(&rows->rows, &rows->n, sizeof *row);
        *row = (struct data_row){
            .variable = variable, .page = page, .first = data->address, .last = data->address};
        code_spot_find(image, data->instruction, &row->spot);
    }
    struct data_row *row = &rows->rows[i];
    row->n++;
    row->first = data->address < row->first ? data->address : row->first;
    row->last = data->address > row->last ? data->address : row->last;
}

static int data_table_by_samples(const void *a, const void *b)
{
    const struct data_row *x = a, *y = b;
    if (x->n != y->n)
        return x->n < y->n ? 1 : -1;
    return x->first < y->first ? -1 : x->first > y->first;
}

/* Returns whether the register sample belongs to a pass of the profile. */
static bool data_table_is_of(const struct profile *profile, const struct register_sample *sample)
{
    const struct sampling *pass = &profile->run->samplings[sample->sampling];
    return pass->bench == profile->first->bench && pass->state == profile->first->state &&
           pass->ablate == profile->first->ablate && pass->plan == profile->first->plan;
}

static struct data_rows data_table_collect(const struct profile *profile)
{
    struct data_rows rows = {.n = 0};
    for (unsigned i = 0; i < profile->run->n_register_samples; i++) {
        const struct register_sample *sample = &profile->run->register_samples[i];
        if (!data_table_is_of(profile, sample))
            continue;
        const struct data_address data = data_address_of(profile->image, profile->run, sample);
        rows.samples++;
        if (data.is == DATA_ADDRESS_KNOWN)
            data_table_add(&rows, profile, &data);
        else
            rows.without[data.is]++;
    }
    if (rows.n)
        qsort(rows.rows, rows.n, sizeof *rows.rows, data_table_by_samples);
    return rows;
}

static void data_table_print_row(struct text_table *table, const struct data_row *row,
                                 unsigned samples)
{
    text_table_add_row(table);
    text_table_cell(table, SHARE, "%.1f %%", 100.0 * row->n / samples);
    text_table_cell(table, SAMPLES, "%u", row->n);
    if (row->variable)
        text_table_cell(table, VARIABLE, "%s", row->variable);
    else
        text_table_cell(table, VARIABLE, "(page %08x)", row->page * PAGE_BYTES);
    text_table_cell(table, FIRST, "%08x", row->first);
    text_table_cell(table, LAST, "%08x", row->last);
    const char *slash = row->spot.file ? strrchr(row->spot.file, '/') : NULL;
    if (row->spot.file)
        text_table_cell(table, BY, "%s %s:%d", row->spot.function ? row->spot.function : "",
                        slash ? slash + 1 : row->spot.file, row->spot.line);
    else
        text_table_cell(table, BY, "%s", row->spot.function ? row->spot.function : "");
}

static void data_table_print(const struct data_rows *rows, unsigned most, bool colour, FILE *to)
{
    static const char *const headers[COLUMNS] = {"share", "samples", "variable",
                                                 "first", "last",    "an access by"};
    struct text_table *table = text_table_new(COLUMNS);
    const unsigned shown = most && most < rows->n ? most : rows->n;
    for (unsigned i = 0; i < COLUMNS; i++)
        text_table_set_column(table, i, headers[i], i < VARIABLE ? TABLE_RIGHT : TABLE_LEFT);
    for (unsigned i = 0; i < shown; i++)
        data_table_print_row(table, &rows->rows[i], rows->samples);
    text_table_print(table, to, colour);
    text_table_free(table);
    if (shown < rows->n)
        fprintf(to, "and %u more (-a shows all)\n", rows->n - shown);
    for (unsigned is = 0; is < DATA_ADDRESS_KINDS; is++)
        if (rows->without[is])
            fprintf(to, "%.1f %% (%u samples): address unknown: %s\n",
                    100.0 * rows->without[is] / rows->samples, rows->without[is],
                    data_address_words((enum data_address_is)is));
}

int data_table(const struct profile *profile, unsigned most, bool colour, FILE *to)
{
    const struct sampling *first = profile->first;
    if (strcmp(first->source, SAMPLED_BY_STORING) != 0) {
        message_print(
            "--data: %s: the samples are by %s; only a sample that a Pentium 4 stores "
            "itself (source=precise,EVENT,N) has the registers of the instruction that "
            "caused it",
            first->bench, first->source);
        return -1;
    }
    struct data_rows rows = data_table_collect(profile);
    if (rows.samples)
        data_table_print(&rows, most, colour, to);
    else
        message_print(
            "--data: %s: the registers of its samples were not stored; measure with "
            "sample_registers=yes",
            first->bench);
    free(rows.rows);
    return rows.samples ? 0 : -1;
}
