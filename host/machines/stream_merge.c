/*
 * SPDX-License-Identifier: MIT
 * Merges record streams. Each source's records are divided into parts: common parts, which all
 * sources send, and cases. The first unsent part of each source determines what can be sent next.
 */
#include "host/machines/stream_merge.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/machines/merged_record.h"

struct merge_part {
    bool is_case, closed;
    unsigned number;  /* of the case, or of the case that follows a common part */
    unsigned ordinal; /* of a common part, from 0 */
    struct merge_mark begin, end;
    double gap; /* microseconds since the preceding part, per skipped case */
    struct merged_record *records;
    unsigned n_records;
};

struct merge_source {
    struct merge_part *parts;
    unsigned n_parts, n_common;
    unsigned at; /* its first unsent part */
    bool open;   /* its last part is not complete */
    bool started, done, ended;
    struct merge_mark last; /* end of the preceding part */
    unsigned next_number;   /* number of the first case after `last` */
    char *bench;
};

struct merge_common {
    struct merged_record *records; /* as first received; the bodies belong to the part */
    unsigned n_records;
};

struct stream_merge {
    unsigned n_sources;
    struct merge_source *sources;
    struct merge_common *commons;
    unsigned n_commons;
    unsigned next_case, next_common;
    struct merge_source *sending; /* whose case is partly sent; NULL: none */
    unsigned n_out;               /* records sent of the current part */
    bool finished, broken, all_out;
    unsigned long long excess;
    char *contradiction, *date;
    double boot;
    struct merge_mark all;
    uint32_t seq;
    char *out;
    size_t out_length, out_room, n_read;
};

struct stream_merge *stream_merge_open(unsigned sources)
{
    struct stream_merge *merge = allocate_zeroed(sizeof *merge);
    merge->n_sources = sources;
    merge->sources = allocate_zeroed(sources * sizeof *merge->sources);
    return merge;
}

static void stream_merge_free_part(struct merge_part *part)
{
    for (unsigned i = 0; i < part->n_records; i++)
        free(part->records[i].body);
    free(part->records);
    part->records = NULL;
    part->n_records = 0;
}

void stream_merge_close(struct stream_merge *merge)
{
    for (unsigned s = 0; s < merge->n_sources; s++) {
        struct merge_source *source = &merge->sources[s];
        for (unsigned i = 0; i < source->n_parts; i++)
            stream_merge_free_part(&source->parts[i]);
        free(source->parts);
        free(source->bench);
    }
    for (unsigned i = 0; i < merge->n_commons; i++)
        free(merge->commons[i].records);
    free(merge->commons);
    free(merge->sources);
    free(merge->contradiction);
    free(merge->date);
    free(merge->out);
    free(merge);
}

/* ---- receiving ------------------------------------------------------------------------------- */

static void stream_merge_contradict(struct stream_merge *merge, char *sentence)
{
    merge->broken = true;
    if (merge->contradiction)
        free(sentence);
    else
        merge->contradiction = sentence;
}

static struct merge_part *stream_merge_last_part(struct merge_source *source)
{
    return &source->parts[source->n_parts - 1];
}

static struct merge_part *stream_merge_open_part(struct merge_source *source, bool is_case,
                                                 const struct merge_mark *mark)
{
    struct merge_part *part = allocate_element(&source->parts, &source->n_parts, sizeof *part);
    unsigned past = mark->number + 1 - source->next_number;
    part->is_case = is_case;
    part->number = mark->number;
    part->ordinal = is_case ? 0 : source->n_common++;
    part->begin = *mark;
    part->gap = (mark->microseconds - source->last.microseconds) / (past > 1 ? past : 1);
    source->open = true;
    return part;
}

static void stream_merge_close_part(struct merge_source *source, const struct merge_mark *mark)
{
    if (!source->open)
        return;
    stream_merge_last_part(source)->end = *mark;
    stream_merge_last_part(source)->closed = true;
    source->open = false;
    source->last = *mark;
}

/* A record `dealt` announces the next part. */
static void stream_merge_on_mark(struct stream_merge *merge, struct merge_source *source,
                                 const struct wire_record *record)
{
    struct merge_mark mark = merged_record_mark(record);
    struct text part = wire_line_text(record, "part");
    stream_merge_close_part(source, &mark);
    if (text_is(part, "common"))
        stream_merge_open_part(source, false, &mark);
    if (text_is(part, "case"))
        stream_merge_open_part(source, true, &mark);
    source->next_number = mark.number + text_is(part, "end");
    if (!merge->boot)
        merge->boot = mark.up - mark.microseconds;
}

