/*
 * SPDX-License-Identifier: MIT
 * Finds a kernel's region probes: reads .probes and the code around each of its addresses, and the
 * notes of a program.
 */
#include "sim/inspection/account/probe_sites.h"

#include <stdlib.h>
#include <string.h>

#define BEFORE 27 /* bytes of a begin probe before its first read */
#define AFTER  64 /* bytes of an end probe from its second read on */

#define PUSHA         0x60
#define POPA          0x61
#define PUSHF         0x9c
#define MOV_EBX_IMM32 0xbb
#define BEGIN_IN_STUB 21 /* the same in libp5mon, whose slot is already known */
#define AFTER_NEAR    8  /* RDMSR, two MOVs, POPA */
#define BEFORE_END    6  /* PUSHA, MOV ECX */
#define BETWEEN_BEGIN 13 /* bytes from the first read of a begin to the second */
#define BETWEEN_END   11
#define SLOT_BYTES    64 /* a region's slot: pmc/region.h */

/* The instruction after the read identifies it: see region.inc; a test checks it against
 * region.h. */
static enum probe_read probe_site_kind(const uint8_t *at)
{
    if (at[2] == 0x89 && at[3] == 0x43) /* MOV [EBX + 8], EAX */
        return PROBE_BEGIN_FAR;
    if (at[2] == 0x89 && at[3] == 0x03) /* MOV [EBX], EAX */
        return PROBE_BEGIN_NEAR;
    if (at[2] == 0x89 && at[3] == 0xc6) /* MOV ESI, EAX */
        return PROBE_END_NEAR;
    return PROBE_END_FAR;
}

/* Finds the slot; `after` is the code after the far read of an end. */
static void find_slot(struct probe_site *site, const uint8_t *after)
{
    site->by = after[0] == PUSHF ? PROBE_SLOT_ON_STACK : PROBE_SLOT_IN_EBX;
    if (after[0] != MOV_EBX_IMM32)
        return;
    site->by = PROBE_SLOT_FIXED;
    memcpy(&site->slot, after + 1, sizeof site->slot);
}

static bool probe_site_describe(struct probe_site *site, const struct elf32 *elf)
{
    uint8_t bytes[BEFORE + AFTER] = {0};
    const uint8_t *at = bytes + BEFORE;
    const uint32_t a = site->address;

    if (!elf32_copy(elf, a - BEFORE, bytes, sizeof bytes))
        return false;
    site->read = probe_site_kind(at);
    site->by = PROBE_SLOT_IN_EBX;
    switch (site->read) {
    case PROBE_BEGIN_FAR:
        site->first = a - (bytes[0] == PUSHA ? BEFORE : BEGIN_IN_STUB);
        site->last = a + BETWEEN_BEGIN + AFTER_NEAR - 1;
        break;
    case PROBE_BEGIN_NEAR:
        site->first = a - BETWEEN_BEGIN;
        site->last = a + AFTER_NEAR - 1;
        break;
    case PROBE_END_NEAR:
        site->first = a - BEFORE_END;
        site->last = a + BETWEEN_END + 1;
        find_slot(site, at + BETWEEN_END + 2);
        break;
    case PROBE_END_FAR:
        site->first = a - BETWEEN_END;
        site->last = at[AFTER - 1] == POPA ? a + AFTER - 1 : a + 1;
        find_slot(site, at + 2);
        break;
    }
    return true;
}

static int probe_site_by_address(const void *a, const void *b)
{
    const struct probe_site *x = a, *y = b;

    return x->address < y->address ? -1 : x->address > y->address;
}

int probe_sites_read(struct probe_sites *sites, const struct elf32 *elf)
{
    const struct elf32_symbol *start = elf32_symbol_named(elf, "probes_start");
    const struct elf32_symbol *end = elf32_symbol_named(elf, "probes_end");

    *sites = (struct probe_sites){0};
    if (!start || !end || end->address <= start->address)
        return -1;
    sites->sites = calloc((end->address - start->address) / 4, sizeof *sites->sites);
    if (!sites->sites)
        return -1;
    for (uint32_t at = start->address; at < end->address; at += 4) {
        struct probe_site *site = &sites->sites[sites->count];

        if (elf32_copy(elf, at, &site->address, 4) && probe_site_describe(site, elf))
            sites->count++;
    }
    qsort(sites->sites, sites->count, sizeof *sites->sites, probe_site_by_address);
    return sites->count ? 0 : -1;
}

