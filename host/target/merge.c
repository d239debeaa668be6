/*
 * SPDX-License-Identifier: MIT
 * Merges record streams. Each source's records are divided into parts: common parts, which all
 * sources send, and cases. The first unsent part of each source determines what can be sent next.
 */
#include "host/target/merge.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"
#include "host/target/merge_text.h"

struct part {
    bool is_case, closed;
    unsigned number;  /* of the case, or of the case that follows a common part */
    unsigned ordinal; /* of a common part, from 0 */
    struct progress_mark begin, end;
    double gap; /* microseconds since the preceding part, per skipped case */
    struct held *held;
    unsigned n_held;
};

struct source {
    struct part *parts;
    unsigned n_parts, n_common;
    unsigned at; /* its first unsent part */
    bool open;   /* its last part is not complete */
    bool started, done, ended;
    struct progress_mark last; /* end of the preceding part */
    unsigned gone_past;        /* number of the first case after `last` */
    char *bench;
};

struct common {
    struct held *held; /* as first received; the bodies belong to the part */
    unsigned n_held;
};

struct merge {
    unsigned n_sources;
    struct source *sources;
    struct common *commons;
    unsigned n_commons;
    unsigned next_case, next_common;
    struct source *letting_go; /* whose case is partly sent; NULL: none */
    unsigned n_out;            /* records sent of the current part */
    bool finished, broken, all_out;
    unsigned long long excess;
    char *contradiction, *date;
    double boot;
    struct progress_mark all;
    uint32_t seq;
    char *out;
    size_t out_length, out_room, taken;
};

struct merge *merge_open(unsigned sources)
{
    struct merge *merge = memory_get(sizeof *merge);
    merge->n_sources = sources;
    merge->sources = memory_get(sources * sizeof *merge->sources);
    return merge;
}

static void part_free(struct part *part)
{
    for (unsigned i = 0; i < part->n_held; i++)
        free(part->held[i].body);
    free(part->held);
    part->held = NULL;
    part->n_held = 0;
}

void merge_close(struct merge *merge)
{
    for (unsigned s = 0; s < merge->n_sources; s++) {
        struct source *source = &merge->sources[s];
        for (unsigned i = 0; i < source->n_parts; i++)
            part_free(&source->parts[i]);
        free(source->parts);
        free(source->bench);
    }
    for (unsigned i = 0; i < merge->n_commons; i++)
        free(merge->commons[i].held);
    free(merge->commons);
    free(merge->sources);
    free(merge->contradiction);
    free(merge->date);
    free(merge->out);
    free(merge);
}

/* ---- receiving ------------------------------------------------------------------------------- */

static void contradict(struct merge *merge, char *sentence)
{
    merge->broken = true;
    if (merge->contradiction)
        free(sentence);
    else
        merge->contradiction = sentence;
}

static struct part *last_part(struct source *source)
{
    return &source->parts[source->n_parts - 1];
}

static struct part *open_part(struct source *source, bool is_case, const struct progress_mark *mark)
{
    struct part *part = memory_add(&source->parts, &source->n_parts, sizeof *part);
    unsigned past = mark->number + 1 - source->gone_past;
    part->is_case = is_case;
    part->number = mark->number;
    part->ordinal = is_case ? 0 : source->n_common++;
    part->begin = *mark;
    part->gap = (mark->microseconds - source->last.microseconds) / (past > 1 ? past : 1);
    source->open = true;
    return part;
}

static void close_part(struct source *source, const struct progress_mark *mark)
{
    if (!source->open)
        return;
    last_part(source)->end = *mark;
    last_part(source)->closed = true;
    source->open = false;
    source->last = *mark;
}

/* A record `dealt` announces the next part. */
static void take_mark(struct merge *merge, struct source *source, const struct wire_record *record)
{
    struct progress_mark mark = mark_of(record);
    struct text part = wire_text(record, "part");
    close_part(source, &mark);
    if (text_is(part, "common"))
        open_part(source, false, &mark);
    if (text_is(part, "case"))
        open_part(source, true, &mark);
    source->gone_past = mark.number + text_is(part, "end");
    if (!merge->boot)
        merge->boot = mark.up - mark.microseconds;
}

