/*
 * SPDX-License-Identifier: MIT
 * Finds the executable of an experiment, checks that it can run, and takes memory for it.
 */
#include "kernel/process/process.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/machine/memory.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/trap.h"
#include "kernel/measure/cases.h"
#include "kernel/measure/program_hooks.h"
#include "kernel/process/devices/counter_devices.h"
#include "kernel/process/image/load_address.h"
#include "kernel/process/image/program_regions.h"
#include "kernel/process/memory/address_space.h"
#include "kernel/process/memory/frames.h"
#include "kernel/process/run/process_debug.h"
#include "kernel/process/process_files.h"
#include "kernel/process/run/call_dispatch.h"
#include "kernel/machine/features/extended_state.h"
#include "kernel/process/run/process_tables.h"
#include "kernel/process/run/selected_program.h"
#include "kernel/process/signals/signal_state.h"
#include "kernel/settings/setting_row.h"

#define LEAST_FRAMES    64u        /* pages: without these no program starts */
#define MOST_FOR_COUNTS (4u << 20) /* bytes left to the kernel for samples and results */

/*
 * The kernel's state of a program and the program's pages begin at the same place of a second-level
 * cache of up to 512 KB, with any other files in memory. A machine with little memory cannot spare
 * that much.
 */
#define ALIGNMENT    (512u * 1024)
#define SMALL_MEMORY (4u << 20)

#define MOST_MEGABYTES 3072u /* that --memory accepts */

static uint32_t process_aligned(uint32_t address)
{
    const uint32_t alignment = memory_left() < SMALL_MEMORY ? FRAME_BYTES : ALIGNMENT;
    return (address + alignment - 1) & -alignment;
}

struct selected_program *selected;

/* ---- before the first experiment ------------------------------------------------------------- */

void process_find_modules(struct multiboot_info *info)
{
    program_list_take(info);
}

/* Returns the last part of a path. */
static const char *process_name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* The machine has more memory than the kernel uses. */
static bool memory_is_limited;

void process_limit_memory(void)
{
    uint32_t lowest = SPACE_END;
    struct elf_image image;
    for (unsigned i = 0; program_list_executable(i); i++) {
        const struct program_file *file = program_list_executable(i);
        if (!elf_image_read(&image, file->bytes, file->size, PIE_BASE) && image.start < lowest)
            lowest = image.start;
    }
    lowest &= ~(LARGE_PAGE_BYTES - 1);
    memory_is_limited =
        program_list_executable(0) && lowest >= LARGE_PAGE_BYTES && memory_end() > lowest;
    if (memory_is_limited)
        memory_limit(lowest);
}

bool process_uses_regions(const char *program)
{
    static struct process_words words;
    struct elf_image image;
    if (process_words_split(&words, program))
        return false;
    const struct program_file *file = program_list_find(process_name_of(words.text));
    return file && !elf_image_read(&image, file->bytes, file->size, PIE_BASE) &&
           program_regions_has(&image);
}

/* ---- an experiment --------------------------------------------------------------------------- */

static const char *process_check_place(const struct elf_image *image)
{
    static char text[160];
    if (image->start >= memory_end() && image->start >= LARGE_PAGE_BYTES)
        return NULL;
    format(
        text, sizeof text,
        "its lowest address is %08xh, where this kernel has its memory; link it for addresses from "
        "%08xh on",
        (unsigned)image->start,
        (unsigned)((memory_end() + LARGE_PAGE_BYTES - 1) & -LARGE_PAGE_BYTES));
    return text;
}

static const char *process_read_interpreter(void)
{
    static char text[160];
    const char *name = selected->image.interpreter;
    if (!name[0])
        return NULL;
    for (unsigned i = 0; program_list_file(i); i++) {
        const struct program_file *file = program_list_file(i);
        if (!strcmp(file->name, name)) {
            process_files_note_opened(file->bytes);
            return elf_image_read(&selected->interpreter, file->bytes, file->size, PIE_BASE);
        }
    }
    format(text, sizeof text,
           "it needs the interpreter %s: link it with -static, or pass that file with --file",
           name);
    return text;
}

/* Splits the command line and finds the executable. */
static const char *process_find(const struct config *config)
{
    static char text[160];
    const char *wrong = process_words_split(&selected->arguments, config->program);
    if (wrong)
        return wrong;
    const char *name = process_name_of(selected->arguments.text);
    selected->file = program_list_find(name);
    if (selected->file) {
        wrong = process_words_split(&selected->environment, config->environment);
        format(text, sizeof text, "environment: %s", wrong ? wrong : "");
        return wrong ? text : NULL;
    }
    if (!strcmp(name, PROGRAM_LIST_RECEIVED))
        return "no executable was received: use 'load FILE' in 'bareprobe monitor'";
    format(text, sizeof text,
           "no executable of that name was loaded: it must be a module with program=%s", name);
    return text;
}

/* Appends which machine has that much more memory, in pages. */
static void process_describe_machine(char *text, size_t size, uint32_t more)
{
    const uint64_t kb = memory_end() / 1024 + (uint64_t)more * (FRAME_BYTES / 1024);
    uint32_t megabytes = 8;
    while (megabytes * 1024 < kb && megabytes < MOST_MEGABYTES)
        megabytes = megabytes < MOST_MEGABYTES / 2 ? megabytes * 2 : MOST_MEGABYTES;
    if (megabytes * 1024 < kb)
        format(text, size, "; the limit of --memory is %u MB", MOST_MEGABYTES);
    else if (memory_is_limited || megabytes * 1024 > selected->image.start / 1024)
        format(text, size,
               " below the program's first address, %08xh: link it at a higher one, as by "
               "-Wl,-Ttext-segment=0x40000000, for a machine with %u MB (--memory %u)",
               (unsigned)selected->image.start, (unsigned)megabytes, (unsigned)megabytes);
    else
        format(text, size, "; a machine with %u MB has enough (--memory %u)", (unsigned)megabytes,
               (unsigned)megabytes);
}

