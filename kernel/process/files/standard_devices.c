/*
 * SPDX-License-Identifier: MIT
 * The devices that every program finds. Random numbers are those of a fixed seed, so that all
 * repetitions are equal.
 */
#include <stddef.h>

#include "kernel/lib/string.h"
#include "kernel/process/character_device.h"
#include "kernel/process/files/files_state.h"
#include "kernel/process/files/open_file.h"
#include "kernel/process/linux_errno.h"
#include "kernel/process/process.h"
#include "kernel/process/memory/user_memory.h"

/* Requests of include/uapi/asm-generic/ioctls.h. */
enum terminal_requests {
    TCGETS = 0x5401,
    TCSETS,
    TCSETSW,
    TCSETSF,
    TIOCGPGRP = 0x540f,
    TIOCGWINSZ = 0x5413,
};

#define TERMINAL_BYTES 36u /* struct termios of the kernel: 4 words, c_line, c_cc[19] */

/* The modes of a new terminal (drivers/tty/tty_io.c, tty_std_termios) at 38400 baud. */
static const uint8_t terminal_modes[TERMINAL_BYTES] = {
    0x00, 0x05, 0,    0,    0x05, 0, 0, 0, 0xbf, 0,    0,    0, 0x3b, 0x8a, 0,    0,   0,
    3,    0x1c, 0x7f, 0x15, 4,    0, 1, 0, 0x11, 0x13, 0x1a, 0, 0x12, 0x0f, 0x17, 0x16};

static int32_t all_accepted(struct open_file *file, uint32_t from, uint32_t bytes)
{
    (void)file;
    (void)from;
    return (int32_t)bytes;
}

static int32_t nothing_read(struct open_file *file, uint32_t to, uint32_t bytes)
{
    (void)file;
    (void)to;
    (void)bytes;
    return 0;
}

static int32_t zeros_read(struct open_file *file, uint32_t to, uint32_t bytes)
{
    uint32_t done = 0, run, copied;

    (void)file;
    while (done < bytes) {
        run = bytes - done < BLOCK_BYTES ? bytes - done : BLOCK_BYTES;
        copied = user_write(to + done, process_files->zeros, run);
        done += copied;
        if (copied < run)
            return done > 0 ? (int32_t)done : -LINUX_EFAULT;
    }
    return (int32_t)done;
}

static int32_t full_write(struct open_file *file, uint32_t from, uint32_t bytes)
{
    (void)file;
    (void)from;
    (void)bytes;
    return -LINUX_ENOSPC;
}

/* Marsaglia's xorshift with the shifts 13, 17 and 5. */
static uint32_t random_next(void)
{
    uint32_t state = process_files->random_state;

    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return process_files->random_state = state;
}

int32_t random_numbers_write(uint32_t to, uint32_t bytes)
{
    uint32_t words[16], done = 0, run, copied;

    while (done < bytes) {
        run = bytes - done < sizeof words ? bytes - done : sizeof words;
        for (unsigned i = 0; i * sizeof words[0] < run; i++)
            words[i] = random_next();
        copied = user_write(to + done, words, run);
        done += copied;
        if (copied < run)
            return done > 0 ? (int32_t)done : -LINUX_EFAULT;
    }
    return (int32_t)done;
}

static int32_t random_read(struct open_file *file, uint32_t to, uint32_t bytes)
{
    (void)file;
    return random_numbers_write(to, bytes);
}

static int32_t console_write(struct open_file *file, uint32_t from, uint32_t bytes)
{
    struct file_node *output = process_files->standard[1];

    (void)file;
    return contents_write(&output->contents, output->contents.size, from, bytes);
}

static int32_t store(uint32_t to, const void *from, uint32_t bytes)
{
    return user_write(to, from, bytes) == bytes ? 0 : -LINUX_EFAULT;
}

static int32_t console_ioctl(struct open_file *file, uint32_t request, uint32_t argument)
{
    static const uint16_t window[4] = {25, 80}; /* rows, columns, pixels unknown */
    static const uint32_t group = PROCESS_NUMBER;
    uint8_t modes[TERMINAL_BYTES];

    (void)file;
    switch (request) {
    case TCGETS:
        return store(argument, terminal_modes, TERMINAL_BYTES);
    case TCSETS: /* accepted and ignored: there is no input */
    case TCSETSW:
    case TCSETSF:
        return user_read(modes, argument, TERMINAL_BYTES) == TERMINAL_BYTES ? 0 : -LINUX_EFAULT;
    case TIOCGPGRP:
        return store(argument, &group, sizeof group);
    case TIOCGWINSZ:
        return store(argument, window, sizeof window);
    default:
        return -LINUX_ENOTTY;
    }
}

int64_t device_not_seekable(struct open_file *file, int64_t offset, uint32_t origin)
{
    (void)file;
    (void)offset;
    (void)origin;
    return -LINUX_ESPIPE;
}

/* Linux's null_lseek(). */
static int64_t seek_to_start(struct open_file *file, int64_t offset, uint32_t origin)
{
    (void)offset;
    (void)origin;
    return file->offset = 0;
}

/* Linux's noop_llseek(). */
static int64_t seek_nowhere(struct open_file *file, int64_t offset, uint32_t origin)
{
    (void)offset;
    (void)origin;
    return file->offset;
}

#define DEVICE_NUMBER(major, minor) ((major) << 8 | (minor))

const struct device console_device = {
    "tty",         DEVICE_NUMBER(5, 0), NULL,          nothing_read,
    console_write, device_not_seekable, console_ioctl, true};

static const struct device devices[] = {
    {"console", DEVICE_NUMBER(5, 1), NULL, nothing_read, console_write, device_not_seekable,
     console_ioctl, true},
    {"null", DEVICE_NUMBER(1, 3), NULL, nothing_read, all_accepted, seek_to_start, NULL, false},
    {"zero", DEVICE_NUMBER(1, 5), NULL, zeros_read, all_accepted, seek_to_start, NULL, false},
    {"full", DEVICE_NUMBER(1, 7), NULL, zeros_read, full_write, seek_to_start, NULL, false},
    {"random", DEVICE_NUMBER(1, 8), NULL, random_read, all_accepted, seek_nowhere, NULL, true},
    {"urandom", DEVICE_NUMBER(1, 9), NULL, random_read, all_accepted, seek_nowhere, NULL, false},
};

const struct device *const standard_devices[] = {&console_device, &devices[0], &devices[1],
                                                 &devices[2],     &devices[3], &devices[4],
                                                 &devices[5],     NULL};
