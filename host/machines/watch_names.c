/*
 * SPDX-License-Identifier: MIT
 * Resolves watched names. A name that occurs in several source files is qualified by its file:
 * watch:shares.c:total.
 */
#include "host/machines/watch_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "kernel/settings/config.h"
#include "kernel/settings/suggestions.h"
#include "tools/elf32.h"

#define WATCH "watch:"

static const char *const settings[] = {"hook", "source"};

/* Matches "total", or "shares.c:total" with the last component of the file's path. */
static bool watch_names_match(const struct elf32_symbol *symbol, const char *name)
{
    const char *colon = strrchr(name, ':'), *file = strrchr(symbol->file, '/');
    if (!colon)
        return !strcmp(symbol->name, name);
    file = file ? file + 1 : symbol->file;
    size_t length = (size_t)(colon - name);
    return !strcmp(symbol->name, colon + 1) && strlen(file) == length &&
           !strncmp(file, name, length);
}

static bool is_data(const struct elf32 *elf, const struct elf32_symbol *symbol)
{
    uint32_t flags = elf->sections[symbol->section].flags;
    return (flags & SHF_ALLOC) && (flags & SHF_WRITE) && !(flags & SHF_EXECINSTR);
}

static void watch_names_unknown(const struct elf32 *elf, const char *kernel, const char *setting,
                                const char *name)
{
    struct suggestion suggestion = {0};
    for (size_t i = 0; i < elf->symbol_count; i++)
        if (is_data(elf, elf->by_name[i]))
            suggestions_offer(&suggestion, name, strlen(name), elf->by_name[i]->name);
    if (suggestion.best)
        message_print("%s: 'watch:%s': no variable of that name in %s; did you mean %s?", setting,
                      name, kernel, suggestion.best);
    else
        message_print("%s: 'watch:%s': no variable of that name in %s", setting, name, kernel);
}

static void watch_names_ambiguous(const char *setting, const char *name,
                                  const struct elf32_symbol *a, const struct elf32_symbol *b)
{
    const char *first = strrchr(a->file, '/'), *second = strrchr(b->file, '/');
    message_print(
        "%s: 'watch:%s': several variables have that name; select one: watch:%s:%s, watch:%s:%s, "
        "...",
        setting, name, first ? first + 1 : a->file, name, second ? second + 1 : b->file, name);
}

/* Returns NULL after a message. */
static const struct elf32_symbol *watch_names_symbol(const struct elf32 *elf, const char *kernel,
                                                     const char *setting, const char *name)
{
    const struct elf32_symbol *found = NULL;
    for (size_t i = 0; i < elf->symbol_count; i++) {
        const struct elf32_symbol *symbol = elf->by_name[i];
        if (!watch_names_match(symbol, name) || !is_data(elf, symbol))
            continue;
        if (found && found->address != symbol->address) {
            watch_names_ambiguous(setting, name, found, symbol);
            return NULL;
        }
        found = symbol;
    }
    if (!found)
        watch_names_unknown(elf, kernel, setting, name);
    return found;
}

/* Appends the address and truncates the name to the length that the kernel stores; NULL after a
 * message. */
static char *watch_names_add_address(const struct elf32 *elf, const char *kernel,
                                     const char *setting, const char *name)
{
    const struct elf32_symbol *symbol = watch_names_symbol(elf, kernel, setting, name);
    if (!symbol)
        return NULL;
    return allocate_text(WATCH "%.*s@0x%x", (int)sizeof((struct address_watch *)0)->name - 1,
                         symbol->name, symbol->address);
}

/* `words`: the values of the setting, separated by commas. */
static char *watch_names_add_addresses(const struct elf32 *elf, const char *kernel,
                                       const char *setting, const char *words)
{
    char *all = allocate_text("%s=", setting), *list = allocate_copy(words), *rest = list, *word;
    while (all && (word = strsep(&rest, ","))) {
        bool unknown = !strncmp(word, WATCH, strlen(WATCH)) && !strchr(word, '@');
        char *known = unknown ? watch_names_add_address(elf, kernel, setting, word + strlen(WATCH))
                              : allocate_copy(word);
        bool first = all[strlen(setting) + 1] == '\0';
        char *longer = known ? allocate_text("%s%s%s", all, first ? "" : ",", known) : NULL;
        free(known);
        free(all);
        all = longer;
    }
    free(list);
    return all;
}

/* Returns the entry of `settings` that a NAME=VALUE belongs to; NULL if it is another setting. */
static const char *watch_names_setting(const char *text)
{
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
        if (!strncmp(text, settings[i], strlen(settings[i])) && text[strlen(settings[i])] == '=')
            return settings[i];
    return NULL;
}

char *watch_names_find(const char *text, const char *kernel)
{
    char error[200];
    struct elf32 elf;
    const char *watch = strstr(text, WATCH), *setting = watch_names_setting(text);
    /* without an image, the settings parser reports the missing address */
    if (!setting || !watch || !kernel)
        return allocate_copy(text);
    if (elf32_load(&elf, kernel, error, sizeof error)) {
        message_print("%s: '%s': %s %s", setting, watch, kernel, error);
        return NULL;
    }
    char *found = watch_names_add_addresses(&elf, kernel, setting, text + strlen(setting) + 1);
    elf32_free(&elf);
    return found;
}
