/*
 * SPDX-License-Identifier: MIT
 * ELF headers after the System V ABI, Intel386 supplement; the rules for pages at the ends of
 * segments after Linux (fs/binfmt_elf.c).
 */
#include "kernel/process/image/elf_image.h"

#include "kernel/lib/string.h"
#include "kernel/process/memory/address_space.h"

#define PAGE_MASK (SPACE_PAGE_BYTES - 1)

struct elf_header {
    uint8_t magic[4], class, data, version, rest[9];
    uint16_t type, machine;
    uint32_t file_version, entry, program_headers, section_headers, flags;
    uint16_t header_bytes, program_header_bytes, n_program_headers;
    uint16_t section_header_bytes, n_section_headers, names_section;
};

struct elf_program_header {
    uint32_t type, offset, address, physical, file_bytes, bytes, flags, alignment;
};

enum { TYPE_EXECUTABLE = 2, TYPE_SHARED = 3, MACHINE_386 = 3 };
enum { SEGMENT_LOAD = 1, SEGMENT_INTERPRETER = 3, SEGMENT_NOTE = 4 };
enum { FLAG_EXECUTE = 1, FLAG_WRITE = 2, FLAG_READ = 4 };

bool elf_image_is(const uint8_t *bytes, size_t size)
{
    static const char magic[4] = "\177ELF";
    return size >= sizeof magic && memcmp(bytes, magic, sizeof magic) == 0;
}

static const char *elf_image_check_header(const struct elf_header *header, size_t size)
{
    if (size < sizeof *header || !elf_image_is(header->magic, sizeof header->magic))
        return "it is not an ELF file";
    if (header->class != 1 || header->data != 1)
        return "it is not a 32-bit little-endian ELF file; compile with -m32";
    if (header->machine != MACHINE_386)
        return "it is not for the 80386";
    if (header->type != TYPE_EXECUTABLE && header->type != TYPE_SHARED)
        return "it is not an executable; link it with -static";
    if (header->program_header_bytes != sizeof(struct elf_program_header) ||
        !header->n_program_headers)
        return "it has no program headers";
    if (header->program_headers > size ||
        (size - header->program_headers) / sizeof(struct elf_program_header) <
            header->n_program_headers)
        return "its program headers are beyond the end of the file";
    return NULL;
}

static unsigned elf_image_rights(uint32_t flags)
{
    return (flags & FLAG_READ ? SPACE_READ : 0) | (flags & FLAG_WRITE ? SPACE_WRITE : 0) |
           (flags & FLAG_EXECUTE ? SPACE_EXECUTE : 0);
}

static const char *elf_image_add_segment(struct elf_image *image,
                                         const struct elf_program_header *header)
{
    if (!header->bytes)
        return NULL;
    if (image->n_segments == ELF_MOST_SEGMENTS)
        return "it has more than 16 segments";
    if (header->offset > image->size || image->size - header->offset < header->file_bytes)
        return "a segment is beyond the end of the file";
    if (header->file_bytes > header->bytes || header->bytes > SPACE_END ||
        header->address > SPACE_END - header->bytes)
        return "a segment has an impossible size";
    if ((header->offset ^ header->address) & PAGE_MASK)
        return "a segment's offset and address differ within a page";
    image->segment[image->n_segments++] = (struct elf_segment){
        .offset = header->offset,
        .address = header->address,
        .file_bytes = header->file_bytes,
        .bytes = header->bytes,
        .rights = elf_image_rights(header->flags),
    };
    return NULL;
}

static const char *elf_image_read_interpreter(struct elf_image *image,
                                              const struct elf_program_header *header)
{
    size_t length = header->file_bytes;
    if (header->offset > image->size || image->size - header->offset < length)
        return "its interpreter's name is beyond the end of the file";
    if (length >= sizeof image->interpreter)
        length = sizeof image->interpreter - 1;
    memcpy(image->interpreter, image->bytes + header->offset, length);
    image->interpreter[length] = 0;
    return NULL;
}

/* Notes that are damaged are ignored, as by Linux. */
static void elf_image_add_note(struct elf_image *image, const struct elf_program_header *header)
{
    if (image->n_notes == ELF_MOST_NOTES || header->offset > image->size ||
        image->size - header->offset < header->file_bytes)
        return;
    image->note[image->n_notes++] = (struct elf_segment){.offset = header->offset,
                                                         .address = header->address,
                                                         .file_bytes = header->file_bytes,
                                                         .bytes = header->file_bytes};
}

