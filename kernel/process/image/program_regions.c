/*
 * SPDX-License-Identifier: MIT
 * Probes are copied from the kernel's empty region, whose reads are patched for the current pass.
 */
#include "kernel/process/image/program_regions.h"

#include "kernel/lib/string.h"
#include "kernel/machine/memory.h"
#include "kernel/machine/paging.h"
#include "kernel/measure/region_names.h"
#include "kernel/process/memory/address_space.h"
#include "pmc/region.h"

/* Notes: pmc/program/bareprobe/region.h has the contents of each type. */
#define OWNER "Bareprobe"
enum { BEGIN = 1, END = 2, BEGIN_AT = 3, END_AT = 4, SLOTS = 5, NAME = 6 };

struct note_head {
    uint32_t name_bytes, bytes, type;
};

/* Offsets in the probes of pmc/region.h. */
#define BEGIN_SLOT    2    /* immediate of MOV EBX */
#define BEGIN_ADDRESS 0x12 /* immediate of MOV [EBX + 20] */
#define END_SLOT      0x14
#define END_ADDRESS   0x3F
#define MOV_EBX       0xBB
#define NOP           0x90
#define MOV_BYTES     5

/* The kernel's empty region: a begin, an end, and what follows. */
extern const uint8_t region_empty_end[], region_empty_after[];

struct place {
    uint32_t address;
    uint8_t type, number;
};

static struct program_regions {
    struct place *place;
    unsigned n_places;
    struct region_name *name;
    unsigned n_names;
    unsigned end; /* regions in use have lower numbers */
    uint32_t calls[REGIONS];
} * found;

/* ---- notes ----------------------------------------------------------------------------------- */

struct note {
    uint32_t type, bytes;
    const uint8_t *contents;
    uint32_t address; /* of the contents in the program */
};

static uint32_t note_word(const struct note *note, unsigned i)
{
    uint32_t word;
    memcpy(&word, note->contents + i * sizeof word, sizeof word);
    return word;
}

/* Reads the note at an offset in the segment and moves the offset. Returns false after the last. */
static bool note_next(const struct elf_image *image, const struct elf_segment *segment,
                      uint32_t *offset, struct note *note)
{
    struct note_head head;
    while (segment->file_bytes - *offset >= sizeof head) {
        const uint8_t *at = image->bytes + segment->offset + *offset;
        memcpy(&head, at, sizeof head);
        const uint32_t left = segment->file_bytes - *offset - sizeof head;
        const uint32_t name = (head.name_bytes + 3) & ~3u, bytes = (head.bytes + 3) & ~3u;
        if (head.name_bytes > left || name > left || head.bytes > left - name ||
            bytes > left - name)
            return false;
        const uint32_t here = *offset + sizeof head + name;
        *offset = here + bytes;
        if (head.name_bytes != sizeof OWNER || memcmp(at + sizeof head, OWNER, sizeof OWNER) != 0)
            continue;
        *note = (struct note){head.type, head.bytes, image->bytes + segment->offset + here,
                              segment->address + here};
        return true;
    }
    return false;
}

/* Calls a function for each note of ours, until one returns a reason. */
static const char *notes_visit(const struct elf_image *image,
                               const char *(*visit)(const struct note *note))
{
    for (unsigned i = 0; i < image->n_notes; i++) {
        struct note note;
        for (uint32_t offset = 0; note_next(image, &image->note[i], &offset, &note);) {
            const char *wrong = visit(&note);
            if (wrong)
                return wrong;
        }
    }
    return NULL;
}

static unsigned note_place_bytes(uint32_t type)
{
    return type == BEGIN || type == BEGIN_AT
               ? (unsigned)(region_empty_end - (uint8_t *)region_empty)
               : (unsigned)(region_empty_after - region_empty_end);
}

static const char *note_check(const struct note *note)
{
    static const char damaged[] = "a note on its regions is damaged";
    static const char other[] =
        "its regions were compiled for another version of Bareprobe; compile it again";
    if (note->type >= BEGIN && note->type <= END_AT) {
        if (note->bytes != 12 || note_word(note, 2) >= REGIONS)
            return damaged;
        return note_word(note, 1) == note_place_bytes(note->type) ? NULL : other;
    }
    if (note->type == SLOTS)
        return note->bytes == 4 ? NULL : damaged;
    if (note->type != NAME)
        return other;
    const bool ends = note->bytes > 4 && !note->contents[note->bytes - 1];
    return ends && note_word(note, 0) < REGIONS ? NULL : damaged;
}

