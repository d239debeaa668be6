/*
 * SPDX-License-Identifier: MIT
 * The kinds of settings of experiments that interrupt benchmarks.
 */
#include "kernel/settings/setting_row.h"

#include "kernel/lib/format.h"
#include "kernel/settings/notation_events.h"
#include "kernel/lib/string.h"
#include "pmc/modifiers.h"

#define LEAST_HZ 2
#define MOST_HZ  1000000
#define MOST_MS  1000

#define MOST_COUNT  1000000000 /* one and a half times as many fit into 31 bits */
#define MOST_WRITES 1000000    /* fits into the 23 bits of a sample's interruptions */

static int sampling_settings_refuse(struct settings *settings, const struct setting *setting,
                                    struct word value)
{
    return settings_error(settings, "%s: '%.*s' is not allowed; allowed: %s", setting->name,
                          settings_shown(value), value.text, setting->allowed);
}

static const char *const sources[] = {
    [SOURCE_TIMER] = "timer",     [SOURCE_PIT] = "pit",     [SOURCE_RTC] = "rtc",
    [SOURCE_APIC] = "apic",       [SOURCE_EVENT] = "event", [SOURCE_WATCH] = "watch",
    [SOURCE_PRECISE] = "precise",
};
#define SOURCES (sizeof sources / sizeof sources[0])

/* Refuses a number of samples per second, or of events or writes per sample. */
static int sampling_settings_refuse_number(struct settings *settings, struct word number,
                                           const char *of, uint32_t least, uint32_t most)
{
    return settings_error(settings, "source: '%.*s' %s is out of range; allowed: %u to %u",
                          settings_shown(number), number.text, of, (unsigned)least, (unsigned)most);
}

/*
 * Parses the text after `event,`: NAME, NAME,auto or NAME,N, where NAME may have modifiers,
 * NAME:MODIFIERS.
 */
static int sampling_settings_read_event(struct settings *settings, struct word value,
                                        struct word rest)
{
    char error[CONFIG_ERROR_BYTES / 2];
    struct config *config = settings->config;
    struct word item = word_split(&rest, ',');
    if (event_list_translate(settings, "source", &item))
        return -1;
    struct word modifiers = item, name = word_split(&modifiers, ':');
    uint32_t count = CONFIG_COUNT_AUTO;
    struct word counter = name;
    if (settings->pmc->notation)
        name = word_split(&counter, '@');
    struct pmc_counted counted = {.event = pmc_event_find(settings->pmc, name.text, name.length)};
    if (!counted.event || counted.event == &pmc_time_stamp)
        return settings_error(settings, "source: '%.*s' is not an event that a counter can count",
                              settings_shown(name), name.text);
    if (rest.length && !word_is(rest, "auto") &&
        word_number(rest, CONFIG_LEAST_COUNT, MOST_COUNT, &count))
        return sampling_settings_refuse_number(settings, rest, "events per sample",
                                               CONFIG_LEAST_COUNT, MOST_COUNT);
    if (settings->pmc->notation) {
        if (settings->pmc->notation->read(counted.event, item.text, item.length, &counted, error,
                                          sizeof error))
            return settings_error(settings, "source: '%.*s': %s", settings_shown(item), item.text,
                                  error);
    } else if (modifiers.length && modifiers_read(settings->pmc, &counted, modifiers.text,
                                                  modifiers.length, error, sizeof error))
        return settings_error(settings, "source: '%.*s': %s", settings_shown(value), value.text,
                              error);
    config->source = SOURCE_EVENT;
    config->sample_event = counted;
    config->sample_count = count;
    return 0;
}

/* Parses the text after `precise,`: NAME in a family's own notation, NAME,auto or NAME,N. */
static int sampling_settings_read_precise(struct settings *settings, const struct setting *setting,
                                          struct word value, struct word rest)
{
    char error[CONFIG_ERROR_BYTES / 2];
    struct config *config = settings->config;
    struct word item = word_split(&rest, ',');
    if (event_list_translate(settings, "source", &item))
        return -1;
    struct word modifiers = item, name = word_split(&modifiers, ':');
    uint32_t count = CONFIG_COUNT_AUTO;
    struct pmc_counted counted;
    const struct event *event = pmc_event_find(settings->pmc, name.text, name.length);
    if (!settings->pmc->notation)
        return settings_error(
            settings,
            "source: 'precise': only a Pentium 4 stores samples (PEBS); use source=event");
    if (!event || event == &pmc_time_stamp)
        return settings_error(settings, "source: '%.*s' is not an event that a counter can count",
                              settings_shown(name), name.text);
    if (rest.length && !word_is(rest, "auto") &&
        word_number(rest, CONFIG_LEAST_COUNT, MOST_COUNT, &count))
        return sampling_settings_refuse_number(settings, rest, "events per sample",
                                               CONFIG_LEAST_COUNT, MOST_COUNT);
    if (settings->pmc->notation->read(event, item.text, item.length, &counted, error, sizeof error))
        return settings_error(settings, "source: '%.*s': %s", settings_shown(value), value.text,
                              error);
    if (item.length >= sizeof config->sample_name)
        return sampling_settings_refuse(settings, setting, value);
    format(config->sample_name, sizeof config->sample_name, "%.*s", (int)item.length, item.text);
    config->source = SOURCE_PRECISE;
    config->sample_event = counted;
    config->sample_count = count;
    return 0;
}