static void stream_merge_compare(struct stream_merge *merge, unsigned s,
                                 const struct merge_part *part, const struct merged_record *merged)
{
    while (merge->n_commons <= part->ordinal)
        allocate_element(&merge->commons, &merge->n_commons, sizeof *merge->commons);
    struct merge_common *common = &merge->commons[part->ordinal];
    if (part->n_records > common->n_records) {
        *(struct merged_record *)allocate_element(&common->records, &common->n_records,
                                                  sizeof *merged) = *merged;
        return;
    }
    const struct merged_record *first = &common->records[part->n_records - 1];
    if (!merged_record_alike(first, merged))
        stream_merge_contradict(merge,
                                allocate_text("process %u sent '%s', but another process sent '%s'",
                                              s + 1, merged->body, first->body));
}

static void stream_merge_on_start(struct stream_merge *merge, struct merge_source *source,
                                  const struct wire_record *record)
{
    struct text date = wire_line_text(record, "date");
    if (source->started)
        stream_merge_contradict(
            merge, allocate_copy(
                       "the settings request more than one run, which requires a single process"));
    source->started = true;
    if (!merge->date)
        merge->date = allocate_text("%.*s", (int)date.length, date.start ? date.start : "");
}

static void stream_merge_on_done(struct stream_merge *merge, struct merge_source *source,
                                 const struct wire_record *record)
{
    struct merge_mark mark = merged_record_mark(record);
    double excess = 0;
    wire_line_number(record, "excess", &excess);
    if (excess > (double)merge->excess)
        merge->excess = (unsigned long long)excess;
    mark.number = source->last.number;
    stream_merge_close_part(source, &mark);
    source->done = true;
}

static void stream_merge_on_bench(struct stream_merge *merge, struct merge_source *source,
                                  const struct wire_record *record, const struct merge_part *part)
{
    struct text bench = wire_line_text(record, "bench");
    free(source->bench);
    source->bench = allocate_text("%.*s", (int)bench.length, bench.start ? bench.start : "");
    if (!part->is_case)
        stream_merge_contradict(
            merge, allocate_copy("this image cannot share its benchmarks: it is too old, or "
                                 "it does not run in this program's virtual Pentium"));
}

static void stream_merge_advance(struct stream_merge *merge);

void stream_merge_add(struct stream_merge *merge, unsigned s, const struct wire_record *record)
{
    struct merge_source *source = &merge->sources[s];
    if (text_is(record->kind, "dealt")) {
        stream_merge_on_mark(merge, source, record);
    } else if (text_is(record->kind, "done")) {
        stream_merge_on_done(merge, source, record);
    } else {
        /* Records before the first mark, or a fault of the harness between parts, form a separate
         * part. */
        if (!source->open)
            stream_merge_open_part(source, source->n_parts > 0, &source->last);
        struct merge_part *part = stream_merge_last_part(source);
        if (text_is(record->kind, "start"))
            stream_merge_on_start(merge, source, record);
        if (text_is(record->kind, "bench"))
            stream_merge_on_bench(merge, source, record, part);
        struct merged_record *merged =
            allocate_element(&part->records, &part->n_records, sizeof *merged);
        *merged = merged_record_of(record);
        if (!part->is_case)
            stream_merge_compare(merge, s, part, merged);
    }
    stream_merge_advance(merge);
}

bool stream_merge_end(struct stream_merge *merge, unsigned s)
{
    struct merge_source *source = &merge->sources[s];
    source->ended = true;
    merge->broken |= !source->done;
    stream_merge_advance(merge);
    return source->done;
}

void stream_merge_finish(struct stream_merge *merge)
{
    merge->finished = true;
    for (unsigned s = 0; s < merge->n_sources; s++)
        merge->broken |= !merge->sources[s].done;
    stream_merge_advance(merge);
}

/* ---- sending --------------------------------------------------------------------------------- */

static void stream_merge_send(struct stream_merge *merge, char *line)
{
    size_t length = strlen(line);
    if (merge->n_read == merge->out_length)
        merge->n_read = merge->out_length = 0;
    if (merge->out_length + length > merge->out_room) {
        merge->out_room = 2 * (merge->out_length + length);
        merge->out = allocation_resize(merge->out, merge->out_room);
    }
    memcpy(merge->out + merge->out_length, line, length);
    merge->out_length += length;
    merge->seq++;
    free(line);
}

/* Returns a source's next part, skipping common parts that were already sent from another source.
 * NULL: none has arrived. */
static struct merge_part *stream_merge_head(const struct stream_merge *merge,
                                            struct merge_source *source)
{
    while (source->at < source->n_parts && !source->parts[source->at].is_case &&
           source->parts[source->at].ordinal < merge->next_common)
        source->at++;
    return source->at < source->n_parts ? &source->parts[source->at] : NULL;
}

