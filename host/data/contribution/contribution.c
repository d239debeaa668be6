/*
 * SPDX-License-Identifier: MIT
 * Finds the log of a run, and copies the run's lines.
 */
#include "host/data/contribution/contribution.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/data/contribution/path_removal.h"
#include "host/data/contribution/run_lines.h"
#include "host/data/store/run_lookup.h"
#include "host/data/wire/log_file.h"

#define READ_BYTES (1 << 16)

/* The log of a run, and which of its runs is meant: by records, or by its number, 0 for the last.
 */
struct log_place {
    char *path;
    uint64_t digest;
    unsigned ordinal;
};

/* ---- the log -------------------------------------------------------------------------------- */

/* Finds the log of a run in the store. Returns 0, or -1 after a message. */
static int contribution_find_stored(struct log_place *place, const char *name, const char *path)
{
    int64_t number;
    struct run *run = NULL;
    struct store_list list = {0};
    struct store *store = store_open(path, STORE_READ);
    if (store && run_lookup_number(store, name, false, &number) == 0)
        run = store_load(store, number);
    if (run && store_entries(store, &list) == 0)
        for (unsigned i = 0; i < list.n; i++)
            if (list.entries[i].id == number)
                place->path = allocate_copy(list.entries[i].source);
    if (run)
        place->digest = run->digest;
    store_list_free(&list);
    if (place->path && access(place->path, F_OK)) {
        message_print(
            "%s: its log, %s, does not exist here, and the store has no copy; give the log's "
            "file name instead of %s",
            run->source, place->path, name);
        free(place->path);
        place->path = NULL;
    }
    run_free(run);
    store_close(store);
    return place->path ? 0 : -1;
}

static int contribution_find_log(struct log_place *place, const char *name, const char *store)
{
    char *path = allocate_copy(name);
    const bool file = !strcmp(name, "-") || access(name, F_OK) == 0;
    place->ordinal = file ? 0 : run_lookup_ordinal(path);
    if (file || (place->ordinal && access(path, F_OK) == 0)) {
        place->path = path;
        return 0;
    }
    free(path);
    return contribution_find_stored(place, name, store);
}

/* Returns the file's bytes, or NULL after a message. */
static char *contribution_read(const char *path, size_t *length)
{
    const bool standard = !strcmp(path, "-");
    FILE *from = standard ? stdin : fopen(path, "re");
    char *bytes = NULL;
    size_t got;
    *length = 0;
    if (!from) {
        message_print("%s: cannot be opened: %s", path, strerror(errno));
        return NULL;
    }
    do {
        bytes = allocation_resize(bytes, *length + READ_BYTES);
        got = fread(bytes + *length, 1, READ_BYTES, from);
        *length += got;
    } while (got);
    const bool failed = ferror(from);
    if (!standard)
        fclose(from);
    if (!failed)
        return bytes;
    message_print("%s: cannot be read: %s", path, strerror(errno));
    free(bytes);
    return NULL;
}

/* Each letter of UTF-16 has a byte 0, between which no path would be found. */
static int contribution_check_encoding(const char *path, const char *bytes, size_t length)
{
    if (length < 2 || (memcmp(bytes, "\xff\xfe", 2) != 0 && memcmp(bytes, "\xfe\xff", 2) != 0))
        return 0;
    message_print("%s is UTF-16; convert it with 'iconv -f UTF-16 -t UTF-8'", path);
    return -1;
}

/* Returns the place of the run in the log, or -1 after a message. */
static int contribution_find_run(const struct log_place *place, const struct collection *collection)
{
    if (!collection->n_runs) {
        message_print(LOG_FILE_NO_RUN, place->path);
        return -1;
    }
    if (place->ordinal > collection->n_runs) {
        message_print("%s#%u: run number out of range (1 to %u)", place->path, place->ordinal,
                      collection->n_runs);
        return -1;
    }
    for (unsigned i = collection->n_runs; place->digest && i-- > 0;)
        if (collection->runs[i]->digest == place->digest)
            return (int)i;
    if (place->digest) {
        message_print("%s: does not contain the run any more: its records have changed",
                      place->path);
        return -1;
    }
    return (int)(place->ordinal ? place->ordinal : collection->n_runs) - 1;
}

