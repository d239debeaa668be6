/*
 * SPDX-License-Identifier: MIT
 * Stops benchmarks and programs. The prompt of a stop has a separate stack, so that the benchmark's
 * stack, and the memory below it, stay unchanged. The stop ends with an IRET from the saved
 * registers, which may have been changed.
 */
#include "kernel/monitor/stop.h"

#include "boot/contain.h"
#include "boot/descriptors.h"
#include "kernel/console/console.h"
#include "kernel/lib/string.h"
#include "kernel/lib/x86.h"
#include "kernel/machine/machine_state.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/trap.h"
#include "kernel/machine/watchdog.h"
#include "kernel/monitor/breakpoints.h"
#include "kernel/monitor/command.h"
#include "kernel/monitor/line/dialogue.h"
#include "kernel/monitor/session.h"
#include "kernel/monitor/manual_changes.h"
#include "kernel/monitor/stepping/pushed_flags.h"
#include "kernel/monitor/stopped_registers.h"
#include "kernel/process/run/process_debug.h"
#include "kernel/process/process_end.h"

#define VECTOR_DEBUG      1
#define VECTOR_BREAKPOINT 3
#define DR6_STEP          (1u << 14)
#define EFLAGS_TF         (1u << 8)
#define EFLAGS_RF         (1u << 16)
#define CTRL_C            0x03
#define TICKS_8_HZ        13 /* RTC register A: 32768 >> (13 - 1) */
#define STACK_BYTES       (12 * 1024u)
#define ACCESS_BYTES      (2 * 1024u)

static uint8_t stack[STACK_BYTES] __attribute__((aligned(16)));
static uint8_t access_stack[ACCESS_BYTES] __attribute__((aligned(16)));

static struct stopped now;
static bool armed, stopped, asked, stepping, stepping_over;
static bool program_has_begun; /* its first run, which stops at its first instruction */
static bool dies;              /* a signal ends the program when the stop ends */
static unsigned stops;
static enum stop_end how;
static bool leaves; /* the stop ends after this command */
static const char *by;
static uint32_t stepped_at;             /* address of the instruction that is stepped */
static uint32_t range_start, range_end; /* a step continues while EIP is in this range */
static bool shows_registers;            /* at each stop, in one line */
/* The address watched by the debug register that caused the stop; 0: another cause. */
static uint32_t watched_address;

void *stop_stack(void)
{
    return stopped ? access_stack + ACCESS_BYTES : NULL;
}

bool stop_is_stack(uint32_t address)
{
    uint32_t end = (uint32_t)paging_benchmark_stack();
    return address < end && address >= end - PAGING_STACK_BYTES;
}

struct stopped *stop_now(void)
{
    return stopped ? &now : NULL;
}

bool stop_is_armed(void)
{
    return armed;
}

void stop_until(enum stop_end end)
{
    how = end;
    range_start = range_end = 0;
    leaves = true;
}

void stop_step_range(uint32_t start, uint32_t end)
{
    stop_until(STOP_STEP);
    range_start = start;
    range_end = end;
}

/* ---- the prompt ----------------------------------------------------------------------------- */

static void stop_save_x87(void)
{
    uint32_t cr0 = read_cr0();
    now.has_x87 = !(cr0 & CR0_EM);
    if (!now.has_x87)
        return;
    write_cr0(cr0 & ~CR0_TS);
    __asm__ volatile("fnsave %0\n\tfwait" : "=m"(now.x87));
    write_cr0(cr0);
}

static void stop_restore_x87(void)
{
    uint32_t cr0 = read_cr0();
    if (!now.has_x87)
        return;
    write_cr0(cr0 & ~CR0_TS);
    __asm__ volatile("frstor %0" : : "m"(now.x87));
    write_cr0(cr0);
}

