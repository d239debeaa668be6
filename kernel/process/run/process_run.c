/*
 * SPDX-License-Identifier: MIT
 * Restores a program before each run, and handles its end, its exceptions and its system calls.
 */
#include "kernel/process/process.h"

#include "boot/contain.h"
#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/lib/x86.h"
#include "kernel/machine/memory.h"
#include "kernel/measure/program_hooks.h"
#include "kernel/process/image/program_regions.h"
#include "kernel/process/memory/address_space.h"
#include "kernel/process/memory/frames.h"
#include "kernel/process/run/process_debug.h"
#include "kernel/process/process_end.h"
#include "kernel/machine/features/extended_state.h"
#include "kernel/process/process_files.h"
#include "kernel/process/signals/program_timers.h"
#include "kernel/process/run/call_dispatch.h"
#include "kernel/process/run/call_sites.h"
#include "kernel/process/run/process_tables.h"
#include "kernel/process/run/selected_program.h"
#include "kernel/process/signals/signal_state.h"

#define VECTOR_SYSTEM_CALL 0x80
#define CALL_EXIT          1
#define VECTOR_PAGE_FAULT  14
#define PAGE_FAULT_PRESENT 1u /* in the error code: the page exists, but not with these rights */

struct process process;

/* process_enter() of process_entry.asm reads it; vpentium -account reads the last member. */
struct process_start {
    uint32_t eip, esp, eax, user;
    uint32_t calibrates; /* 0: the program; otherwise 1 + the calls of a program that calibrates */
} process_start;

#define MOST_EMPTY_CALLS 3
#define EMPTY_CALL_BYTES 2 /* of an INT 80h */
extern const uint8_t process_empty_code[(MOST_EMPTY_CALLS + 1) * EMPTY_CALL_BYTES];

/* ---- a run ----------------------------------------------------------------------------------- */

/* Frees everything that the last run had, and makes an empty address space. */
static void process_begin(void)
{
    process_debug_leave();
    frames_install(selected->frames_start, selected->frames_end);
    space_clear((memory_end() + LARGE_PAGE_BYTES - 1) & ~(LARGE_PAGE_BYTES - 1));
    system_calls_reset();
    program_timers_reset();
    process = (struct process){.ring = process.ring};
}

/* The stack is mapped as deep as it was in earlier runs, so that a counted run has no page faults.
 */
static int process_map_stack(void)
{
    process.stack_low = selected->deepest;
    return space_map(process.stack_low, PROCESS_STACK_TOP - process.stack_low,
                     SPACE_READ | SPACE_WRITE);
}

static void process_set_start(uint32_t entry, uint32_t stack, uint32_t eax)
{
    process.entry = entry;
    process_start = (struct process_start){entry, stack, eax, process.ring == RING_USER, 0};
    process_tables_load(program_regions_in_use());
    extended_state_reset();
}

/* Opens the standard files. Returns NULL, or what is wrong. */
static const char *process_open_standard(void)
{
    static char text[160];
    const char *wrong = process_files_reset(selected->standard_input);
    if (!wrong || !selected->standard_input[0])
        return wrong;
    format(text, sizeof text, "standard input '%s': %s", selected->standard_input, wrong);
    return text;
}

static const char *process_restore_program(void)
{
    const bool interpreted = selected->interpreter.n_segments != 0;
    process_begin();
    const char *wrong = process_open_standard();
    if (wrong)
        return wrong;
    if (elf_image_map(&selected->image) || process_map_stack() ||
        (interpreted && elf_image_map(&selected->interpreter)))
        return "the program does not fit into memory";
    process.brk_start = process.brk = selected->image.end;
    uint32_t stack =
        process_stack_write(&selected->image, interpreted ? &selected->interpreter : NULL,
                            &selected->arguments, &selected->environment, selected->features);
    if (!stack)
        return "its arguments do not fit on the stack";
    const char *unwritten = program_regions_write();
    if (unwritten)
        return unwritten;
    process_set_start(interpreted ? selected->interpreter.entry : selected->image.entry, stack, 0);
    return NULL;
}