/* Describes a lack of memory at the start: the program needs and has that many pages. */
static const char *process_describe_lack(uint32_t needs, uint32_t has)
{
    static char text[250];
    const int length =
        format(text, sizeof text, "it needs %u KB of memory at least; this machine has %u KB left",
               (unsigned)(needs * 4), (unsigned)(has * 4));
    process_describe_machine(text + length, sizeof text - (size_t)length, needs - has);
    return text;
}

const char *process_refused_memory(void)
{
    static char text[250];
    const struct frames_refused refused = frames_refused();
    if (!refused.wanted)
        return NULL;
    const int length = format(
        text, sizeof text, "%s: refused %u KB of memory, since this machine has %u KB left",
        selected->benchmark.name, (unsigned)(refused.wanted * 4), (unsigned)(refused.left * 4));
    process_describe_machine(text + length, sizeof text - (size_t)length,
                             refused.wanted - refused.left);
    return text;
}

/* Takes the remaining memory, except a part for samples and results. */
static const char *process_take_frames(void)
{
    uint32_t kept = memory_left() / 4;
    kept = kept < MOST_FOR_COUNTS ? kept : MOST_FOR_COUNTS;
    selected->machine_end = memory_end();
    selected->frames_start = process_aligned((uint32_t)memory_mark() + kept);
    selected->frames_end = memory_end() & ~(FRAME_BYTES - 1);
    const uint32_t needs =
        (selected->image.end - selected->image.start) / FRAME_BYTES + LEAST_FRAMES;
    const uint32_t has = selected->frames_end > selected->frames_start
                             ? (selected->frames_end - selected->frames_start) / FRAME_BYTES
                             : 0;
    if (has >= needs) {
        memory_limit(selected->frames_start);
        return NULL;
    }
    return process_describe_lack(needs, has);
}

static const char *process_read_regions(const struct config *config)
{
    if (config->privilege == RING_USER && config->paging == PAGES_4M)
        return "its regions need the kernel's memory in small pages: use paging=mixed or paging=4k";
    return program_regions_read(&selected->image, config->command);
}

static const char *process_load(const struct config *config)
{
    const char *wrong = process_find(config);
    if (!wrong)
        wrong =
            elf_image_read(&selected->image, selected->file->bytes, selected->file->size, PIE_BASE);
    if (!wrong)
        wrong = process_read_interpreter();
    if (!wrong)
        wrong = process_check_place(&selected->image);
    if (!wrong)
        wrong = process_files_install();
    if (!wrong)
        wrong = counter_devices_add();
    for (unsigned i = 0; !wrong && program_list_file(i); i++)
        wrong = process_files_add(program_list_file(i)->name, program_list_file(i)->bytes,
                                  program_list_file(i)->size);
    if (!wrong && config->use_assembly_regions)
        wrong = process_read_regions(config);
    return wrong ? wrong : process_take_frames();
}

/* The empty program has no file. Its page is where process_run.c puts it. */
static const char *process_load_empty(const struct config *config)
{
    (void)config;
    const uint32_t end = (memory_end() + LARGE_PAGE_BYTES - 1) & -LARGE_PAGE_BYTES;
    selected->image.start = end <= PROGRAM_BASE ? PROGRAM_BASE : end;
    selected->image.end = selected->image.start + FRAME_BYTES;
    const char *wrong = process_files_install();
    return wrong ? wrong : process_take_frames();
}

static const char *process_select_by(const struct config *config, uint32_t features,
                                     const char *load(const struct config *config))
{
    const uint32_t mark = (uint32_t)memory_mark();
    memory_allocate(process_aligned(mark) - mark);
    selected = memory_allocate(sizeof *selected);
    if (!selected || process_tables_allocate() || signals_allocate() || system_calls_allocate())
        return "not enough memory for the program's tables";
    selected->features = features;
    selected->deepest = PROCESS_STACK_TOP - PROCESS_STACK_FIRST;
    selected->standard_input = config->standard_input;
    const char *wrong = load(config);
    if (wrong) {
        program_regions_forget();
        selected = NULL;
        return wrong;
    }
    process.ring = config->privilege;
    extended_state_enable(features);
    paging_hide_kernel(!config->use_assembly_regions);
    process_tables_make();
    trap_program_by(process_handle_trap);
    return NULL;
}

const char *process_select(const struct config *config, uint32_t features)
{
    const char *wrong = process_select_by(config, features, process_load);
    if (wrong)
        return wrong;
    selected->benchmark = (struct benchmark){.name = config->command,
                                             .text = config->program,
                                             .run = process_enter,
                                             .restore = process_restore};
    case_list_use(&selected->benchmark, &selected->benchmark + 1);
    return NULL;
}

const char *process_select_empty(const struct config *config, uint32_t features)
{
    return process_select_by(config, features, process_load_empty);
}

void process_deselect(void)
{
    trap_program_by(NULL);
    extended_state_disable();
    process_tables_forget();
    case_list_use(NULL, NULL);
    program_regions_forget();
    if (!selected)
        return;
    process_debug_leave();
    space_clear(SPACE_END);
    memory_limit(selected->machine_end);
    paging_hide_kernel(false);
    selected = NULL;
}
