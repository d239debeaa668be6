/*
 * SPDX-License-Identifier: MIT
 * The list of the counters' devices.
 */
#include "kernel/process/devices/counter_devices.h"

#include <stddef.h>

#include "kernel/process/files/linux_files.h"
#include "kernel/process/files/open_file.h"
#include "kernel/process/linux_errno.h"
#include "kernel/process/process_files.h"

struct counter_machine counter_machine;

static const struct device *const counter_devices[] = {&p5mon_file, &msr_device, &cpuid_device,
                                                       &library_device};

void counter_devices_install(const struct counter_machine *machine)
{
    counter_machine = *machine;
}

const char *counter_devices_add(void)
{
    const char *wrong = NULL;
    for (unsigned i = 0; !wrong && i < sizeof counter_devices / sizeof counter_devices[0]; i++)
        wrong = process_files_add_device(counter_devices[i]);
    return wrong;
}

int64_t counter_device_seek(struct open_file *file, int64_t offset, uint32_t origin)
{
    if (origin == SEEK_CUR)
        offset += file->offset;
    if (origin > SEEK_CUR || offset < 0)
        return -LINUX_EINVAL;
    return file->offset = offset;
}
