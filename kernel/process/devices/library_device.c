/*
 * SPDX-License-Identifier: MIT
 * /dev/counters: sets counters up for programs that use libpcl or libp4pm.
 */
#include <stddef.h>

#include "kernel/lib/time.h"
#include "kernel/process/devices/counter_devices.h"
#include "kernel/process/devices/counter_requests.h"
#include "kernel/process/linux_errno.h"
#include "kernel/process/memory/user_memory.h"
#include "kernel/process/process.h"
#include "libpcl/pcl_machine.h"
#include "pmc/counter_use.h"
#include "pmc/netburst/counters/netburst_service.h"

#define COUNTERS_NUMBER (52 << 8 | 1) /* after p5mon */

static union {
    struct pcl_machine_request pcl;
    struct netburst_request netburst;
} request;

/* The requested numbers index arrays, so those that are too large are refused here. */
static int32_t library_device_serve_pcl(void)
{
    struct pcl_machine_request *pcl = &request.pcl;
    if (pcl->n_events < 0 || pcl->n_events > PCL_MAX_EVENT)
        return -LINUX_EINVAL;
    for (int i = 0; i < pcl->n_events; i++)
        if (pcl->events[i] >= PCL_MAX_EVENT)
            return -LINUX_EINVAL;
    pcl_machine_serve(pcl);
    if (pcl->ask == MACHINE_START || pcl->ask == MACHINE_START_RAW)
        counter_use.written = true;
    return 0;
}

static int32_t library_device_serve_p4pm(void)
{
    struct netburst_request *netburst = &request.netburst;
    if (counter_machine.pmc->first_msr != MSR_NETBURST_COUNTER0)
        return -LINUX_ENODEV;
    if (netburst->n > NETBURST_COUNTERS || netburst->n_alone > NETBURST_MOST_ALONE)
        return -LINUX_EINVAL;
    for (unsigned i = 0; i < netburst->n; i++)
        netburst->raw[i].interrupts = false;
    for (unsigned i = 0; i < netburst->n_alone; i++)
        netburst->alone[i].escr[sizeof netburst->alone[i].escr - 1] = 0;
    netburst_service_handle(netburst);
    counter_use.written = true;
    return 0;
}

/* Copies a request in, serves it, and copies it back. */
static int32_t library_device_exchange(uint32_t at, uint32_t bytes, int32_t (*serve)(void))
{
    if (user_read(&request, at, bytes) < bytes)
        return -LINUX_EFAULT;
    int32_t error = serve();
    if (!error && user_write(at, &request, bytes) < bytes)
        error = -LINUX_EFAULT;
    return error;
}

static int32_t library_device_control(struct open_file *file, uint32_t asked, uint32_t argument)
{
    (void)file;
    process_open_probes(); /* the libraries read the counters by it */
    switch (asked) {
    case COUNTERS_PCL:
        return library_device_exchange(argument, sizeof request.pcl, library_device_serve_pcl);
    case COUNTERS_P4PM:
        return library_device_exchange(argument, sizeof request.netburst,
                                       library_device_serve_p4pm);
    case COUNTERS_CLOCK:
        return user_write(argument, &clock_hz, sizeof clock_hz) < sizeof clock_hz ? -LINUX_EFAULT
                                                                                  : 0;
    default:
        return -LINUX_ENOTTY;
    }
}

static int32_t library_device_transfer(struct open_file *file, uint32_t address, uint32_t bytes)
{
    (void)file;
    (void)address;
    (void)bytes;
    return -LINUX_EINVAL;
}

const struct device library_device = {"counters",
                                      COUNTERS_NUMBER,
                                      NULL,
                                      library_device_transfer,
                                      library_device_transfer,
                                      device_not_seekable,
                                      library_device_control,
                                      false};
