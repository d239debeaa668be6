/*
 * SPDX-License-Identifier: MIT
 * Loads a program, restores it before each run, and handles its exceptions and system calls.
 */
#include "kernel/process/process.h"

#include "boot/contain.h"
#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/lib/x86.h"
#include "kernel/machine/memory.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/trap.h"
#include "kernel/measure/program_hooks.h"
#include "kernel/measure/cases.h"
#include "kernel/process/devices/counter_devices.h"
#include "kernel/process/memory/address_space.h"
#include "kernel/process/image/elf_image.h"
#include "kernel/process/process_files.h"
#include "kernel/process/memory/frames.h"
#include "kernel/process/process_end.h"
#include "kernel/process/image/process_stack.h"
#include "kernel/process/run/process_tables.h"
#include "kernel/process/image/program_list.h"
#include "kernel/process/image/program_regions.h"
#include "kernel/process/signals/signal_state.h"
#include "kernel/process/run/extended_state.h"
#include "kernel/process/run/call_dispatch.h"

#define VECTOR_SYSTEM_CALL 0x80
#define CALL_EXIT          1
#define VECTOR_PAGE_FAULT  14
#define PAGE_FAULT_PRESENT 1u /* in the error code: the page exists, but not with these rights */

#define LARGE_BYTES     (4u << 20)
#define PIE_BASE        0x56555000u /* Linux's on a 64-bit kernel without randomization */
#define EMPTY_BASE      0x08048000u
#define LEAST_FRAMES    64u        /* pages: without these no program starts */
#define MOST_FOR_COUNTS (4u << 20) /* bytes left to the kernel for samples and results */

struct process process;
uint32_t *process_calls_made, *process_calls_failed;

/* process_enter() of process_entry.asm reads it. */
struct process_start {
    uint32_t eip, esp, eax, user;
} process_start;

extern const uint8_t process_empty_code[4];
#define EMPTY_CODE_CALL 2 /* bytes of an INT 80h */

/* The state of an experiment's program, from its selection to its end. */
static struct process_memory {
    const struct program_file *file;
    struct elf_image image, interpreter;
    struct process_words arguments, environment;
    char name[64];
    char standard_input[64];
    uint32_t features;
    uint32_t frames_start, frames_end;
    uint32_t machine_end; /* memory_end() before the selection */
    uint32_t deepest;     /* lowest address that the stack has reached in any run */
    struct benchmark benchmark;
    uint32_t made[PROCESS_MOST_CALLS], failed[PROCESS_MOST_CALLS];
    const struct system_call *by_number[PROCESS_MOST_CALLS];
} * memory;

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

void process_limit_memory(void)
{
    uint32_t lowest = SPACE_END;
    struct elf_image image;
    for (unsigned i = 0; program_list_executable(i); i++) {
        const struct program_file *file = program_list_executable(i);
        if (!elf_image_read(&image, file->bytes, file->size, PIE_BASE) && image.start < lowest)
            lowest = image.start;
    }
    lowest &= ~(LARGE_BYTES - 1);
    if (program_list_executable(0) && lowest > EMPTY_BASE)
        lowest = EMPTY_BASE & ~(LARGE_BYTES - 1);
    if (program_list_executable(0) && lowest >= LARGE_BYTES && memory_end() > lowest)
        memory_limit(lowest);
}

bool process_uses_regions(const char *program)
{
    struct process_words words;
    struct elf_image image;
    if (process_words_split(&words, program))
        return false;
    const struct program_file *file = program_list_find(process_name_of(words.text));
    return file && !elf_image_read(&image, file->bytes, file->size, PIE_BASE) &&
           program_regions_has(&image);
}

/* ---- a run ----------------------------------------------------------------------------------- */

/* Frees everything that the last run had, and makes an empty address space. */
static void process_begin(void)
{
    frames_install(memory->frames_start, memory->frames_end);
    space_clear((memory_end() + LARGE_BYTES - 1) & ~(LARGE_BYTES - 1));
    memset(memory->made, 0, sizeof memory->made);
    memset(memory->failed, 0, sizeof memory->failed);
    process = (struct process){.name = memory->name, .ring = process.ring};
}

/* The stack is mapped as deep as it was in earlier runs, so that a counted run has no page faults.
 */
static int process_map_stack(void)
{
    process.stack_low = memory->deepest;
    return space_map(process.stack_low, PROCESS_STACK_TOP - process.stack_low,
                     SPACE_READ | SPACE_WRITE);
}