static void compare_common(struct merge *merge, unsigned s, const struct part *part,
                           const struct held *held)
{
    while (merge->n_commons <= part->ordinal)
        memory_add(&merge->commons, &merge->n_commons, sizeof *merge->commons);
    struct common *common = &merge->commons[part->ordinal];
    if (part->n_held > common->n_held) {
        *(struct held *)memory_add(&common->held, &common->n_held, sizeof *held) = *held;
        return;
    }
    const struct held *said = &common->held[part->n_held - 1];
    if (!held_alike(said, held))
        contradict(merge, memory_print("process %u sent '%s', but another process sent '%s'", s + 1,
                                       held->body, said->body));
}

static void take_start(struct merge *merge, struct source *source, const struct wire_record *record)
{
    struct text date = wire_text(record, "date");
    if (source->started)
        contradict(
            merge,
            memory_text("the settings request more than one run, which requires a single process"));
    source->started = true;
    if (!merge->date)
        merge->date = memory_print("%.*s", (int)date.length, date.start ? date.start : "");
}

static void take_done(struct merge *merge, struct source *source, const struct wire_record *record)
{
    struct progress_mark mark = mark_of(record);
    double excess = 0;
    wire_number(record, "excess", &excess);
    if (excess > (double)merge->excess)
        merge->excess = (unsigned long long)excess;
    mark.number = source->last.number;
    close_part(source, &mark);
    source->done = true;
}

static void take_bench(struct merge *merge, struct source *source, const struct wire_record *record,
                       const struct part *part)
{
    struct text bench = wire_text(record, "bench");
    free(source->bench);
    source->bench = memory_print("%.*s", (int)bench.length, bench.start ? bench.start : "");
    if (!part->is_case)
        contradict(merge, memory_text("this image cannot share its benchmarks: it is too old, or "
                                      "it does not run in this program's virtual Pentium"));
}

static void advance(struct merge *merge);

void merge_record(struct merge *merge, unsigned s, const struct wire_record *record)
{
    struct source *source = &merge->sources[s];
    if (text_is(record->kind, "dealt")) {
        take_mark(merge, source, record);
    } else if (text_is(record->kind, "done")) {
        take_done(merge, source, record);
    } else {
        /* Records before the first mark, or a fault of the harness between parts, form a separate
         * part. */
        if (!source->open)
            open_part(source, source->n_parts > 0, &source->last);
        struct part *part = last_part(source);
        if (text_is(record->kind, "start"))
            take_start(merge, source, record);
        if (text_is(record->kind, "bench"))
            take_bench(merge, source, record, part);
        struct held *held = memory_add(&part->held, &part->n_held, sizeof *held);
        *held = held_of(record);
        if (!part->is_case)
            compare_common(merge, s, part, held);
    }
    advance(merge);
}

bool merge_end(struct merge *merge, unsigned s)
{
    struct source *source = &merge->sources[s];
    source->ended = true;
    merge->broken |= !source->done;
    advance(merge);
    return source->done;
}

void merge_finish(struct merge *merge)
{
    merge->finished = true;
    for (unsigned s = 0; s < merge->n_sources; s++)
        merge->broken |= !merge->sources[s].done;
    advance(merge);
}

/* ---- sending --------------------------------------------------------------------------------- */

static void put(struct merge *merge, char *line)
{
    size_t length = strlen(line);
    if (merge->taken == merge->out_length)
        merge->taken = merge->out_length = 0;
    if (merge->out_length + length > merge->out_room) {
        merge->out_room = 2 * (merge->out_length + length);
        merge->out = memory_resize(merge->out, merge->out_room);
    }
    memcpy(merge->out + merge->out_length, line, length);
    merge->out_length += length;
    merge->seq++;
    free(line);
}

/* Returns a source's next part, skipping common parts that were already sent from another source.
 * NULL: none has arrived. */
