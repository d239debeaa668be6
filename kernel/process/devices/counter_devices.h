/*
 * SPDX-License-Identifier: MIT
 * Devices by which a program reads and sets the processor's counters: /dev/p5mon as in the thesis,
 * /dev/cpu/0/msr and /dev/cpu/0/cpuid as in Linux, and /dev/counters for libpcl and libp4pm.
 *
 * Once a program has set a register, the harness's own events of that run are `reprogrammed`.
 */
#pragma once

#include <stdint.h>

#include "kernel/process/character_device.h"
#include "pmc/pmc.h"

/* The machine's counters, as the self-tests found them. */
struct counter_machine {
    const struct pmc *pmc;
    uint32_t usable;   /* mask of the counters that count */
    uint32_t features; /* CPUID 1, EDX */
};

extern struct counter_machine counter_machine;

/* Called by the kernel after the self-tests. The small image has no devices. */
void counter_devices_install(const struct counter_machine *machine);

/* Adds the devices to the files of a program. Returns NULL or the reason why it cannot. */
const char *counter_devices_add(void);

extern const struct device p5mon_file, msr_device, cpuid_device, library_device;

/* SEEK_SET and SEEK_CUR, as Linux's no_seek_end_llseek(). */
int64_t counter_device_seek(struct open_file *file, int64_t offset, uint32_t origin);
