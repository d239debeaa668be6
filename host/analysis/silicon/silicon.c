/*
 * SPDX-License-Identifier: MIT
 * The built-in tables of chips, parsed once.
 */
#include "host/analysis/silicon/silicon.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/analysis/silicon/silicon_families.h"
#include "host/analysis/silicon/silicon_text.h"
#include "host/base/allocation.h"
#include "host/base/message.h"
#include "tools/processor_words.h"

#define TABLE_ENDING "_inst.tsv"
#define MOST_CLOCKS  1e6

/* Files of tests/data/silicon: name, 0, text, 0, and so on. */
extern const char silicon_builtin_start[], silicon_builtin_end[];

const char *const silicon_fact_names[SILICON_FACTS] = {"latency", "throughput"};

/* ---- a chip's table -------------------------------------------------------------------------- */

static int silicon_read_clocks(const char *file, unsigned line, const char *field, double *clocks)
{
    char *end;
    *clocks = NAN;
    if (*field == '\0')
        return 0;
    *clocks = strtod(field, &end);
    if (end == field || *end || !(*clocks >= 0 && *clocks <= MOST_CLOCKS)) {
        message_print("%s:%u: '%s' is not a valid number of clocks", file, line, field);
        return -1;
    }
    return 0;
}

static int silicon_parse_row(void *self, const char *file, unsigned line, char **fields)
{
    struct silicon_chip *chip = self;
    struct silicon_row *row = allocate_element(&chip->rows, &chip->n_rows, sizeof *chip->rows);
    row->name = allocate_copy(fields[0]);
    for (unsigned i = 0; i < SILICON_FACTS; i++)
        if (silicon_read_clocks(file, line, fields[1 + i], &row->clocks[i]))
            return -1;
    return 0;
}

/* Converts "tests/data/silicon/p54c-100_inst.tsv" to p54c-100. */
static char *chip_name(const char *file)
{
    const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
    const char *ending = strstr(name, TABLE_ENDING);
    if (!ending)
        ending = strrchr(name, '.');
    return allocate_text("%.*s", ending ? (int)(ending - name) : (int)strlen(name), name);
}

/* Returns the first line if it is a comment. */
static char *chip_source(const char *file, const char *text, size_t length)
{
    size_t line = length && *text == '#' ? strcspn(text, "\r\n") : 0;
    size_t blanks = line ? 1 + strspn(text + 1, " ") : 0;
    return line > blanks ? allocate_text("%.*s", (int)(line - blanks), text + blanks)
                         : allocate_copy(file);
}

int silicon_chip_read(const char *file, const char *text, size_t length, struct silicon_chip *chip)
{
    *chip =
        (struct silicon_chip){.name = chip_name(file), .source = chip_source(file, text, length)};
    const struct silicon_text lines = {
        .file = file,
        .header = "form latency throughput",
        .columns = 3,
        .parse_row = silicon_parse_row,
        .self = chip,
    };
    int failed = silicon_text_read(&lines, text, length);
    if (!failed && !chip->n_rows) {
        message_print("%s: the table has no row", file);
        failed = -1;
    }
    if (failed)
        silicon_chip_free(chip);
    return failed;
}

void silicon_chip_free(struct silicon_chip *chip)
{
    for (unsigned i = 0; i < chip->n_rows; i++)
        free(chip->rows[i].name);
    free(chip->rows);
    free(chip->name);
    free(chip->source);
    *chip = (struct silicon_chip){0};
}

/* ---- correspondence of rows and forms -------------------------------------------------------- */

static int silicon_parse_match(void *self, const char *file, unsigned line, char **fields)
{
    static const char *const standings[] = {"", "board", "doubtful", "ring", "code"};
    struct silicon *silicon = self;
    struct silicon_match *match =
        allocate_element(&silicon->matches, &silicon->n_matches, sizeof *silicon->matches);
    unsigned standing = 0;
    while (standing < sizeof standings / sizeof standings[0] &&
           strcmp(standings[standing], fields[2]))
        standing++;
    if (standing == sizeof standings / sizeof standings[0]) {
        message_print(
            "%s:%u: '%s' is not a standing; allowed: board, doubtful, ring, code, or "
            "empty",
            file, line, fields[2]);
        return -1;
    }
    bool both = !strcmp(fields[3], "both");
    *match = (struct silicon_match){
        .row = allocate_copy(fields[0]),
        .form = allocate_copy(fields[1]),
        .standing = standing,
        .on = allocate_copy(fields[4]),
        .reason = allocate_copy(fields[5]),
    };
    for (unsigned i = 0; i < SILICON_FACTS; i++)
        match->of[i] = both || !strcmp(fields[3], silicon_fact_names[i]);
    return 0;
}

