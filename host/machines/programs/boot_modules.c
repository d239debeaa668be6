/*
 * SPDX-License-Identifier: MIT
 * Builds the list of modules.
 */
#include "host/machines/programs/boot_modules.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/base/temporary_folder.h"

#define NAME_PLAIN "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+:@~-"

static char *boot_modules_encode(const char *name)
{
    char *text;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    for (; *name; name++)
        if (strchr(NAME_PLAIN, *name))
            fputc(*name, to);
        else
            fprintf(to, "%%%02X", (unsigned char)*name);
    fclose(to);
    return text;
}

/* Returns the file's name without directories, in which nothing disturbs a boot loader. */
static char *boot_modules_plain_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *name = allocate_copy(slash ? slash + 1 : path);
    for (char *c = name; *c; c++)
        if (!strchr(NAME_PLAIN, *c))
            *c = '_';
    return name;
}

/* Returns the path of a symbolic link to the file; NULL after a message. */
static char *boot_modules_link(const char *path)
{
    const char *folder = temporary_folder_new();
    char *whole = realpath(path, NULL), *name = boot_modules_plain_name(path);
    char *link = folder ? allocate_text("%s/%s", folder, name) : NULL;
    bool failed = !link || !whole || symlink(whole, link);
    if (link && failed)
        message_print("'%s': cannot create the link %s to it: %s", path, link, strerror(errno));
    free(name);
    free(whole);
    if (!failed)
        return link;
    free(link);
    return NULL;
}

int boot_modules_add(struct boot_modules *modules, const char *path, const char *kind,
                     const char *name)
{
    char *plain = strpbrk(path, ", \t\n") ? boot_modules_link(path) : allocate_copy(path);
    if (!plain)
        return -1;
    char *encoded = kind ? boot_modules_encode(name) : NULL;
    char *module = kind ? allocate_text("%s %s=%s", plain, kind, encoded) : allocate_copy(plain);
    allocate_appended(&modules->list, ",", module);
    free(module);
    free(encoded);
    free(plain);
    return 0;
}
