/*
 * SPDX-License-Identifier: MIT
 * The default configuration, and the command line as a source of settings.
 */
#include "kernel/settings/config.h"

#include "kernel/lib/format.h"
#include "kernel/lib/glob.h"
#include "kernel/lib/string.h"
#include "kernel/settings/command_line.h"
#include "kernel/settings/parms.h"
#include "kernel/settings/setting_row.h"

const char *config_state_name(enum state state)
{
    return state == STATE_COLD ? "cold" : "warm";
}

const char *config_ablate_name(enum ablate ablate)
{
    static const char *const names[ABLATIONS] = {
        [ABLATE_NONE] = "none",
        [ABLATE_BRANCH] = "branch",
        [ABLATE_VPIPE] = "vpipe",
        [ABLATE_L1] = "l1",
    };
    return names[ablate];
}

const char *config_paging_name(enum pages pages)
{
    static const char *const names[PAGES_KINDS] = {
        [PAGES_MIXED] = "mixed",
        [PAGES_OFF] = "off",
        [PAGES_4K] = "4k",
        [PAGES_4M] = "4m",
    };
    return names[pages];
}

static bool config_counts_ring(enum ring_choice choice, bool by_privilege)
{
    return choice == COUNT_BY_PRIVILEGE ? by_privilege : choice == COUNT_YES;
}

unsigned config_count_rings(const struct config *config)
{
    bool user = config_counts_ring(config->user_events, config->privilege == RING_USER);
    bool kernel = config_counts_ring(config->kernel_events, config->privilege == RING_KERNEL);
    return (user ? PMC_RING_USER : 0) | (kernel ? PMC_RING_KERNEL : 0);
}

void config_default(struct config *config, const struct pmc *pmc)
{
    *config = (struct config){
        .name = "command line",
        .command = "*",
        .repetitions = 20,
        .max_repetitions = 1000,
        .batches = 1,
        .watchdog = 10,
        .use_assembly_regions = 1,
        .max_regions = CONFIG_MOST_REGIONS,
        .warn_file = "stderr",
        .dump_file = "stderr",
        .trust = TRUST_NEAR,
        .samples = 1000,
        .seed = 1,
        .report = REPORT_RECORDS,
        .console_port = 0x3F8,
        .console_baud = 115200,
        .noise = CONFIG_NOISE_DEFAULT,
        .page = 60,
        .runs = 1,
        .exit = EXIT_HALT,
    };
    event_list_default(config, pmc);
}

static bool config_name_matches(const char *glob, const char *name)
{
    const char *slash = strrchr(name, '/');
    return glob_match(glob, name) || (slash && !strcmp(glob, slash + 1));
}

bool config_glob_matches(const char *glob, const char *benchmark)
{
    char base[sizeof((struct config *)0)->command];
    struct word name = word_from_text(benchmark);
    struct word whole = word_split(&name, ':');
    format(base, sizeof base, "%.*s", (int)whole.length, whole.text);
    return config_name_matches(glob, benchmark) || config_name_matches(glob, base);
}

bool config_glob(const struct config *config, unsigned i, char *glob, size_t size)
{
    struct word globs = word_from_text(config->command), one = globs;
    for (unsigned n = 0; n <= i; n++) {
        if (!globs.length)
            return false;
        one = word_split(&globs, ',');
    }
    format(glob, size, "%.*s", (int)one.length, one.text);
    return true;
}

/*
 * Reports whether the glob may match the group. A name has one /, so the glob's text before its /
 * is the group's.
 */
static bool config_glob_may_match_group(const char *glob, const char *base)
{
    char group[sizeof((struct config *)0)->command + 2];
    char *to = group;
    bool in_set = false; /* the / is inside a set, so the group is unknown */
    do {
        in_set = *glob == '[' || (in_set && *glob != ']');
        *to++ = *glob;
    } while (*glob && *glob++ != '/');
    to[0] = '*';
    to[1] = '\0';
    return in_set || to[-1] != '/' || glob_match(group, base);
}

/* The text of a glob before its first wildcard must begin the name. */
bool config_glob_may_match(const char *glob, const char *base)
{
    bool case_of_last_part = strchr(glob, ':') && !strchr(glob, '/');
    if (case_of_last_part || config_name_matches(glob, base))
        return true;
    if (!config_glob_may_match_group(glob, base))
        return false;
    while (*base && *base == *glob) {
        base++;
        glob++;
    }
    return !*base || (*glob && strchr("*?[", *glob));
}

bool config_may_want(const struct config *config, const char *base)
{
    char glob[sizeof config->command];
    for (unsigned i = 0; config_glob(config, i, glob, sizeof glob); i++)
        if (config_glob_may_match(glob, base))
            return true;
    return false;
}

bool config_wants(const struct config *config, const char *benchmark)
{
    char glob[sizeof config->command];
    for (unsigned i = 0; config_glob(config, i, glob, sizeof glob); i++)
        if (config_glob_matches(glob, benchmark))
            return true;
    return false;
}

