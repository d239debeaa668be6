/*
 * SPDX-License-Identifier: MIT
 * Finds where a kernel's region probes read the counters, from its image: pmc/region.h has their
 * code, the section .probes the addresses. The bytes next to a read show which of the four reads it
 * is. A program has notes of the places where the kernel writes its probes
 * (pmc/program/bareprobe/region.h).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/elf32.h"

enum probe_read { PROBE_BEGIN_FAR, PROBE_BEGIN_NEAR, PROBE_END_NEAR, PROBE_END_FAR };

/* The location of the region's slot at a read in an end probe. In a begin probe it is always in
 * EBX. */
enum probe_slot { PROBE_SLOT_FIXED, PROBE_SLOT_IN_EBX, PROBE_SLOT_ON_STACK };

struct probe_site {
    uint32_t address; /* of RDMSR, or of the instruction that replaces it */
    enum probe_read read;
    enum probe_slot by;
    uint32_t slot;        /* its address, if fixed */
    uint32_t first, last; /* the probe's own bytes around this read */
};

struct probe_sites {
    struct probe_site *sites; /* sorted by address */
    size_t count;
};

/* Returns 0, or -1 if the image has no probes or memory is exhausted. */
int probe_sites_read(struct probe_sites *sites, const struct elf32 *elf);

/*
 * Adds the probes that the kernel writes into a program; `slots` is the address of slot 0. Returns
 * 0, or -1 if memory is exhausted.
 */
int probe_sites_add_program(struct probe_sites *sites, const struct elf32 *program, uint32_t slots);

void probe_sites_release(struct probe_sites *sites);

/* Returns NULL if no probe reads a counter at that address. */
const struct probe_site *probe_site_at(const struct probe_sites *sites, uint32_t address);

/* True if the address is in a probe. */
bool probe_sites_contain(const struct probe_sites *sites, uint32_t address);