static void stop_print_place(void)
{
    if (shows_registers)
        stopped_registers_print_line(&now);
    if (watched_address)
        dialogue_print("stopped by %s of %08x at %08x", by, (unsigned)watched_address,
                       (unsigned)now.registers.eip);
    else
        dialogue_print("stopped by %s at %08x", by, (unsigned)now.registers.eip);
}

static void stop_run_prompt(void)
{
    struct report_stream *report = session.machine->run->report;
    const struct report_form *form = report->form;
    int status = 0;
    leaves = false;
    stop_print_place();
    while (!leaves) {
        monitor_end_answer(status);
        status = command_run(dialogue_read(monitor_prompt()));
    }
    report->form = form;
}

/* Resumes the benchmark with the saved registers. */
static void stop_resume(void) __attribute__((noreturn));
static void stop_resume(void)
{
    struct stopped_registers *from = &now.registers;
    bool ring_3 = from->cs & 3;
    if (!ring_3) { /* IRET to ring 0 pops no ESP: ESP is the end of the popped frame */
        size_t bytes = sizeof *from - 2 * sizeof(uint32_t);
        from = memmove((void *)(uintptr_t)(now.registers.esp - bytes), from, bytes);
    }
    if (!stepping_over) /* after the copy above, which is not the benchmark's access */
        breakpoints_insert();
    __asm__ volatile(
        "mov %1, %%fs\n\t"
        "mov %2, %%gs\n\t"
        "mov %0, %%esp\n\t"
        "pop %%es\n\t"
        "pop %%ds\n\t"
        "popa\n\t"
        "add $8, %%esp\n\t"
        "iret"
        :
        : "r"(from), "r"(now.fs), "r"(now.gs)
        : "memory");
    __builtin_unreachable();
}

static void stop_kill(void) __attribute__((noreturn));
static void stop_kill(void)
{
    machine_state_restore();
    monitor_end_run("the stopped benchmark was killed");
}

/*
 * Prepares to continue: if the next instruction has a breakpoint, it is first stepped with
 * breakpoints inactive.
 */
static void stop_prepare_resume(void)
{
    uint32_t eip = now.registers.eip;
    stepped_at = eip;
    stepping = how == STOP_STEP;
    stepping_over = breakpoint_at(BREAK_SOFT, eip) != NULL;
    now.registers.eflags &= ~EFLAGS_TF;
    if (stepping || stepping_over)
        now.registers.eflags |= EFLAGS_TF;
    now.registers.eflags |= EFLAGS_RF;
}

static uint32_t callers_stack;
static unsigned seconds;

static void stop_enter_prompt(void) __attribute__((noreturn));
static void stop_enter_prompt(void)
{
    stops++;
    manual_changes_set_stopped(true);
    monitor_mark_records();
    breakpoints_clear_once();
    stop_run_prompt();
    stopped = false;
    if (how == STOP_KILL)
        stop_kill();
    contain_callers_stack = callers_stack;
    process_debug_set_stopped(false);
    stop_restore_x87();
    watchdog_set(seconds);
    watchdog_arm();
    if (dies)
        process_end_now();
    stop_prepare_resume();
    stop_resume();
}

static void stop_save_registers(const struct trap_frame *frame)
{
    const uint32_t *words = (const uint32_t *)frame - 2; /* ES and DS are below the frame */
    uint32_t *to = (uint32_t *)&now.registers;
    bool ring_3 = frame->cs & 3;
    unsigned n = sizeof now.registers / sizeof(uint32_t) - (ring_3 ? 0 : 2);
    for (unsigned i = 0; i < n; i++)
        to[i] = words[i];
    if (!ring_3) {
        now.registers.esp = (uint32_t)&frame->esp;
        now.registers.ss = SELECTOR_DATA;
    }
    __asm__ volatile("mov %%fs, %0" : "=r"(now.fs));
    __asm__ volatile("mov %%gs, %0" : "=r"(now.gs));
    now.fs &= 0xFFFF;
    now.gs &= 0xFFFF;
    now.registers.ds &= 0xFFFF;
    now.registers.es &= 0xFFFF;
    now.registers.eflags &= ~(EFLAGS_TF | EFLAGS_RF);
}

