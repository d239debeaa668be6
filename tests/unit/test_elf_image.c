/*
 * SPDX-License-Identifier: MIT
 * Reads executables with damaged headers and notes. The sanitizers find an access outside the
 * file; the tests check that accepted files are within the file and within a program's addresses.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "kernel/process/image/elf_image.c"
#include "kernel/process/image/program_regions.c"

#define DAMAGED 100000u

/* ---- what the code under test calls ---------------------------------------------------------- */

#define POOL_PAGES 64

static uint8_t pool[POOL_PAGES][SPACE_PAGE_BYTES];
static uint32_t pool_address[POOL_PAGES];
static unsigned pool_used;

static unsigned pool_find(uint32_t address)
{
    unsigned i = 0;

    while (i < pool_used && pool_address[i] != (address & ~PAGE_MASK))
        i++;
    return i;
}

int space_map(uint32_t address, uint32_t bytes, unsigned rights)
{
    assert_int_equal(address & PAGE_MASK, 0);
    assert_int_equal(bytes & PAGE_MASK, 0);
    assert_true(bytes && address <= SPACE_END - bytes && rights);
    for (uint32_t at = 0; at < bytes; at += SPACE_PAGE_BYTES) {
        const unsigned i = pool_find(address + at);

        if (i == POOL_PAGES)
            return -1;
        pool_used += i == pool_used;
        pool_address[i] = address + at;
        memset(pool[i], 0, sizeof pool[i]);
    }
    return 0;
}

uint8_t *space_kernel_address(uint32_t address)
{
    const unsigned i = pool_find(address);

    return i == pool_used ? NULL : pool[i] + address % SPACE_PAGE_BYTES;
}

static void *allocated[8];
static unsigned n_allocated;

void *memory_allocate(size_t bytes)
{
    assert_true(n_allocated < 8);
    return allocated[n_allocated++] = calloc(1, bytes);
}

static const struct region_name *names, *names_end;

void region_names_use(const struct region_name *start, const struct region_name *end)
{
    names = start;
    names_end = end;
}

void paging_show_probes(const char *slots, const char *slots_end, bool only)
{
    (void)slots;
    (void)slots_end;
    (void)only;
}

struct region regions[REGIONS + 1];

/* The sizes of the kernel's probes. */
__asm__(
    ".pushsection .text\n"
    ".globl region_empty, region_empty_end, region_empty_after\n"
    "region_empty: .fill 48, 1, 0x90\n"
    "region_empty_end: .fill 81, 1, 0x90\n"
    "region_empty_after: .byte 0\n"
    ".popsection");

/* ---- an executable --------------------------------------------------------------------------- */

struct place_note {
    struct note_head head;
    char name[12];
    uint32_t distance, bytes, number;
};

struct name_note {
    struct note_head head;
    char name[12];
    uint32_t number;
    char text[8];
};

struct executable {
    struct elf_header header;
    struct elf_program_header load[2], note;
    struct place_note begin, end;
    struct name_note named;
    uint8_t code[3 * SPACE_PAGE_BYTES];
};

#define BASE  0x08048000u
#define AT(x) ((uint32_t)offsetof(struct executable, x))
#define PLACE 0x400u /* offset of the begin's place in the file; the end's is 0x100 bytes later */

static struct place_note make_place(uint32_t type, uint32_t bytes, uint32_t from, uint32_t to)
{
    return (struct place_note){{10, 12, type}, OWNER, to - from, bytes, 7};
}

static struct executable make_executable(void)
{
    struct executable made = {
        .header = {.magic = "\177ELF",
                   .class = 1,
                   .data = 1,
                   .version = 1,
                   .type = TYPE_EXECUTABLE,
                   .machine = MACHINE_386,
                   .file_version = 1,
                   .entry = BASE + PLACE,
                   .program_headers = AT(load),
                   .header_bytes = sizeof(struct elf_header),
                   .program_header_bytes = sizeof(struct elf_program_header),
                   .n_program_headers = 3},
        .load = {{SEGMENT_LOAD, 0, BASE, BASE, 2 * SPACE_PAGE_BYTES, 2 * SPACE_PAGE_BYTES,
                  FLAG_READ | FLAG_EXECUTE, SPACE_PAGE_BYTES},
                 {SEGMENT_LOAD, 0x2010, BASE + 0x3010, BASE + 0x3010, 100, 0x2000,
                  FLAG_READ | FLAG_WRITE, SPACE_PAGE_BYTES}},
        .note = {SEGMENT_NOTE, AT(begin), BASE + AT(begin), BASE + AT(begin), AT(code) - AT(begin),
                 AT(code) - AT(begin), FLAG_READ, 4},
        .begin = make_place(BEGIN, 48, AT(begin.distance), PLACE),
        .end = make_place(END, 81, AT(end.distance), PLACE + 0x100),
        .named = {{10, 12, NAME}, OWNER, 7, "a name"},
    };

    memset(made.code, 0x5A, sizeof made.code);
    return made;
}

