/*
 * SPDX-License-Identifier: MIT
 * /dev/p5mon of the thesis: one write() of the 5 or 15 bytes of Figure 3.2 configures the counters,
 * one read() of 24 bytes returns them as in Figure 3.3. The driver is libp5mon's.
 */
#include <stddef.h>

#include "kernel/process/devices/counter_devices.h"
#include "kernel/process/linux_errno.h"
#include "kernel/process/memory/user_memory.h"
#include "libp5mon/p5mon_device.h"

#define P5MON_NUMBER (52 << 8) /* "mknod -m 666 /dev/p5mon c 52 0" of Appendix B */

/* The driver's errors are Linux's numbers. */
_Static_assert(E_P5MON_MISSING == -LINUX_ENODEV && E_P5MON_INVALID == -LINUX_EINVAL,
               "libp5mon's errors are not Linux's");

static int32_t p5mon_file_open(struct open_file *file)
{
    (void)file;
    return p5mon_device_open();
}

static int32_t p5mon_file_read(struct open_file *file, uint32_t to, uint32_t bytes)
{
    uint8_t buffer[P5MON_READ_BYTES];
    (void)file;
    int32_t count = p5mon_device_read(buffer, bytes);
    if (count > 0 && user_write(to, buffer, sizeof buffer) < sizeof buffer)
        return -LINUX_EFAULT;
    return count;
}

static int32_t p5mon_file_write(struct open_file *file, uint32_t from, uint32_t bytes)
{
    uint8_t buffer[P5MON_WRITE_PRESET_BYTES];
    (void)file;
    if (bytes > sizeof buffer)
        return -LINUX_EINVAL;
    if (user_read(buffer, from, bytes) < bytes)
        return -LINUX_EFAULT;
    return p5mon_device_write(buffer, bytes);
}

const struct device p5mon_file = {
    "p5mon", P5MON_NUMBER, p5mon_file_open, p5mon_file_read, p5mon_file_write, device_not_seekable,
    NULL,    false};
