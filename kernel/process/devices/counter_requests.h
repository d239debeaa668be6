/*
 * SPDX-License-Identifier: MIT
 * Requests of ioctl() on /dev/counters, the device by which the libraries of programs set counters
 * up. Programs read the counters themselves.
 */
#pragma once

#include <stdint.h>

#define COUNTERS_DEVICE "/dev/counters"

/* As Linux's _IO('c', n). */
#define COUNTERS_PCL   0x6301u /* struct pcl_machine_request of libpcl/pcl_machine.h, in and out */
#define COUNTERS_P4PM  0x6302u /* struct netburst_request of pmc/netburst/counters, in and out */
#define COUNTERS_CLOCK 0x6303u /* uint32_t, out: frequency of the time-stamp counter in Hz */