/* Reads, maps and releases a copy of the file, of exactly its size. */
static const char *load(const void *file, size_t size, struct elf_image *image)
{
    uint8_t *copy = malloc(size ? size : 1);

    memcpy(copy, file, size);
    pool_used = n_allocated = 0;
    const char *wrong = elf_image_read(image, copy, size, 0x56555000);
    if (!wrong) {
        assert_true(image->start < image->end && image->end <= SPACE_END);
        for (unsigned i = 0; i < image->n_segments; i++) {
            const struct elf_segment *segment = &image->segment[i];

            assert_true(segment->offset <= size && size - segment->offset >= segment->file_bytes);
            assert_true(segment->address >= image->start && segment->address < image->end);
            assert_true(segment->bytes <= image->end - segment->address);
        }
        if (image->end - image->start > POOL_PAGES * SPACE_PAGE_BYTES || elf_image_map(image))
            wrong = "too large";
    }
    if (!wrong)
        wrong = program_regions_read(image, "programs/x");
    if (!wrong)
        wrong = program_regions_write();
    for (const struct region_name *name = names; !wrong && name < names_end; name++)
        assert_true(name->number < REGIONS && strlen(name->name) < size);
    program_regions_forget();
    for (unsigned i = 0; i < n_allocated; i++)
        free(allocated[i]);
    free(copy);
    return wrong;
}

/* ---- tests ----------------------------------------------------------------------------------- */

static void test_sound_file(void **state)
{
    const struct executable made = make_executable();
    struct elf_image image;

    (void)state;
    assert_null(load(&made, sizeof made, &image));
    assert_int_equal(image.n_segments, 2);
    assert_int_equal(image.start, BASE);
    assert_int_equal(image.end, BASE + 0x6000);
    assert_int_equal(image.entry, BASE + PLACE);
    assert_int_equal(image.headers, BASE + AT(load));
    /* The probe is in its place, and the page's other bytes are the file's. */
    const uint8_t *place = space_kernel_address(BASE + PLACE);
    assert_int_equal(place[-1], 0x5A);
    assert_int_equal(place[0], 0x90);
    assert_int_equal(place[48], 0x5A);
    /* After the end of a segment that is longer in memory there are zeros. */
    assert_int_equal(*space_kernel_address(BASE + 0x3010 + 99), 0x5A);
    assert_int_equal(*space_kernel_address(BASE + 0x3010 + 100), 0);
}

/* base + size of a PIE exceed 4 GB, although neither does. */
static void test_pie_beyond_the_end(void **state)
{
    struct executable made = make_executable();
    struct elf_image image;

    (void)state;
    made.header.type = TYPE_SHARED;
    made.load[1].address = made.load[1].offset;
    made.load[1].bytes = 0xB0000000;
    assert_string_equal(load(&made, sizeof made, &image),
                        "a segment is above the end of a program's memory (C0000000h)");
}

static uint32_t random_state = 1;

static uint32_t random_below(uint32_t end)
{
    random_state = random_state * 1664525 + 1013904223; /* Numerical Recipes, 7.1 */
    return (uint32_t)((uint64_t)random_state * end >> 32);
}

/* Values at which bounds are likely to be wrong. */
static uint32_t random_value(void)
{
    static const uint32_t values[] = {
        0,          1,          3,          0xFFF,      0x1000, 0x7FFFFFFF, 0x80000000, 0xBFFFFFFF,
        0xC0000000, 0xFFFFF000, 0xFFFFFFF0, 0xFFFFFFFF, BASE,   0xAAAAB000, 4,          12};
    const uint32_t i = random_below(sizeof values / sizeof values[0] + 2);

    return i < sizeof values / sizeof values[0] ? values[i] + random_below(3) - 1
                                                : random_below(0xFFFFFFFF);
}

static void test_damaged_files(void **state)
{
    static struct executable made;
    struct elf_image image;
    unsigned accepted = 0;

    (void)state;
    for (unsigned i = 0; i < DAMAGED; i++) {
        uint8_t *bytes = (uint8_t *)&made;
        size_t size = sizeof made;

        made = make_executable();
        if (random_below(2))
            made.header.type = TYPE_SHARED;
        for (unsigned n = 1 + random_below(3); n; n--) {
            const uint32_t value = random_value();

            /* A header's or a note's word, a halfword, a byte, or the file's length. */
            switch (random_below(8)) {
            case 0:
                bytes[random_below(AT(code))] = (uint8_t)value;
                break;
            case 1:
                size = random_below((uint32_t)size);
                break;
            case 2:
                memcpy(bytes + random_below(AT(code) / 2) * 2, &value, 2);
                break;
            default:
                memcpy(bytes + 16 + random_below((AT(code) - 16) / 4) * 4, &value, 4);
            }
        }
        accepted += !load(&made, size, &image);
    }
    /* Neither all nor none: otherwise the test would find nothing. */
    assert_in_range(accepted, DAMAGED / 20, DAMAGED / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sound_file),
        cmocka_unit_test(test_pie_beyond_the_end),
        cmocka_unit_test(test_damaged_files),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