static const char *note_count(const struct note *note)
{
    found->n_places += note->type != NAME;
    found->n_names += note->type == NAME;
    return note_check(note);
}

static const char *named_bench; /* during note_add() */

static const char *note_add(const struct note *note)
{
    if (note->type == NAME) {
        found->name[found->n_names++] =
            (struct region_name){.bench = named_bench,
                                 .name = (const char *)note->contents + 4,
                                 .number = note_word(note, 0)};
        return NULL;
    }
    struct place *place = &found->place[found->n_places++];
    *place =
        (struct place){.address = note->address + note_word(note, 0), .type = (uint8_t)note->type};
    if (note->type <= END_AT)
        place->number = (uint8_t)note_word(note, 2);
    /* The number of a BEGIN_AT is known only at run time. */
    const unsigned end = note->type == BEGIN_AT ? REGIONS : place->number + 1u;
    if (end > found->end)
        found->end = end;
    return NULL;
}

/* ---- an executable --------------------------------------------------------------------------- */

static const char *note_is_probe(const struct note *note)
{
    return note->type != NAME ? "" : NULL;
}

bool program_regions_has(const struct elf_image *image)
{
    return notes_visit(image, note_is_probe);
}

const char *program_regions_read(const struct elf_image *image, const char *bench)
{
    found = memory_allocate(sizeof *found);
    if (!found)
        return "not enough memory for its regions";
    const char *wrong = notes_visit(image, note_count);
    if (wrong)
        return wrong;
    found->place = memory_allocate(found->n_places * sizeof *found->place);
    found->name = memory_allocate((found->n_names + 1) * sizeof *found->name);
    if (!found->place || !found->name)
        return "not enough memory for its regions";
    found->n_places = found->n_names = 0;
    named_bench = bench;
    notes_visit(image, note_add);
    region_names_use(found->name, found->name + found->n_names);
    return NULL;
}

void program_regions_leave(void)
{
    if (found)
        paging_show_probes(NULL, NULL, false);
}

bool program_regions_in_use(void)
{
    return found;
}

void program_regions_forget(void)
{
    program_regions_leave();
    region_names_use(NULL, NULL);
    found = NULL;
}

/* ---- before a run ---------------------------------------------------------------------------- */

/* Copies bytes to a mapped page, also if it is read-only. */
static int place_copy(uint32_t address, const uint8_t *from, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++) {
        uint8_t *to = space_kernel_address(address + i);
        if (!to)
            return -1;
        *to = from[i];
    }
    return 0;
}

static int place_write(const struct place *place)
{
    uint8_t probe[128];
    uint32_t slot = (uint32_t)(uintptr_t)&regions[place->number];
    if (place->type == SLOTS)
        return place_copy(place->address, (const uint8_t *)&slot, sizeof slot);
    const bool begins = place->type == BEGIN || place->type == BEGIN_AT;
    const unsigned bytes = note_place_bytes(place->type);
    uint8_t *load = probe + (begins ? BEGIN_SLOT : END_SLOT);
    memcpy(probe, begins ? (const uint8_t *)region_empty : region_empty_end, bytes);
    memcpy(probe + (begins ? BEGIN_ADDRESS : END_ADDRESS), &place->address, sizeof(uint32_t));
    if (place->type == BEGIN || place->type == END)
        memcpy(load, &slot, sizeof slot);
    else
        memset(load - 1, NOP, MOV_BYTES); /* EBX has the slot already */
    return place_copy(place->address, probe, bytes);
}

const char *program_regions_write(void)
{
    if (!found)
        return NULL;
    memset(found->calls, 0, sizeof found->calls);
    for (unsigned i = 0; i < found->n_places; i++)
        if (place_write(&found->place[i]))
            return "a note on its regions has an address where the program has no memory";
    paging_show_probes((const char *)regions, (const char *)(regions + REGIONS + 1), true);
    return NULL;
}

/* ---- system calls ---------------------------------------------------------------------------- */

void program_regions_count_call(void)
{
    for (unsigned r = 0; found && r < found->end; r++)
        if (regions[r].entries > regions[r].exits)
            found->calls[r]++;
}

uint32_t program_regions_calls(unsigned number)
{
    return found && number < REGIONS ? found->calls[number] : 0;
}
