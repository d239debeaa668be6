/*
 * SPDX-License-Identifier: MIT
 * Test registers TR1 to TR11 (MSRs 02h to 0Dh): they read and write the entries of the caches,
 * TLBs and BTB that execution uses. Layouts: Pentium Processor Family Developer's Manual volume 3,
 * testability and model-specific registers; RBIL, MSR.LST. README.md lists the model's choices
 * where these are unclear.
 */
#pragma once

#include <stdint.h>

struct model;

/* Values of TR2 to TR7 and TR9 to TR11 when read. */
struct test_registers {
    uint32_t end_bits;                /* TR2 */
    uint32_t data, tag, control;      /* TR3 to TR5: caches */
    uint32_t linear, physical;        /* TR6, TR7: TLBs */
    uint32_t branch, target, command; /* TR9 to TR11: BTB */
};

/* As p5_read_msr() and p5_write_msr(), for MSRs that those do not handle. */
int test_registers_read(const struct model *model, uint32_t msr, uint64_t *value);
int test_registers_write(struct model *model, uint32_t msr, uint32_t value);
