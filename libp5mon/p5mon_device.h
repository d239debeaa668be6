/*
 * SPDX-License-Identifier: MIT
 * The device /dev/p5mon with its buffers (thesis, section 3.2), as a program sees it that does not
 * use the library: open, write, read, close as in Figure 3.4.
 *
 * It works in ring 0 and in ring 3, where the registers are reached through gates.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define P5MON_DEVICE "/dev/p5mon"
#define O_RDWR       2

/* Linux's numbers for the same errors: EBADF, ENODEV, EINVAL. */
enum {
    E_P5MON_CLOSED = -9,   /* the device is not open */
    E_P5MON_MISSING = -19, /* this processor has no P5 counters that count */
    E_P5MON_INVALID = -22, /* a buffer or configuration that means nothing */
};

/*
 * As POSIX has them, for this one device. -1: no such file or device, not open, or a buffer that is
 * refused. There is one descriptor, 5 (as in Figure B.1, so that its lines come out alike).
 */
int open(const char *path, int flags);
long write(int descriptor, const void *buffer, size_t count);
long read(int descriptor, void *buffer, size_t count);
int close(int descriptor);

/* ---- the buffers ---------------------------------------------------------------------------- */

#define P5MON_WRITE_BYTES        5  /* without preset values */
#define P5MON_WRITE_PRESET_BYTES 15 /* with them */
#define P5MON_READ_BYTES         24

/*
 * Write buffer, Figure 3.2, lowest byte first: bytes 0-3 CESR, byte 4 the mode (CNT_CLR), and where
 * a mode presets a counter bytes 5-9 the value for CNT0, bytes 10-14 that for CNT1.
 */
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

/* What a mode does to a counter. */
enum p5mon_action { P5MON_KEEP, P5MON_CLEAR, P5MON_PRESET };

#define P5MON_MODES 10 /* Table 3.1 */

/* What `mode`, below P5MON_MODES, does to counter 0 or 1. */
enum p5mon_action p5mon_action(unsigned mode, unsigned counter);

/* Returns the length: with the mode's preset values where it has some. Further bits are cut. */
size_t p5mon_pack_write(const struct p5mon_write *write, uint8_t buffer[P5MON_WRITE_PRESET_BYTES]);

/* 0, or E_P5MON_INVALID: neither 5 nor 15 bytes, no such mode, or its preset values missing. */
int p5mon_unpack_write(struct p5mon_write *write, const uint8_t *buffer, size_t count);

void p5mon_pack_read(const struct p5mon_read *read, uint8_t buffer[P5MON_READ_BYTES]);
void p5mon_unpack_read(struct p5mon_read *read, const uint8_t buffer[P5MON_READ_BYTES]);

/* ---- the driver ----------------------------------------------------------------------------- */

/*
 * 0 (or the bytes taken and given), or an E_P5MON_. The CESR written is combined with what its
 * reserved bits hold and does without pin control (thesis, sections 2.3.3.3 and 3.2.3.2). Counters
 * stand still while they are preset; those of clear_only go on counting.
 */
int p5mon_device_open(void);
int p5mon_device_close(void);
int p5mon_device_write(const uint8_t *buffer, size_t count);
int p5mon_device_read(uint8_t *buffer, size_t count);

/* ---- the kernel's side ---------------------------------------------------------------------- */

/* Loads the module, so to speak: whether there are counters for the device. */
void p5mon_device_install(bool has_counters);
