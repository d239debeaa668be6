/*
 * SPDX-License-Identifier: MIT
 * Names are decoded in place: %20 in a module's string is a blank.
 */
#include "kernel/process/image/program_list.h"

#include <stdbool.h>

#include "kernel/lib/string.h"
#include "kernel/settings/word.h"

static struct program_file executable[PROGRAM_LIST_EXECUTABLES], file[PROGRAM_LIST_FILES];
static unsigned n_executables, n_files;
static const char *ignored; /* the first module past these limits */

/* Decodes a name that ends at `end`, and terminates it. */
static void program_list_decode(char *name, const char *end)
{
    char *to = name;
    for (const char *from = name; from < end; to++) {
        const bool numbered = *from == '%' && word_hex_byte(from + 1, to);
        if (!numbered)
            *to = *from;
        from += numbered ? 3 : 1;
    }
    *to = 0;
}

/* Returns the text after `word` in the module's string, or NULL. */
static char *program_list_word(const struct multiboot_module *module, const char *word)
{
    char *at = (char *)(uintptr_t)module->string;
    const size_t length = strlen(word);
    while (at && *at) {
        if (!strncmp(at, word, length) && at[length] && at[length] != ' ')
            return at + length;
        at = strchr(at, ' ');
        at += at ? 1 : 0;
    }
    return NULL;
}

/* Adds the module, or ignores it if the list is full. Returns -1 if its string lacks the word. */
static int program_list_add(const struct multiboot_module *module, const char *word,
                            struct program_file *list, unsigned *n, unsigned most)
{
    char *name = program_list_word(module, word);
    if (!name)
        return -1;
    char *end = name;
    while (*end && *end != ' ')
        end++;
    program_list_decode(name, end);
    if (*n == most) {
        ignored = ignored ? ignored : name;
        return 0;
    }
    const uint32_t bytes = module->end > module->start ? module->end - module->start : 0;
    list[(*n)++] = (struct program_file){name, (const uint8_t *)(uintptr_t)module->start, bytes};
    return 0;
}

static void program_list_take_word(struct multiboot_info *info, const char *word,
                                   struct program_file *list, unsigned *n, unsigned most)
{
    struct multiboot_module *modules = (void *)(uintptr_t)info->modules;
    unsigned kept = 0;
    for (unsigned i = 0; i < info->modules_count; i++)
        if (program_list_add(&modules[i], word, list, n, most))
            modules[kept++] = modules[i];
    info->modules_count = kept;
}

void program_list_take(struct multiboot_info *info)
{
    if (!(info->flags & MULTIBOOT_HAS_MODULES))
        return;
    program_list_take_word(info, "program=", executable, &n_executables, PROGRAM_LIST_EXECUTABLES);
    program_list_take_word(info, "file=", file, &n_files, PROGRAM_LIST_FILES);
}

void program_list_set_received(const uint8_t *bytes, uint32_t size)
{
    static const struct program_file *received; /* always the last one */
    n_executables -= received != NULL;
    received = NULL;
    if (!bytes || n_executables == sizeof executable / sizeof executable[0])
        return;
    executable[n_executables] = (struct program_file){PROGRAM_LIST_RECEIVED, bytes, size};
    received = &executable[n_executables++];
}

const char *program_list_ignored(void)
{
    return ignored;
}

const struct program_file *program_list_executable(unsigned i)
{
    return i < n_executables ? &executable[i] : NULL;
}

const struct program_file *program_list_file(unsigned i)
{
    return i < n_files ? &file[i] : NULL;
}

const struct program_file *program_list_find(const char *name)
{
    for (unsigned i = 0; i < n_executables; i++)
        if (!strcmp(executable[i].name, name))
            return &executable[i];
    return NULL;
}
