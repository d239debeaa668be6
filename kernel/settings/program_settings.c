/*
 * SPDX-License-Identifier: MIT
 * Experiments that measure a program (kernel/process/).
 */
#include "kernel/settings/setting_row.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"

#define PROGRAMS "programs/" /* the group of a program's name */

/* A program is recognised by its first characters, as in a shell. Then the command is empty until
 * program_settings_complete(). */
int program_settings_read(struct settings *settings, const struct setting *setting,
                          struct word value)
{
    struct config *config = settings->config;
    if (!value.length || (value.text[0] != '/' && strncmp(value.text, "./", 2) != 0))
        return setting_kind_read_text(settings, setting, value);
    if (value.length >= CONFIG_PROGRAM_BYTES)
        return settings_error(settings,
                              "%s: '%.*s...' has %u characters; at most %u are allowed for a "
                              "program and its arguments",
                              setting->name, settings_shown(value), value.text,
                              (unsigned)value.length, CONFIG_PROGRAM_BYTES - 1);
    memcpy(config->program, value.text, value.length);
    config->program[value.length] = 0;
    config->command[0] = 0;
    return 0;
}

/* Makes the benchmark's name of a program's: the last part of its path, with _ for characters that
 * names of benchmarks do not have. */
static void program_settings_name(struct config *config)
{
    struct word line = word_from_text(config->program);
    const struct word path = word_split(&line, ' ');
    const char *name = path.text;
    for (size_t i = 0; i < path.length; i++)
        if (path.text[i] == '/')
            name = path.text + i + 1;
    format(config->command, sizeof config->command, PROGRAMS "%.*s",
           (int)(path.text + path.length - name), name);
    for (char *at = config->command + sizeof PROGRAMS - 1; *at; at++)
        if (!((*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') ||
              (*at >= '0' && *at <= '9') || strchr("_.+-", *at)))
            *at = '_';
}

/* At a prompt, benchmarks can follow a program. */
static void program_settings_forget(struct settings *settings)
{
    struct config *config = settings->config;
    config->program[0] = 0;
    if (!settings_given(settings, "privilege") && config->user_events != COUNT_YES)
        config->privilege = RING_KERNEL;
    if (!settings_given(settings, "use_assembly_regions"))
        config->use_assembly_regions = true;
}

/*
 * Without other settings, a program runs in ring 3, and its regions are counted, or its whole run
 * if it has none. Its user events are its own, the kernel's are those of this kernel's services.
 */
void program_settings_complete(struct settings *settings)
{
    struct config *config = settings->config;
    if (!config->program[0])
        return;
    if (config->command[0]) {
        if (strncmp(config->command, PROGRAMS, sizeof PROGRAMS - 1) != 0)
            program_settings_forget(settings);
        return;
    }
    program_settings_name(config);
    if (!settings_given(settings, "privilege"))
        config->privilege = RING_USER;
    if (!settings_given(settings, "use_assembly_regions"))
        config->use_assembly_regions =
            process_uses_regions && process_uses_regions(config->program);
    if (config->paging == PAGES_OFF)
        settings_error(settings,
                       "paging: 'off' is not allowed for a program; allowed: mixed, 4k, 4m");
}
