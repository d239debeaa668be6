/*
 * SPDX-License-Identifier: MIT
 * The device as a file: the system calls used in the thesis's Figure 3.4.
 */
#include "libp5mon/p5mon_device.h"

#include "kernel/lib/string.h"

#define DESCRIPTOR 5

int open(const char *path, int flags)
{
    if (strcmp(path, P5MON_DEVICE) || flags != O_RDWR || p5mon_device_open())
        return -1;
    return DESCRIPTOR;
}

long write(int descriptor, const void *buffer, size_t count)
{
    int written = descriptor == DESCRIPTOR ? p5mon_device_write(buffer, count) : -1;
    return written < 0 ? -1 : written;
}

long read(int descriptor, void *buffer, size_t count)
{
    int bytes = descriptor == DESCRIPTOR ? p5mon_device_read(buffer, count) : -1;
    return bytes < 0 ? -1 : bytes;
}

int close(int descriptor)
{
    return descriptor == DESCRIPTOR && !p5mon_device_close() ? 0 : -1;
}