/* Parses the text after `watch:`: NAME@ADDRESS or NAME@ADDRESS,N. */
static int sampling_settings_read_watch(struct settings *settings, struct word rest)
{
    struct config *config = settings->config;
    struct word watch = word_split(&rest, ',');
    uint32_t count = 1;
    if (hook_setting_parse_watch(settings, "source", watch, &config->sample_watch))
        return -1;
    if (rest.length && word_number(rest, 1, MOST_WRITES, &count))
        return sampling_settings_refuse_number(settings, rest, "writes per sample", 1, MOST_WRITES);
    config->source = SOURCE_WATCH;
    config->sample_count = count;
    return 0;
}

static int sampling_settings_read_source(struct settings *settings, const struct setting *setting,
                                         struct word value)
{
    struct word after = value;
    struct word before = word_split(&after, ':');
    if (before.length != value.length && word_is(before, "watch"))
        return sampling_settings_read_watch(settings, after);
    struct word rest = value;
    struct word name = word_split(&rest, ',');
    uint32_t hz = 0;
    unsigned source = 0;
    while (source < SOURCES && !word_is(name, sources[source]))
        source++;
    if (source == SOURCE_EVENT)
        return sampling_settings_read_event(settings, value, rest);
    if (source == SOURCE_PRECISE)
        return sampling_settings_read_precise(settings, setting, value, rest);
    if (source >= SOURCE_WATCH)
        return sampling_settings_refuse(settings, setting, value);
    if (name.length != value.length && word_number(rest, LEAST_HZ, MOST_HZ, &hz))
        return sampling_settings_refuse_number(settings, rest, "samples per second", LEAST_HZ,
                                               MOST_HZ);
    settings->config->source = source;
    settings->config->sample_hz = hz;
    return 0;
}

static int sampling_settings_write_source(const struct config *config,
                                          const struct setting *setting, char *text, size_t size)
{
    char name[128];
    (void)setting;
    if (config->source == SOURCE_EVENT || config->source == SOURCE_PRECISE) {
        const char *shown = config->sample_name;
        if (config->source == SOURCE_EVENT) {
            modifiers_write_name(&config->sample_event, name, sizeof name);
            shown = name;
        }
        return config->sample_count == CONFIG_COUNT_AUTO
                   ? format(text, size, "%s,%s,auto", sources[config->source], shown)
                   : format(text, size, "%s,%s,%u", sources[config->source], shown,
                            config->sample_count);
    }
    if (config->source == SOURCE_WATCH)
        return format(text, size, "watch:%s@0x%x,%u", config->sample_watch.name,
                      config->sample_watch.address, config->sample_count);
    if (!config->sample_hz)
        return format(text, size, "%s", sources[config->source]);
    return format(text, size, "%s,%u", sources[config->source], config->sample_hz);
}

const struct setting_kind setting_source = {sampling_settings_read_source,
                                            sampling_settings_write_source};

static const struct {
    const char *name;
    uint32_t ns;
} units[] = {{"ms", 1000000}, {"us", 1000}};
#define UNITS (sizeof units / sizeof units[0])

static int sampling_settings_read_interval(struct settings *settings, const struct setting *setting,
                                           struct word value)
{
    uint32_t number;
    for (unsigned u = 0; u < UNITS && value.length > 2; u++) {
        struct word digits = {value.text, value.length - 2};
        struct word unit = {value.text + digits.length, 2};
        if (!word_is(unit, units[u].name) ||
            word_number(digits, 1, MOST_MS * (1000000 / units[u].ns), &number))
            continue;
        settings->config->sample_ns = number * units[u].ns;
        return 0;
    }
    return sampling_settings_refuse(settings, setting, value);
}

static int sampling_settings_write_interval(const struct config *config,
                                            const struct setting *setting, char *text, size_t size)
{
    (void)setting;
    unsigned us = config->sample_ns / 1000;
    if (!us)
        return 0;
    return us % 1000 ? format(text, size, "%uus", us) : format(text, size, "%ums", us / 1000);
}

const struct setting_kind setting_interval = {sampling_settings_read_interval,
                                              sampling_settings_write_interval};

static int sampling_settings_read_weights(struct settings *settings, const struct setting *setting,
                                          struct word value)
{
    struct config *config = settings->config;
    struct word rest = value;
    unsigned n = 0;
    do {
        struct word word = word_split(&rest, ',');
        uint32_t weight;
        if (n == CONFIG_MOST_WEIGHTS || word_number(word, 1, CONFIG_MOST_WEIGHT, &weight))
            return sampling_settings_refuse(settings, setting, value);
        config->weights[n++] = (uint8_t)weight;
    } while (rest.length);
    config->n_weights = n;
    return 0;
}

static int sampling_settings_write_weights(const struct config *config,
                                           const struct setting *setting, char *text, size_t size)
{
    int length = 0;
    (void)setting;
    for (unsigned i = 0; i < config->n_weights; i++)
        length +=
            format(text + length, size - (size_t)length, "%s%u", i ? "," : "", config->weights[i]);
    return length;
}

const struct setting_kind setting_weights = {sampling_settings_read_weights,
                                             sampling_settings_write_weights};
