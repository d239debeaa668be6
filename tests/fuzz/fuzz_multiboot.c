/*
 * SPDX-License-Identifier: MIT
 * Fuzzes multiboot_load(): kernel, command line, and the list of modules with their strings. Files
 * are generated here instead of read from the disk: a module whose name is a number has that many
 * bytes. Everything loaded must be in guest memory as the information structure describes.
 */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/cpu/cpu.h"
#include "sim/loader/file_contents.h"
#include "sim/loader/multiboot_loader.h"
#include "sim/vpentium_options.h"

#define RAM_SIZE     0x400000u
#define INFO_MODULES 0x008u
#define PAGE         0x1000u

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Multiboot Specification 0.6.96, section 3.3: dword indices of the members that are checked. */
enum { INFO_FLAGS, INFO_CMDLINE = 4, INFO_MODS_COUNT, INFO_MODS_ADDR };

static const char kernel_name[] = "kernel";
static struct {
    const uint8_t *bytes;
    size_t size;
} kernel;

/* libFuzzer has its own copy of stderr. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    FILE *nowhere = fopen("/dev/null", "w");

    (void)argc;
    (void)argv;
    assert(nowhere);
    stderr = stdout = nowhere;
    return 0;
}

/* ---- files ----------------------------------------------------------------------------------- */

static uint8_t pattern(size_t at)
{
    return (uint8_t)(at * 7 + 1);
}

/*
 * Replaces sim/loader/file_contents.c. The buffer has exactly the reported size, so that a read
 * beyond the end is found.
 */
uint8_t *file_contents_read(const char *path, size_t *size)
{
    const bool is_kernel = path == kernel_name; /* a module may have the same name */
    char *end;
    uint8_t *data;

    *size = is_kernel ? kernel.size : strtoul(path, &end, 10);
    if ((!is_kernel && (end == path || *end)) || *size > 2u * RAM_SIZE)
        return NULL;
    data = malloc(*size ? *size : 1);
    assert(data);
    for (size_t i = 0; i < *size; i++)
        data[i] = is_kernel ? kernel.bytes[i] : pattern(i);
    return data;
}

/* Makes a kernel that loads: `shape` determines its length and what its header requests. */
static size_t make_kernel(uint8_t *file, uint32_t shape)
{
    const uint32_t bytes = 32 + (shape & 0xff);
    const uint32_t load = 0x100000, end = load + bytes;
    const uint32_t header[8] = {0x1badb002, 0x10000, 0u - 0x1badb002 - 0x10000,        load,
                                load,       end,     end + (shape >> 8 & 0xffff) * 64, load};

    memset(file, 0, bytes);
    memcpy(file, header, sizeof header);
    return bytes;
}

/* ---- loaded state ---------------------------------------------------------------------------- */

static uint32_t dword(const struct cpu *cpu, uint32_t at)
{
    uint32_t value;

    assert(at <= RAM_SIZE - sizeof value);
    memcpy(&value, cpu->ram + at, sizeof value);
    return value;
}

static bool text_at(const struct cpu *cpu, uint32_t at, const char *text, size_t length)
{
    assert(length < RAM_SIZE && at < RAM_SIZE - length);
    return memcmp(cpu->ram + at, text, length) == 0 && cpu->ram[at + length] == 0;
}

/* Modules are consecutive, each on its own page, in the order of the list. */
static void check_modules(const struct cpu *cpu, uint32_t info, const char *list)
{
    const uint32_t count = dword(cpu, info + INFO_MODS_COUNT * 4);
    uint32_t at = dword(cpu, info + INFO_MODS_ADDR * 4), free_from = 0;

    for (uint32_t i = 0; i < count; i++, at += 16) {
        const uint32_t start = dword(cpu, at), end = dword(cpu, at + 4);
        const size_t length = strcspn(list, ",");

        assert(start % PAGE == 0 && start >= free_from && start <= end && end <= RAM_SIZE);
        assert(end - start == strtoul(list, NULL, 10));
        for (uint32_t byte = 0; byte < end - start; byte++)
            assert(cpu->ram[start + byte] == pattern(byte));
        assert(text_at(cpu, dword(cpu, at + 8), list, length));
        free_from = end;
        list += length;
        assert(*list == (i + 1 < count ? ',' : 0));
        list += *list == ',';
    }
}

static void check(const struct cpu *cpu, const struct options *options)
{
    const uint32_t info = cpu->reg[REG_EBX];
    char *line = malloc(strlen(options->append) + 16);

    assert(line && cpu->reg[REG_EAX] == 0x2badb002 && cpu->eip < RAM_SIZE);
    sprintf(line, "%s%s%s", kernel_name, options->append[0] ? " " : "", options->append);
    assert(text_at(cpu, dword(cpu, info + INFO_CMDLINE * 4), line, strlen(line)));
    free(line);
    if (!options->initrd)
        assert(!(dword(cpu, info) & INFO_MODULES));
    else
        check_modules(cpu, info, options->initrd);
}

/* ---- one input ------------------------------------------------------------------------------- */

/* Returns the string up to the next 0 byte and advances past it. */
static char *take_string(const uint8_t **data, size_t *size)
{
    const size_t length = strnlen((const char *)*data, *size);
    char *text = strndup((const char *)*data, length);
    const size_t taken = length + (length < *size);

    assert(text);
    *data += taken;
    *size -= taken;
    return text;
}

static struct cpu *machine(void)
{
    static struct cpu *cpu;

    if (!cpu) {
        cpu = calloc(1, sizeof *cpu);
        assert(cpu);
        cpu->ram_size = RAM_SIZE;
        cpu->ram = malloc(RAM_SIZE);
        cpu->model = model_create(NULL);
        assert(cpu->ram && cpu->model);
    }
    return cpu;
}

/*
 * An input is four bytes for the generated kernel, or all ones to take the kernel from the input;
 * then the strings; then the kernel's bytes.
 */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t made[512];
    uint32_t shape;
    struct options options = {.kernel = kernel_name};
    char *command, *modules;

    if (size < sizeof shape)
        return 0;
    memcpy(&shape, data, sizeof shape);
    data += sizeof shape;
    size -= sizeof shape;
    command = take_string(&data, &size);
    modules = take_string(&data, &size);
    options.append = command;
    options.initrd = modules[0] ? modules : NULL;
    kernel.bytes = shape == UINT32_MAX ? data : made;
    kernel.size = shape == UINT32_MAX ? size : make_kernel(made, shape);
    if (multiboot_load(machine(), &options))
        check(machine(), &options);
    free(command);
    free(modules);
    return 0;
}
