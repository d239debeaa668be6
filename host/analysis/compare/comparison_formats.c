/*
 * SPDX-License-Identifier: MIT
 * Prints a comparison as a table, Markdown, CSV or JSON. The table and Markdown contain the rows
 * that changed; CSV and JSON contain all rows, each with its verdict.
 */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/analysis/compare/effects.h"
#include "host/base/options/choice.h"
#include "host/base/number_text.h"
#include "host/base/text_table.h"
#include "host/data/run/event_lookup.h"

#define HEADERS "benchmark", "region", "event", "before", "after"
enum { BENCH, REGION, EVENT, BEFORE, AFTER, CHANGE, VERDICT, COLUMNS };

static bool shown(const struct comparison *comparison, const struct effect *effect)
{
    return comparison->all || effect->significant;
}

/* ---- table ---------------------------------------------------------------------------------- */

static void comparison_table_row(struct text_table *table, const struct effect *effect)
{
    char text[EFFECT_BYTES];
    const struct result *a = effect->pair->a;
    text_table_add_row(table);
    text_table_cell(table, BENCH, "%s", effect_bench(effect, text));
    text_table_cell(table, REGION, "%s", effect_where(effect, text));
    text_table_cell(table, EVENT, "%s", effect_what(effect, text));
    text_table_cell(table, BEFORE, "%s", effect_number(effect, a->values.mean));
    text_table_cell(table, AFTER, "%s", effect_number(effect, effect->pair->b->values.mean));
    text_table_cell(table, CHANGE, "%s", effect_text(effect, text));
    text_table_cell(table, VERDICT, "%s", effect_verdict(effect));
    if (effect->significant)
        text_table_bold(table);
    char *suspects = effect_suspects(effect);
    if (suspects)
        text_table_line(table, "    %s", suspects);
    free(suspects);
}

#define VERDICT_WIDTH 40 /* wider than any verdict, which is not folded */

static void comparison_write_table(const struct comparison *comparison, FILE *to, bool colour)
{
    static const char *const headers[] = {HEADERS};
    const struct effects *effects = comparison->effects;
    struct text_table *table = text_table_new(COLUMNS);
    char change[40];
    unsigned rows = 0;
    snprintf(change, sizeof change, "change (%g %%)", 100 * comparison->level);
    for (unsigned c = 0; c < CHANGE; c++)
        text_table_set_column(table, c, headers[c], c < BEFORE ? TABLE_LEFT : TABLE_RIGHT);
    text_table_set_column(table, CHANGE, change, TABLE_RIGHT);
    text_table_set_column(table, VERDICT, "", TABLE_LEFT);
    text_table_narrow(table, VERDICT, VERDICT_WIDTH);
    for (unsigned i = 0; i < effects->n; i++) {
        if (!shown(comparison, &effects->effects[i]))
            continue;
        comparison_table_row(table, &effects->effects[i]);
        rows++;
    }
    comparison_machine("before  ", comparison->a, to);
    comparison_machine("after   ", comparison->b, to);
    comparison_note_compilers(comparison, to);
    fputc('\n', to);
    if (rows)
        text_table_print(table, to, colour);
    text_table_free(table);
    effects_summary(effects, comparison->pairs, to);
}

/* ---- Markdown ------------------------------------------------------------------------------- */

/* A vertical bar would end the cell. */
static void markdown_text(const char *text, FILE *to)
{
    for (; *text; text++)
        fprintf(to, *text == '|' ? "\\%c" : "%c", *text);
}

static void comparison_write_markdown(const struct comparison *comparison, FILE *to, bool colour)
{
    const struct effects *effects = comparison->effects;
    char text[EFFECT_BYTES];
    (void)colour;
    comparison_machine("before: ", comparison->a, to);
    comparison_machine("after: ", comparison->b, to);
    comparison_note_compilers(comparison, to);
    fprintf(to,
            "\n| benchmark | region | event | before | after | change (%g %%) | |\n"
            "| --- | --- | --- | ---: | ---: | ---: | --- |\n",
            100 * comparison->level);
    for (unsigned i = 0; i < effects->n; i++) {
        const struct effect *effect = &effects->effects[i];
        const struct result *a = effect->pair->a;
        if (!shown(comparison, effect))
            continue;
        fputs("| ", to);
        markdown_text(effect_bench(effect, text), to);
        fputs(" | ", to);
        markdown_text(effect_where(effect, text), to);
        fprintf(to, " | %s", effect_what(effect, text));
        fprintf(to, " | %s | %s", effect_number(effect, a->values.mean),
                effect_number(effect, effect->pair->b->values.mean));
        char *suspects = effect_suspects(effect);
        fprintf(to, " | %s | %s%s%s |\n", effect_text(effect, text), effect_verdict(effect),
                suspects ? "; " : "", suspects ? suspects : "");
        free(suspects);
    }
    fputc('\n', to);
    effects_summary(effects, comparison->pairs, to);
}

/* ---- csv and json: all rows ----------------------------------------------------------------- */

static void csv_text(const char *text, FILE *to)
{
    bool quoted = strpbrk(text, ",\"\r\n");
    fputs(quoted ? "\"" : "", to);
    for (; *text; text++)
        fprintf(to, *text == '"' ? "\"%c" : "%c", *text);
    fputs(quoted ? "\"" : "", to);
}

static void csv_number(double number, FILE *to)
{
    if (isfinite(number))
        fprintf(to, ",%.10g", number);
    else
        fputc(',', to);
}

/*
 * For sampled data the region column has the kind of sampling, and the name column has the function
 * or place.
 */
