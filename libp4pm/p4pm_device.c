/*
 * SPDX-License-Identifier: MIT
 * Register access: the kernel sets registers for the program; counters are read here, by RDPMC.
 */
#include "libp4pm/p4pm_device.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "kernel/process/devices/counter_requests.h"
#include "libp4pm/p4pm_output.h"
#include "pmc/netburst/counters/netburst_service.h"

static void p4pm_device_fill_request(const struct p4pm_registers *registers,
                                     struct netburst_request *request)
{
    for (unsigned i = 0; i < registers->n; i++) {
        const struct p4pm_counter *counter = &registers->counter[i];
        request->raw[i] = (struct netburst_raw){
            .cccr = counter->cccr, .escr = counter->escr, .counter = counter->number};
        request->start[i] = counter->start;
    }
    for (unsigned i = 0; i < registers->n_alone; i++)
        request->alone[i] = registers->alone[i];
    request->n = registers->n;
    request->n_alone = registers->n_alone;
    request->enable = registers->enable;
    request->vertical = registers->vertical;
}

void p4pm_device_set_registers(const struct p4pm_registers *registers)
{
    static struct netburst_request request;
    int device = open(COUNTERS_DEVICE, O_RDWR);
    p4pm_device_fill_request(registers, &request);
    if (device < 0)
        p4pm_output_fail("%s: %s", COUNTERS_DEVICE, strerror(errno));
    if (ioctl(device, COUNTERS_P4PM, &request))
        p4pm_output_fail("%s",
                         errno == ENODEV ? "this processor is not a Pentium 4" : strerror(errno));
    close(device);
    if (request.failed)
        p4pm_output_fail("%s", request.error);
}

static uint64_t p4pm_device_read_counter(unsigned number)
{
    uint64_t value;
    __asm__ volatile("rdpmc" : "=A"(value) : "c"(number));
    return value;
}

static uint64_t read_tsc(void)
{
    uint64_t value;
    __asm__ volatile("rdtsc" : "=A"(value));
    return value;
}

void p4pm_read_first(const struct p4pm_registers *registers, struct p4pm_reading *reading)
{
    for (unsigned i = 0; i < registers->n; i++)
        reading->counter[i] = p4pm_device_read_counter(registers->counter[i].number);
    reading->tsc = read_tsc();
}

void p4pm_read_last(const struct p4pm_registers *registers, struct p4pm_reading *reading)
{
    reading->tsc = read_tsc();
    for (unsigned i = registers->n; i-- > 0;)
        reading->counter[i] = p4pm_device_read_counter(registers->counter[i].number);
}