static void process_set_start(uint32_t entry, uint32_t stack, uint32_t eax)
{
    process.entry = entry;
    process_start = (struct process_start){entry, stack, eax, process.ring == RING_USER};
    process_tables_load(program_regions_in_use());
    extended_state_reset();
}

static const char *process_restore_program(void)
{
    const bool interpreted = memory->interpreter.n_segments != 0;
    process_begin();
    const char *wrong = process_files_reset(memory->standard_input);
    if (wrong)
        return wrong;
    if (elf_image_map(&memory->image) || process_map_stack() ||
        (interpreted && elf_image_map(&memory->interpreter)))
        return "the program does not fit into memory";
    process.brk_start = process.brk = memory->image.end;
    uint32_t stack =
        process_stack_write(&memory->image, interpreted ? &memory->interpreter : NULL,
                            &memory->arguments, &memory->environment, memory->features);
    if (!stack)
        return "its arguments do not fit on the stack";
    const char *unwritten = program_regions_write();
    if (unwritten)
        return unwritten;
    process_set_start(interpreted ? memory->interpreter.entry : memory->image.entry, stack, 0);
    return NULL;
}

/* Called before each run of the benchmark. */
static void process_restore(void)
{
    const char *wrong = process_restore_program();
    if (wrong)
        process_end_with(wrong);
    signals_install_defaults();
}

/* Makes an empty program that makes one call that returns, or none. */
static void process_restore_calling(bool calls)
{
    process_begin();
    process.answers_exit = calls;
    space_map(EMPTY_BASE, SPACE_PAGE_BYTES, SPACE_READ);
    memcpy(space_kernel_address(EMPTY_BASE), process_empty_code, sizeof process_empty_code);
    memory->deepest = PROCESS_STACK_TOP - PROCESS_STACK_FIRST;
    process_map_stack();
    process_set_start(EMPTY_BASE + (calls ? 0 : EMPTY_CODE_CALL), PROCESS_STACK_TOP, CALL_EXIT);
}

static void process_restore_empty(void)
{
    process_restore_calling(false);
}

static void process_restore_one_call(void)
{
    process_restore_calling(true);
}

const struct benchmark process_empty = {.name = "empty program",
                                        .text = "an empty program",
                                        .run = process_enter,
                                        .restore = process_restore_empty};

const struct benchmark process_one_call = {.name = "one call",
                                           .text = "a program that makes one system call",
                                           .run = process_enter,
                                           .restore = process_restore_one_call};

/* ---- the end of a run ------------------------------------------------------------------------ */

void process_exit(int status)
{
    process.ended = true;
    process.status = status & 0xFF;
    program_regions_leave();
    contain_returned();
    __builtin_unreachable();
}

void process_kill(int signal)
{
    format(process.sentence, sizeof process.sentence, "the program ended itself by signal %d (%s)",
           signal, signals_name(signal));
    process.signal = signal;
    program_regions_leave();
    contain_abandon();
}

void process_end_with(const char *sentence)
{
    format(process.sentence, sizeof process.sentence, "%s", sentence);
    program_regions_leave();
    contain_abandon();
}

uint32_t process_executable_bytes(void)
{
    return memory->file->size;
}

/* ---- exceptions ------------------------------------------------------------------------------ */

/* Maps the stack down to the faulting address. Returns false if that is not the stack. */
static bool process_grow_stack(const struct trap_frame *frame)
{
    uint32_t address = read_cr2() & ~(SPACE_PAGE_BYTES - 1);
    if (frame->vector != VECTOR_PAGE_FAULT || frame->error & PAGE_FAULT_PRESENT ||
        address >= process.stack_low || address < PROCESS_STACK_TOP - PROCESS_STACK_MOST ||
        !space_is_free(address, process.stack_low - address) ||
        space_map(address, process.stack_low - address, SPACE_READ | SPACE_WRITE))
        return false;
    process.stack_low = memory->deepest = address;
    return true;
}

/*
 * Handles exceptions and calls of the program. Returns false if the exception ends the program or
 * is not its own.
 */
static bool process_handle_trap(struct trap_frame *frame)
{
    if (!contain_active())
        return false;
    if (frame->vector == VECTOR_SYSTEM_CALL) {
        process.calls++;
        program_regions_count_call();
        if (process.answers_exit) {
            process.answers_exit = false;
            frame->eax = CALL_EXIT;
        } else {
            system_calls_handle(frame);
        }
        return true;
    }
    const bool own = process.ring == RING_USER ? frame->cs & 3 : frame->eip >= space_start();
    if (own && (process_grow_stack(frame) || signals_deliver_fault(frame)))
        return true;
    program_regions_leave();
    return false;
}