static struct part *head(const struct merge *merge, struct source *source)
{
    while (source->at < source->n_parts && !source->parts[source->at].is_case &&
           source->parts[source->at].ordinal < merge->next_common)
        source->at++;
    return source->at < source->n_parts ? &source->parts[source->at] : NULL;
}

static bool over(const struct merge *merge, const struct source *source)
{
    return source->ended || merge->finished;
}

/* Sends all received records of a part. Returns false if more are expected. */
static bool let_go(struct merge *merge, const struct source *source, struct part *part)
{
    struct held_shift shift = {.own = part->begin,
                               .all = merge->all,
                               .date = merge->date ? merge->date : "",
                               .boot = merge->boot};
    shift.all.microseconds += part->gap;
    for (; merge->n_out < part->n_held; merge->n_out++)
        put(merge, held_line(&part->held[merge->n_out], merge->seq, &shift));
    if (!part->closed)
        return over(merge, source);
    mark_add(&merge->all, &part->begin, &part->end);
    merge->all.microseconds += part->gap;
    return true;
}

/* Returns a source that has the next common part, if any. If a source has ended, the one with most
 * of the part continues it. */
static struct source *next_common(struct merge *merge)
{
    struct source *best = NULL;
    for (unsigned s = 0; s < merge->n_sources; s++) {
        struct source *source = &merge->sources[s];
        const struct part *part = head(merge, source);
        if (!part || part->is_case || part->number > merge->next_case)
            continue;
        if (!best || (over(merge, best) && !head(merge, best)->closed &&
                      part->n_held >= head(merge, best)->n_held))
            best = source;
    }
    return best;
}

static struct source *next_case(const struct merge *merge)
{
    for (unsigned s = 0; s < merge->n_sources; s++) {
        const struct part *part = head(merge, &merge->sources[s]);
        if (part && part->is_case && part->number <= merge->next_case)
            return &merge->sources[s];
    }
    return NULL;
}

/* If no source has the next case and none can send it, because its source has ended, skips to the
 * next available case. */
static bool skip_lost(struct merge *merge)
{
    unsigned least = UINT32_MAX;
    for (unsigned s = 0; s < merge->n_sources; s++) {
        const struct part *part = head(merge, &merge->sources[s]);
        if (!part && !over(merge, &merge->sources[s]))
            return false;
        if (part && part->number < least)
            least = part->number;
    }
    merge->next_case = least;
    return least != UINT32_MAX;
}

static bool all_over(const struct merge *merge)
{
    for (unsigned s = 0; s < merge->n_sources; s++)
        if (!over(merge, &merge->sources[s]))
            return false;
    return true;
}

static void conclude(struct merge *merge)
{
    if (merge->all_out || !all_over(merge))
        return;
    merge->all_out = true;
    if (!merge->broken)
        put(merge, done_line(&merge->all, merge->excess, merge->seq));
}

static void advance(struct merge *merge)
{
    for (;;) {
        struct source *source = merge->letting_go;
        if (!source)
            source = next_common(merge);
        if (!source)
            source = next_case(merge);
        if (!source) {
            if (skip_lost(merge))
                continue;
            break;
        }
        struct part *part = head(merge, source);
        merge->letting_go = part->is_case ? source : NULL;
        if (!let_go(merge, source, part))
            break;
        merge->letting_go = NULL;
        merge->n_out = 0;
        if (part->is_case) {
            if (part->number >= merge->next_case)
                merge->next_case = part->number + 1;
            part_free(part);
            source->at++;
        } else {
            merge->next_common++;
        }
    }
    conclude(merge);
}

size_t merge_take(struct merge *merge, char *bytes, size_t size)
{
    size_t ready = merge->out_length - merge->taken, count = ready < size ? ready : size;
    if (count)
        memcpy(bytes, merge->out + merge->taken, count);
    merge->taken += count;
    return count;
}

bool merge_ended(const struct merge *merge)
{
    return merge->all_out && merge->taken == merge->out_length;
}

const char *merge_bench(const struct merge *merge, unsigned source)
{
    return merge->sources[source].bench ? merge->sources[source].bench : "";
}

const char *merge_contradiction(const struct merge *merge)
{
    return merge->contradiction;
}
