/*
 * SPDX-License-Identifier: MIT
 * The settings, one row of a table each: name, what is allowed, how its value is read.
 */
#include "kernel/config.h"

#include <stdbool.h>

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/suggest.h"

/* A piece of the command line. */
struct word {
    const char *text;
    size_t length;
};

struct parser {
    struct config *config;
    const struct pmc *pmc;
    char *error;
};

struct key {
    const char *name;
    const char *allowed;
    int (*read)(struct parser *parser, const struct key *key, struct word value);
};

static bool word_is(struct word word, const char *text)
{
    return strlen(text) == word.length && !strncmp(word.text, text, word.length);
}

/* Takes what stands before the first `separator` off the front of *rest. */
static struct word take_until(struct word *rest, char separator)
{
    struct word taken = {rest->text, 0};
    while (taken.length < rest->length && taken.text[taken.length] != separator)
        taken.length++;
    size_t skipped = taken.length < rest->length ? taken.length + 1 : taken.length;
    rest->text += skipped;
    rest->length -= skipped;
    return taken;
}

/* How much of a word a message shows, so that no word makes a message too long for its buffer. */
static int shown(struct word word)
{
    return word.length < 64 ? (int)word.length : 64;
}

static int refuse(struct parser *parser, const struct key *key, struct word value)
{
    format(parser->error, CONFIG_ERROR_BYTES, "command line: %s: '%.*s' is not allowed; allowed: %s",
           key->name, shown(value), value.text, key->allowed);
    return -1;
}

/* A decimal number from least to most; -1 where the word is anything else. */
static int read_number(struct word word, uint32_t least, uint32_t most, uint32_t *number)
{
    uint32_t value = 0;
    if (word.length == 0 || word.length > 9)
        return -1;
    for (size_t i = 0; i < word.length; i++) {
        if (word.text[i] < '0' || word.text[i] > '9')
            return -1;
        value = value * 10 + (uint32_t)(word.text[i] - '0');
    }
    if (value < least || value > most)
        return -1;
    *number = value;
    return 0;
}

static int read_command(struct parser *parser, const struct key *key, struct word value)
{
    struct config *config = parser->config;
    if (value.length == 0 || value.length >= sizeof config->command)
        return refuse(parser, key, value);
    memcpy(config->command, value.text, value.length);
    config->command[value.length] = 0;
    return 0;
}

static int unknown_event(struct parser *parser, const struct key *key, struct word name)
{
    struct suggestion suggestion = {0};
    for (unsigned i = 0; i < parser->pmc->n_events; i++)
        suggest_offer(&suggestion, name.text, name.length, parser->pmc->events[i].name);
    if (suggestion.best)
        format(parser->error, CONFIG_ERROR_BYTES,
               "command line: %s: '%.*s' is not an event; did you mean %s?", key->name, shown(name),
               name.text, suggestion.best);
    else
        format(parser->error, CONFIG_ERROR_BYTES,
               "command line: %s: '%.*s' is not an event; allowed: %s, such as data_read_miss",
               key->name, shown(name), name.text, key->allowed);
    return -1;
}

static int read_events(struct parser *parser, const struct key *key, struct word value)
{
    struct config *config = parser->config;
    if (word_is(value, "all"))
        return 0; /* the default */
    config->n_events = 0;
    do {
        struct word name = take_until(&value, ',');
        const struct event *event = pmc_find_event(parser->pmc, name.text, name.length);
        if (!event)
            return unknown_event(parser, key, name);
        for (unsigned i = 0; i < config->n_events; i++) {
            if (config->events[i] == event) {
                format(parser->error, CONFIG_ERROR_BYTES,
                       "command line: %s: '%s' stands there twice; once is enough", key->name,
                       event->name);
                return -1;
            }
        }
        config->events[config->n_events++] = event;
    } while (value.length);
    return 0;
}

static int read_repetitions(struct parser *parser, const struct key *key, struct word value)
{
    uint32_t number;
    if (read_number(value, 1, CONFIG_MOST_REPETITIONS, &number))
        return refuse(parser, key, value);
    parser->config->repetitions = number;
    return 0;
}

static int read_report(struct parser *parser, const struct key *key, struct word value)
{
    if (word_is(value, "records"))
        parser->config->report = REPORT_RECORDS;
    else if (word_is(value, "text"))
        parser->config->report = REPORT_TEXT;
    else
        return refuse(parser, key, value);
    return 0;
}

