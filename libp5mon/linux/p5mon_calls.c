/*
 * SPDX-License-Identifier: MIT
 * The library's access to the counters in a program: system calls on /dev/p5mon, as in the thesis.
 */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "libp5mon/p5mon_device.h"

#define CLOSED (-1)

static int device = CLOSED;

/* Returns the result of a system call, or the negated errno, which is an E_P5MON_ error. */
static int p5mon_calls_result(long result)
{
    return result < 0 ? -errno : (int)result;
}

int p5mon_device_open(void)
{
    if (device == CLOSED)
        device = open(P5MON_DEVICE, O_RDWR);
    return device < 0 ? p5mon_calls_result(device) : 0;
}

int p5mon_device_close(void)
{
    if (device == CLOSED)
        return E_P5MON_CLOSED;
    int result = p5mon_calls_result(close(device));
    device = CLOSED;
    return result;
}

int p5mon_device_write(const uint8_t *buffer, size_t count)
{
    return device == CLOSED ? E_P5MON_CLOSED : p5mon_calls_result(write(device, buffer, count));
}

int p5mon_device_read(uint8_t *buffer, size_t count)
{
    return device == CLOSED ? E_P5MON_CLOSED : p5mon_calls_result(read(device, buffer, count));
}
