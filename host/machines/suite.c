/*
 * SPDX-License-Identifier: MIT
 * Finds suites relative to this program's location, and parses the comments in their files.
 */
#include "host/machines/suite.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/base/folder_files.h"
#include "host/base/installed_files.h"
#include "kernel/settings/suggestions.h"

#define FOLDER  "experiments"
#define ENDING  ".parms"
#define LICENCE "SPDX-License-Identifier:"
#define REPORT  "report:"

/* Suites of several files; a NULL `text` means the first file's comment. */
static const struct compound {
    const char *name, *text;
    const char *files[SUITE_MOST_FILES];
} compounds[] = {
    {SUITE_ALL, "thesis, machine and apps, one after the other", {"thesis", "machine", "apps"}},
    {"fit", NULL, {"fit", "fit_user"}},
};
#define COMPOUNDS (sizeof compounds / sizeof compounds[0])

/* Returns NULL after a message. */
static char *suite_folder(void)
{
    char *folder = installed_file_find(FOLDER);
    if (!folder) {
        char *places = installed_file_places("run");
        message_print("the directory " FOLDER " with the suites is %s", places);
        free(places);
    }
    return folder;
}

static int suite_by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char **suite_names(void)
{
    char *folder = suite_folder();
    if (!folder)
        return NULL;
    unsigned n;
    char **names = folder_files(folder, ENDING, &n);
    *(char **)allocate_element(&names, &n, sizeof *names) = allocate_copy(SUITE_ALL);
    qsort(names, n, sizeof *names, suite_by_name);
    allocate_element(&names, &n, sizeof *names);
    free(folder);
    return names;
}

static void suite_names_free(char **names)
{
    for (char **name = names; name && *name; name++)
        free(*name);
    free(names);
}

static int suite_unknown(const char *name, char *const *names)
{
    struct suggestion suggestion = {0};
    for (; *names; names++)
        suggestions_offer(&suggestion, name, strlen(name), *names);
    if (suggestion.best)
        message_print("--suite: '%s' is not a suite; did you mean %s?", name, suggestion.best);
    else
        message_print("--suite: '%s' is not a suite; see 'bareprobe list suites'", name);
    return -1;
}

/* Processes a comment's text without its line end. */
static int suite_parse_comment(struct suite *suite, const char *file, const char *text)
{
    text += strspn(text, "# \t");
    if (!strncmp(text, REPORT, strlen(REPORT))) {
        text += strlen(REPORT);
        text += strspn(text, " ");
        enum report_layout layout = report_layout_named(text);
        if (layout == REPORT_LAYOUTS) {
            message_print("%s: report: '%s' is not a form of report; allowed: " REPORT_NAMES, file,
                          text);
            return -1;
        }
        suite->reports[layout] = true;
    } else if (*text && strncmp(text, LICENCE, strlen(LICENCE)) && !suite->text) {
        suite->text = allocate_copy(text);
    }
    return 0;
}

static int suite_add_file(struct suite *suite, unsigned at, const char *name)
{
    char *folder = suite_folder();
    if (!folder)
        return -1;
    char *path = suite->files[at] = allocate_text("%s/%s" ENDING, folder, name);
    char line[256];
    int wrong = 0;
    FILE *file = fopen(path, "re");
    free(folder);
    if (!file) {
        message_print("%s: cannot be read: %s", path, strerror(errno));
        return -1;
    }
    while (!wrong && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        if (*line == '#')
            wrong = suite_parse_comment(suite, path, line);
    }
    fclose(file);
    return wrong;
}

static int suite_add_files(struct suite *suite, const char *const *names, unsigned n,
                           const char *text)
{
    int wrong = 0;
    bool any = false;
    for (unsigned i = 0; i < n && !wrong; i++) {
        wrong = suite_add_file(suite, i, names[i]);
        if (text && (suite->reports[LAYOUT_TABLE] || suite->reports[LAYOUT_TEXT]) &&
            !suite->text_of)
            suite->text_of = allocate_text("%s" ENDING, names[i]);
    }
    if (text) {
        free(suite->text);
        suite->text = allocate_copy(text);
    }
    for (unsigned i = 0; i < REPORT_LAYOUTS; i++)
        any = any || suite->reports[i];
    suite->reports[LAYOUT_TABLE] |= !any;
    if (!suite->text)
        suite->text = allocate_copy("");
    return wrong;
}

static int suite_add_named(struct suite *suite, const char *name)
{
    for (unsigned i = 0; i < COMPOUNDS; i++) {
        const struct compound *compound = &compounds[i];
        unsigned n = 0;
        if (strcmp(compound->name, name))
            continue;
        while (n < SUITE_MOST_FILES && compound->files[n])
            n++;
        return suite_add_files(suite, compound->files, n, compound->text);
    }
    return suite_add_files(suite, &name, 1, NULL);
}

int suite_find(const char *name, struct suite *suite)
{
    *suite = (struct suite){.name = allocate_copy(name)};
    char **names = suite_names();
    if (!names)
        return -1;
    char **at = names;
    while (*at && strcmp(*at, name))
        at++;
    int wrong = *at ? suite_add_named(suite, name) : suite_unknown(name, names);
    suite_names_free(names);
    return wrong;
}

void suite_free(struct suite *suite)
{
    free(suite->name);
    free(suite->text);
    free(suite->text_of);
    for (unsigned i = 0; suite->files[i]; i++)
        free(suite->files[i]);
    *suite = (struct suite){0};
}
