/*
 * SPDX-License-Identifier: MIT
 * Writes the text of -annotate. Causes without any cost have no column; 0 is written as a dot.
 */
#include "sim/inspection/annotation_listing.h"

#include <stdlib.h>
#include <string.h>

#include "sim/inspection/insn_text.h"

#define TEXT_WIDTH   44 /* width of an instruction's text */
#define SYMBOLS_MOST 20 /* symbols in the list of the most expensive */
#define COLUMNS_MOST (6 + LOST_CAUSES)

/* Consecutive lines under one symbol. */
struct annotation_group {
    const struct symbol *symbol;
    size_t first, end;
    struct cost cost;
};

struct annotation_column {
    const char *name;
    size_t offset; /* into struct cost */
    int width;
};

struct annotation_report {
    const struct annotation_config *config;
    const struct annotation_line *lines;
    size_t count;
    struct annotation_group *groups;
    size_t group_count;
    struct cost total;
    struct annotation_column columns[COLUMNS_MOST];
    unsigned column_count;
    FILE *to;
};

/* ---- sums ---------------------------------------------------------------------------------- */

static void annotation_listing_add(struct cost *sum, const struct cost *cost)
{
    for (unsigned i = 0; i < 3; i++)
        sum->units[i] += cost->units[i];
    sum->raised += cost->raised;
    sum->clocks += cost->clocks;
    for (unsigned i = 0; i < LOST_CAUSES; i++)
        sum->lost[i] += cost->lost[i];
}

static uint64_t annotation_listing_executed(const struct cost *cost)
{
    return cost->units[UNIT_U_ALONE] + cost->units[UNIT_U_PAIRED] + cost->units[UNIT_V];
}

static uint64_t lost_in_all(const struct cost *cost)
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < LOST_CAUSES; i++)
        sum += cost->lost[i];
    return sum;
}

static int annotation_listing_by_address(const void *a, const void *b)
{
    const struct annotation_line *x = a, *y = b;

    if (x->seen.linear != y->seen.linear)
        return x->seen.linear < y->seen.linear ? -1 : 1;
    return x->seen.from < y->seen.from ? -1 : x->seen.from > y->seen.from;
}

static int annotation_listing_by_clocks(const void *a, const void *b)
{
    const struct annotation_group *x = a, *y = b;

    if (x->cost.clocks != y->cost.clocks)
        return x->cost.clocks > y->cost.clocks ? -1 : 1;
    return x->first < y->first ? -1 : x->first > y->first;
}

static int annotation_listing_make_groups(struct annotation_report *report)
{
    struct annotation_group *group = NULL;

    report->groups = calloc(report->count + 1, sizeof *report->groups);
    if (!report->groups)
        return -1;
    for (size_t i = 0; i < report->count; i++) {
        const struct symbol *symbol =
            symbols_at(report->config->symbols, report->lines[i].seen.linear);

        if (!group || group->symbol != symbol) {
            group = &report->groups[report->group_count++];
            *group = (struct annotation_group){.symbol = symbol, .first = i};
        }
        group->end = i + 1;
        annotation_listing_add(&group->cost, &report->lines[i].cost);
        annotation_listing_add(&report->total, &report->lines[i].cost);
    }
    return 0;
}

/* ---- numbers ------------------------------------------------------------------------------- */

/* Formats 1,234,567, or a dot for 0. */
static const char *annotation_listing_number(uint64_t value, char text[32])
{
    char digits[24];
    const int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)value);
    char *to = text;

    for (int i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits[i];
    }
    *to = 0;
    return value ? text : ".";
}

