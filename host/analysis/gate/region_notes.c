/*
 * SPDX-License-Identifier: MIT
 * Finds the notes with names, and compares each with the earlier ones.
 */
#include "host/analysis/gate/region_notes.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"

#define OWNER     "Bareprobe"
#define NOTE_NAME 6 /* the number of the region, and its name */

struct named_region {
    uint32_t number;
    const char *name;
};

struct named_regions {
    struct named_region *all;
    unsigned n;
};

static uint32_t padded(uint32_t bytes)
{
    return (bytes + 3) & ~3u;
}

/* Adds the names of a segment of notes. */
static void region_notes_read(struct named_regions *regions, const struct image_range *notes)
{
    Elf32_Nhdr head;
    for (uint32_t at = 0; notes->size - at >= sizeof head;) {
        memcpy(&head, notes->bytes + at, sizeof head);
        at += sizeof head;
        const uint32_t left = notes->size - at, owner = padded(head.n_namesz);
        if (head.n_namesz > left || owner > left || head.n_descsz > left - owner ||
            padded(head.n_descsz) > left - owner)
            return;
        const uint8_t *contents = notes->bytes + at + owner;
        if (head.n_type == NOTE_NAME && head.n_namesz == sizeof OWNER &&
            !memcmp(notes->bytes + at, OWNER, sizeof OWNER) && head.n_descsz > 4 &&
            !contents[head.n_descsz - 1]) {
            struct named_region *region =
                allocate_element(&regions->all, &regions->n, sizeof *region);
            memcpy(&region->number, contents, sizeof region->number);
            region->name = (const char *)contents + 4;
        }
        at += owner + padded(head.n_descsz);
    }
}

static int region_name_check(const struct named_region *region, char *reason)
{
    for (const char *c = region->name; *c; c++)
        if (*c < ' ' || *c > '~') {
            snprintf(
                reason, IMAGE_REASON_BYTES,
                "the name of region %u, '%.40s', has the byte %02Xh: compile it with a name of "
                "printable ASCII characters",
                region->number, region->name, (unsigned char)*c);
            return -1;
        }
    return 0;
}

static int region_names_compare(const struct named_region *a, const struct named_region *b,
                                char *reason)
{
    const bool same = !strcmp(a->name, b->name);
    if (a->number == b->number)
        snprintf(reason, IMAGE_REASON_BYTES,
                 "region %u has two names, '%.40s' and '%.40s'; give it one", a->number, a->name,
                 b->name);
    else if (same)
        snprintf(reason, IMAGE_REASON_BYTES,
                 "'%.40s' names two regions, %u and %u; give each its own name", a->name,
                 a->number < b->number ? a->number : b->number,
                 a->number < b->number ? b->number : a->number);
    else
        return 0;
    return -1;
}

int region_notes_check(const struct program_image *image, char reason[IMAGE_REASON_BYTES])
{
    struct named_regions regions = {0};
    int wrong = 0;
    for (unsigned i = 0; i < image->n_notes; i++)
        region_notes_read(&regions, &image->notes[i]);
    for (unsigned i = 0; i < regions.n && !wrong; i++) {
        wrong = region_name_check(&regions.all[i], reason);
        for (unsigned k = 0; k < i && !wrong; k++)
            wrong = region_names_compare(&regions.all[k], &regions.all[i], reason);
    }
    free(regions.all);
    return wrong;
}