static void comparison_csv_region(const struct effect *effect, FILE *to)
{
    const struct result *a = effect->pair->a;
    const char *kind = effect_kind(effect);
    const char *name = kind ? effect->pair->where : a->region_name ? a->region_name : "";
    if (kind)
        fprintf(to, ",%s,", kind);
    else
        fprintf(to, a->region == RUN_WHOLE ? ",whole," : ",%u,", a->region);
    csv_text(name, to);
}

/* Returns whether any row needs the columns of suspect results. */
static bool comparison_has_suspects(const struct effects *effects)
{
    for (unsigned i = 0; i < effects->n; i++)
        if (effects->effects[i].pair->a->suspect || effects->effects[i].pair->b->suspect)
            return true;
    return false;
}

static void comparison_csv_suspect(const struct result *result, FILE *to)
{
    fputc(',', to);
    csv_text(result->suspect ? result->suspect : "", to);
}

static void comparison_write_csv(const struct comparison *comparison, FILE *to, bool colour)
{
    const bool suspects = comparison_has_suspects(comparison->effects);
    (void)colour;
    fprintf(to,
            "bench,region,region_name,event,unit,ring,state,ablate,before,after,change,percent,"
            "half_width,p,verdict%s\n",
            suspects ? ",suspect_before,suspect_after" : "");
    for (unsigned i = 0; i < comparison->effects->n; i++) {
        const struct effect *effect = &comparison->effects->effects[i];
        const struct result *a = effect->pair->a;
        csv_text(a->bench, to);
        comparison_csv_region(effect, to);
        fprintf(to, ",%s,", a->event);
        csv_text(effect_unit(effect), to);
        fprintf(to, ",%s,%s,%s", a->ring, a->state, a->ablate);
        csv_number(a->values.mean, to);
        csv_number(effect->pair->b->values.mean, to);
        csv_number(effect->pair->difference.change, to);
        csv_number(effect->percent, to);
        csv_number(effect->pair->difference.half_width, to);
        csv_number(effect->pair->p, to);
        fputc(',', to);
        csv_text(effect_verdict(effect), to);
        if (suspects) {
            comparison_csv_suspect(a, to);
            comparison_csv_suspect(effect->pair->b, to);
        }
        fputc('\n', to);
    }
}

static json_t *json_number(double number)
{
    return isfinite(number) ? json_real(number) : json_null();
}

static json_t *json_text(const char *text)
{
    json_t *value = text ? json_string(text) : json_null();
    return value ? value : json_string("?"); /* not UTF-8 */
}

static json_t *json_run(const struct run *run)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:s}", "run", json_text(run->source), "label",
                     json_text(run->label), "processor", json_text(run->name), "build",
                     json_text(run->build), "platform", platform_name(run->platform));
}

static json_t *comparison_json_row(const struct effect *effect)
{
    const struct result *a = effect->pair->a;
    const char *kind = effect_kind(effect);
    const char *name = kind && *effect->pair->where ? effect->pair->where : a->region_name;
    json_t *region = kind                     ? json_string(kind)
                     : a->region == RUN_WHOLE ? json_string("whole")
                                              : json_integer(a->region);
    json_t *row = json_pack("{s:o, s:o, s:o, s:o, s:s, s:s, s:s, s:s}", "bench",
                            json_text(a->bench), "region", region, "region_name", json_text(name),
                            "event", json_text(a->event), "unit", effect_unit(effect), "ring",
                            a->ring, "state", a->state, "ablate", a->ablate);
    json_object_set_new(row, "before", json_number(a->values.mean));
    json_object_set_new(row, "after", json_number(effect->pair->b->values.mean));
    json_object_set_new(row, "change", json_number(effect->pair->difference.change));
    json_object_set_new(row, "percent", json_number(effect->percent));
    json_object_set_new(row, "half_width", json_number(effect->pair->difference.half_width));
    json_object_set_new(row, "p", json_number(effect->pair->p));
    json_object_set_new(row, "verdict", json_text(effect_verdict(effect)));
    if (a->suspect)
        json_object_set_new(row, "suspect_before", json_text(a->suspect));
    if (effect->pair->b->suspect)
        json_object_set_new(row, "suspect_after", json_text(effect->pair->b->suspect));
    return row;
}

static void comparison_write_json(const struct comparison *comparison, FILE *to, bool colour)
{
    const struct effects *effects = comparison->effects;
    json_t *rows = json_array();
    (void)colour;
    for (unsigned i = 0; i < effects->n; i++)
        json_array_append_new(rows, comparison_json_row(&effects->effects[i]));
    json_t *all = json_pack(
        "{s:o, s:o, s:f, s:o, s:{s:i, s:i, s:o, s:o, s:i}}", "before", json_run(comparison->a),
        "after", json_run(comparison->b), "level", comparison->level, "rows", rows, "summary",
        "rows", (int)comparison->pairs->n, "changed", (int)(effects->changed + effects->small),
        "geometric_mean", json_number(effects->mean), "of", json_text(effects->mean_event), "over",
        (int)effects->n_mean);
    json_dumpf(all, to, JSON_INDENT(1) | JSON_REAL_PRECISION(12));
    fputc('\n', to);
    json_decref(all);
}

const struct comparison_format *comparison_format_find(const char *name)
{
    static const struct comparison_format formats[] = {
        {"table", comparison_write_table},   {"csv", comparison_write_csv},
        {"json", comparison_write_json},     {"markdown", comparison_write_markdown},
        {"counts", counts_comparison_write},
    };
    const int found = choice_find("--format", "form", name, formats,
                                  sizeof formats / sizeof formats[0], sizeof formats[0]);
    return found < 0 ? NULL : &formats[found];
}
