/*
 * SPDX-License-Identifier: MIT
 * Options to settings, and the kernel's own reader of settings let loose on them.
 */
#include "host/target/request.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"
#include "host/base/message.h"
#include "host/target/check_benches.h"
#include "host/target/event_groups.h"
#include "kernel/settings/config.h"
#include "pmc/p5/p5_events.h"

#define MOST_PARMS_BYTES 65536

/* What the target has, as far as that is known before it boots. */
static const struct pmc *pmc_of(const struct request *request)
{
    static const struct pmc p54c = {.counters = 2, .events = p5_events, .n_events = P5_EVENTS};
    static const struct pmc p55c = {.counters = 2, .events = p5_events, .n_events = P55C_EVENTS};
    return request->any_p5 ? &p55c : &p54c;
}

static char *add(char *settings, const char *name, const char *value)
{
    if (!value)
        return settings;
    char *longer = memory_print("%s%s%s=%s", settings, *settings ? " " : "", name, value);
    free(settings);
    return longer;
}

/* 0, or -1 where a word is one that run gives itself, or two. */
static int check_word(const char *word)
{
    static const char *const own[] = {"report=", "exit=", "console="};
    for (unsigned i = 0; i < sizeof own / sizeof own[0]; i++) {
        if (strncmp(word, own[i], strlen(own[i])))
            continue;
        say("'%s': run sets that itself%s", word, i == 0 ? "; --report chooses the report" : "");
        return -1;
    }
    if (!strchr(word, ' '))
        return 0;
    say("'%s': a setting has no blank in it", word);
    return -1;
}

/* NULL after a message, as group_events() has it. */
static char *compose(const struct request *request)
{
    const char *events = request->events;
    char *group = request->group ? group_events(request->group) : NULL;
    if (request->group && !group)
        return NULL;
    char *both = events && group ? memory_print("%s,%s", events, group) : NULL;
    const char *const named[][2] = {
        {"command", request->bench},           {"events", both ? both : events ? events : group},
        {"repetitions", request->repetitions}, {"state", request->state},
        {"ablate", request->ablate},
    };
    char *settings = memory_text("");
    int wrong = 0;
    for (unsigned i = 0; i < sizeof named / sizeof named[0]; i++) {
        wrong |= named[i][1] ? check_word(named[i][1]) : 0;
        settings = add(settings, named[i][0], named[i][1]);
    }
    for (int i = 0; i < request->n_settings; i++) {
        wrong |= check_word(request->settings[i]);
        if (!strchr(request->settings[i], '=')) {
            say("'%s': neither an option nor SETTING=VALUE", request->settings[i]);
            wrong = -1;
        }
        char *longer = memory_print("%s%s%s", settings, *settings ? " " : "", request->settings[i]);
        free(settings);
        settings = longer;
    }
    free(both);
    free(group);
    if (!wrong)
        return settings;
    free(settings);
    return NULL;
}

/* A whole small file; NULL after a message. */
static char *read_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "re");
    char *text = memory_get(MOST_PARMS_BYTES);
    *length = file ? fread(text, 1, MOST_PARMS_BYTES, file) : 0;
    bool failed = !file || ferror(file);
    if (failed)
        say("--parms: '%s' cannot be read: %s", path, strerror(errno));
    else if (*length == MOST_PARMS_BYTES)
        say("--parms: '%s' is longer than an experiment file may be (%u bytes)", path,
            MOST_PARMS_BYTES - 1);
    if (file)
        fclose(file);
    if (!failed && *length < MOST_PARMS_BYTES)
        return text;
    free(text);
    return NULL;
}

static int check_file(const struct request *request, const char *path, const char *settings)
{
    static struct config config;
    char error[CONFIG_ERROR_BYTES];
    size_t length;
    if (strpbrk(path, ", ")) {
        say("--parms: '%s': a boot loader takes no file with a comma or a blank in its name", path);
        return -1;
    }
    char *text = read_file(path, &length);
    if (!text)
        return -1;
    int wrong =
        config_parse_file(&config, pmc_of(request), path, text, length, settings, error, NULL);
    free(text);
    if (wrong)
        say("%s", error);
    return wrong ? wrong : benches_check(&config, request->kernel);
}

char *request_settings(const struct request *request)
{
    static struct config config;
    char error[CONFIG_ERROR_BYTES];
    char *settings = compose(request);
    if (!settings)
        return NULL;
    const char *report = request->report; /* the target sends records, but it is told like this */
    char *checked = add(memory_text(settings), "report", report);
    int wrong = config_parse(&config, pmc_of(request), checked, error, NULL);
    if (wrong)
        say("%s", error);
    else
        wrong = benches_check(&config, request->kernel);
    for (unsigned i = 0; !wrong && request->parms[i]; i++)
        wrong = check_file(request, request->parms[i], checked);
    free(checked);
    if (!wrong)
        return settings;
    free(settings);
    return NULL;
}

char *request_modules(const struct request *request)
{
    char *names = NULL;
    for (unsigned i = 0; request->parms[i]; i++) {
        char *longer = memory_print("%s%s%s", names ? names : "", i ? "," : "", request->parms[i]);
        free(names);
        names = longer;
    }
    return names;
}
