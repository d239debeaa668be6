/*
 * SPDX-License-Identifier: MIT
 * One row of a table for each setting: what it is called, what it may be, how it is read, where it
 * goes.
 */
#include "kernel/settings.h"

#include <stdarg.h>

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/suggest.h"

struct setting {
    const char *name;
    const char *allowed;
    int (*read)(struct settings *settings, const struct setting *setting, struct word value);
    uint16_t offset; /* in struct config, of what it sets */
    uint16_t size;
    uint32_t least, most; /* of a number */
};

#define MEMBER(member) offsetof(struct config, member), sizeof((struct config *)0)->member

void settings_from(struct settings *settings, const char *source)
{
    settings->source = source;
    settings->line = 0;
    settings->seen = settings->seen_events[0] = settings->seen_events[1] = 0;
    settings->names_events = false;
}

int settings_shown(struct word word)
{
    return word.length < 64 ? (int)word.length : 64;
}

int settings_error(struct settings *settings, const char *sentence, ...)
{
    if (settings->error[0])
        return -1;
    int length = format(settings->error, CONFIG_ERROR_BYTES, "%s:", settings->source);
    if (settings->line)
        length += format(settings->error + length, CONFIG_ERROR_BYTES - (size_t)length,
                         "%u:", settings->line);
    settings->error[length++] = ' ';
    va_list arguments;
    va_start(arguments, sentence);
    vformat(settings->error + length, CONFIG_ERROR_BYTES - (size_t)length, sentence, arguments);
    va_end(arguments);
    return -1;
}

static int refuse(struct settings *settings, const struct setting *setting, struct word value)
{
    return settings_error(settings, "%s: '%.*s' is not allowed; allowed: %s", setting->name,
                          settings_shown(value), value.text, setting->allowed);
}

static void *member_of(struct settings *settings, const struct setting *setting)
{
    return (char *)settings->config + setting->offset;
}

static int read_text(struct settings *settings, const struct setting *setting, struct word value)
{
    if (value.length == 0 || value.length >= setting->size)
        return refuse(settings, setting, value);
    char *text = member_of(settings, setting);
    memcpy(text, value.text, value.length);
    text[value.length] = 0;
    return 0;
}

static int read_number(struct settings *settings, const struct setting *setting, struct word value)
{
    uint32_t number;
    if (word_number(value, setting->least, setting->most, &number))
        return refuse(settings, setting, value);
    *(unsigned *)member_of(settings, setting) = number;
    return 0;
}

/* The choices are the words of `allowed`, in the order of the enumeration. */
static int read_choice(struct settings *settings, const struct setting *setting, struct word value)
{
    struct word rest = {setting->allowed, strlen(setting->allowed)};
    for (unsigned choice = 0; rest.length; choice++) {
        struct word name = word_trim(word_take(&rest, ','));
        if (name.length == value.length && !memcmp(name.text, value.text, name.length)) {
            *(unsigned *)member_of(settings, setting) = choice;
            return 0;
        }
    }
    return refuse(settings, setting, value);
}

/* N% or N.D%, with one to three decimals. */
static int read_percent(struct settings *settings, const struct setting *setting, struct word value)
{
    struct word decimals = value;
    uint32_t units, thousandths = 0;
    if (!value.length || value.text[value.length - 1] != '%')
        return refuse(settings, setting, value);
    decimals.length--;
    struct word whole = word_take(&decimals, '.');
    if (decimals.length > 3 || (decimals.length && word_number(decimals, 0, 999, &thousandths)))
        return refuse(settings, setting, value);
    for (size_t digits = decimals.length; digits < 3; digits++)
        thousandths *= 10;
    if (word_number(whole, 0, 99, &units) || units + thousandths == 0)
        return refuse(settings, setting, value);
    settings->config->ci_target =
        fixed_divide(fixed_from_int(units * 1000 + thousandths), fixed_from_int(1000));
    return 0;
}

static int read_cull(struct settings *settings, const struct setting *setting, struct word value)
{
    struct word rest = value;
    if (!word_is(word_take(&rest, ':'), "mad"))
        return refuse(settings, setting, value);
    uint32_t mads;
    if (word_number(rest, setting->least, setting->most, &mads))
        return refuse(settings, setting, value);
    settings->config->cull = mads;
    return 0;
}

