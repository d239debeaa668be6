/*
 * SPDX-License-Identifier: MIT
 * brk, mmap and related calls. Mappings are private: they do not change a file, and no file could
 * change. Their rules are Linux's (mm/mmap.c), as observed on programs.
 */
#include <stdbool.h>
#include <stddef.h>

#include "kernel/process/memory/address_space.h"
#include "kernel/process/process_files.h"
#include "kernel/process/memory/frames.h"
#include "kernel/process/linux_errno.h"
#include "kernel/process/process.h"
#include "kernel/process/image/process_stack.h"
#include "kernel/process/system_call.h"
#include "kernel/process/memory/user_memory.h"

#define PAGE_MASK (SPACE_PAGE_BYTES - 1)

/* The top of the area for mappings: below the stack at its largest, with a gap. */
#define MAPPINGS_TOP (PROCESS_STACK_TOP - PROCESS_STACK_MOST - (1u << 20) - 0xFF000u)

/* Linux's flags of mmap() and mremap() (include/uapi/asm-generic/mman-common.h, linux/mman.h). */
enum {
    MAP_SHARED = 1,
    MAP_PRIVATE = 2,
    MAP_TYPE = 0xF,
    MAP_FIXED = 0x10,
    MAP_ANONYMOUS = 0x20,
    MAP_FIXED_NOREPLACE = 0x100000,
};
enum { MREMAP_MAYMOVE = 1, MREMAP_FIXED = 2 };

static uint32_t page_up(uint32_t bytes)
{
    return (bytes + PAGE_MASK) & ~PAGE_MASK;
}

/* ---- brk ------------------------------------------------------------------------------------- */

static int32_t call_brk(const uint32_t argument[])
{
    const uint32_t wanted = argument[0], old_end = page_up(process.brk), end = page_up(wanted);
    if (wanted < process.brk_start || wanted >= MAPPINGS_TOP)
        return (int32_t)process.brk;
    if (end > old_end) {
        if (!space_is_free(old_end, end - old_end))
            return (int32_t)process.brk;
        if (!frames_suffice((end - old_end) / SPACE_PAGE_BYTES) ||
            space_map(old_end, end - old_end, SPACE_READ | SPACE_WRITE)) {
            space_unmap(old_end, end - old_end);
            return (int32_t)process.brk;
        }
    } else if (end < old_end) {
        space_unmap(end, old_end - end);
    }
    process.brk = wanted;
    return (int32_t)process.brk;
}

/* ---- mmap ------------------------------------------------------------------------------------ */

struct mapping {
    uint32_t address, bytes, rights, flags;
    int32_t descriptor;
    uint64_t offset;
};

/* Chooses an address where the request leaves it open. Returns 0 if there is no room. */
static uint32_t mapping_place(const struct mapping *wanted, uint32_t bytes)
{
    uint32_t hint = page_up(wanted->address);
    if (wanted->flags & (MAP_FIXED | MAP_FIXED_NOREPLACE))
        return wanted->address;
    if (wanted->address & PAGE_MASK)
        hint = wanted->address & ~PAGE_MASK;
    if (hint && space_is_free(hint, bytes))
        return hint;
    return space_find_free(bytes, MAPPINGS_TOP);
}

static int32_t mapping_check(const struct mapping *wanted)
{
    const uint32_t type = wanted->flags & MAP_TYPE;
    const bool fixed = wanted->flags & (MAP_FIXED | MAP_FIXED_NOREPLACE);
    if (!wanted->bytes || (type != MAP_SHARED && type != MAP_PRIVATE))
        return -LINUX_EINVAL;
    if (fixed && wanted->address & PAGE_MASK)
        return -LINUX_EINVAL;
    if (page_up(wanted->bytes) < wanted->bytes)
        return -LINUX_ENOMEM;
    if (wanted->rights && !frames_suffice(page_up(wanted->bytes) / SPACE_PAGE_BYTES))
        return -LINUX_ENOMEM; /* before the search for an address */
    if (fixed && (wanted->address < space_start() || wanted->address >= SPACE_END ||
                  page_up(wanted->bytes) > SPACE_END - wanted->address))
        return -LINUX_ENOMEM;
    if (!(wanted->flags & MAP_ANONYMOUS) && !process_files_is_open(wanted->descriptor))
        return -LINUX_EBADF;
    return 0;
}