static int silicon_read_matches(struct silicon *silicon, const char *file, const char *text,
                                size_t length)
{
    const struct silicon_text lines = {
        .file = file,
        .header = "row form standing of on reason",
        .columns = SILICON_MOST_FIELDS,
        .parse_row = silicon_parse_match,
        .self = silicon,
    };
    return silicon_text_read(&lines, text, length);
}

/* ---- all tables ------------------------------------------------------------------------------ */

const struct silicon *silicon_tables(void)
{
    static struct silicon silicon;
    if (silicon.n_chips)
        return &silicon;
    for (const char *at = silicon_builtin_start; at < silicon_builtin_end;) {
        const char *file = at, *text = file + strlen(file) + 1;
        struct silicon_chip chip;
        size_t length = strlen(text);
        at = text + length + 1;
        if (!strstr(file, TABLE_ENDING)) {
            if (silicon_read_matches(&silicon, file, text, length))
                die(EXIT_TARGET, "internal error: cannot read a built-in table");
            continue;
        }
        if (silicon_chip_read(file, text, length, &chip))
            die(EXIT_TARGET, "internal error: cannot read a built-in table");
        struct silicon_chip *place =
            allocate_element(&silicon.chips, &silicon.n_chips, sizeof *silicon.chips);
        *place = chip;
    }
    return &silicon;
}

const struct silicon_chip *silicon_chip_named(const char *name)
{
    const struct silicon *silicon = silicon_tables();
    for (unsigned i = 0; i < silicon->n_chips; i++)
        if (!strcmp(silicon->chips[i].name, name))
            return &silicon->chips[i];
    for (unsigned i = 0; i < silicon->n_chips; i++)
        if (processor_of_chip(name, silicon->chips[i].name))
            return &silicon->chips[i];
    return NULL;
}

/* ---- maker and signature --------------------------------------------------------------------- */

bool silicon_is_by(const struct silicon_chip *chip, const char *maker)
{
    return silicon_families_maker_is(chip->source, maker);
}

uint32_t silicon_signature(const struct silicon_chip *chip)
{
    return silicon_families_signature(chip->source);
}

const struct silicon_chip *silicon_chip_of(const struct run *run)
{
    enum { STEPPING = 0xf };
    const struct silicon *silicon = silicon_tables();
    for (unsigned i = 0; i < silicon->n_chips; i++)
        if (silicon_is_by(&silicon->chips[i], run->vendor) &&
            (silicon_signature(&silicon->chips[i]) | STEPPING) == (run->signature | STEPPING))
            return &silicon->chips[i];
    return NULL;
}

/* ---- matches --------------------------------------------------------------------------------- */

const struct silicon_match *silicon_match_of(const char *row)
{
    const struct silicon *silicon = silicon_tables();
    for (unsigned i = 0; i < silicon->n_matches; i++)
        if (!strcmp(silicon->matches[i].row, row))
            return &silicon->matches[i];
    return NULL;
}

enum silicon_standing silicon_standing(const struct silicon_match *match,
                                       const struct silicon_chip *chip, enum silicon_fact fact)
{
    bool applies =
        match->of[fact] && (!*match->on || silicon_families_include(match->on, chip->source));
    return applies ? match->standing : STANDS_EQUAL;
}

static const struct silicon_row *row_named(const struct silicon_chip *chip, const char *name)
{
    for (unsigned i = 0; i < chip->n_rows; i++)
        if (!strcmp(chip->rows[i].name, name))
            return &chip->rows[i];
    return NULL;
}

const struct silicon_row *silicon_row_of(const struct silicon_chip *chip, const char *form)
{
    const struct silicon *silicon = silicon_tables();
    const struct silicon_row *row = NULL;
    for (unsigned i = 0; i < silicon->n_matches && !row; i++)
        if (!strcmp(silicon->matches[i].form, form))
            row = row_named(chip, silicon->matches[i].row);
    return row;
}
