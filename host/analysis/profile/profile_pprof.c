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

#include "host/analysis/profile/profiles.h"
#include "host/analysis/profile/protobuf.h"
#include "host/base/allocation.h"
#include "host/base/message.h"

/* Field numbers in profile.proto. */
enum {
    PROFILE_SAMPLE_TYPE = 1,
    PROFILE_SAMPLE,
    PROFILE_MAPPING,
    PROFILE_LOCATION,
    PROFILE_FUNCTION,
    PROFILE_STRING_TABLE,
    PROFILE_PERIOD_TYPE = 11,
    PROFILE_PERIOD,
    PROFILE_COMMENT,
    PROFILE_DEFAULT_SAMPLE_TYPE
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

struct pprof_names {
    char **all;
    unsigned n;
};

struct pprof_writer {
    struct protobuf_message out;
    struct pprof_names texts, functions; /* functions by name and file */
    char types[64][64];                  /* of values: samples, then events of all profiles */
    unsigned n_types;
    unsigned locations;
};

/* Returns the index of the name, which is appended if it is new. */
static unsigned profile_pprof_name_index(struct pprof_names *names, const char *name)
{
    for (unsigned i = 0; i < names->n; i++)
        if (!strcmp(names->all[i], name))
            return i;
    *(char **)allocate_element(&names->all, &names->n, sizeof *names->all) = allocate_copy(name);
    return names->n - 1;
}

static void profile_pprof_names_free(struct pprof_names *names)
{
    for (unsigned i = 0; i < names->n; i++)
        free(names->all[i]);
    free(names->all);
}

static void profile_pprof_add_type(struct pprof_writer *writer, const char *name)
{
    for (unsigned i = 0; i < writer->n_types; i++)
        if (!strcmp(writer->types[i], name))
            return;
    if (writer->n_types == sizeof writer->types / sizeof writer->types[0])
        return;
    snprintf(writer->types[writer->n_types++], sizeof writer->types[0], "%s", name);
    struct protobuf_message type = {0};
    protobuf_number(&type, VALUE_TYPE_TYPE, profile_pprof_name_index(&writer->texts, name));
    protobuf_number(&type, VALUE_TYPE_UNIT, profile_pprof_name_index(&writer->texts, "count"));
    protobuf_embed(&writer->out, PROFILE_SAMPLE_TYPE, &type);
}

/* Returns the function's number, counted from 1. */
static unsigned profile_pprof_function(struct pprof_writer *writer, const struct profile_row *row)
{
    char name[PROFILE_NAME];
    const char *file = row->known && row->spot.file ? row->spot.file : "";
    profiles_function_name(row, name);
    char *key = allocate_text("%s\n%s", name, file);
    unsigned before = writer->functions.n, at = profile_pprof_name_index(&writer->functions, key);
    free(key);
    if (at == before) {
        struct protobuf_message function = {0};
        unsigned text = profile_pprof_name_index(&writer->texts, name);
        protobuf_number(&function, FUNCTION_ID, at + 1);
        protobuf_number(&function, FUNCTION_NAME, text);
        protobuf_number(&function, FUNCTION_SYSTEM_NAME, text);
        protobuf_number(&function, FUNCTION_FILENAME,
                        profile_pprof_name_index(&writer->texts, file));
        protobuf_embed(&writer->out, PROFILE_FUNCTION, &function);
    }
    return at + 1;
}

static void profile_pprof_location(struct pprof_writer *writer, const struct profile_row *row)
{
    struct protobuf_message location = {0}, line = {0};
    protobuf_number(&line, LINE_FUNCTION_ID, profile_pprof_function(writer, row));
    protobuf_number(&line, LINE_LINE, row->known ? (uint64_t)row->spot.line : 0);
    protobuf_number(&location, LOCATION_ID, ++writer->locations);
    protobuf_number(&location, LOCATION_MAPPING_ID, 1);
    protobuf_number(&location, LOCATION_ADDRESS, row->address);
    protobuf_embed(&location, LOCATION_LINE, &line);
    protobuf_embed(&writer->out, PROFILE_LOCATION, &location);
}

static void profile_pprof_label(struct pprof_writer *writer, struct protobuf_message *sample,
                                const char *key, const char *text)
{
    struct protobuf_message label = {0};
    protobuf_number(&label, LABEL_KEY, profile_pprof_name_index(&writer->texts, key));
    protobuf_number(&label, LABEL_STR, profile_pprof_name_index(&writer->texts, text));
    protobuf_embed(sample, SAMPLE_LABEL, &label);
}

static void profile_pprof_sample(struct pprof_writer *writer, const struct profile *profile,
                                 const struct profile_row *row)
{
    struct protobuf_message sample = {0};
    uint64_t values[sizeof writer->types / sizeof writer->types[0]] = {(uint64_t)row->n};
    uint64_t location;
    profile_pprof_location(writer, row);
    location = writer->locations;
    for (unsigned t = 1; t < writer->n_types; t++)
        for (unsigned e = 0; e < profile->n_events; e++)
            if (!strcmp(profile->events[e], writer->types[t]))
                values[t] = (uint64_t)llround(fmax(row->gains[e], 0));
    protobuf_numbers(&sample, SAMPLE_LOCATION_ID, &location, 1);
    protobuf_numbers(&sample, SAMPLE_VALUE, values, writer->n_types);
    profile_pprof_label(writer, &sample, "bench", profile->first->bench);
    profile_pprof_label(writer, &sample, "state", profile->first->state);
    profile_pprof_label(writer, &sample, "ring", row->user ? "user" : "kernel");
    protobuf_embed(&writer->out, PROFILE_SAMPLE, &sample);
}

/* The image, from 1 MB to the upper limit of kernels. */
static void profile_pprof_mapping(struct pprof_writer *writer, const struct profiles *profiles)
{
    struct protobuf_message mapping = {0};
    bool named = profiles->all[0].image != NULL;
    protobuf_number(&mapping, MAPPING_ID, 1);
    protobuf_number(&mapping, MAPPING_START, 0x100000);
    protobuf_number(&mapping, MAPPING_LIMIT, UINT32_MAX);
    protobuf_number(&mapping, MAPPING_FILENAME,
                    profile_pprof_name_index(&writer->texts, "bareprobe.elf"));
    protobuf_number(&mapping, MAPPING_HAS_FUNCTIONS, named);
    protobuf_number(&mapping, MAPPING_HAS_FILENAMES, named);
    protobuf_number(&mapping, MAPPING_HAS_LINES, named);
    protobuf_embed(&writer->out, PROFILE_MAPPING, &mapping);
}

/* The interval between samples, if all profiles have the same one. */
static void profile_pprof_period(struct pprof_writer *writer, const struct profiles *profiles)
{
    const struct sampling *first = profiles->all[0].first;
    for (unsigned p = 1; p < profiles->n; p++)
        if (strcmp(profiles->all[p].first->unit, first->unit) != 0 ||
            profiles->all[p].first->every != first->every)
            return;
    struct protobuf_message type = {0};
    protobuf_number(&type, VALUE_TYPE_TYPE, profile_pprof_name_index(&writer->texts, first->unit));
    protobuf_number(&type, VALUE_TYPE_UNIT, profile_pprof_name_index(&writer->texts, "count"));
    protobuf_embed(&writer->out, PROFILE_PERIOD_TYPE, &type);
    protobuf_number(&writer->out, PROFILE_PERIOD, (uint64_t)llround(fmax(first->every, 0)));
}

static int profile_pprof_compress(const struct protobuf_message *message, FILE *to)
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

static int profile_pprof_write(const struct profiles *profiles, FILE *to)
{
    struct pprof_writer writer = {0};
    const struct run *run = profiles->all[0].run;
    profile_pprof_name_index(&writer.texts, ""); /* text 0 must be the empty string */
    profile_pprof_add_type(&writer, "samples");
    for (unsigned p = 0; p < profiles->n; p++)
        for (unsigned e = 0; e < profiles->all[p].n_events; e++)
            profile_pprof_add_type(&writer, profiles->all[p].events[e]);
    profile_pprof_mapping(&writer, profiles);
    for (unsigned p = 0; p < profiles->n; p++)
        for (unsigned i = 0; i < profiles->all[p].n; i++)
            profile_pprof_sample(&writer, &profiles->all[p], &profiles->all[p].rows[i]);
    uint64_t comment =
        profile_pprof_name_index(&writer.texts, run_platform_sentence(run->platform));
    protobuf_numbers(&writer.out, PROFILE_COMMENT, &comment, 1);
    profile_pprof_period(&writer, profiles);
    /* Without it, pprof and speedscope show the last event. */
    protobuf_number(&writer.out, PROFILE_DEFAULT_SAMPLE_TYPE,
                    profile_pprof_name_index(&writer.texts, "samples"));
    for (unsigned i = 0; i < writer.texts.n; i++)
        protobuf_bytes(&writer.out, PROFILE_STRING_TABLE, writer.texts.all[i],
                       strlen(writer.texts.all[i]));
    int failed = profile_pprof_compress(&writer.out, to);
    if (failed)
        message_print("pprof: cannot compress the profile");
    protobuf_free(&writer.out);
    profile_pprof_names_free(&writer.texts);
    profile_pprof_names_free(&writer.functions);
    return failed;
}

const struct profile_format profile_pprof = {
    .name = "pprof",
    .summary = "for pprof and programs that read its format (profile.proto, compressed)",
    .write = profile_pprof_write,
};
