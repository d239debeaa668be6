/*
 * SPDX-License-Identifier: MIT
 * The setting `hook`: events that are stamped without code in the benchmark.
 */
#include "kernel/settings/setting_row.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"

static const struct {
    const char *name;
    unsigned hook;
} hooks[] = {
    {"none", 0},
    {"exceptions", HOOK_EXCEPTIONS},
    {"interrupts", HOOK_INTERRUPTS},
    {"ports", HOOK_PORTS},
};
#define HOOKS (sizeof hooks / sizeof hooks[0])

int hook_setting_parse_watch(struct settings *settings, const char *setting, struct word value,
                             struct address_watch *watch)
{
    struct word address = value;
    struct word name = word_split(&address, '@');
    if (!name.length || name.length >= sizeof watch->name)
        return settings_error(settings, "%s: 'watch:%.*s': a name has 1 to %u characters", setting,
                              settings_shown(value), value.text, (unsigned)sizeof watch->name - 1);
    if (word_number(address, 1, UINT32_MAX, &watch->address))
        return settings_error(settings,
                              "%s: 'watch:%.*s': the kernel has no symbol names: append the "
                              "address, as in @0x15bc80 (bareprobe finds it)",
                              setting, settings_shown(value), value.text);
    memcpy(watch->name, name.text, name.length);
    watch->name[name.length] = '\0';
    return 0;
}

static int hook_setting_add_watch(struct settings *settings, struct word value)
{
    struct config *config = settings->config;
    if (config->n_watches == CONFIG_MOST_WATCHES)
        return settings_error(settings,
                              "hook: 'watch:%.*s': the processor can watch at most four addresses",
                              settings_shown(value), value.text);
    if (hook_setting_parse_watch(settings, "hook", value, &config->watches[config->n_watches]))
        return -1;
    config->n_watches++;
    return 0;
}

static int hook_setting_read(struct settings *settings, const struct setting *setting,
                             struct word value)
{
    static const char watch[] = "watch:";
    struct config *config = settings->config;
    struct word rest = value;
    config->hooks = config->n_watches = 0;
    do {
        struct word word = word_split(&rest, ',');
        unsigned h = 0;
        while (h < HOOKS && !word_is(word, hooks[h].name))
            h++;
        bool watches =
            word.length >= sizeof watch - 1 && !memcmp(word.text, watch, sizeof watch - 1);
        if (h < HOOKS)
            config->hooks |= hooks[h].hook;
        else if (!watches)
            return settings_error(settings, "%s: '%.*s' is not allowed; allowed: %s", setting->name,
                                  settings_shown(word), word.text, setting->allowed);
        else if (hook_setting_add_watch(settings, (struct word){word.text + sizeof watch - 1,
                                                                word.length - (sizeof watch - 1)}))
            return -1;
    } while (rest.length);
    return 0;
}

static int hook_setting_write(const struct config *config, const struct setting *setting,
                              char *text, size_t size)
{
    int length = 0;
    (void)setting;
    for (unsigned h = 0; h < HOOKS; h++)
        if (config->hooks & hooks[h].hook)
            length += format(text + length, size - (size_t)length, "%s%s", length ? "," : "",
                             hooks[h].name);
    for (unsigned w = 0; w < config->n_watches; w++)
        length += format(text + length, size - (size_t)length, "%swatch:%s@0x%x", length ? "," : "",
                         config->watches[w].name, config->watches[w].address);
    return length;
}

const struct setting_kind setting_hook = {hook_setting_read, hook_setting_write};
