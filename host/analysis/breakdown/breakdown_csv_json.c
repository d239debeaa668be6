/*
 * SPDX-License-Identifier: MIT
 * Exports breakdowns as CSV (RFC 4180) and as JSON with an object for each region.
 */
#include <jansson.h>
#include <math.h>

#include "host/analysis/breakdown/breakdown_formats.h"

static const char *const sources[] = {
    [PART_UNKNOWN] = "unknown", [PART_COUNTED] = "counted", [PART_ESTIMATED] = "estimated"};

static void breakdown_csv_row(const struct run *run, const struct region_breakdown *region,
                              const char *part, const char *source,
                              const struct part_clocks *clocks, double truth, FILE *to)
{
    const struct result *place = region->place;
    fprintf(to, "\"%s\",%s,%s,%s,", place->bench, place->state, place->ablate, place->ring);
    fprintf(to, place->region == RUN_WHOLE ? "whole" : "%u", place->region);
    fprintf(to, ",%s,%s,%.3f,%.3f,%.3f,%.6f,", part, source, clocks->clocks, clocks->low,
            clocks->high, clocks->clocks / region->breakdown.all);
    if (!isnan(truth))
        fprintf(to, "%.3f", truth);
    fputc(',', to);
    if (region->has_truth)
        fprintf(to, "%.6f", region->distance);
    fprintf(to, ",%s\n", platform_name(run->platform));
}

void breakdown_csv(const struct breakdowns *breakdowns, FILE *to)
{
    fputs("bench,state,ablate,ring,region,part,source,clocks,low,high,share,model,kl,platform\n",
          to);
    for (unsigned i = 0; i < breakdowns->n; i++) {
        const struct region_breakdown *region = &breakdowns->all[i];
        const struct breakdown *b = &region->breakdown;
        for (unsigned p = 0; p < b->list->n; p++)
            breakdown_csv_row(breakdowns->run, region, b->list->parts[p].name,
                              sources[b->parts[p].source], &b->parts[p],
                              region->has_truth ? region->truth[p] : NAN, to);
        const struct part_clocks rest = {PART_UNKNOWN, b->unexplained, b->unexplained,
                                         b->unexplained};
        breakdown_csv_row(breakdowns->run, region, b->list->rest, "rest", &rest,
                          region->has_truth ? region->truth_rest : NAN, to);
    }
}

static json_t *breakdown_json_part(const struct region_breakdown *region, unsigned p)
{
    const struct part_clocks *part = &region->breakdown.parts[p];
    json_t *object = json_pack("{ss ss sf sf sf}", "part", region->breakdown.list->parts[p].name,
                               "source", sources[part->source], "clocks", part->clocks, "low",
                               part->low, "high", part->high);
    if (region->has_truth)
        json_object_set_new(object, "model", json_real(region->truth[p]));
    return object;
}

static json_t *breakdown_json_region(const struct region_breakdown *region)
{
    const struct result *place = region->place;
    const struct breakdown *b = &region->breakdown;
    json_t *parts = json_array();
    for (unsigned p = 0; p < b->list->n; p++)
        json_array_append_new(parts, breakdown_json_part(region, p));
    json_t *object =
        json_pack("{ss ss ss ss so sf sf sf sf so}", "bench", place->bench, "state", place->state,
                  "ablate", place->ablate, "ring", place->ring, "region",
                  place->region == RUN_WHOLE ? json_string("whole") : json_integer(place->region),
                  "clocks", b->all, "not_explained", b->unexplained, "overlap", b->overlap,
                  "samples", b->samples, "parts", parts);
    if (!isnan(b->instructions))
        json_object_set_new(object, "instructions", json_real(b->instructions));
    if (region->has_truth)
        json_object_set_new(object, "kl", json_real(region->distance));
    if (region->has_truth && b->list->rest_causes)
        json_object_set_new(object, "model_not_explained", json_real(region->truth_rest));
    return object;
}

void breakdown_json(const struct breakdowns *breakdowns, FILE *to)
{
    json_t *regions = json_array();
    for (unsigned i = 0; i < breakdowns->n; i++)
        json_array_append_new(regions, breakdown_json_region(&breakdowns->all[i]));
    json_t *all = json_pack("{ss ss so}", "platform", platform_name(breakdowns->run->platform),
                            "penalties", breakdowns->penalties.from, "regions", regions);
    json_dumpf(all, to, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
    fputc('\n', to);
    json_decref(all);
}
