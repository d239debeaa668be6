/*
 * SPDX-License-Identifier: MIT
 * Multiboot loader: loads kernel and modules, writes the information structure, sets the machine
 * state at entry. The structure is at 9000h, followed by its strings; modules follow the kernel,
 * page-aligned. While address line 20 is low, the kernel is loaded a megabyte lower, over the
 * BIOS's data, and the structure is at 98000h; from A0000h on a PC has no memory that a loader
 * could fill.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/loader/file_contents.h"
#include "sim/loader/kernel_image.h"
#include "sim/cpu/guest_memory.h"
#include "sim/loader/multiboot_loader.h"
#include "sim/vpentium_options.h"
#include "sim/cpu/system/segment.h"

#define BOOTLOADER_MAGIC 0x2badb002u
#define INFO_ADDRESS     0x9000u
#define INFO_END         0x80000u /* strings and tables end below this address */
#define LOW_INFO_ADDRESS 0x98000u /* used if the kernel is a megabyte lower */
#define LOW_MEMORY       0x9fc00u /* conventional memory without the BIOS data area at its end */
#define LOW_MEMORY_END   0xa0000u
#define HIGH_MEMORY      0x100000u
#define MODULE_MAX       64

#define INFO_MEMORY     0x001u
#define INFO_CMDLINE    0x004u
#define INFO_MODULES    0x008u
#define INFO_MMAP       0x040u
#define INFO_LOADERNAME 0x200u

/* Multiboot Specification 0.6.96, section 3.3. */
struct multiboot_info {
    uint32_t flags, mem_lower, mem_upper, boot_device, cmdline;
    uint32_t mods_count, mods_addr, syms[4];
    uint32_t mmap_length, mmap_addr, drives_length, drives_addr, config_table, boot_loader_name;
};

struct multiboot_module {
    uint32_t start, end, string, reserved;
};

struct __attribute__((packed)) multiboot_mmap {
    uint32_t size; /* size of the fields that follow */
    uint64_t base, length;
    uint32_t type; /* 1 available, 2 reserved */
};

_Static_assert(sizeof(struct multiboot_mmap) == 24, "layout of the specification");

/* A region of guest memory that is filled upwards. */
struct info_writer {
    struct cpu *cpu;
    uint32_t at, end;
    bool full;
};

static uint32_t multiboot_append(struct info_writer *writer, const void *data, size_t size)
{
    const uint32_t at = writer->at;

    if (size > writer->end - at) {
        writer->full = true;
        return at;
    }
    memcpy(writer->cpu->ram + at, data, size);
    writer->at += (uint32_t)(size + 3) & ~3u;
    return at;
}

static bool multiboot_error(const char *name, const char *why)
{
    fprintf(stderr, "vpentium: %s: %s\n", name, why);
    return false;
}

/* ---- modules ------------------------------------------------------------------------------- */

/* Loads one FILE[ ARGS]; `text`, all of it, is the module's string. */
static bool multiboot_load_module(struct cpu *cpu, const char *text, uint32_t *at,
                                  struct multiboot_module *module, struct info_writer *strings)
{
    char path[4096];
    const size_t length = strcspn(text, " ");
    size_t size;
    uint8_t *data;
    const uint32_t start = (*at + 0xfffu) & ~0xfffu;

    if (length >= sizeof path)
        return multiboot_error("-initrd", "a file name is longer than 4095 characters");
    memcpy(path, text, length);
    path[length] = 0;
    data = file_contents_read(path, &size);
    if (!data)
        return false;
    if (start < *at || size > cpu->ram_size - start || start > cpu->ram_size) {
        free(data);
        return multiboot_error(path, "does not fit into the guest's memory; -m MB gives it more");
    }
    memcpy(cpu->ram + start, data, size);
    free(data);
    *at = start + (uint32_t)size;
    *module = (struct multiboot_module){
        .start = start, .end = *at, .string = multiboot_append(strings, text, strlen(text) + 1)};
    return true;
}

