/*
 * SPDX-License-Identifier: MIT
 * Executes lines with PCL's and PAPI's event names. CPUID on the machine identifies the processor.
 * Answers of `count` are parsed into a run's results, with one place per region.
 */
#include "host/machines/monitor/named_line.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/base/number_text.h"
#include "host/data/metrics/named_events.h"
#include "host/data/run/run.h"

bool named_line_is(const char *line)
{
    static const char *const commands[] = {"count ", "watch ", "log "};
    for (unsigned i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (!strncasecmp(line, commands[i], strlen(commands[i])))
            return strcasestr(line, "pcl:") || strcasestr(line, "papi:");
    return false;
}

/* Stores the four vendor characters from a register of CPUID leaf 0. */
static void named_line_store_vendor(char *to, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++)
        to[i] = (char)(value >> 8 * i);
}

/* Reads vendor and signature from the machine. Returns 0, or -1 if it has no CPUID. */
static int named_line_ask_processor(struct monitor_session *session, struct run *run)
{
    char *zero = exchange_text(&session->exchange, "cpuid 0");
    char *one = exchange_text(&session->exchange, "cpuid 1");
    unsigned ebx, ecx, edx;
    char vendor[12];
    bool read = zero && one &&
                sscanf(zero, "CPUID 0: EAX %*x EBX %x ECX %x EDX %x", &ebx, &ecx, &edx) == 3 &&
                sscanf(one, "CPUID 1: EAX %x", &run->signature) == 1;
    free(zero);
    free(one);
    if (!read)
        return -1;
    named_line_store_vendor(vendor, ebx);
    named_line_store_vendor(vendor + 4, edx);
    named_line_store_vendor(vendor + 8, ecx);
    run->vendor = string_set_add(&run->strings, vendor, sizeof vendor);
    return 0;
}

/* Replaces named events by the machine's own; *named receives the names. NULL after a message. */
static char *named_line_expand(const char *line, const char *cpu, char **named)
{
    char *copy = allocate_copy(line), *rest = copy, *word, *own = allocate_copy("");
    *named = NULL;
    while (own && (word = strsep(&rest, " "))) {
        char *names = named_events_of(word);
        char *events = names ? named_events_expand(word, cpu) : allocate_copy(word);
        char *longer = events ? allocate_text("%s%s%s", own, *own ? " " : "", events) : NULL;
        if (names && !*named)
            *named = names;
        else
            free(names);
        free(events);
        free(own);
        own = longer;
    }
    free(copy);
    return own;
}

struct named_line_counts {
    const struct monitor_session *session;
    struct run *run;
    bool twice; /* an event came twice in one region, for two rings */
};

/* Parses "thesis/program1 0 count_clocks: 209 (209 to 209, n=20)" into a result. Everything before
 * the event is its place. */
static void named_line_parse_count(struct named_line_counts *counts, const char *text)
{
    struct run *run = counts->run;
    const char *colon = strstr(text, ": "), *event = colon;
    double mean, least, most;
    unsigned n;
    if (!colon || sscanf(colon, ": %lf (%lf to %lf, n=%u)", &mean, &least, &most, &n) != 4)
        return;
    while (event > text && event[-1] != ' ')
        event--;
    if (event < text + 2)
        return;
    const char *nothing = string_set_add(&run->strings, "", 0);
    struct result result = {
        .bench = string_set_add(&run->strings, text, (size_t)(event - 1 - text)),
        .event = string_set_add(&run->strings, event, (size_t)(colon - event)),
        .ring = nothing,
        .state = nothing,
        .ablate = nothing,
        .status = "ok",
        .entries = 1,
        .values = {.n = n, .mean = mean, .ci = (most - least) / 2, .level = 95},
    };
    for (unsigned i = 0; i < run->n_results; i++)
        counts->twice |=
            run->results[i].bench == result.bench && run->results[i].event == result.event;
    *run_add_result(run) = result;
}

static void named_line_on_record(void *context, const struct wire_record *record)
{
    struct named_line_counts *counts = context;
    struct text text = wire_line_text(record, "text");
    monitor_session_print(counts->session, record);
    if (!text_is(record->kind, "text") || !text.start)
        return;
    char *line = allocate_text("%.*s", (int)text.length, text.start);
    named_line_parse_count(counts, line);
    free(line);
}

static void named_line_print(struct named_line_counts *counts, const char *named)
{
    struct run *run = counts->run;
    unsigned counted = run->n_results;
    if (counts->twice) {
        message_print("an event is counted twice in one region, so the formula is not computed");
        return;
    }
    named_results_add(run, named);
    for (unsigned i = counted; i < run->n_results; i++) {
        const struct result *result = &run->results[i];
        unsigned decimals = result->rate ? 4 : 1;
        if (result_ok(result))
            printf("%s %s: %s +/- %s\n", result->bench, result->event,
                   number_text(result->values.mean, decimals),
                   number_text(result->values.ci, decimals));
        else
            printf(
                "%s %s: undefined: a division by 0, or by the clock frequency, which only a run "
                "measures\n",
                result->bench, result->event);
    }
    fflush(stdout);
}

enum exchange_status named_line(struct monitor_session *session, const char *line)
{
    struct run *run = run_new();
    struct named_line_counts counts = {.session = session, .run = run};
    enum exchange_status done = EXCHANGE_REFUSED;
    char *named = NULL, *own = NULL;
    run->source = "the machine";
    run->mhz = NAN; /* the prompt does not report it */
    if (named_line_ask_processor(session, run) || !run_processor_name(run))
        message_print(
            "'%s': pcl: and papi: need the events of a known processor; this processor is unknown",
            line);
    else
        own = named_line_expand(line, run_processor_name(run), &named);
    if (own && strlen(own) > EXCHANGE_MOST_LINE)
        message_print("'%s' needs more events than a line can hold", line);
    else if (own)
        done = exchange_ask(&session->exchange, own,
                            &(struct exchange_answer){named_line_on_record, &counts});
    if (done == EXCHANGE_OK && run->n_results)
        named_line_print(&counts, named);
    free(own);
    free(named);
    run_free(run);
    return done;
}
