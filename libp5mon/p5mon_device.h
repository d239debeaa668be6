/*
 * SPDX-License-Identifier: MIT
 * The device /dev/p5mon and its buffers (thesis, section 3.2), for programs that do not use the
 * library: open, write, read, close as in Figure 3.4.
 *
 * In a benchmark it works in ring 0, and in ring 3, where the registers are accessed through gates.
 * In a program (kernel/process/) the functions of the driver make system calls.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define P5MON_DEVICE "/dev/p5mon"

/* The numbers of the same errors in Linux: EBADF, ENODEV, EINVAL. */
enum {
    E_P5MON_CLOSED = -9,   /* the device is not open */
    E_P5MON_MISSING = -19, /* this processor has no working P5 counters */
    E_P5MON_INVALID = -22, /* an invalid buffer or configuration */
};

#if !__STDC_HOSTED__ /* a program has the C library's */
#define O_RDWR 2

/*
 * POSIX calls for this device only. They return -1 for an unknown file or device, a device that is
 * not open, or an invalid buffer. The only descriptor is 5 (as in Figure B.1, so that its output is
 * the same).
 */
int open(const char *path, int flags);
long write(int descriptor, const void *buffer, size_t count);
long read(int descriptor, void *buffer, size_t count);
int close(int descriptor);
#endif

/* ---- the buffers ----------------------------------------------------------------------------- */

#define P5MON_WRITE_BYTES        5  /* without preset values */
#define P5MON_WRITE_PRESET_BYTES 15 /* with preset values */
#define P5MON_READ_BYTES         24

/* Write buffer, Figure 3.2, lowest byte first: bytes 0-3 CESR, byte 4 the mode (CNT_CLR), and if
 * the mode presets a counter, bytes 5-9 the value for CNT0 and bytes 10-14 that for CNT1. */
struct p5mon_write {
    uint32_t cesr;
    uint8_t mode;
    uint64_t preset[2]; /* 40 bits each */
};

/* Read buffer, Figure 3.3: eight bytes each for CNT0, CNT1 and CESR, lowest byte first. */
struct p5mon_read {
    uint64_t counter[2];
    uint64_t cesr;
};

/* The effect of a mode on a counter. */
enum p5mon_action { P5MON_KEEP, P5MON_CLEAR, P5MON_PRESET };

#define P5MON_MODES 10 /* Table 3.1 */

/* Returns the effect of `mode`, which must be below P5MON_MODES, on counter 0 or 1. */
enum p5mon_action p5mon_buffer_action(unsigned mode, unsigned counter);

/* Returns the length, which includes preset values if the mode has any. Excess bits are cut off. */
size_t p5mon_buffer_pack_write(const struct p5mon_write *write,
                               uint8_t buffer[P5MON_WRITE_PRESET_BYTES]);

/* Returns 0, or E_P5MON_INVALID if the length is neither 5 nor 15 bytes, the mode is invalid, or
 * its preset values are missing. */
int p5mon_buffer_unpack_write(struct p5mon_write *write, const uint8_t *buffer, size_t count);

void p5mon_buffer_pack_read(const struct p5mon_read *read, uint8_t buffer[P5MON_READ_BYTES]);
void p5mon_buffer_unpack_read(struct p5mon_read *read, const uint8_t buffer[P5MON_READ_BYTES]);

/* ---- the driver ------------------------------------------------------------------------------ */

/*
 * Each returns 0 (write and read: the number of bytes), or an E_P5MON_ error. The written CESR
 * keeps its reserved bits, and pin control is cleared (thesis, sections 2.3.3.3 and 3.2.3.2).
 * Counters stand still while they are preset; with clear_only they continue to count.
 */
int p5mon_device_open(void);
int p5mon_device_close(void);
int p5mon_device_write(const uint8_t *buffer, size_t count);
int p5mon_device_read(uint8_t *buffer, size_t count);

/* ---- kernel interface ------------------------------------------------------------------------ */

/* Corresponds to loading the driver module: tells the device whether the processor has counters. */
void p5mon_device_install(bool has_counters);