static void stop_benchmark(const struct trap_frame *frame, const char *why, uint32_t address)
    __attribute__((noreturn));
static void stop_benchmark(const struct trap_frame *frame, const char *why, uint32_t address)
{
    breakpoints_remove();
    stop_save_registers(frame);
    stopped = true;
    asked = stepping = stepping_over = false;
    by = why;
    watched_address = address;
    callers_stack = contain_callers_stack;
    process_debug_set_stopped(true);
    contain_callers_stack = 0; /* accesses during the stop are contained by the prompt */
    seconds = watchdog_seconds();
    watchdog_disarm();
    stop_save_x87();
    __asm__ volatile("mov %0, %%esp\n\tcall *%1"
                     :
                     : "r"(stack + STACK_BYTES), "r"(stop_enter_prompt));
    __builtin_unreachable();
}

/* ---- causes of a stop ----------------------------------------------------------------------- */

/* Reports whether a benchmark or a program was interrupted. */
static bool stop_is_possible(const struct trap_frame *frame)
{
    return contain_active() && process_debug_may_stop(frame);
}

/* Handles the clock's alarm, and its periodic interrupt, which checks for Ctrl-C. */
static bool stop_handle_clock(const struct trap_frame *frame)
{
    bool ticked = watchdog_ticked();
    if (stopped)
        return ticked;
    for (int byte; (byte = console_read()) >= 0;)
        asked |= byte == CTRL_C;
    if (!ticked)
        watchdog_fired();
    if (contain_active() && (!ticked || (asked && process_debug_may_stop(frame))))
        stop_benchmark(frame, ticked ? "Ctrl-C" : "the watchdog", 0);
    return true;
}

/* Handles a software breakpoint. In library code that the kernel is running, it is skipped. */
static bool stop_handle_breakpoint(struct trap_frame *frame)
{
    if (!breakpoint_at(BREAK_SOFT, frame->eip - 1))
        return false;
    frame->eip--;
    if (stop_is_possible(frame))
        stop_benchmark(frame, "a breakpoint", 0);
    breakpoints_remove();
    stepping_over = true;
    stepped_at = frame->eip;
    frame->eflags |= EFLAGS_TF;
    return true;
}

/* Steps the next instruction too if it is in the range. Returns false if the step has ended. */
static bool stop_continue_step(struct trap_frame *frame)
{
    if (asked || frame->eip - range_start >= range_end - range_start)
        return false;
    if (stepping_over)
        breakpoints_insert();
    stepping_over = false;
    stepped_at = frame->eip;
    frame->eflags |= EFLAGS_TF;
    return true;
}

/* Ends or continues a step. Returns false if only an instruction with a breakpoint was stepped. */
static bool stop_end_step(struct trap_frame *frame)
{
    if (!stop_is_possible(frame) || !stepping)
        return false;
    if (!stop_continue_step(frame))
        stop_benchmark(frame, "a step", 0);
    return true;
}

static void stop_go_on(struct trap_frame *frame)
{
    stepping_over = false;
    breakpoints_insert();
    frame->eflags |= EFLAGS_RF;
}

static bool stop_handle_debug(struct trap_frame *frame)
{
    uint32_t dr6 = read_dr6();
    const struct breakpoint *b = breakpoint_of_dr6(dr6);
    bool step = dr6 & DR6_STEP;
    if (!b && !(step && (stepping || stepping_over)))
        return false;
    /* An exception's push hit the watched address: that exception is being handled. */
    if (b && breakpoint_is_kernels(frame->eip))
        return true;
    write_dr6(0);
    frame->eflags &= ~EFLAGS_TF;
    if (step)
        pushed_flags_hide_step(stepped_at, frame->cs & 3 ? frame->esp : (uint32_t)&frame->esp);
    if (stop_is_possible(frame) && b)
        stop_benchmark(frame, b->kind == BREAK_HARD ? "a breakpoint" : breakpoint_names[b->kind],
                       b->kind == BREAK_HARD ? 0 : b->address);
    if (!step || !stop_end_step(frame))
        stop_go_on(frame);
    return true;
}

