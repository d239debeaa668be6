/*
 * SPDX-License-Identifier: MIT
 * Values of system calls in the program's memory. Errors are negated numbers of linux_errno.h.
 */
#pragma once

#include <stdint.h>

#include "kernel/process/linux_errno.h"
#include "kernel/process/memory/user_memory.h"

/* Return 0 or -LINUX_EFAULT. */
static inline int32_t user_store(uint32_t to, const void *from, uint32_t bytes)
{
    return user_write(to, from, bytes) == bytes ? 0 : -LINUX_EFAULT;
}

static inline int32_t user_load(void *to, uint32_t from, uint32_t bytes)
{
    return user_read(to, from, bytes) == bytes ? 0 : -LINUX_EFAULT;
}

/* Stores a result unless the pointer is NULL. */
static inline int32_t user_store_if(uint32_t to, const void *from, uint32_t bytes)
{
    return to == 0 ? 0 : user_store(to, from, bytes);
}

static inline uint64_t long_argument(uint32_t low, uint32_t high)
{
    return (uint64_t)high << 32 | low;
}
