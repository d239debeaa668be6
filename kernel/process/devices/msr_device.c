/*
 * SPDX-License-Identifier: MIT
 * /dev/cpu/0/msr of Linux (arch/x86/kernel/msr.c): the offset is the register's number, which
 * reading and writing do not advance. Only the registers of the counters can be written, and no
 * value by which they would interrupt.
 */
#include <stddef.h>

#include "kernel/lib/x86.h"
#include "kernel/machine/processor_kinds.h"
#include "kernel/process/devices/counter_devices.h"
#include "kernel/process/files/open_file.h"
#include "kernel/process/linux_errno.h"
#include "kernel/process/memory/user_memory.h"
#include "pmc/counter_use.h"
#include "pmc/k7/k7_counters.h"
#include "pmc/netburst/netburst_registers.h"
#include "pmc/p5/p5_registers.h"
#include "pmc/p6/p6_counters.h"

#define MSR_NUMBER (202 << 8) /* Linux's MSR_MAJOR; the minor number is the processor's */

/* A range of registers that can be written, and the bits that must be 0. */
struct msr_range {
    uint32_t first, count;
    uint64_t refused;
};

/* All families; their registers have different numbers. */
static const struct msr_range families[][8] = {
    {P5_SETTABLE}, {P6_SETTABLE}, {K7_SETTABLE}, {NETBURST_SETTABLE}};

/* Returns the family's range with this register, or NULL. */
static const struct msr_range *msr_device_find(const struct msr_range *range, uint32_t number)
{
    for (; range->count; range++)
        if (number - range->first < range->count)
            return range;
    return NULL;
}

/* Returns the range with this register, of the family to which the counters belong; or NULL. */
static const struct msr_range *msr_device_range(uint32_t number)
{
    for (unsigned i = 0; i < sizeof families / sizeof families[0]; i++)
        if (msr_device_find(families[i], counter_machine.pmc->first_msr))
            return msr_device_find(families[i], number);
    return NULL;
}

static int32_t msr_device_open(struct open_file *file)
{
    (void)file;
    return counter_machine.features & CPUID_MSR ? 0 : -LINUX_EIO;
}

static int32_t msr_device_read(struct open_file *file, uint32_t to, uint32_t bytes)
{
    uint64_t value;
    int32_t error = 0;
    uint32_t done = 0;
    if (bytes % sizeof value)
        return -LINUX_EINVAL;
    for (; !error && done < bytes; done += error ? 0 : sizeof value) {
        if (x86_rdmsr_safe((uint32_t)file->offset, &value))
            error = -LINUX_EIO;
        else if (user_write(to + done, &value, sizeof value) < sizeof value)
            error = -LINUX_EFAULT;
    }
    return done > 0 ? (int32_t)done : error;
}

static int32_t msr_device_set(uint32_t number, uint64_t value)
{
    const struct msr_range *range = msr_device_range(number);
    if (!range || value & range->refused)
        return -LINUX_EPERM;
    if (x86_wrmsr_safe(number, value))
        return -LINUX_EIO;
    counter_use.written = true;
    return 0;
}

static int32_t msr_device_write(struct open_file *file, uint32_t from, uint32_t bytes)
{
    uint64_t value;
    int32_t error = 0;
    uint32_t done = 0;
    if (bytes % sizeof value)
        return -LINUX_EINVAL;
    for (; !error && done < bytes; done += error ? 0 : sizeof value)
        error = user_read(&value, from + done, sizeof value) < sizeof value
                    ? -LINUX_EFAULT
                    : msr_device_set((uint32_t)file->offset, value);
    return done > 0 ? (int32_t)done : error;
}

const struct device msr_device = {"cpu/0/msr",
                                  MSR_NUMBER,
                                  msr_device_open,
                                  msr_device_read,
                                  msr_device_write,
                                  counter_device_seek,
                                  NULL,
                                  false};