static bool multiboot_load_modules(struct cpu *cpu, const char *list, uint32_t at,
                                   struct info_writer *strings, struct multiboot_info *info)
{
    struct multiboot_module modules[MODULE_MAX];
    char *copy = strdup(list);
    char *rest = copy;
    bool good = copy;

    while (good && rest) {
        char *text = strsep(&rest, ",");
        if (info->mods_count == MODULE_MAX)
            good = multiboot_error("-initrd", "more than 64 files");
        else
            good = multiboot_load_module(cpu, text, &at, &modules[info->mods_count], strings);
        info->mods_count += good;
    }
    free(copy);
    if (!good)
        return false;
    info->mods_addr = multiboot_append(strings, modules, info->mods_count * sizeof modules[0]);
    info->flags |= INFO_MODULES;
    return true;
}

/* ---- the information structure ------------------------------------------------------------- */

static void multiboot_describe_memory(const struct cpu *cpu, const struct silicon *silicon,
                                      struct info_writer *writer, struct multiboot_info *info)
{
    const uint32_t upper = (cpu->ram_size - HIGH_MEMORY) >> 10;
    const uint32_t in_map = silicon->on[SILICON_E820] ? silicon->e820_kb : upper;
    const struct multiboot_mmap map[] = {
        {20, 0, LOW_MEMORY, 1},
        {20, LOW_MEMORY, 0xa0000 - LOW_MEMORY, 2},
        {20, 0xf0000, 0x10000, 2},
        {20, HIGH_MEMORY, (uint64_t)in_map << 10, 1},
    };

    info->mem_lower = LOW_MEMORY >> 10;
    info->mem_upper = silicon->on[SILICON_MEM_UPPER] ? silicon->mem_upper_kb : upper;
    if (info->mem_upper)
        info->flags |= INFO_MEMORY;
    if (!in_map)
        return;
    info->mmap_addr = multiboot_append(writer, map, sizeof map);
    info->mmap_length = sizeof map;
    info->flags |= INFO_MMAP;
}

/*
 * Appends the kernel's path as a loader passes it. A character that could end it or make it a
 * setting is written as in a URL, since the kernel splits its command line at blanks.
 */
static void multiboot_append_path(struct info_writer *writer, const char *path)
{
    char escaped[4];

    for (; *path; path++) {
        const unsigned char c = (unsigned char)*path;
        const bool plain = c > ' ' && !strchr("=\"\\'%", c);
        const int length = snprintf(escaped, sizeof escaped, plain ? "%c" : "%%%02X", c);
        const uint32_t at = multiboot_append(writer, escaped, (size_t)length);
        if (!writer->full)
            writer->at = at + (uint32_t)length;
    }
}

static void multiboot_describe_command(const struct options *options, struct info_writer *writer,
                                       struct multiboot_info *info)
{
    const char loader[] = "vpentium";

    info->cmdline = writer->at;
    multiboot_append_path(writer, options->kernel);
    if (options->append[0]) {
        const uint32_t blank = multiboot_append(writer, " ", 1);
        writer->at = writer->full ? blank : blank + 1;
    }
    multiboot_append(writer, options->append, strlen(options->append) + 1);
    info->boot_loader_name = multiboot_append(writer, loader, sizeof loader);
    info->flags |= INFO_CMDLINE | INFO_LOADERNAME;
}

/* Writes the BIOS data area's description of the screen: mode, columns, the controller's port. */
static void multiboot_describe_screen(struct cpu *cpu, bool monochrome)
{
    const uint16_t columns = 80, port = monochrome ? 0x3b4 : 0x3d4;

    cpu->ram[0x449] = monochrome ? 7 : 3;
    memcpy(cpu->ram + 0x44a, &columns, sizeof columns);
    memcpy(cpu->ram + 0x463, &port, sizeof port);
}

static void multiboot_flat_segment(struct cpu *cpu, unsigned number, uint16_t selector,
                                   uint8_t access)
{
    cpu->seg[number] =
        (struct segment){.limit = 0xffffffffu, .selector = selector, .access = access, .big = true};
    segment_update_flat(cpu, number);
}

