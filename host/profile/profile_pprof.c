/*
 * SPDX-License-Identifier: MIT
 * Writes pprof's profile.proto, gzip-compressed as required (github.com/google/pprof,
 * proto/profile.proto): a sample for each address of a benchmark, with a value for the samples and
 * one for each event.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "host/base/allocate.h"
#include "host/base/message.h"
#include "host/profile/profiles.h"
#include "host/profile/protobuf.h"

/* Field numbers in profile.proto. */
enum {
    PROFILE_SAMPLE_TYPE = 1,
    PROFILE_SAMPLE,
    PROFILE_MAPPING,
    PROFILE_LOCATION,
    PROFILE_FUNCTION,
    PROFILE_STRING_TABLE,
    PROFILE_COMMENT = 13
};
enum { VALUE_TYPE_TYPE = 1, VALUE_TYPE_UNIT };
enum { SAMPLE_LOCATION_ID = 1, SAMPLE_VALUE, SAMPLE_LABEL };
enum { LABEL_KEY = 1, LABEL_STR };
enum {
    MAPPING_ID = 1,
    MAPPING_START,
    MAPPING_LIMIT,
    MAPPING_FILENAME = 5,
    MAPPING_HAS_FUNCTIONS = 7,
    MAPPING_HAS_FILENAMES,
    MAPPING_HAS_LINES
};
enum { LOCATION_ID = 1, LOCATION_MAPPING_ID, LOCATION_ADDRESS, LOCATION_LINE };
enum { LINE_FUNCTION_ID = 1, LINE_LINE };
enum { FUNCTION_ID = 1, FUNCTION_NAME, FUNCTION_SYSTEM_NAME, FUNCTION_FILENAME };

struct names {
    char **all;
    unsigned n;
};

struct writer {
    struct message out;
    struct names texts, functions; /* functions by name and file */
    char types[64][64];            /* of values: samples, then events of all profiles */
    unsigned n_types;
    unsigned locations;
};

/* Returns the index of the name, which is appended if it is new. */
static unsigned place_of(struct names *names, const char *name)
{
    for (unsigned i = 0; i < names->n; i++)
        if (!strcmp(names->all[i], name))
            return i;
    *(char **)memory_add(&names->all, &names->n, sizeof *names->all) = memory_text(name);
    return names->n - 1;
}

static void names_free(struct names *names)
{
    for (unsigned i = 0; i < names->n; i++)
        free(names->all[i]);
    free(names->all);
}

static void add_type(struct writer *writer, const char *name)
{
    for (unsigned i = 0; i < writer->n_types; i++)
        if (!strcmp(writer->types[i], name))
            return;
    if (writer->n_types == sizeof writer->types / sizeof writer->types[0])
        return;
    snprintf(writer->types[writer->n_types++], sizeof writer->types[0], "%s", name);
    struct message type = {0};
    message_number(&type, VALUE_TYPE_TYPE, place_of(&writer->texts, name));
    message_number(&type, VALUE_TYPE_UNIT, place_of(&writer->texts, "count"));
    message_within(&writer->out, PROFILE_SAMPLE_TYPE, &type);
}

/* Returns the function's number, counted from 1. */
static unsigned function_of(struct writer *writer, const struct profile_row *row)
{
    char name[PROFILE_NAME];
    const char *file = row->known && row->spot.file ? row->spot.file : "";
    profile_function_name(row, name);
    char *key = memory_print("%s\n%s", name, file);
    unsigned before = writer->functions.n, at = place_of(&writer->functions, key);
    free(key);
    if (at == before) {
        struct message function = {0};
        unsigned text = place_of(&writer->texts, name);
        message_number(&function, FUNCTION_ID, at + 1);
        message_number(&function, FUNCTION_NAME, text);
        message_number(&function, FUNCTION_SYSTEM_NAME, text);
        message_number(&function, FUNCTION_FILENAME, place_of(&writer->texts, file));
        message_within(&writer->out, PROFILE_FUNCTION, &function);
    }
    return at + 1;
}

static void put_location(struct writer *writer, const struct profile_row *row)
{
    struct message location = {0}, line = {0};
    message_number(&line, LINE_FUNCTION_ID, function_of(writer, row));
    message_number(&line, LINE_LINE, row->known ? (uint64_t)row->spot.line : 0);
    message_number(&location, LOCATION_ID, ++writer->locations);
    message_number(&location, LOCATION_MAPPING_ID, 1);
    message_number(&location, LOCATION_ADDRESS, row->address);
    message_within(&location, LOCATION_LINE, &line);
    message_within(&writer->out, PROFILE_LOCATION, &location);
}

