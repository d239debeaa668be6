/*
 * SPDX-License-Identifier: MIT
 * Finds a command and parses its arguments.
 */
#include "kernel/monitor/command.h"

#include "kernel/lib/string.h"
#include "kernel/monitor/line/dialogue.h"
#include "kernel/monitor/stop.h"
#include "kernel/settings/suggestions.h"

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
}

static bool command_begins_with(const char *text, struct word word)
{
    for (size_t i = 0; i < word.length; i++)
        if (lower(text[i]) != lower(word.text[i]))
            return false;
    return true;
}

bool argument_is(struct word word, const char *text)
{
    return strlen(text) == word.length && command_begins_with(text, word);
}

int shown(struct word word)
{
    return word.length < 40 ? (int)word.length : 40;
}

struct word argument_next(struct arguments *arguments)
{
    arguments->rest = word_trim(arguments->rest);
    return word_split(&arguments->rest, ' ');
}

int command_read_number(struct word word, uint64_t most, uint64_t *number)
{
    uint64_t value = 0;
    if (word.length > 2 && word.text[0] == '0' && lower(word.text[1]) == 'x') {
        word.text += 2;
        word.length -= 2;
    }
    if (!word.length)
        return -1;
    for (size_t i = 0; i < word.length; i++) {
        char c = lower(word.text[i]);
        unsigned digit = c >= '0' && c <= '9' ? (unsigned)(c - '0') : (unsigned)(c - 'a' + 10);
        if (c == ':' && i) /* between the halves of a number, as rdmsr prints it */
            continue;
        if ((c < '0' || c > '9') && (c < 'a' || c > 'f'))
            return -1;
        if (value >> 60)
            return -1;
        value = value << 4 | digit;
    }
    *number = value;
    return value > most ? -1 : 0;
}

int command_argument_number(struct arguments *arguments, const char *what, uint64_t most,
                            uint64_t *number)
{
    struct word word = argument_next(arguments);
    if (!word.length)
        return dialogue_refuse("%s: %s missing; see 'help %s'", arguments->command, what,
                               arguments->command);
    if (command_read_number(word, most, number))
        return dialogue_refuse("%s: '%.*s' is not a valid %s; allowed: hexadecimal, 0 to %llx",
                               arguments->command, shown(word), word.text, what,
                               (unsigned long long)most);
    return 0;
}

int arguments_end(struct arguments *arguments)
{
    struct word word = argument_next(arguments);
    if (!word.length)
        return 0;
    return dialogue_refuse("%s: unexpected '%.*s'; see 'help %s'", arguments->command, shown(word),
                           word.text, arguments->command);
}

int ask_really(const struct arguments *arguments, const char *why)
{
    if (arguments->really)
        return 0;
    return dialogue_refuse("%s: %s; append 'really' to do it", arguments->command, why);
}

static const struct monitor_command *command_find(struct word name,
                                                  const struct command_group **group)
{
    for (const struct command_group *const *g = command_groups; *g; g++)
        for (unsigned i = 0; i < (*g)->n; i++)
            if (argument_is(name, (*g)->commands[i].name)) {
                *group = *g;
                return &(*g)->commands[i];
            }
    return NULL;
}

static int command_refuse_unknown(struct word name)
{
    struct suggestion suggestion = {0};
    for (const struct command_group *const *g = command_groups; *g; g++)
        for (unsigned i = 0; i < (*g)->n; i++)
            suggestions_offer(&suggestion, name.text, name.length, (*g)->commands[i].name);
    if (suggestion.best)
        return dialogue_refuse("'%.*s' is not a command; did you mean %s?", shown(name), name.text,
                               suggestion.best);
    return dialogue_refuse("'%.*s' is not a command; 'help' lists them", shown(name), name.text);
}

/* Removes a final `really`. */
static bool command_strip_really(struct word *rest)
{
    static const char word[] = "really";
    size_t length = sizeof word - 1;
    *rest = word_trim(*rest);
    if (rest->length < length)
        return false;
    struct word end = {rest->text + rest->length - length, length};
    bool apart = rest->length == length || end.text[-1] == ' ';
    if (!apart || !argument_is(end, word))
        return false;
    rest->length -= length;
    return true;
}

int command_run(char *line)
{
    struct arguments arguments = {.rest = word_trim(word_from_text(line))};
    struct word name = argument_next(&arguments);
    if (!name.length)
        return 0;
    const struct command_group *group;
    const struct monitor_command *command = command_find(name, &group);
    if (!command)
        return command_refuse_unknown(name);
    if (group->measures && stop_now())
        return dialogue_refuse("%s: a benchmark is stopped; use 'go' or 'kill' first",
                               command->name);
    arguments.command = command->name;
    arguments.really = command_strip_really(&arguments.rest);
    return command->run(&arguments);
}

const char *command_rest(const char *typed)
{
    struct word word = word_from_text(typed);
    const char *only = NULL;
    for (const struct command_group *const *g = command_groups; *g; g++)
        for (unsigned i = 0; i < (*g)->n && word.length; i++) {
            const char *name = (*g)->commands[i].name;
            if (strlen(name) < word.length || !command_begins_with(name, word))
                continue;
            if (only)
                return "";
            only = name + word.length;
        }
    return only ? only : "";
}