static void config_apply_word(struct settings *settings, struct word word)
{
    if (word.length >= 2 && !strncmp(word.text, "-F", 2)) {
        word.text += 2;
        word.length -= 2;
    }
    if (!word.length)
        return; /* -F name=value: the next word is the setting */
    struct word value = word;
    struct word name = word_split(&value, '=');
    if (name.length == word.length)
        settings_no_value(settings, name);
    else
        settings_apply(settings, name, value);
}

/*
 * A generated command line has the words `begin` and `end` around its settings, because some
 * loaders drop the end of a long line without a message.
 */
static void config_read_words(struct settings *settings, const char *source, const char *words)
{
    struct word rest = word_from_text(words);
    bool cut = false;
    settings_from(settings, source);
    while (rest.length) {
        struct word word = word_split(&rest, ' ');
        if (word_is(word, "begin"))
            cut = true;
        else if (word_is(word, "end"))
            cut = false;
        else if (word.length)
            config_apply_word(settings, word);
    }
    if (!cut)
        return;
    settings->error[0] = 0; /* of a word that was cut */
    settings_error(settings, "cut by the loader: 'begin' without 'end'");
}

/* Rejects combinations of settings in which one would be silently ignored. */
static void config_refuse_together(struct settings *settings)
{
    static const char *const pages[] = {"overhead", "first_boot", "score"};
    const struct config *config = settings->config;
    if (config->batches > 1 && config_has_target(config))
        settings_error(settings,
                       "ci_target: cannot be combined with batches; remove one of the two");
    if (config->batches > 1 && config->output_all_results)
        settings_error(
            settings, "output_all_results: cannot be combined with batches; remove one of the two");
    if (config->experiment >= EXPERIMENT_OVERHEAD && config->experiment <= EXPERIMENT_SCORE &&
        config->report == REPORT_P5MON_FILE)
        settings_error(
            settings, "report: 'p5mon_file' cannot represent experiment=%s; allowed: records, text",
            pages[config->experiment - EXPERIMENT_OVERHEAD]);
}

void config_choose_profile_events(struct config *config)
{
    if (config->experiment != EXPERIMENT_PROFILE || config->events_given)
        return;
    config->events[0] = (struct pmc_counted){.event = &pmc_time_stamp};
    config->n_events = 1;
}

static void config_read_sources(struct settings *settings, const char *name, const char *text,
                                size_t length, const char *line)
{
    if (settings->pmc->notation)
        settings->pmc->notation->discard();
    config_default(settings->config, settings->pmc);
    settings->error[0] = 0;
    if (name) {
        settings->config->name = name;
        settings_from(settings, name);
        parms_read(settings, text, length);
    }
    config_read_words(settings, SETTINGS_COMMAND_LINE, command_line_split(line).arguments);
    /* A request for user events implies a program in user mode, like run_p5mon's programs. */
    if (settings->config->user_events == COUNT_YES && !settings_given(settings, "privilege"))
        settings->config->privilege = RING_USER;
    if (further_settings_complete)
        further_settings_complete(settings);
    settings->config->events_given = settings_events_given(settings);
    config_choose_profile_events(settings->config);
    config_refuse_together(settings);
}

int config_change(struct config *config, const struct pmc *pmc, const char *source,
                  const char *words, char *error)
{
    struct settings settings = {.config = config,
                                .pmc = pmc,
                                .error = error,
                                .defined_twice = config->warn_defined_twice,
                                .not_used = config->warn_not_used};
    error[0] = 0;
    config_read_words(&settings, source, words);
    if (further_settings_complete && settings_given(&settings, "command"))
        further_settings_complete(&settings); /* a program, or benchmarks after one */
    config->events_given |= settings_events_given(&settings);
    config_refuse_together(&settings);
    return error[0] ? -1 : 0;
}

int config_parse(struct config *config, const struct pmc *pmc, const char *line, char *error,
                 const struct config_listener *listener)
{
    return config_parse_file(config, pmc, NULL, NULL, 0, line, error, listener);
}

/* Reads the file twice, since a setting may determine how earlier ones are treated. */
int config_parse_file(struct config *config, const struct pmc *pmc, const char *name,
                      const char *text, size_t length, const char *line, char *error,
                      const struct config_listener *listener)
{
    struct settings settings = {.config = config,
                                .pmc = pmc,
                                .error = error,
                                .defined_twice = WARN_NO,
                                .not_used = WARN_NO};
    config_read_sources(&settings, name, text, length, line);
    settings.defined_twice = config->warn_defined_twice;
    settings.not_used = config->warn_not_used;
    memcpy(settings.warn_file, config->warn_file, sizeof settings.warn_file);
    settings.listener = listener;
    config_read_sources(&settings, name, text, length, line);
    if (config->warn_not_defined && listener) {
        settings_from(&settings, config->name);
        settings_warn_not_defined(&settings);
    }
    return error[0] ? -1 : 0;
}
