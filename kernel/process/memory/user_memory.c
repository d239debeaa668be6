/*
 * SPDX-License-Identifier: MIT
 * Copies page by page between the kernel and a program.
 */
#include "kernel/process/memory/user_memory.h"

#include "kernel/lib/string.h"
#include "kernel/process/memory/address_space.h"
#include "kernel/process/linux_errno.h"

/* The bytes from an address to the end of its page, at most `most`. */
static uint32_t user_in_page(uint32_t address, uint32_t most)
{
    uint32_t left = SPACE_PAGE_BYTES - address % SPACE_PAGE_BYTES;
    return left < most ? left : most;
}

uint32_t user_accessible(uint32_t address, uint32_t bytes, bool write)
{
    const unsigned rights = write ? SPACE_READ | SPACE_WRITE : SPACE_READ;
    uint32_t done = 0;
    while (done < bytes && address + done >= address && space_allows(address + done, rights))
        done += user_in_page(address + done, bytes - done);
    return done;
}

uint32_t user_read(void *to, uint32_t from, uint32_t bytes)
{
    const uint32_t most = user_accessible(from, bytes, false);
    for (uint32_t done = 0, part; done < most; done += part) {
        part = user_in_page(from + done, most - done);
        memcpy((uint8_t *)to + done, space_kernel_address(from + done), part);
    }
    return most;
}

uint32_t user_write(uint32_t to, const void *from, uint32_t bytes)
{
    const uint32_t most = user_accessible(to, bytes, true);
    for (uint32_t done = 0, part; done < most; done += part) {
        part = user_in_page(to + done, most - done);
        memcpy(space_kernel_address(to + done), (const uint8_t *)from + done, part);
    }
    return most;
}

int32_t user_read_text(char *to, uint32_t from, uint32_t size)
{
    for (uint32_t done = 0; done < size; done++) {
        if (!space_allows(from + done, SPACE_READ))
            return -LINUX_EFAULT;
        to[done] = (char)*space_kernel_address(from + done);
        if (!to[done])
            return (int32_t)done;
    }
    return -LINUX_ENAMETOOLONG;
}