static bool stream_merge_is_over(const struct stream_merge *merge,
                                 const struct merge_source *source)
{
    return source->ended || merge->finished;
}

/* Sends all received records of a part. Returns false if more are expected. */
static bool stream_merge_send_part(struct stream_merge *merge, const struct merge_source *source,
                                   struct merge_part *part)
{
    struct merged_record_shift shift = {.own = part->begin,
                                        .all = merge->all,
                                        .date = merge->date ? merge->date : "",
                                        .boot = merge->boot};
    shift.all.microseconds += part->gap;
    for (; merge->n_out < part->n_records; merge->n_out++)
        stream_merge_send(merge,
                          merged_record_line(&part->records[merge->n_out], merge->seq, &shift));
    if (!part->closed)
        return stream_merge_is_over(merge, source);
    merged_record_add_mark(&merge->all, &part->begin, &part->end);
    merge->all.microseconds += part->gap;
    return true;
}

/* Returns a source that has the next common part, if any. If a source has ended, the one with most
 * of the part continues it. */
static struct merge_source *stream_merge_next_common(struct stream_merge *merge)
{
    struct merge_source *best = NULL;
    for (unsigned s = 0; s < merge->n_sources; s++) {
        struct merge_source *source = &merge->sources[s];
        const struct merge_part *part = stream_merge_head(merge, source);
        if (!part || part->is_case || part->number > merge->next_case)
            continue;
        if (!best ||
            (stream_merge_is_over(merge, best) && !stream_merge_head(merge, best)->closed &&
             part->n_records >= stream_merge_head(merge, best)->n_records))
            best = source;
    }
    return best;
}

static struct merge_source *stream_merge_next_case(const struct stream_merge *merge)
{
    for (unsigned s = 0; s < merge->n_sources; s++) {
        const struct merge_part *part = stream_merge_head(merge, &merge->sources[s]);
        if (part && part->is_case && part->number <= merge->next_case)
            return &merge->sources[s];
    }
    return NULL;
}

/* If no source has the next case and none can send it, because its source has ended, skips to the
 * next available case. */
static bool stream_merge_skip_lost(struct stream_merge *merge)
{
    unsigned least = UINT32_MAX;
    for (unsigned s = 0; s < merge->n_sources; s++) {
        const struct merge_part *part = stream_merge_head(merge, &merge->sources[s]);
        if (!part && !stream_merge_is_over(merge, &merge->sources[s]))
            return false;
        if (part && part->number < least)
            least = part->number;
    }
    merge->next_case = least;
    return least != UINT32_MAX;
}

static bool stream_merge_all_over(const struct stream_merge *merge)
{
    for (unsigned s = 0; s < merge->n_sources; s++)
        if (!stream_merge_is_over(merge, &merge->sources[s]))
            return false;
    return true;
}

static void stream_merge_send_done(struct stream_merge *merge)
{
    if (merge->all_out || !stream_merge_all_over(merge))
        return;
    merge->all_out = true;
    if (!merge->broken)
        stream_merge_send(merge, merged_record_done(&merge->all, merge->excess, merge->seq));
}

static void stream_merge_advance(struct stream_merge *merge)
{
    for (;;) {
        struct merge_source *source = merge->sending;
        if (!source)
            source = stream_merge_next_common(merge);
        if (!source)
            source = stream_merge_next_case(merge);
        if (!source) {
            if (stream_merge_skip_lost(merge))
                continue;
            break;
        }
        struct merge_part *part = stream_merge_head(merge, source);
        merge->sending = part->is_case ? source : NULL;
        if (!stream_merge_send_part(merge, source, part))
            break;
        merge->sending = NULL;
        merge->n_out = 0;
        if (part->is_case) {
            if (part->number >= merge->next_case)
                merge->next_case = part->number + 1;
            stream_merge_free_part(part);
            source->at++;
        } else {
            merge->next_common++;
        }
    }
    stream_merge_send_done(merge);
}

size_t stream_merge_read(struct stream_merge *merge, char *bytes, size_t size)
{
    size_t ready = merge->out_length - merge->n_read, count = ready < size ? ready : size;
    if (count)
        memcpy(bytes, merge->out + merge->n_read, count);
    merge->n_read += count;
    return count;
}

bool stream_merge_ended(const struct stream_merge *merge)
{
    return merge->all_out && merge->n_read == merge->out_length;
}

const char *stream_merge_bench(const struct stream_merge *merge, unsigned source)
{
    return merge->sources[source].bench ? merge->sources[source].bench : "";
}

const char *stream_merge_contradiction(const struct stream_merge *merge)
{
    return merge->contradiction;
}
