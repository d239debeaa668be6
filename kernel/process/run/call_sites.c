/*
 * SPDX-License-Identifier: MIT
 * A word of the stack is a possible return address if a CALL of the program ends there. Old ones
 * may be among them; the reader has the symbols to tell.
 */
#include "kernel/process/run/call_sites.h"

#include <stdbool.h>

#include "kernel/process/memory/address_space.h"
#include "kernel/process/memory/user_memory.h"
#include "kernel/process/process.h"
#include "kernel/process/run/selected_program.h"

#define MOST_SITES   16
#define SEARCH_BYTES 4096 /* of the stack */
#define CALL_BYTES   7    /* longest form of CALL without prefixes */

static struct {
    uint32_t number;
    struct report_call_site site;
} sites[MOST_SITES];
static unsigned n_sites;

void call_sites_reset(void)
{
    n_sites = 0;
}

const struct report_call_site *call_sites_find(uint32_t number)
{
    for (unsigned i = 0; i < n_sites; i++)
        if (sites[i].number == number)
            return &sites[i].site;
    return NULL;
}

void call_sites_add(uint32_t number, const struct trap_frame *frame)
{
    if (n_sites == MOST_SITES || call_sites_find(number))
        return;
    sites[n_sites].number = number;
    call_site_read(&sites[n_sites++].site, frame);
}

static bool call_site_is_code(uint32_t address)
{
    const struct elf_image *image = &selected->image;
    return address >= image->start && address < image->end;
}

/*
 * Reports whether a CALL ends at the address: E8 and a displacement to code; or FF with 2 in the
 * middle of its ModR/M byte, of 2, 3, 4, 6 or 7 bytes (Intel SDM volume 2, CALL).
 */
static bool call_site_is_return(uint32_t address)
{
    static const uint8_t lengths[] = {2, 3, 4, 6, 7};
    uint8_t bytes[CALL_BYTES];
    uint32_t distance;
    if (!call_site_is_code(address) ||
        user_read(bytes, address - CALL_BYTES, CALL_BYTES) != CALL_BYTES)
        return false;
    __builtin_memcpy(&distance, bytes + CALL_BYTES - 4, sizeof distance);
    if (bytes[CALL_BYTES - 5] == 0xE8 && call_site_is_code(address + distance))
        return true;
    for (unsigned i = 0; i < sizeof lengths; i++) {
        const uint8_t *call = bytes + CALL_BYTES - lengths[i];
        if (call[0] == 0xFF && (call[1] >> 3 & 7) == 2)
            return true;
    }
    return false;
}

void call_site_read(struct report_call_site *site, const struct trap_frame *frame)
{
    uint32_t word;
    uint32_t stack = process.ring == RING_USER ? frame->esp : (uint32_t)&frame->esp;
    const uint32_t end = stack + SEARCH_BYTES;
    site->n = 0;
    site->address[site->n++] = frame->eip;
    for (; site->n < REPORT_CALL_SITE_MOST && stack < end; stack += sizeof word) {
        if (user_read(&word, stack, sizeof word) != sizeof word)
            return;
        if (call_site_is_return(word))
            site->address[site->n++] = word;
    }
}