void process_restore(void)
{
    const char *wrong = process_restore_program();
    if (wrong)
        process_end_with(wrong);
    signals_install_defaults();
    process_debug_enter(process.entry);
}

/* Makes an empty program that makes some calls that return. */
static void process_restore_calling(unsigned calls)
{
    process_begin();
    process.answers_exit = calls;
    /* All programs are linked above the end of memory, if that is above this address. */
    const uint32_t base = selected->machine_end <= PROGRAM_BASE
                              ? PROGRAM_BASE
                              : selected->image.start & ~(SPACE_PAGE_BYTES - 1);
    space_map(base, SPACE_PAGE_BYTES, SPACE_READ);
    memcpy(space_kernel_address(base), process_empty_code, sizeof process_empty_code);
    selected->deepest = PROCESS_STACK_TOP - PROCESS_STACK_FIRST;
    process_map_stack();
    process_set_start(base + (MOST_EMPTY_CALLS - calls) * EMPTY_CALL_BYTES, PROCESS_STACK_TOP,
                      CALL_EXIT);
    process_start.calibrates = 1 + calls;
}

static void process_restore_empty(void)
{
    process_restore_calling(0);
}

static void process_restore_two_calls(void)
{
    process_restore_calling(2);
}

static void process_restore_three_calls(void)
{
    process_restore_calling(3);
}

const struct benchmark process_empty = {.name = "empty program",
                                        .text = "an empty program",
                                        .run = process_enter,
                                        .restore = process_restore_empty};

const struct benchmark process_two_calls = {.name = "two calls",
                                            .text = "a program that makes two system calls",
                                            .run = process_enter,
                                            .restore = process_restore_two_calls};

const struct benchmark process_three_calls = {.name = "three calls",
                                              .text = "a program that makes three system calls",
                                              .run = process_enter,
                                              .restore = process_restore_three_calls};

/* ---- the end of a run ------------------------------------------------------------------------ */

void process_exit(int status)
{
    process.ended = true;
    process.status = status & 0xFF;
    program_regions_leave();
    contain_returned();
    __builtin_unreachable();
}

/* Stores the place of the call that ends the program, if a call does. */
static void process_note_end(void)
{
    process.end_site.n = 0;
    if (process.frame)
        call_site_read(&process.end_site, process.frame);
}

void process_end_now(void)
{
    program_regions_leave();
    contain_abandon();
}

void process_kill(int signal)
{
    process_note_end();
    format(process.sentence, sizeof process.sentence, "the program ended itself by signal %d (%s)",
           signal, signals_name(signal));
    process.signal = signal;
    process_debug_die(process.frame, signals_name(signal));
    process_end_now();
}

void process_end_with(const char *sentence)
{
    process_note_end();
    format(process.sentence, sizeof process.sentence, "%s", sentence);
    process_end_now();
}

uint32_t process_executable_bytes(void)
{
    return selected->file->size;
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
    process.stack_low = selected->deepest = address;
    return true;
}

bool process_is_call(const struct trap_frame *frame)
{
    return frame->vector == VECTOR_SYSTEM_CALL;
}

bool process_owns_trap(const struct trap_frame *frame)
{
    return process.ring == RING_USER ? frame->cs & 3 : frame->eip >= space_start();
}

bool process_serve_trap(struct trap_frame *frame)
{
    if (process_is_call(frame)) {
        process.calls++;
        program_regions_count_call();
        if (process.answers_exit) {
            process.answers_exit--;
            frame->eax = CALL_EXIT;
        } else {
            system_calls_handle(frame);
        }
        return true;
    }
    if (!process_owns_trap(frame))
        return false;
    process.frame = NULL; /* a call may continue after a fault that it catches, as of RDMSR */
    return process_grow_stack(frame);
}

/*
 * Handles exceptions and calls of the program. Returns false if the exception ends the program or
 * is not its own.
 */
bool process_handle_trap(struct trap_frame *frame)
{
    if (!contain_active())
        return false;
    if (process_serve_trap(frame) || (process_owns_trap(frame) && signals_deliver_fault(frame)))
        return true;
    program_regions_leave();
    return false;
}
