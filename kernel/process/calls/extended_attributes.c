/*
 * SPDX-License-Identifier: MIT
 * System calls on extended attributes. No file has one, and none can be added. The checks are in
 * the order of Linux's fs/xattr.c.
 */
#include <stdbool.h>
#include <stddef.h>

#include "kernel/lib/string.h"
#include "kernel/process/calls/user_values.h"
#include "kernel/process/files/file_path.h"
#include "kernel/process/files/linux_files.h"
#include "kernel/process/files/open_file.h"
#include "kernel/process/system_call.h"

/* include/uapi/linux/limits.h, xattr.h */
#define NAME_MOST   255u
#define VALUE_MOST  65536u
#define KNOWN_FLAGS 3u /* XATTR_CREATE, XATTR_REPLACE */

static int32_t attribute_node(uint32_t path, bool follow)
{
    struct file_node *node;

    return path_node(AT_FDCWD, path, follow, &node);
}

static int32_t attribute_descriptor(uint32_t descriptor)
{
    return descriptor_file(descriptor) == NULL ? -LINUX_EBADF : 0;
}

/* Reads the name of an attribute. Returns 0 or an error. */
static int32_t attribute_name(uint32_t from, char name[NAME_MOST + 1])
{
    int32_t length = user_read_text(name, from, NAME_MOST + 1);

    if (length == -LINUX_EFAULT)
        return length;
    return length <= 0 ? -LINUX_ERANGE : 0;
}

/* Returns the error for an attribute that is absent: the name's class may not exist either. */
static int32_t attribute_absent(const char *name)
{
    static const char *const classes[] = {"user.", "trusted.", "security."};

    for (unsigned i = 0; i < sizeof classes / sizeof classes[0]; i++) {
        const size_t length = strlen(classes[i]);
        if (strncmp(name, classes[i], length) == 0)
            return name[length] ? -LINUX_ENODATA : -LINUX_EINVAL;
    }
    return -LINUX_EOPNOTSUPP;
}

/* Sets an attribute of the file that find() finds; it returns 0 or an error. */
static int32_t attribute_set(const uint32_t argument[], int32_t (*find)(uint32_t file))
{
    char name[NAME_MOST + 1], byte;

    if (argument[4] & ~KNOWN_FLAGS)
        return -LINUX_EINVAL;
    int32_t error = attribute_name(argument[1], name);
    if (error == 0 && argument[3] > VALUE_MOST)
        error = -LINUX_E2BIG;
    if (error == 0 && argument[3] != 0 &&
        (user_load(&byte, argument[2], 1) != 0 ||
         user_load(&byte, argument[2] + argument[3] - 1, 1) != 0))
        error = -LINUX_EFAULT;
    if (error == 0)
        error = find(argument[0]);
    return error != 0 ? error : -LINUX_EOPNOTSUPP;
}

static int32_t attribute_get(const uint32_t argument[], int32_t (*find)(uint32_t file))
{
    char name[NAME_MOST + 1];
    int32_t error = attribute_name(argument[1], name);

    if (error == 0)
        error = find(argument[0]);
    return error != 0 ? error : attribute_absent(name);
}

static int32_t find_path(uint32_t path)
{
    return attribute_node(path, true);
}

static int32_t find_link(uint32_t path)
{
    return attribute_node(path, false);
}

static int32_t call_setxattr(const uint32_t argument[])
{
    return attribute_set(argument, find_path);
}

static int32_t call_lsetxattr(const uint32_t argument[])
{
    return attribute_set(argument, find_link);
}

static int32_t call_fsetxattr(const uint32_t argument[])
{
    return attribute_set(argument, attribute_descriptor);
}

static int32_t call_getxattr(const uint32_t argument[])
{
    return attribute_get(argument, find_path);
}

static int32_t call_lgetxattr(const uint32_t argument[])
{
    return attribute_get(argument, find_link);
}

static int32_t call_fgetxattr(const uint32_t argument[])
{
    return attribute_get(argument, attribute_descriptor);
}

static int32_t call_listxattr(const uint32_t argument[])
{
    return find_path(argument[0]);
}

static int32_t call_llistxattr(const uint32_t argument[])
{
    return find_link(argument[0]);
}

static int32_t call_flistxattr(const uint32_t argument[])
{
    return attribute_descriptor(argument[0]);
}

const struct system_call extended_attributes[] = {
    {226, 5, "setxattr", call_setxattr},
    {227, 5, "lsetxattr", call_lsetxattr},
    {228, 5, "fsetxattr", call_fsetxattr},
    {229, 4, "getxattr", call_getxattr},
    {230, 4, "lgetxattr", call_lgetxattr},
    {231, 4, "fgetxattr", call_fgetxattr},
    {232, 3, "listxattr", call_listxattr},
    {233, 3, "llistxattr", call_llistxattr},
    {234, 3, "flistxattr", call_flistxattr},
    {235, 2, "removexattr", call_getxattr},
    {236, 2, "lremovexattr", call_lgetxattr},
    {237, 2, "fremovexattr", call_fgetxattr},
    {0, 0, NULL, NULL},
};