/* ---- an experiment --------------------------------------------------------------------------- */

static const char *process_check_place(const struct elf_image *image)
{
    static char text[160];
    if (image->start >= memory_end() && image->start >= LARGE_BYTES)
        return NULL;
    format(
        text, sizeof text,
        "its lowest address is %08xh, where this kernel has its memory; link it for addresses from "
        "%08xh on",
        (unsigned)image->start, (unsigned)((memory_end() + LARGE_BYTES - 1) & -LARGE_BYTES));
    return text;
}

static const char *process_read_interpreter(void)
{
    static char text[160];
    const char *name = memory->image.interpreter;
    if (!name[0])
        return NULL;
    for (unsigned i = 0; program_list_file(i); i++) {
        const struct program_file *file = program_list_file(i);
        if (!strcmp(file->name, name))
            return elf_image_read(&memory->interpreter, file->bytes, file->size, PIE_BASE);
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
    const char *wrong = process_words_split(&memory->arguments, config->program);
    if (wrong)
        return wrong;
    format(memory->name, sizeof memory->name, "%s", process_name_of(memory->arguments.text));
    memory->file = program_list_find(memory->name);
    if (memory->file)
        return process_words_split(&memory->environment, config->environment);
    format(text, sizeof text,
           "no executable of that name was loaded: it must be a module with program=%s",
           memory->name);
    return text;
}

/* Takes the remaining memory, except a part for samples and results. */
static const char *process_take_frames(void)
{
    static char text[160];
    uint32_t kept = memory_left() / 4;
    kept = kept < MOST_FOR_COUNTS ? kept : MOST_FOR_COUNTS;
    memory->machine_end = memory_end();
    memory->frames_start = ((uint32_t)memory_mark() + kept + FRAME_BYTES - 1) & ~(FRAME_BYTES - 1);
    memory->frames_end = memory_end() & ~(FRAME_BYTES - 1);
    const uint32_t needs = (memory->image.end - memory->image.start) / FRAME_BYTES + LEAST_FRAMES;
    const uint32_t has = memory->frames_end > memory->frames_start
                             ? (memory->frames_end - memory->frames_start) / FRAME_BYTES
                             : 0;
    if (has >= needs) {
        memory_limit(memory->frames_start);
        return NULL;
    }
    format(text, sizeof text, "it needs %u KB of memory at least; this machine has %u KB left",
           (unsigned)(needs * 4), (unsigned)(has * 4));
    return text;
}

static const char *process_read_regions(const struct config *config)
{
    if (config->privilege == RING_USER && config->paging == PAGES_4M)
        return "its regions need the kernel's memory in small pages: use paging=mixed or paging=4k";
    return program_regions_read(&memory->image, config->command);
}

static const char *process_load(const struct config *config)
{
    const char *wrong = process_find(config);
    if (!wrong)
        wrong = elf_image_read(&memory->image, memory->file->bytes, memory->file->size, PIE_BASE);
    if (!wrong)
        wrong = process_read_interpreter();
    if (!wrong)
        wrong = process_check_place(&memory->image);
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

const char *process_select(const struct config *config, uint32_t features)
{
    memory = memory_allocate(sizeof *memory);
    if (!memory || process_tables_allocate() || signals_allocate())
        return "not enough memory for the program's tables";
    memory->features = features;
    memory->deepest = PROCESS_STACK_TOP - PROCESS_STACK_FIRST;
    format(memory->standard_input, sizeof memory->standard_input, "%s", config->standard_input);
    process_calls_made = memory->made;
    process_calls_failed = memory->failed;
    system_calls_install(memory->by_number);
    const char *wrong = process_load(config);
    if (wrong) {
        program_regions_forget();
        memory = NULL;
        return wrong;
    }
    process.ring = config->privilege;
    memory->benchmark = (struct benchmark){.name = config->command,
                                           .text = config->program,
                                           .run = process_enter,
                                           .restore = process_restore};
    case_list_use(&memory->benchmark, &memory->benchmark + 1);
    extended_state_enable(features);
    paging_hide_kernel(!config->use_assembly_regions);
    process_tables_make();
    trap_program_by(process_handle_trap);
    return NULL;
}

void process_deselect(void)
{
    trap_program_by(NULL);
    extended_state_disable();
    process_tables_forget();
    case_list_use(NULL, NULL);
    program_regions_forget();
    if (!memory)
        return;
    space_clear(SPACE_END);
    memory_limit(memory->machine_end);
    paging_hide_kernel(false);
    memory = NULL;
}