static int read_ablate(struct settings *settings, const struct setting *setting, struct word value)
{
    struct word rest = value;
    do {
        struct word name = word_take(&rest, ',');
        unsigned ablate = ABLATE_NONE + 1;
        while (ablate < ABLATIONS && !word_is(name, ablate_name(ablate)))
            ablate++;
        if (ablate == ABLATIONS)
            return refuse(settings, setting, value);
        settings->config->ablate[ablate] = true;
    } while (rest.length);
    return 0;
}

/* Like a choice, but that nothing was chosen is a value too. */
static int read_switch(struct settings *settings, const struct setting *setting, struct word value)
{
    if (read_choice(settings, setting, value))
        return -1;
    *(unsigned *)member_of(settings, setting) += COUNT_NO;
    return 0;
}

static int read_probes(struct settings *settings, const struct setting *setting, struct word value)
{
    if (read_switch(settings, setting, value))
        return -1;
    if (settings->config->probes == PROBES_RDPMC && !settings->pmc->has_rdpmc)
        return settings_error(settings, "probes: 'rdpmc': this processor has none; allowed: rdmsr");
    return 0;
}

static int read_events(struct settings *settings, const struct setting *setting, struct word value)
{
    return event_list_read(settings, setting->allowed, value);
}

/* comN or comN,BAUD: the PC's four usual addresses, and speeds that 115200 Hz can be divided to. */
static int read_console(struct settings *settings, const struct setting *setting, struct word value)
{
    static const uint16_t ports[] = {0x3F8, 0x2F8, 0x3E8, 0x2E8};
    struct word rest = value;
    struct word name = word_take(&rest, ',');
    uint32_t number, baud = 115200;
    if (name.length != 4 || strncmp(name.text, "com", 3) ||
        word_number((struct word){name.text + 3, 1}, 1, 4, &number))
        return refuse(settings, setting, value);
    if (rest.length && (word_number(rest, 300, 115200, &baud) || 115200 % baud))
        return refuse(settings, setting, value);
    settings->config->console_port = ports[number - 1];
    settings->config->console_baud = baud;
    return 0;
}

static const struct setting table[] = {
    {"command", "a glob over benchmark names of 1 to 127 characters, such as thesis/*", read_text,
     MEMBER(command), 0, 0},
    {"events",
     "all, names from the event table, codes such as 0x12, cache, branch, pipe, stall, bus, mmx, "
     "time_stamp; with commas between, and :u, :k or :uk behind for the rings",
     read_events, 0, 0, 0, 0},
    {"experiment", "measure, overhead", read_choice, MEMBER(experiment), 0, 0},
    {"repetitions", "a number from 1 to 10000", read_number, MEMBER(repetitions), 1,
     CONFIG_MOST_REPETITIONS},
    {"max_repetitions", "a number from 1 to 10000", read_number, MEMBER(max_repetitions), 1,
     CONFIG_MOST_REPETITIONS},
    {"ci_target", "a percentage above 0 and below 100, such as 1% or 0.5%", read_percent,
     MEMBER(ci_target), 0, 0},
    {"batches", "a number from 1 to 100", read_number, MEMBER(batches), 1, CONFIG_MOST_BATCHES},
    {"cull", "mad:N, where N is a number from 1 to 1000", read_cull, MEMBER(cull), 1, 1000},
    {"confidence_level_99", "no, yes", read_choice, MEMBER(confidence_level_99), 0, 0},
    {"conf_level_99", "no, yes", read_choice, MEMBER(confidence_level_99), 0, 0},
    {"output_all_results", "no, yes", read_choice, MEMBER(output_all_results), 0, 0},
    {"skip_initialization_run", "no, yes", read_choice, MEMBER(skip_initialization_run), 0, 0},
    {"use_assembly_regions", "no, yes", read_choice, MEMBER(use_assembly_regions), 0, 0},
    {"privilege", "kernel, user", read_choice, MEMBER(privilege), 0, 0},
    {"user_events", "no, yes", read_switch, MEMBER(user_events), 0, 0},
    {"kernel_events", "no, yes", read_switch, MEMBER(kernel_events), 0, 0},
    {"probes", "rdmsr, rdpmc", read_probes, MEMBER(probes), 0, 0},
    {"state", "warm, cold, both", read_choice, MEMBER(state), 0, 0},
    {"ablate", "branch, vpipe, l1, with commas between", read_ablate, MEMBER(ablate), 0, 0},
    {"watchdog", "a number of seconds from 0, which is none, to 3600", read_number,
     MEMBER(watchdog), 0, CONFIG_MOST_WATCHDOG},
    {"report", "records, text, p5mon_file", read_choice, MEMBER(report), 0, 0},
    {"console", "com1 to com4, then a comma and a speed of 300 to 115200 that divides 115200",
     read_console, 0, 0, 0, 0},
    {"exit", "halt, qemu", read_choice, MEMBER(exit), 0, 0},
};
#define SETTINGS (sizeof table / sizeof table[0])
_Static_assert(CONFIG_MOST_REPETITIONS == 10000, "the text of 'repetitions' above says so");
_Static_assert(SETTINGS <= 64, "seen has 64 bits");
_Static_assert((int)PROBES_RDMSR == (int)COUNT_NO, "read_switch counts from there");