static double annotation_listing_percent(uint64_t part, uint64_t whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

static uint64_t annotation_listing_value(const struct cost *cost,
                                         const struct annotation_column *column)
{
    uint64_t value;

    memcpy(&value, (const char *)cost + column->offset, sizeof value);
    return value;
}

/* A column is as wide as its total and its name. */
static void annotation_listing_add_column(struct annotation_report *report, const char *name,
                                          size_t offset)
{
    struct annotation_column *column = &report->columns[report->column_count++];
    char text[32];

    *column =
        (struct annotation_column){.name = name, .offset = offset, .width = (int)strlen(name)};
    if ((int)strlen(annotation_listing_number(annotation_listing_value(&report->total, column),
                                              text)) > column->width)
        column->width = (int)strlen(text);
}

static void annotation_listing_columns(struct annotation_report *report)
{
    annotation_listing_add_column(report, "alone", offsetof(struct cost, units[UNIT_U_ALONE]));
    annotation_listing_add_column(report, "U", offsetof(struct cost, units[UNIT_U_PAIRED]));
    annotation_listing_add_column(report, "V", offsetof(struct cost, units[UNIT_V]));
    if (report->total.raised)
        annotation_listing_add_column(report, "raised", offsetof(struct cost, raised));
    annotation_listing_add_column(report, "clocks", offsetof(struct cost, clocks));
    for (unsigned i = 0; i < LOST_CAUSES; i++)
        if (report->total.lost[i])
            annotation_listing_add_column(report, stall_cause_names[i],
                                          offsetof(struct cost, lost[i]));
}

/* ---- writing ------------------------------------------------------------------------------- */

static void annotation_listing_head(const struct annotation_report *report)
{
    const struct annotation_config *config = report->config;
    char clocks[32], instructions[32];

    fprintf(report->to, "%s: simulated clocks, not a real chip's\n%s %s\n", config->machine,
            config->kernel, config->command_line);
    if (config->from_given)
        fprintf(report->to, "recording starts whenever execution reaches %08x\n", config->from);
    if (config->to_given)
        fprintf(report->to, "recording stops whenever execution reaches %08x\n", config->to);
    fprintf(report->to, "%s clocks, %s instructions\n\n",
            annotation_listing_number(report->total.clocks, clocks),
            annotation_listing_number(annotation_listing_executed(&report->total), instructions));
}

static void annotation_listing_cause(const struct annotation_report *report, const char *name,
                                     uint64_t clocks, const char *text)
{
    char number[32];

    if (clocks)
        fprintf(report->to, "  %-11s %18s %5.1f %%  %s\n", name,
                annotation_listing_number(clocks, number),
                annotation_listing_percent(clocks, report->total.clocks), text);
}

static void annotation_listing_causes(const struct annotation_report *report)
{
    const struct cost *total = &report->total;

    fputs("Clocks by cause\n", report->to);
    annotation_listing_cause(report, "issue", total->clocks - lost_in_all(total), "executing");
    for (unsigned i = 0; i < LOST_CAUSES; i++)
        annotation_listing_cause(report, stall_cause_names[i], total->lost[i],
                                 stall_cause_texts[i]);
}

static const char *group_name(const struct annotation_group *group)
{
    return group->symbol ? group->symbol->name : "(no symbol)";
}

static int annotation_listing_top(const struct annotation_report *report)
{
    const size_t bytes = report->group_count * sizeof(struct annotation_group);
    struct annotation_group *sorted = malloc(bytes + 1);
    char number[32];

    if (!sorted)
        return -1;
    memcpy(sorted, report->groups, bytes);
    qsort(sorted, report->group_count, sizeof *sorted, annotation_listing_by_clocks);
    fputs("\nMost expensive symbols\n", report->to);
    for (size_t i = 0; i < report->group_count && i < SYMBOLS_MOST; i++)
        fprintf(report->to, "  %18s %5.1f %%  %s\n",
                annotation_listing_number(sorted[i].cost.clocks, number),
                annotation_listing_percent(sorted[i].cost.clocks, report->total.clocks),
                group_name(&sorted[i]));
    free(sorted);
    return 0;
}

static void annotation_listing_cost(const struct annotation_report *report, const struct cost *cost)
{
    for (unsigned i = 0; i < report->column_count; i++) {
        const struct annotation_column *column = &report->columns[i];
        char text[32];

        fprintf(report->to, "  %*s", column->width,
                annotation_listing_number(annotation_listing_value(cost, column), text));
    }
    fputc('\n', report->to);
}

static void annotation_listing_group(const struct annotation_report *report,
                                     const struct annotation_group *group)
{
    const uint32_t first = report->lines[group->first].seen.linear;
    char number[32];

    fprintf(report->to, "\n%s", group_name(group));
    if (group->symbol && first != group->symbol->address)
        fprintf(report->to, "+0x%x", first - group->symbol->address);
    fprintf(report->to, ": %s clocks\n", annotation_listing_number(group->cost.clocks, number));
    for (size_t i = group->first; i < group->end; i++) {
        char text[DISASSEMBLY_BYTES];

        insn_text(report->config->symbols, &report->lines[i].seen, text);
        fprintf(report->to, "  %08x  %-*s", report->lines[i].seen.linear, TEXT_WIDTH, text);
        annotation_listing_cost(report, &report->lines[i].cost);
    }
}

static void annotation_listing_lines(const struct annotation_report *report)
{
    fprintf(report->to, "\n%*s", TEXT_WIDTH + 12, "");
    for (unsigned i = 0; i < report->column_count; i++)
        fprintf(report->to, "  %*s", report->columns[i].width, report->columns[i].name);
    fputc('\n', report->to);
    for (size_t i = 0; i < report->group_count; i++)
        annotation_listing_group(report, &report->groups[i]);
    fprintf(report->to, "\n  %-*s", TEXT_WIDTH + 10, "all");
    annotation_listing_cost(report, &report->total);
}

int annotation_listing_write(const struct annotation_config *config, struct annotation_line *lines,
                             size_t count, FILE *to)
{
    struct annotation_report report = {.config = config, .lines = lines, .count = count, .to = to};
    int result;

    qsort(lines, count, sizeof *lines, annotation_listing_by_address);
    if (annotation_listing_make_groups(&report) != 0)
        return -1;
    annotation_listing_columns(&report);
    annotation_listing_head(&report);
    annotation_listing_causes(&report);
    result = annotation_listing_top(&report);
    annotation_listing_lines(&report);
    free(report.groups);
    return result;
}