/* comN or comN,BAUD: the PC's four usual addresses, and speeds a UART's 115200 Hz can be divided to. */
static int read_console(struct parser *parser, const struct key *key, struct word value)
{
    static const uint16_t ports[] = {0x3F8, 0x2F8, 0x3E8, 0x2E8};
    struct word rest = value;
    struct word name = take_until(&rest, ',');
    uint32_t number, baud = 115200;
    if (name.length != 4 || strncmp(name.text, "com", 3) ||
        read_number((struct word){name.text + 3, 1}, 1, 4, &number))
        return refuse(parser, key, value);
    if (rest.length && (read_number(rest, 300, 115200, &baud) || 115200 % baud))
        return refuse(parser, key, value);
    parser->config->console_port = ports[number - 1];
    parser->config->console_baud = baud;
    return 0;
}

static int read_exit(struct parser *parser, const struct key *key, struct word value)
{
    if (word_is(value, "halt"))
        parser->config->exit = EXIT_HALT;
    else if (word_is(value, "qemu"))
        parser->config->exit = EXIT_QEMU;
    else
        return refuse(parser, key, value);
    return 0;
}

static const struct key keys[] = {
    {"command", "a glob over benchmark names of 1 to 127 characters, such as thesis/*", read_command},
    {"events", "all, or names from the event table with commas between", read_events},
    {"repetitions", "a number from 1 to 10000", read_repetitions},
    {"report", "records, text", read_report},
    {"console", "com1 to com4, then a comma and a speed of 300 to 115200 that divides 115200",
     read_console},
    {"exit", "halt, qemu", read_exit},
};
#define KEYS (sizeof keys / sizeof keys[0])
_Static_assert(CONFIG_MOST_REPETITIONS == 10000, "the text of 'repetitions' above says so");

static int unknown_key(struct parser *parser, struct word name)
{
    struct suggestion suggestion = {0};
    for (unsigned i = 0; i < KEYS; i++)
        suggest_offer(&suggestion, name.text, name.length, keys[i].name);
    int length = format(parser->error, CONFIG_ERROR_BYTES,
                        "command line: '%.*s' is not a setting;", shown(name), name.text);
    if (suggestion.best)
        length += format(parser->error + length, CONFIG_ERROR_BYTES - (size_t)length,
                         " did you mean %s?", suggestion.best);
    length += format(parser->error + length, CONFIG_ERROR_BYTES - (size_t)length, " allowed:");
    for (unsigned i = 0; i < KEYS; i++)
        length += format(parser->error + length, CONFIG_ERROR_BYTES - (size_t)length, " %s=",
                         keys[i].name);
    return -1;
}

static int read_setting(struct parser *parser, struct word setting, uint32_t *seen)
{
    struct word value = setting;
    struct word name = take_until(&value, '=');
    for (unsigned i = 0; i < KEYS; i++) {
        if (!word_is(name, keys[i].name))
            continue;
        if (name.length == setting.length) {
            format(parser->error, CONFIG_ERROR_BYTES, "command line: %s: no value; allowed: %s",
                   keys[i].name, keys[i].allowed);
            return -1;
        }
        if (*seen & 1u << i) {
            format(parser->error, CONFIG_ERROR_BYTES,
                   "command line: %s: given twice, the second time as '%.*s'; once is allowed",
                   keys[i].name, shown(value), value.text);
            return -1;
        }
        *seen |= 1u << i;
        return keys[i].read(parser, &keys[i], value);
    }
    return unknown_key(parser, name);
}

void config_default(struct config *config, const struct pmc *pmc)
{
    *config = (struct config){
        .command = "*",
        .n_events = pmc->n_events,
        .repetitions = 20,
        .report = REPORT_RECORDS,
        .console_port = 0x3F8,
        .console_baud = 115200,
        .exit = EXIT_HALT,
    };
    for (unsigned i = 0; i < pmc->n_events; i++)
        config->events[i] = &pmc->events[i];
}

int config_parse(struct config *config, const struct pmc *pmc, const char *line, char *error)
{
    static char ignored[CONFIG_ERROR_BYTES];
    struct parser parser = {config, pmc, error};
    struct word rest = {line, strlen(line)};
    uint32_t seen = 0;
    bool first = true;
    int status = 0;
    while (rest.length) {
        struct word word = take_until(&rest, ' ');
        if (!word.length)
            continue;
        bool kernel_path = first && !memchr(word.text, '=', word.length);
        first = false;
        if (!kernel_path && read_setting(&parser, word, &seen) && !status) {
            status = -1;
            parser.error = ignored; /* the first message is the one to show */
        }
    }
    return status;
}
