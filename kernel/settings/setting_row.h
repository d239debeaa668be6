/*
 * SPDX-License-Identifier: MIT
 * What a row of the table of settings is, and the kinds of value that there are.
 */
#pragma once

#include "kernel/settings/settings.h"

/* Whose word a setting is: Table C.1 and Figure C.1 of the thesis have it, or only we do. */
enum setting_origin { OURS, THESIS };

struct setting {
    const char *name;
    const char *allowed;
    const struct setting_kind *kind;
    uint16_t offset; /* in struct config, of what it sets */
    uint16_t size;
    uint32_t least, most; /* of a number */
    enum setting_origin origin;
};

struct setting_kind {
    /* Puts the value into settings->config. 0, or -1 with settings->error. */
    int (*read)(struct settings *settings, const struct setting *setting, struct word value);
    /* The value in force, as read() would take it; its length, 0 where it has none. */
    int (*write)(const struct config *config, const struct setting *setting, char *text,
                 size_t size);
};

extern const struct setting_kind setting_text, setting_file, setting_number;
extern const struct setting_kind setting_choice; /* `allowed` lists an enumeration's words */
extern const struct setting_kind setting_switch; /* user_events and kernel_events */
extern const struct setting_kind setting_probes;
extern const struct setting_kind setting_noise; /* a number, or that none was given */
extern const struct setting_kind setting_target, setting_cull, setting_ablate, setting_console;
extern const struct setting_kind setting_hex; /* of 32 bits */
extern const struct setting_kind setting_events;

/* hook_setting.c; the second reads what stands behind `watch:` in a setting of that name. */
extern const struct setting_kind setting_hook;
int setting_watch_read(struct settings *settings, const char *name, struct word value,
                       struct watch *watch);

/* Those of sampling_settings.c, which not every image has. */
#define SETTINGS_OF_SAMPLING 8
extern const struct setting sampling_settings[SETTINGS_OF_SAMPLING] __attribute__((weak));