/* Adds the base to all addresses, and finds the bounds. */
static const char *elf_image_place(struct elf_image *image, uint32_t base)
{
    image->base = base;
    image->start = SPACE_END;
    for (unsigned i = 0; i < image->n_notes; i++)
        image->note[i].address += base;
    for (unsigned i = 0; i < image->n_segments; i++) {
        struct elf_segment *segment = &image->segment[i];
        if (segment->bytes > SPACE_END - base ||
            segment->address > SPACE_END - base - segment->bytes)
            return "a segment is above the end of a program's memory (C0000000h)";
        segment->address += base;
        uint32_t start = segment->address & ~PAGE_MASK;
        uint32_t end = (segment->address + segment->bytes + PAGE_MASK) & ~PAGE_MASK;
        image->start = start < image->start ? start : image->start;
        image->end = end > image->end ? end : image->end;
    }
    return image->n_segments ? NULL : "it has no segment to load";
}

/* Finds the address of the program headers, which a segment contains if the linker made it so. */
static void elf_image_find_headers(struct elf_image *image, uint32_t offset)
{
    for (unsigned i = 0; i < image->n_segments; i++) {
        const struct elf_segment *segment = &image->segment[i];
        if (offset >= segment->offset && offset - segment->offset < segment->file_bytes)
            image->headers = segment->address + (offset - segment->offset);
    }
}

const char *elf_image_read(struct elf_image *image, const uint8_t *bytes, size_t size,
                           uint32_t pie_base)
{
    struct elf_header header;
    uint32_t alignment = SPACE_PAGE_BYTES;
    *image = (struct elf_image){.bytes = bytes, .size = (uint32_t)size};
    memset(&header, 0, sizeof header);
    memcpy(&header, bytes, size < sizeof header ? size : sizeof header);
    const char *wrong = elf_image_check_header(&header, size);
    for (unsigned i = 0; i < header.n_program_headers && !wrong; i++) {
        struct elf_program_header one;
        memcpy(&one, bytes + header.program_headers + i * sizeof one, sizeof one);
        if (one.type == SEGMENT_LOAD) {
            wrong = elf_image_add_segment(image, &one);
            if (one.alignment > alignment && !(one.alignment & (one.alignment - 1)))
                alignment = one.alignment;
        } else if (one.type == SEGMENT_INTERPRETER) {
            wrong = elf_image_read_interpreter(image, &one);
        } else if (one.type == SEGMENT_NOTE) {
            elf_image_add_note(image, &one);
        }
    }
    if (wrong)
        return wrong;
    bool pie = header.type == TYPE_SHARED;
    wrong = elf_image_place(image, pie ? (pie_base + alignment - 1) & ~(alignment - 1) : 0);
    if (wrong)
        return wrong;
    elf_image_find_headers(image, header.program_headers);
    image->entry = header.entry + image->base;
    image->n_headers = header.n_program_headers;
    image->header_bytes = header.program_header_bytes;
    return NULL;
}

/* ---- mapping --------------------------------------------------------------------------------- */

/* Copies bytes of the file to mapped pages with any rights. */
static void elf_image_copy(const struct elf_image *image, uint32_t address, uint32_t offset,
                           uint32_t bytes)
{
    while (bytes) {
        uint32_t part = SPACE_PAGE_BYTES - (address & PAGE_MASK);
        part = part < bytes ? part : bytes;
        memcpy(space_kernel_address(address), image->bytes + offset, part);
        address += part;
        offset += part;
        bytes -= part;
    }
}

/*
 * Linux maps whole pages of the file: bytes before and after the segment's are the file's. Only a
 * segment that is longer in memory than in the file has zeros after its end.
 */
static int elf_image_map_segment(const struct elf_image *image, const struct elf_segment *segment)
{
    uint32_t before = segment->address & PAGE_MASK;
    uint32_t start = segment->address - before, offset = segment->offset - before;
    uint32_t pages = (before + segment->bytes + PAGE_MASK) & ~PAGE_MASK;
    uint32_t bytes = before + segment->file_bytes;
    if (space_map(start, pages, segment->rights ? segment->rights : SPACE_READ))
        return -1;
    if (segment->bytes == segment->file_bytes)
        bytes = (bytes + PAGE_MASK) & ~PAGE_MASK;
    if (bytes > image->size - offset)
        bytes = image->size - offset;
    if (segment->file_bytes)
        elf_image_copy(image, start, offset, bytes);
    return 0;
}

int elf_image_map(const struct elf_image *image)
{
    for (unsigned i = 0; i < image->n_segments; i++)
        if (elf_image_map_segment(image, &image->segment[i]))
            return -1;
    return 0;
}
