/*
 * SPDX-License-Identifier: MIT
 * The exception handler that the stubs of boot/exception_stubs.asm call.
 */
#include "kernel/machine/trap.h"

#include "boot/contain.h"
#include "boot/descriptors.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/watchdog.h"
#include "kernel/lib/x86.h"

/*
 * An instruction that may fault, and the address at which execution continues with EDI = vector if
 * it does (see x86.h).
 */
struct fixup {
    uint32_t eip, resume;
};

extern const struct fixup fixups_start[], fixups_end[];

/* Names from Intel SDM volume 3, table 6-1. */
static const char *const names[32] = {
    [0] = "divide error",
    [1] = "debug",
    [2] = "non-maskable interrupt",
    [3] = "breakpoint",
    [4] = "overflow",
    [5] = "bound range exceeded",
    [6] = "invalid opcode",
    [7] = "device not available",
    [8] = "double fault",
    [9] = "coprocessor segment overrun",
    [10] = "invalid TSS",
    [11] = "segment not present",
    [12] = "stack fault",
    [13] = "general protection",
    [14] = "page fault",
    [16] = "floating-point error",
    [17] = "alignment check",
    [18] = "machine check",
};

static void (*run_ended)(const struct report_fault *fault);
static bool (*sampled)(struct trap_frame *frame), (*program)(struct trap_frame *frame);
static bool has_cr4;

/* The fault of the contained routine that was ended last. */
static struct report_fault contained;

void trap_report_to(void (*ended)(const struct report_fault *fault))
{
    run_ended = ended;
}

void trap_sample_by(bool (*handler)(struct trap_frame *frame))
{
    sampled = handler;
}

void trap_program_by(bool (*handler)(struct trap_frame *frame))
{
    program = handler;
}

bool trap_is_sampled(void)
{
    return sampled;
}

void trap_reads_cr4(bool present)
{
    has_cr4 = present;
}

const struct report_fault *trap_contained_fault(void)
{
    return &contained;
}

static void copy_readable(void *to, uint32_t from, size_t count)
{
    for (size_t i = 0; i < count; i++)
        ((uint8_t *)to)[i] = x86_read8_safe(from + i);
}

const char *trap_name(uint32_t vector)
{
    if (vector == VECTOR_WATCHDOG)
        return "watchdog";
    return vector < 32 && names[vector] ? names[vector] : "reserved";
}

/*
 * Returns how many bytes from esp on are stack: the memory after the benchmarks' stack differs from
 * run to run.
 */
static size_t stack_bytes(uint32_t esp, size_t most)
{
    size_t left = (uint32_t)paging_benchmark_stack() - esp;
    return left < most ? left : most;
}

/* Sets the fields that are the same for exceptions and double faults. */
static void trap_complete_fault(struct report_fault *fault)
{
    fault->name = trap_name(fault->vector);
    fault->cr0 = read_cr0();
    fault->cr2 = read_cr2();
    fault->cr3 = read_cr3();
    fault->cr4 = has_cr4 ? read_cr4() : 0;
    copy_readable(fault->code, fault->eip, sizeof fault->code);
    copy_readable(fault->stack, fault->esp, stack_bytes(fault->esp, sizeof fault->stack));
}

static void trap_end_run(struct report_fault *fault)
{
    trap_complete_fault(fault);
    if (run_ended)
        run_ended(fault);
    halt_forever();
}

static bool trap_skip_fixup(struct trap_frame *frame)
{
    for (const struct fixup *fixup = fixups_start; fixup < fixups_end; fixup++) {
        if (fixup->eip == frame->eip) {
            frame->eip = fixup->resume;
            frame->edi = frame->vector;
            return true;
        }
    }
    return false;
}

static struct report_fault trap_fault_of_frame(const struct trap_frame *frame)
{
    /* From ring 0 the processor pushes no ESP; the frame's address gives it. */
    bool from_ring_3 = frame->cs & 3;
    return (struct report_fault){
        .vector = frame->vector,
        .error = frame->error,
        .eip = frame->eip,
        .eflags = frame->eflags,
        .eax = frame->eax,
        .ecx = frame->ecx,
        .edx = frame->edx,
        .ebx = frame->ebx,
        .esp = from_ring_3 ? frame->esp : (uint32_t)&frame->esp,
        .ebp = frame->ebp,
        .esi = frame->esi,
        .edi = frame->edi,
    };
}

/*
 * Ends the contained routine by the return from the handler: the processor accepts the next NMI
 * only after an IRET.
 */
static void trap_abandon_after_nmi(struct trap_frame *frame)
{
    contained = trap_fault_of_frame(frame);
    contained.vector = VECTOR_WATCHDOG;
    trap_complete_fault(&contained);
    frame->eip = (uint32_t)contain_abandon;
    frame->cs = SELECTOR_CODE;
    frame->eflags = EFLAGS_RESERVED_ONE;
}

/* Handles the watchdog's alarm that came as an NMI. */
static void trap_handle_nmi(struct trap_frame *frame)
{
    if (!watchdog_fired_nmi())
        return;
    if (contain_active())
        trap_abandon_after_nmi(frame);
    else
        watchdog_arm(); /* for the routine that follows */
}

void trap_handle(struct trap_frame *frame)
{
    if (sampled && sampled(frame))
        return;
    if (program && program(frame))
        return;
    if (frame->vector == VECTOR_NMI && watchdog_uses_nmi()) {
        trap_handle_nmi(frame);
        return;
    }
    if (frame->vector == VECTOR_WATCHDOG && !(watchdog_fired() && contain_active()))
        return;
    if (trap_skip_fixup(frame))
        return;
    if (contain_active()) {
        contained = trap_fault_of_frame(frame);
        trap_complete_fault(&contained);
        contain_abandon();
    }
    struct report_fault fault = trap_fault_of_frame(frame);
    trap_end_run(&fault);
}

/* Makes the interrupted task abandon its routine when it resumes. */
static void resume_abandoning(struct task_state *task)
{
    task->eip = (uint32_t)contain_abandon;
    task->eflags = EFLAGS_RESERVED_ONE;
    task->cs = SELECTOR_CODE;
    task->ss = task->ds = task->es = task->fs = task->gs = SELECTOR_DATA;
}

void trap_double_fault(void)
{
    struct task_state *task = descriptors_interrupted_task();
    struct report_fault fault = {
        .vector = 8,
        .eip = task->eip,
        .eflags = task->eflags,
        .eax = task->eax,
        .ecx = task->ecx,
        .edx = task->edx,
        .ebx = task->ebx,
        .esp = task->esp,
        .ebp = task->ebp,
        .esi = task->esi,
        .edi = task->edi,
    };
    if (!contain_active())
        trap_end_run(&fault);
    trap_complete_fault(&fault);
    contained = fault;
    resume_abandoning(task);
}