/* ---- the text ------------------------------------------------------------------------------- */

static void contribution_add(struct contribution *contribution, const char *line, size_t length)
{
    contribution->paths +=
        path_removal_append(&contribution->text, &contribution->length, line, length);
}

/* A line of the description, and its option. */
static const struct description {
    const char *before, *option;
    size_t field; /* in struct contribution_machine */
} descriptions[] = {
    {LOG_MACHINE, "--machine", offsetof(struct contribution_machine, machine)},
    {LOG_BOARD, "--board", offsetof(struct contribution_machine, board)},
    {LOG_CHIP_SET, "--chip-set", offsetof(struct contribution_machine, chip_set)},
    {LOG_BIOS, "--bios", offsetof(struct contribution_machine, bios)},
};
#define DESCRIPTIONS (sizeof descriptions / sizeof descriptions[0])

/* Returns the description that the line is, or NULL. */
static const struct description *contribution_description(const struct run_line *line)
{
    for (unsigned i = 0; i < DESCRIPTIONS; i++) {
        const size_t length = strlen(descriptions[i].before);
        if (line->length > length && !memcmp(line->text, descriptions[i].before, length))
            return &descriptions[i];
    }
    return NULL;
}

/* Returns the text of the log's line, or NULL. The caller frees it. */
static char *contribution_old_text(const struct run_lines *lines, unsigned run,
                                   const struct description *description)
{
    for (unsigned i = 0; i < lines->n; i++) {
        const struct run_line *line = &lines->lines[i];
        if (line->run != run || contribution_description(line) != description)
            continue;
        const size_t start = strlen(description->before);
        char *text = allocate_text("%.*s", (int)(line->length - start), line->text + start);
        text[strcspn(text, "\r\n")] = 0;
        return text;
    }
    return NULL;
}

static void contribution_describe(struct contribution *contribution, const struct run_lines *lines,
                                  unsigned run, const struct contribution_machine *machine)
{
    char *missing = NULL;
    for (unsigned i = 0; i < DESCRIPTIONS; i++) {
        const struct description *description = &descriptions[i];
        const char *given = *(char *const *)((const char *)machine + description->field);
        char *old = contribution_old_text(lines, run, description);
        const char *text = given && *given ? given : old && *old ? old : "unknown";
        char *line = allocate_text("%s%s\n", description->before, text);
        contribution_add(contribution, line, strlen(line));
        if (!strcmp(text, "unknown"))
            allocate_appended(&missing, ", ", description->option);
        free(line);
        free(old);
    }
    contribution->unknown = missing;
}

static void contribution_copy(struct contribution *contribution, const struct run_lines *lines,
                              unsigned run)
{
    for (unsigned i = 0; i < lines->n; i++) {
        const struct run_line *line = &lines->lines[i];
        if (line->run == run && !contribution_description(line))
            contribution_add(contribution, line->text, line->length);
    }
}

static int contribution_from_log(struct contribution *contribution, const struct log_place *place,
                                 const char *bytes, size_t length,
                                 const struct contribution_machine *machine, const char *label)
{
    struct run_lines lines;
    run_lines_read(&lines, place->path, bytes, length);
    const int run = contribution_find_run(place, &lines.collection);
    int status = -1;
    if (run >= 0 && run_check_label(lines.collection.runs[run], label ? label : "") == 0) {
        contribution_describe(contribution, &lines, (unsigned)run, machine);
        contribution_copy(contribution, &lines, (unsigned)run);
        status = 0;
    }
    run_lines_free(&lines);
    return status;
}

int contribution_make(struct contribution *contribution, const char *name, const char *store,
                      const struct contribution_machine *machine, const char *label)
{
    struct log_place place = {0};
    size_t length;
    *contribution = (struct contribution){0};
    if (contribution_find_log(&place, name, store))
        return -1;
    char *bytes = contribution_read(place.path, &length);
    int status = -1;
    if (bytes && contribution_check_encoding(place.path, bytes, length) == 0)
        status = contribution_from_log(contribution, &place, bytes, length, machine, label);
    free(bytes);
    free(place.path);
    return status;
}

void contribution_free(struct contribution *contribution)
{
    free(contribution->text);
    free(contribution->unknown);
    *contribution = (struct contribution){0};
}