/*
 * Handles a program's system call, or the growth of its stack. A stepped call ends here: after it,
 * the processor would execute another instruction.
 */
static bool stop_serve_program(struct trap_frame *frame)
{
    const bool step = process_debug_is_call(frame) && frame->eflags & EFLAGS_TF;
    if (step)
        frame->eflags &= ~EFLAGS_TF;
    if (!process_debug_serve(frame))
        return false;
    if (step && !stop_end_step(frame))
        stop_go_on(frame);
    return true;
}

/* Handles an exception of the benchmark. Continuing passes it on, which ends the run. */
static bool stop_handle_fault(const struct trap_frame *frame)
{
    static uint32_t raised_at;
    static unsigned raised;
    bool same = raised == stops && stops && raised_at == frame->eip;
    if (!stop_is_possible(frame) || breakpoint_is_kernels(frame->eip) || same)
        return false;
    raised_at = frame->eip;
    raised = stops + 1;
    stop_benchmark(frame, trap_name(frame->vector), 0);
}

static bool stop_handle_trap(struct trap_frame *frame)
{
    if (frame->vector == VECTOR_WATCHDOG)
        return stop_handle_clock(frame);
    if (stopped)
        return false;
    if (frame->vector == VECTOR_BREAKPOINT && stop_handle_breakpoint(frame))
        return true;
    if (frame->vector == VECTOR_DEBUG && stop_handle_debug(frame))
        return true;
    return stop_serve_program(frame) || stop_handle_fault(frame);
}

/* ---- enabling and disabling stops ----------------------------------------------------------- */

/* Called between two passes. */
static void stop_request(const char *why)
{
    (void)why;
    asked = true;
    console_prompt(dialogue_is_local(), stop_request);
}

/* The first run of a program stops at its first instruction. */
static void stop_enter_program(uint32_t entry)
{
    stepping = stepping_over = dies = false;
    if (!program_has_begun)
        breakpoint_set_once(entry);
    program_has_begun = true;
    breakpoints_insert();
}

static void stop_dying_program(const struct trap_frame *call, const char *signal)
{
    dies = true;
    stop_benchmark(call, signal, 0);
}

static const struct process_debugger program_debugger = {stop_enter_program, breakpoints_remove,
                                                         stop_dying_program};

void stop_begin(bool with_registers)
{
    armed = true;
    shows_registers = with_registers;
    stops = 0;
    asked = stepping = stepping_over = program_has_begun = dies = false;
    process_debug_by(&program_debugger);
    trap_sample_by(stop_handle_trap);
    descriptors_open_to_ring_3(VECTOR_BREAKPOINT, true);
    watchdog_tick(TICKS_8_HZ);
    console_prompt(dialogue_is_local(), stop_request);
    breakpoints_insert();
}

unsigned stop_end(void)
{
    if (!armed)
        return 0;
    armed = stopped =
        false; /* the code below may fail, if CR0 was changed by hand, but must not fail twice */
    breakpoints_remove();
    breakpoints_clear_once();
    write_dr7(0);
    machine_state_save_debug();
    watchdog_tick(0);
    descriptors_open_to_ring_3(VECTOR_BREAKPOINT, false);
    trap_sample_by(NULL);
    process_debug_by(NULL);
    contain_callers_stack = 0;
    manual_changes_set_stopped(false);
    return stops;
}

void stop_where_it_begins(void (*run)(void))
{
    if (!armed)
        return;
    breakpoints_remove();
    breakpoint_set_once((uint32_t)run);
    breakpoints_insert();
}