/* ---- a program's probes ---------------------------------------------------------------------- */

/* Types of the notes, and their contents: pmc/program/bareprobe/region.h. */
#define NOTE_OWNER "Bareprobe"
enum { NOTE_BEGIN = 1, NOTE_END, NOTE_BEGIN_AT, NOTE_END_AT };

struct place_note {
    uint32_t name_bytes, bytes, type;
    char name[12];
    int32_t distance; /* from this member to the place */
    uint32_t place_bytes, number;
};

/* Fills in the place's two sites: the probes are those of the kernel. */
static void probe_sites_place(struct probe_site site[2], uint32_t place,
                              const struct place_note *note, uint32_t slots)
{
    const uint32_t last = place + note->place_bytes - 1;

    if (note->type == NOTE_BEGIN || note->type == NOTE_BEGIN_AT) {
        const uint32_t far = place + BEFORE;

        site[0] = (struct probe_site){far, PROBE_BEGIN_FAR, PROBE_SLOT_IN_EBX, 0, place, last};
        site[1] = site[0];
        site[1].address = far + BETWEEN_BEGIN;
        site[1].read = PROBE_BEGIN_NEAR;
        return;
    }
    const bool fixed = note->type == NOTE_END;

    site[0] = (struct probe_site){.address = place + BEFORE_END,
                                  .read = PROBE_END_NEAR,
                                  .by = fixed ? PROBE_SLOT_FIXED : PROBE_SLOT_IN_EBX,
                                  .slot = slots + SLOT_BYTES * note->number,
                                  .first = place,
                                  .last = last};
    site[1] = site[0];
    site[1].address += BETWEEN_END;
    site[1].read = PROBE_END_FAR;
}

/* Adds the sites of a section with notes. Returns 0, or -1 if memory is exhausted. */
static int probe_sites_add_notes(struct probe_sites *sites, const struct elf32_section *section,
                                 uint32_t slots)
{
    struct place_note note;

    for (uint32_t at = 0; section->size - at >= sizeof note;) {
        memcpy(&note, section->bytes + at, sizeof note);
        const uint64_t next =
            at + 12ull + ((note.name_bytes + 3ull) & ~3ull) + ((note.bytes + 3ull) & ~3ull);

        if (note.name_bytes == sizeof NOTE_OWNER && note.bytes == 12 && note.type >= NOTE_BEGIN &&
            note.type <= NOTE_END_AT && memcmp(note.name, NOTE_OWNER, sizeof NOTE_OWNER) == 0) {
            struct probe_site *grown =
                realloc(sites->sites, (sites->count + 2) * sizeof *sites->sites);
            const uint32_t word =
                section->address + at + (uint32_t)offsetof(struct place_note, distance);

            if (!grown)
                return -1;
            sites->sites = grown;
            probe_sites_place(grown + sites->count, word + (uint32_t)note.distance, &note, slots);
            sites->count += 2;
        }
        if (next > section->size)
            break;
        at = (uint32_t)next;
    }
    return 0;
}

int probe_sites_add_program(struct probe_sites *sites, const struct elf32 *program, uint32_t slots)
{
    for (size_t i = 0; i < program->section_count; i++) {
        const struct elf32_section *section = &program->sections[i];

        if (section->type == SHT_NOTE && section->bytes &&
            probe_sites_add_notes(sites, section, slots) != 0)
            return -1;
    }
    qsort(sites->sites, sites->count, sizeof *sites->sites, probe_site_by_address);
    return 0;
}

void probe_sites_release(struct probe_sites *sites)
{
    free(sites->sites);
    *sites = (struct probe_sites){0};
}

/* Returns the number of sites at or below the address. */
static size_t probe_sites_up_to(const struct probe_sites *sites, uint32_t address)
{
    size_t low = 0, high = sites->count;

    while (low < high) {
        const size_t middle = (low + high) / 2;

        if (sites->sites[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct probe_site *probe_site_at(const struct probe_sites *sites, uint32_t address)
{
    const size_t n = probe_sites_up_to(sites, address);

    return n && sites->sites[n - 1].address == address ? &sites->sites[n - 1] : NULL;
}

bool probe_sites_contain(const struct probe_sites *sites, uint32_t address)
{
    const size_t n = probe_sites_up_to(sites, address);

    return (n && address <= sites->sites[n - 1].last) ||
           (n < sites->count && address >= sites->sites[n].first);
}
