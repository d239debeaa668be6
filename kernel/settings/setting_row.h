/*
 * SPDX-License-Identifier: MIT
 * The row type of the table of settings, and the kinds of values.
 */
#pragma once

#include "kernel/settings/settings.h"

/* Origin of a setting: Table C.1 or Figure C.1 of the thesis, or this project. */
enum setting_origin { OURS, THESIS };

struct setting {
    const char *name;
    const char *allowed;
    const struct setting_kind *kind;
    uint16_t offset; /* of the value in struct config */
    uint16_t size;
    uint32_t least, most; /* range of a number */
    enum setting_origin origin;
};

struct setting_kind {
    /* Stores the value in settings->config. Returns 0, or -1 with settings->error. */
    int (*read)(struct settings *settings, const struct setting *setting, struct word value);
    /*
     * Writes the current value in the form that read() accepts; returns its length, 0 if it is
     * unset.
     */
    int (*write)(const struct config *config, const struct setting *setting, char *text,
                 size_t size);
};

int setting_kind_read_text(struct settings *settings, const struct setting *setting,
                           struct word value);
int setting_kind_refuse(struct settings *settings, const struct setting *setting,
                        struct word value);
extern const struct setting_kind setting_text, setting_file, setting_number;
extern const struct setting_kind setting_choice; /* `allowed` lists an enumeration's words */
extern const struct setting_kind setting_switch; /* user_events and kernel_events */
extern const struct setting_kind setting_probes;
extern const struct setting_kind setting_noise; /* a number, or "not given" */
extern const struct setting_kind setting_target, setting_cull, setting_ablate, setting_console;
extern const struct setting_kind setting_hex; /* 32 bits */
extern const struct setting_kind setting_events;
extern const struct setting_kind setting_command; /* benchmarks, or a program if there are any */

/*
 * From hook_setting.c. hook_setting_parse_watch() reads the text after `watch:` for the setting
 * `name`.
 */
extern const struct setting_kind setting_hook;
int hook_setting_parse_watch(struct settings *settings, const char *name, struct word value,
                             struct address_watch *watch);

/* Kinds of the settings of sampling, from sampling_settings.c. */
extern const struct setting_kind setting_source, setting_interval, setting_weights;

/* From further_settings.c, which the small image lacks: further rows, and what depends on them. */
#define FURTHER_SETTINGS 14
extern const struct setting further_settings[FURTHER_SETTINGS] __attribute__((weak));
void further_settings_complete(struct settings *settings) __attribute__((weak));

/*
 * From kernel/process/: reports whether the program of a command line was loaded and has probes.
 * NULL on the host.
 */
bool process_uses_regions(const char *program) __attribute__((weak));

/* From program_settings.c, which the small image lacks: reads `command`, and completes the settings
 * of an experiment whose `command` is a program. */
int program_settings_read(struct settings *settings, const struct setting *setting,
                          struct word value) __attribute__((weak));
void program_settings_complete(struct settings *settings);