static void put_label(struct writer *writer, struct message *sample, const char *key,
                      const char *text)
{
    struct message label = {0};
    message_number(&label, LABEL_KEY, place_of(&writer->texts, key));
    message_number(&label, LABEL_STR, place_of(&writer->texts, text));
    message_within(sample, SAMPLE_LABEL, &label);
}

static void put_sample(struct writer *writer, const struct profile *profile,
                       const struct profile_row *row)
{
    struct message sample = {0};
    uint64_t values[sizeof writer->types / sizeof writer->types[0]] = {(uint64_t)row->n};
    uint64_t location;
    put_location(writer, row);
    location = writer->locations;
    for (unsigned t = 1; t < writer->n_types; t++)
        for (unsigned e = 0; e < profile->n_events; e++)
            if (!strcmp(profile->events[e], writer->types[t]))
                values[t] = (uint64_t)llround(fmax(row->gains[e], 0));
    message_numbers(&sample, SAMPLE_LOCATION_ID, &location, 1);
    message_numbers(&sample, SAMPLE_VALUE, values, writer->n_types);
    put_label(writer, &sample, "bench", profile->first->bench);
    put_label(writer, &sample, "state", profile->first->state);
    put_label(writer, &sample, "ring", row->user ? "user" : "kernel");
    message_within(&writer->out, PROFILE_SAMPLE, &sample);
}

/* The image, from 1 MB to the upper limit of kernels. */
static void put_mapping(struct writer *writer, const struct profiles *profiles)
{
    struct message mapping = {0};
    bool named = profiles->all[0].image != NULL;
    message_number(&mapping, MAPPING_ID, 1);
    message_number(&mapping, MAPPING_START, 0x100000);
    message_number(&mapping, MAPPING_LIMIT, UINT32_MAX);
    message_number(&mapping, MAPPING_FILENAME, place_of(&writer->texts, "bareprobe.elf"));
    message_number(&mapping, MAPPING_HAS_FUNCTIONS, named);
    message_number(&mapping, MAPPING_HAS_FILENAMES, named);
    message_number(&mapping, MAPPING_HAS_LINES, named);
    message_within(&writer->out, PROFILE_MAPPING, &mapping);
}

static int put_compressed(const struct message *message, FILE *to)
{
    unsigned char out[65536];
    z_stream stream = {.next_in = message->bytes, .avail_in = message->n};
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16 /* gzip */, 8,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return -1;
    int got;
    do {
        stream.next_out = out;
        stream.avail_out = sizeof out;
        got = deflate(&stream, Z_FINISH);
        fwrite(out, 1, sizeof out - stream.avail_out, to);
    } while (got == Z_OK);
    deflateEnd(&stream);
    return got == Z_STREAM_END ? 0 : -1;
}

static int write_pprof(const struct profiles *profiles, FILE *to)
{
    struct writer writer = {0};
    const struct run *run = profiles->all[0].run;
    place_of(&writer.texts, ""); /* text 0 must be the empty string */
    add_type(&writer, "samples");
    for (unsigned p = 0; p < profiles->n; p++)
        for (unsigned e = 0; e < profiles->all[p].n_events; e++)
            add_type(&writer, profiles->all[p].events[e]);
    put_mapping(&writer, profiles);
    for (unsigned p = 0; p < profiles->n; p++)
        for (unsigned i = 0; i < profiles->all[p].n; i++)
            put_sample(&writer, &profiles->all[p], &profiles->all[p].rows[i]);
    uint64_t comment = place_of(&writer.texts, platform_sentence(run->platform));
    message_numbers(&writer.out, PROFILE_COMMENT, &comment, 1);
    for (unsigned i = 0; i < writer.texts.n; i++)
        message_bytes(&writer.out, PROFILE_STRING_TABLE, writer.texts.all[i],
                      strlen(writer.texts.all[i]));
    int failed = put_compressed(&writer.out, to);
    if (failed)
        say("pprof: cannot compress the profile");
    message_free(&writer.out);
    names_free(&writer.texts);
    names_free(&writer.functions);
    return failed;
}

const struct profile_format profile_pprof = {
    .name = "pprof",
    .summary = "for pprof and programs that read its format (profile.proto, compressed)",
    .write = write_pprof,
};
