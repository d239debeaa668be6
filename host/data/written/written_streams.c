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

/* Appends a part. A part that does not begin where the last one ended means that one is missing. */
static void written_stream_add(struct written_stream *stream, const struct written_part *part,
                               bool *whole)
{
    const size_t length = (size_t)written_text_length(part->text, part->base64);
    *whole = *whole && part->first == stream->length;
    stream->bytes = allocation_resize(stream->bytes, stream->length + length + 1);
    written_text_decode(part->text, part->base64, stream->bytes + stream->length);
    stream->length += length;
    if (!part->last)
        return;
    stream->lost = part->lost;
    stream->complete = *whole && part->size == stream->length &&
                       part->crc32 == crc32_continue(0, stream->bytes, stream->length);
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
            struct written_stream *stream = allocate_element(&streams, n, sizeof *stream);
            const long length = written_text_length(part->name, NULL);
            stream->program = part->program;
            stream->name = allocate_zeroed(length < 0 ? 1 : (size_t)length + 1);
            if (length >= 0)
                written_text_decode(part->name, NULL, stream->name);
            whole = true;
        }
        written_stream_add(&streams[*n - 1], part, &whole);
        last = part;
    }
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
