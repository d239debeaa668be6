/*
 * SPDX-License-Identifier: MIT
 * Passes requests of a program to the kernel by ioctl() on /dev/counters.
 */
#include <fcntl.h>
#include <sys/ioctl.h>

#include "kernel/process/devices/counter_requests.h"
#include "libpcl/counting.h"

uint32_t clock_hz; /* of kernel/lib/time.h */

/* Returns the descriptor, or -1 if the kernel has no such device. */
static int counting_device(void)
{
    static int device = -1;
    if (device < 0) {
        device = open(COUNTERS_DEVICE, O_RDWR);
        if (device >= 0)
            ioctl(device, COUNTERS_CLOCK, &clock_hz);
    }
    return device;
}

int counting_send_request(struct pcl_machine_request *request)
{
    return ioctl(counting_device(), COUNTERS_PCL, request) ? PCL_NOT_SUPPORTED : request->answer;
}
