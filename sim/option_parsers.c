/*
 * SPDX-License-Identifier: MIT
 * Parses options with a special syntax.
 */
#include "sim/option_parsers.h"

#include <stdlib.h>
#include <string.h>

#include "sim/cpu/cpu_kind.h"
#include "sim/machine_profiles/machine_range.h"
#include "sim/option_message.h"
#include "tools/processor_words.h"

bool option_parser_memory(struct options *options, const char *value)
{
    return machine_range_memory(value, &options->memory_mb) ||
           option_message_unexpected("-m", value, RANGE_MEMORY);
}

bool option_parser_mhz(struct options *options, const char *value)
{
    return machine_range_mhz(value, &options->mhz) ||
           option_message_unexpected("-mhz", value, RANGE_MHZ);
}

/* The last of several -cpu applies, and only that one must be a processor of this program. */
bool option_parser_cpu(struct options *options, const char *value)
{
    const char *name = virtual_processor(value);

    name = name ? name : value;
    if (!machine_range_cpu(name) && !cpu_kind_named(name))
        return option_message_unexpected("-cpu", value, RANGE_CPU);
    options->cpu = name;
    return true;
}

bool option_parser_instructions(struct options *options, const char *value)
{
    const char *name = virtual_processor(value);

    name = name ? name : value;
    if (!cpu_kind_named(name))
        return option_message_unexpected(
            "-instructions", value,
            "cx6x86, i486dx2, p54c, p55c, mii, ppro, p2, p3, k7, willamette, northwood or "
            "prescott");
    options->instructions = name;
    return true;
}

/* Parses a list: `on` and `off` select the counters' errata, fdiv the divider's. */
bool option_parser_errata(struct options *options, const char *value)
{
    for (const char *item = value; *item;) {
        const size_t length = strcspn(item, ",");
        if (length == 2 && strncmp(item, "on", 2) == 0)
            options->counter_errata = true;
        else if (length == 3 && strncmp(item, "off", 3) == 0)
            options->counter_errata = false;
        else if (length == 4 && strncmp(item, "fdiv", 4) == 0)
            options->division_flaw = true;
        else
            return option_message_unexpected("-errata", value,
                                             "a comma-separated list of on, off and fdiv");
        item += length;
        item += *item == ',';
    }
    return true;
}

/* Parses the names of enum apic_left. */
bool option_parser_apic(struct options *options, const char *value)
{
    static const char *const left[] = {"unused", "off", "virtual-wire"};

    for (unsigned i = 0; i < sizeof left / sizeof left[0]; i++)
        if (strcmp(value, left[i]) == 0) {
            options->apic = value;
            options->apic_left = (enum apic_left)i;
            return true;
        }
    return option_message_unexpected("-apic", value, "unused, off or virtual-wire");
}

/* Scan codes of set 1. */
bool option_parser_key(struct options *options, const char *value)
{
    const size_t length = strcspn(value, ",");
    const char *seconds = value[length] ? value + length + 1 : "1";
    char *end;

    options->key = 0;
    if (length == 3 && strncmp(value, "esc", 3) == 0)
        options->key = 0x01;
    if (length == 5 && strncmp(value, "space", 5) == 0)
        options->key = 0x39;
    options->key_seconds = strtod(seconds, &end);
    if (options->key && end != seconds && !*end && options->key_seconds >= 0.001 &&
        options->key_seconds <= 1000)
        return true;
    return option_message_unexpected(
        "-key", value, "esc or space; after a comma, seconds from 0.001 to 1000, as in esc,0.5");
}

/* Parses two digits at text[at], below `bound`; -1 if they are missing. */
static int option_parser_two_digits(const char *text, size_t at, int bound)
{
    if (text[at] < '0' || text[at] > '9' || text[at + 1] < '0' || text[at + 1] > '9')
        return -1;
    const int value = (text[at] - '0') * 10 + text[at + 1] - '0';
    return value < bound ? value : -1;
}

bool option_parser_rtc(struct options *options, const char *value)
{
    const bool is_time = strlen(value) == 8 && value[2] == ':' && value[5] == ':';
    const int hours = is_time ? option_parser_two_digits(value, 0, 24) : -1;
    const int minutes = is_time ? option_parser_two_digits(value, 3, 60) : -1;
    const int seconds = is_time ? option_parser_two_digits(value, 6, 60) : -1;

    if (strcmp(value, "none") == 0)
        options->rtc.kind = RTC_NONE;
    else if (strcmp(value, "stuck") == 0)
        options->rtc.kind = RTC_STUCK;
    else if (hours >= 0 && minutes >= 0 && seconds >= 0)
        options->rtc.start = (uint32_t)((hours * 60 + minutes) * 60 + seconds);
    else
        return option_message_unexpected("-rtc", value, "a time such as 23:59:58, none or stuck");
    return true;
}

bool option_parser_post(struct options *options, const char *value)
{
    char *end;
    const unsigned long port = strtoul(value, &end, 0);

    if (value[0] < '0' || value[0] > '9' || *end || port < 1 || port > 0xffff)
        return option_message_unexpected("-post", value, "a port from 1 to 0xffff, as in 0x190");
    options->post_port = (unsigned)port;
    return true;
}

bool option_parser_work_queue(struct options *options, const char *value)
{
    if (queue_port_open(&options->queue_port, value))
        return true;
    return option_message_unexpected("-work-queue", value,
                                     "a readable and writable file of at least 4 bytes");
}
