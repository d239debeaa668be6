/*
 * SPDX-License-Identifier: MIT
 * Joins the parts of streams, and checks them.
 */
#include "host/data/written/written_streams.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/data/written/written_text_read.h"
#include "serial/crc32.h"

static void written_stream_append(struct written_stream *stream, const char *text)
{
    const size_t length = strlen(text);
    stream->bytes = allocation_resize(stream->bytes, stream->length + length + 1);
    memcpy(stream->bytes + stream->length, text, length);
    stream->length += length;
}

/* Appends a part. A part that does not begin where the last one ended means that one is missing. */
static void written_stream_add(struct written_stream *stream, const struct written_part *part,
                               bool *whole)
{
    const size_t length = (size_t)written_text_length(part->text, part->base64);
    if (part->first > stream->at) {
        char *gap = allocate_text("\n[%zu bytes are missing here]\n", part->first - stream->at);
        written_stream_append(stream, gap);
        free(gap);
    }
    *whole = *whole && part->first == stream->at;
    stream->bytes = allocation_resize(stream->bytes, stream->length + length + 1);
    written_text_decode(part->text, part->base64, stream->bytes + stream->length);
    stream->length += length;
    stream->at = part->first + length;
    if (!part->last)
        return;
    stream->ended = true;
    stream->lost = part->lost;
    stream->complete = *whole && part->size == stream->length &&
                       part->crc32 == crc32_continue(0, stream->bytes, stream->length);
}

/* A file of the program that has the name of a stream comes after both streams. */
static void written_stream_set_name(struct written_stream *streams, unsigned n, const char *encoded)
{
    struct written_stream *stream = &streams[n - 1];
    const long length = written_text_length(encoded, NULL);
    char *name = allocate_zeroed(length < 0 ? 1 : (size_t)length + 1);
    if (length >= 0)
        written_text_decode(encoded, NULL, name);
    stream->name = name;
    for (unsigned i = 0; i + 1 < n && stream->name == name; i++)
        if (streams[i].program == stream->program && !strcmp(streams[i].name, name))
            stream->name = allocate_text("./%s", name);
    if (stream->name != name)
        free(name);
}

static void written_stream_end(struct written_stream *stream)
{
    if (!stream->ended)
        written_stream_append(stream, "\n[the rest is missing]\n");
}

struct written_stream *written_streams_join(const struct run *run, unsigned *n)
{
    struct written_stream *streams = NULL;
    const struct written_part *last = NULL;
    bool whole = true;
    *n = 0;
    for (unsigned i = 0; i < run->n_written; i++) {
        const struct written_part *part = &run->written[i];
        bool same =
            last && last->program == part->program && last->name == part->name && !last->last;
        if (!same) {
            if (*n)
                written_stream_end(&streams[*n - 1]);
            struct written_stream *stream = allocate_element(&streams, n, sizeof *stream);
            stream->program = part->program;
            written_stream_set_name(streams, *n, part->name);
            whole = true;
        }
        written_stream_add(&streams[*n - 1], part, &whole);
        last = part;
    }
    if (*n)
        written_stream_end(&streams[*n - 1]);
    return streams;
}

void written_streams_free(struct written_stream *streams, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        free(streams[i].name);
        free(streams[i].bytes);
    }
    free(streams);
}

bool written_stream_is(const struct written_stream *stream, const char *name)
{
    return !strcmp(stream->name, name);
}

bool written_streams_missing(const struct run *run)
{
    unsigned n;
    struct written_stream *streams = written_streams_join(run, &n);
    bool missing = run->n_programs && !run_complete(run);
    for (unsigned i = 0; i < n; i++)
        missing = missing || !streams[i].complete || streams[i].lost;
    written_streams_free(streams, n);
    return missing;
}
