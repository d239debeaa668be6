/*
 * SPDX-License-Identifier: MIT
 * Where a kernel's region probes read the counters, from its image: pmc/region.h has their code,
 * and the section .probes the addresses. Bytes beside a read tell which of the four it is.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/load/elf_file.h"

enum probe_read { PROBE_BEGIN_FAR, PROBE_BEGIN_NEAR, PROBE_END_NEAR, PROBE_END_FAR };

/* Where a read of an end finds the region's slot; that of a begin always has it in EBX. */
enum probe_slot { PROBE_SLOT_FIXED, PROBE_SLOT_IN_EBX, PROBE_SLOT_ON_STACK };

struct probe_site {
    uint32_t address; /* of RDMSR, or what is put there */
    enum probe_read read;
    enum probe_slot by;
    uint32_t slot;        /* its address, where it is fixed */
    uint32_t first, last; /* the probe's own bytes round this read */
};

struct probe_sites {
    struct probe_site *sites; /* by address */
    size_t count;
};

/* 0; -1 where the image has none, or memory is short. */
int probe_sites_read(struct probe_sites *sites, const struct elf_file *elf);
void probe_sites_release(struct probe_sites *sites);

/* NULL where no probe reads a counter at that address. */
const struct probe_site *probe_site_at(const struct probe_sites *sites, uint32_t address);

/* Whether the address lies in a probe. */
bool probe_sites_hold(const struct probe_sites *sites, uint32_t address);
