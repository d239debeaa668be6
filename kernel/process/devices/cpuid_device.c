/*
 * SPDX-License-Identifier: MIT
 * /dev/cpu/0/cpuid of Linux (arch/x86/kernel/cpuid.c): the offset is the leaf, 16 bytes are EAX,
 * EBX, ECX and EDX, and each leaf that is read advances the offset by 1.
 */
#include <stddef.h>

#include "kernel/lib/x86.h"
#include "kernel/process/devices/counter_devices.h"
#include "kernel/process/files/open_file.h"
#include "kernel/process/linux_errno.h"
#include "kernel/process/memory/user_memory.h"

#define CPUID_NUMBER (203 << 8) /* Linux's CPUID_MAJOR; the minor number is the processor's */

static int32_t cpuid_device_read(struct open_file *file, uint32_t to, uint32_t bytes)
{
    uint32_t done = 0;
    if (bytes % sizeof(struct cpuid_result))
        return -LINUX_EINVAL;
    for (; done < bytes; done += sizeof(struct cpuid_result)) {
        const struct cpuid_result leaf = cpuid((uint32_t)file->offset);
        if (user_write(to + done, &leaf, sizeof leaf) < sizeof leaf)
            return done > 0 ? (int32_t)done : -LINUX_EFAULT;
        file->offset++;
    }
    return (int32_t)done;
}

static int32_t cpuid_device_write(struct open_file *file, uint32_t from, uint32_t bytes)
{
    (void)file;
    (void)from;
    (void)bytes;
    return -LINUX_EINVAL;
}

const struct device cpuid_device = {
    "cpu/0/cpuid",      CPUID_NUMBER,        NULL, cpuid_device_read,
    cpuid_device_write, counter_device_seek, NULL, false};