/* Copies the file's bytes to fresh pages. */
static int32_t mapping_fill(const struct mapping *wanted, uint32_t address)
{
    for (uint32_t done = 0; done < wanted->bytes;) {
        uint8_t *to = space_kernel_address(address + done);
        uint32_t part = SPACE_PAGE_BYTES;
        int32_t got = process_files_read_at(wanted->descriptor, to, part, wanted->offset + done);
        if (got < 0)
            return got;
        if (got < (int32_t)part)
            break;
        done += part;
    }
    return 0;
}

static int32_t mapping_make(const struct mapping *wanted)
{
    int32_t wrong = mapping_check(wanted);
    const uint32_t bytes = page_up(wanted->bytes);
    uint32_t address = wrong ? 0 : mapping_place(wanted, bytes);
    if (wrong)
        return wrong;
    if (!address)
        return -LINUX_ENOMEM;
    if (wanted->flags & MAP_FIXED_NOREPLACE && !space_is_free(address, bytes))
        return -LINUX_EEXIST;
    const bool anonymous = wanted->flags & MAP_ANONYMOUS;
    const unsigned rights = wanted->rights & (SPACE_READ | SPACE_WRITE | SPACE_EXECUTE);
    if (space_map(address, bytes, anonymous ? rights : SPACE_READ | SPACE_WRITE)) {
        space_unmap(address, bytes);
        return -LINUX_ENOMEM;
    }
    if (!anonymous) {
        wrong = mapping_fill(wanted, address);
        if (!wrong)
            wrong = space_protect(address, bytes, rights);
        if (wrong) {
            space_unmap(address, bytes);
            return wrong;
        }
    }
    return (int32_t)address;
}

static int32_t call_mmap2(const uint32_t argument[])
{
    const struct mapping wanted = {argument[0],          argument[1],
                                   argument[2],          argument[3],
                                   (int32_t)argument[4], (uint64_t)argument[5] * SPACE_PAGE_BYTES};
    return mapping_make(&wanted);
}

/* The old call: its only argument points to six words; the last one is an offset in bytes. */
static int32_t call_mmap(const uint32_t argument[])
{
    uint32_t word[6];
    if (user_read(word, argument[0], sizeof word) != sizeof word)
        return -LINUX_EFAULT;
    if (word[5] & PAGE_MASK)
        return -LINUX_EINVAL;
    const struct mapping wanted = {word[0], word[1], word[2], word[3], (int32_t)word[4], word[5]};
    return mapping_make(&wanted);
}

/* ---- the rest -------------------------------------------------------------------------------- */

static bool is_in_space(uint32_t address, uint32_t bytes)
{
    return bytes <= SPACE_END && address <= SPACE_END - bytes;
}

static int32_t call_munmap(const uint32_t argument[])
{
    const uint32_t bytes = page_up(argument[1]);
    if (argument[0] & PAGE_MASK || !bytes || !is_in_space(argument[0], bytes))
        return -LINUX_EINVAL;
    space_unmap(argument[0], bytes);
    return 0;
}

static int32_t call_mprotect(const uint32_t argument[])
{
    const uint32_t bytes = page_up(argument[1]);
    if (argument[0] & PAGE_MASK)
        return -LINUX_EINVAL;
    if (!is_in_space(argument[0], bytes) || bytes < argument[1])
        return -LINUX_ENOMEM;
    return space_protect(argument[0], bytes,
                         argument[2] & (SPACE_READ | SPACE_WRITE | SPACE_EXECUTE));
}

static unsigned rights_of(uint32_t address)
{
    return space_allows(address, SPACE_WRITE)  ? SPACE_READ | SPACE_WRITE
           : space_allows(address, SPACE_READ) ? SPACE_READ
                                               : 0;
}