/* Section 3.2: protected mode without paging, flat segments, interrupts disabled. */
static void multiboot_enter(struct cpu *cpu, uint32_t entry, uint32_t info, bool caches)
{
    cpu->cr0 = CR0_PE | CR0_ET | (caches ? 0 : CR0_CD | CR0_NW);
    model_set_cache(cpu->model, caches);
    for (unsigned i = 0; i < SEG_LDTR; i++)
        multiboot_flat_segment(cpu, i, 0x10, 0x93);
    multiboot_flat_segment(cpu, SEG_CS, 0x08, 0x9b);
    cpu->gdtr = cpu->idtr = (struct table_register){0};
    cpu->reg[REG_EAX] = BOOTLOADER_MAGIC;
    cpu->reg[REG_EBX] = info;
    cpu->eip = entry;
    page_walk_flush_windows(cpu);
}

/* The reserved range is needed for the boot information. */
static bool multiboot_load_kernel(struct cpu *cpu, const char *path, struct kernel_image *image)
{
    size_t size;
    uint8_t *file = file_contents_read(path, &size);
    const char *error;

    if (!file)
        return false;
    error = kernel_image_load(file, size, cpu->ram, cpu->ram_size, image);
    free(file);
    if (!error && image->touches_reserved)
        error = image->reserved_low < A20
                    ? "uses memory between 9000h and 80000h, which the boot information needs"
                    : "-silicon a20: the kernel uses memory between 198000h and 1A0000h; the boot "
                      "information needs it, a megabyte lower";
    return error ? multiboot_error(path, error) : true;
}

/*
 * Moves the image's second megabyte to where a loader's writes arrive while address line 20 is low;
 * the third has that line low in any case. Writes to adapter memory and ROM are lost, because
 * nothing responds there in text mode.
 */
static bool multiboot_lower_image(struct cpu *cpu, const struct kernel_image *image)
{
    const uint32_t moved_end = image->high < 2 * A20 ? image->high : 2 * A20;
    const uint32_t low = image->low & ~A20, high = moved_end - A20;
    const uint32_t end = high < LOW_MEMORY_END ? high : LOW_MEMORY_END;

    if (image->low < A20 || image->low >= 2 * A20 || image->high > 3 * A20)
        return multiboot_error("-silicon a20",
                               "the kernel must begin between 100000h and 200000h "
                               "and end below 300000h");
    if (low < end)
        memcpy(cpu->ram + low, cpu->ram + image->low, end - low);
    if (end < high)
        memset(cpu->ram + end, 0xff, high - end);
    memset(cpu->ram + image->low, 0, moved_end - image->low);
    return true;
}

bool multiboot_load(struct cpu *cpu, const struct options *options)
{
    const bool low = !(cpu->address_lines & A20);
    const uint32_t info_at = low ? LOW_INFO_ADDRESS : INFO_ADDRESS;
    struct multiboot_info info = {0};
    struct info_writer writer = {
        .cpu = cpu, .at = info_at + sizeof info, .end = low ? LOW_MEMORY : INFO_END};
    struct kernel_image image = {.reserved_low = low ? A20 + LOW_INFO_ADDRESS : INFO_ADDRESS,
                                 .reserved_high = low ? A20 + LOW_MEMORY_END : INFO_END};

    if (!multiboot_load_kernel(cpu, options->kernel, &image) ||
        (low && !multiboot_lower_image(cpu, &image)))
        return false;
    multiboot_describe_memory(cpu, &options->silicon, &writer, &info);
    multiboot_describe_command(options, &writer, &info);
    if (options->initrd && !multiboot_load_modules(
                               cpu, options->initrd,
                               image.high > HIGH_MEMORY ? image.high : HIGH_MEMORY, &writer, &info))
        return false;
    if (writer.full)
        return multiboot_error("-append",
                               low ? "the command line exceeds 30 KB"
                                   : "the command line and the module strings exceed 476 KB");
    memcpy(cpu->ram + info_at, &info, sizeof info);
    if (!low)
        multiboot_describe_screen(cpu, options->monochrome);
    multiboot_enter(cpu, image.entry, info_at, !options->silicon.on[SILICON_CACHES_OFF]);
    return true;
}
