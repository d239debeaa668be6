/*
 * SPDX-License-Identifier: MIT
 * Writes files in a temporary directory.
 */
#include "host/analysis/toolchain/work_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"

char *work_file_path(const char *folder, const char *name)
{
    return allocate_text("%s/%s", folder, name);
}

int work_file_write(const char *path, const void *bytes, size_t size)
{
    FILE *to = fopen(path, "wb");
    if (to && fwrite(bytes, 1, size, to) == size && fclose(to) == 0)
        return 0;
    message_print("%s: %s", path, strerror(errno));
    return -1;
}
