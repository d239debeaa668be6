/*
 * SPDX-License-Identifier: MIT
 * Character devices: a table of functions each. All return at least 0, or a negated error number
 * of linux_errno.h.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct open_file;

struct device {
    const char *name; /* path below /dev, such as cpu/0/msr */
    uint16_t number;  /* Linux's: the major number times 256, plus the minor number */
    /* NULL: opening needs nothing. The file has its flags; its offset is 0. */
    int32_t (*open)(struct open_file *file);
    /*
     * `to` and `from` are in the program's memory. file->offset is the position, which the device
     * advances if it has one.
     */
    int32_t (*read)(struct open_file *file, uint32_t to, uint32_t bytes);
    int32_t (*write)(struct open_file *file, uint32_t from, uint32_t bytes);
    /* Sets file->offset and returns it: device_not_seekable() or another function. */
    int64_t (*seek)(struct open_file *file, int64_t offset, uint32_t origin);
    /* NULL: -LINUX_ENOTTY for all requests. */
    int32_t (*ioctl)(struct open_file *file, uint32_t request, uint32_t argument);
    bool polls; /* Linux's has a function for poll(), which epoll needs */
};

int64_t device_not_seekable(struct open_file *file, int64_t offset, uint32_t origin);

/* null, zero, full, random, urandom, tty and console; a NULL ends the list. */
extern const struct device *const standard_devices[];

/* The device of a terminal: it collects what is written to it as standard output. */
extern const struct device console_device;

/* Fills the program's memory with the numbers of the fixed seed. Returns the number of bytes. */
int32_t random_numbers_write(uint32_t to, uint32_t bytes);