static const struct setting *find(struct word name)
{
    for (unsigned i = 0; i < SETTINGS; i++)
        if (word_is(name, table[i].name))
            return &table[i];
    return NULL;
}

static int unknown(struct settings *settings, struct word name)
{
    char names[400];
    int length = 0;
    struct suggestion suggestion = {0};
    for (unsigned i = 0; i < SETTINGS; i++) {
        suggest_offer(&suggestion, name.text, name.length, table[i].name);
        length += format(names + length, sizeof names - (size_t)length, " %s=", table[i].name);
    }
    for (unsigned i = 0; i < settings->pmc->n_events; i++)
        suggest_offer(&suggestion, name.text, name.length, settings->pmc->events[i].name);
    if (suggestion.best)
        return settings_error(settings, "'%.*s' is not a setting; did you mean %s?",
                              settings_shown(name), name.text, suggestion.best);
    return settings_error(settings, "'%.*s' is not a setting; allowed:%s, and events by name",
                          settings_shown(name), name.text, names);
}

static int given_twice(struct settings *settings, struct word name, struct word value)
{
    return settings_error(settings, "%.*s: given twice, the second time as '%.*s'; once is allowed",
                          settings_shown(name), name.text, settings_shown(value), value.text);
}

static int apply_event(struct settings *settings, const struct event *event, struct word name,
                       struct word value)
{
    bool in_table = event != &pmc_time_stamp;
    unsigned place = in_table ? (unsigned)(event - settings->pmc->events) : P55C_EVENTS;
    _Static_assert(P55C_EVENTS < 128, "seen_events has 128 bits");
    uint64_t bit = 1ull << place % 64;
    if (settings->seen_events[place / 64] & bit)
        return given_twice(settings, name, value);
    settings->seen_events[place / 64] |= bit;
    if (word_is(value, "yes"))
        return event_list_switch(settings, event, true);
    if (word_is(value, "no"))
        return event_list_switch(settings, event, false);
    return settings_error(settings, "%.*s: '%.*s' is not allowed; allowed: yes, no",
                          settings_shown(name), name.text, settings_shown(value), value.text);
}

int settings_apply(struct settings *settings, struct word name, struct word value)
{
    const struct setting *setting = find(name);
    if (setting) {
        uint64_t bit = 1ull << (setting - table);
        if (settings->seen & bit)
            return given_twice(settings, name, value);
        settings->seen |= bit;
        return setting->read(settings, setting, value);
    }
    const struct event *event = pmc_find_event(settings->pmc, name.text, name.length);
    if (event)
        return apply_event(settings, event, name, value);
    return event_list_refuse_foreign(settings, name) ? -1 : unknown(settings, name);
}

int settings_no_value(struct settings *settings, struct word name)
{
    const struct setting *setting = find(name);
    if (!setting)
        return unknown(settings, name);
    return settings_error(settings, "%s: no value; allowed: %s", setting->name, setting->allowed);
}