/* Moves a mapping to a larger place. */
static int32_t mremap_move(uint32_t from, uint32_t old_bytes, uint32_t bytes, uint32_t to)
{
    const unsigned rights = rights_of(from);
    for (uint32_t at = 0; at < old_bytes && at < bytes; at += SPACE_PAGE_BYTES)
        if (space_move(from + at, to + at))
            return -LINUX_ENOMEM;
    if (bytes > old_bytes && space_map(to + old_bytes, bytes - old_bytes, rights))
        return -LINUX_ENOMEM;
    if (old_bytes > bytes)
        space_unmap(from + bytes, old_bytes - bytes);
    return (int32_t)to;
}

static int32_t call_mremap(const uint32_t argument[])
{
    const uint32_t from = argument[0], old_bytes = page_up(argument[1]),
                   bytes = page_up(argument[2]), flags = argument[3];
    if (from & PAGE_MASK || !bytes || flags & ~(uint32_t)(MREMAP_MAYMOVE | MREMAP_FIXED) ||
        (flags & MREMAP_FIXED && (!(flags & MREMAP_MAYMOVE) || argument[4] & PAGE_MASK)))
        return -LINUX_EINVAL;
    for (uint32_t at = 0; at < old_bytes; at += SPACE_PAGE_BYTES)
        if (!space_allows(from + at, 0))
            return -LINUX_EFAULT;
    if (flags & MREMAP_FIXED) {
        if (!is_in_space(argument[4], bytes) || argument[4] < space_start())
            return -LINUX_EINVAL;
        space_unmap(argument[4], bytes);
        return mremap_move(from, old_bytes, bytes, argument[4]);
    }
    if (bytes <= old_bytes) {
        space_unmap(from + bytes, old_bytes - bytes);
        return (int32_t)from;
    }
    if (!frames_suffice((bytes - old_bytes) / SPACE_PAGE_BYTES))
        return -LINUX_ENOMEM;
    if (space_is_free(from + old_bytes, bytes - old_bytes))
        return space_map(from + old_bytes, bytes - old_bytes, rights_of(from)) ? -LINUX_ENOMEM
                                                                               : (int32_t)from;
    uint32_t to = flags & MREMAP_MAYMOVE ? space_find_free(bytes, MAPPINGS_TOP) : 0;
    return to ? mremap_move(from, old_bytes, bytes, to) : -LINUX_ENOMEM;
}

#define ADVICE_LAST 25u /* MADV_COLLAPSE; 5 to 7 are unused */

/* MADV_DONTNEED (4) gives pages of zeros; other advice changes nothing. */
static int32_t call_madvise(const uint32_t argument[])
{
    const uint32_t bytes = page_up(argument[1]);
    if (argument[2] > ADVICE_LAST || (argument[2] > 4 && argument[2] < 8))
        return -LINUX_EINVAL;
    if (argument[0] & PAGE_MASK || !is_in_space(argument[0], bytes))
        return -LINUX_EINVAL;
    for (uint32_t at = 0; at < bytes; at += SPACE_PAGE_BYTES) {
        if (!space_allows(argument[0] + at, 0))
            return -LINUX_ENOMEM;
        uint8_t *page = space_kernel_address(argument[0] + at);
        for (uint32_t i = 0; argument[2] == 4 && page && i < SPACE_PAGE_BYTES; i++)
            page[i] = 0;
    }
    return 0;
}

static int32_t call_msync(const uint32_t argument[])
{
    if (argument[0] & PAGE_MASK)
        return -LINUX_EINVAL;
    for (uint32_t at = 0; at < page_up(argument[1]); at += SPACE_PAGE_BYTES)
        if (!space_allows(argument[0] + at, 0))
            return -LINUX_ENOMEM;
    return 0;
}

const struct system_call memory_calls[] = {
    {45, 1, "brk", call_brk},
    {90, 1, "mmap", call_mmap},
    {91, 2, "munmap", call_munmap},
    {125, 3, "mprotect", call_mprotect},
    {144, 3, "msync", call_msync},
    {163, 5, "mremap", call_mremap},
    {192, 6, "mmap2", call_mmap2},
    {219, 3, "madvise", call_madvise},
    {0, 0, NULL, NULL},
};
