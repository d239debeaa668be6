/*
 * SPDX-License-Identifier: MIT
 * The run loop: executes blocks, handles events between them and faults in them.
 */
#include "sim/cpu/decoder/block_cache.h"
#include "sim/cpu/system/debug_registers.h"
#include "sim/devices/devices.h"
#include "sim/chosen_model.h"
#include "sim/cpu/flags.h"
#include "sim/cpu/guest_memory.h"
#include "sim/inspection/observer.h"
#include "sim/cpu/system/segment.h"
#include "sim/cpu/system/far_transfer.h"
#include "sim/cpu/translator/translation.h"

/* ---- unwinding from a handler ---------------------------------------------------------------- */

void cpu_unwind(struct cpu *cpu, enum unwind why)
{
    longjmp(cpu->unwind, why);
}

void raise_fault(struct cpu *cpu, uint8_t vector)
{
    cpu->fault = (struct fault){.vector = vector};
    cpu_unwind(cpu, UNWIND_FAULT);
}

void raise_error(struct cpu *cpu, uint8_t vector, uint32_t error)
{
    cpu->fault = (struct fault){.vector = vector, .has_error = true, .error = error};
    cpu_unwind(cpu, UNWIND_FAULT);
}

static void run_loop_stop(struct cpu *cpu, enum stop_reason why)
{
    cpu->stop = why;
    cpu_unwind(cpu, UNWIND_STOP);
}

/* ---- running one block ----------------------------------------------------------------------- */

static inline void run_loop_fetch(struct cpu *cpu, const struct block *block, bool jumped)
{
    const unsigned room = 0x1000 - (block->physical & 0xfff);

    if (likely(block->bytes <= room)) {
        model_fetch(cpu->model, block->linear, block->physical, block->bytes, jumped);
        return;
    }
    model_fetch(cpu->model, block->linear, block->physical, room, jumped);
    model_fetch_on(cpu->model, room, block->physical_end & ~0xfffu, block->bytes - room);
}

/* Ends the block after the current instruction, which is neither the block's last nor a U half. */
static void run_loop_cut_block(struct cpu *cpu, const struct insn *current)
{
    cpu->eip = current->address + current->length;
    cpu->in_block = false;
    cpu->block = NULL;
}

/* True if a timer interrupt is due and can be taken after this instruction. */
static inline bool interrupts_here(const struct cpu *cpu, const struct insn *insn)
{
    return cpu_awaits_timer(cpu) && model_clock(cpu->model) >= cpu->due &&
           insn->timing.pipe != PIPE_U_PAIRED;
}

/*
 * Runs a block. `observer` is a constant NULL if there is no observer, and `near` a constant false
 * if no timer interrupt is near; the compiler then removes their code.
 */
static inline __attribute__((always_inline)) void run_loop_instructions(struct cpu *cpu,
                                                                        struct block *block,
                                                                        struct observer *observer,
                                                                        const bool near)
{
    struct model *model = cpu->model;
    const struct insn *insn = block->insns;
    const struct insn *end = insn + block->count;
    const bool jumped = cpu->jumped;

    cpu->block = block;
    cpu->eip = insn->address + block->bytes;
    cpu->jumped = false;
    cpu->retired = false;
    run_loop_fetch(cpu, block, jumped);
    cpu->in_block = true;
    if (observer)
        observer_block(observer);
    do {
        cpu->current = insn;
        if (observer)
            observer_begin(observer, insn);
        model_issue(model, insn);
        if (observer)
            observer_issued(observer, insn);
        insn->execute(cpu, insn);
        if (observer && observer_done(observer, insn) && insn + 1 != end &&
            insn->timing.pipe != PIPE_U_PAIRED) {
            run_loop_cut_block(cpu, insn);
            return;
        }
        if (((MODEL_INTERRUPTS && unlikely(cpu->overflowed)) ||
             (near && interrupts_here(cpu, insn))) &&
            insn + 1 != end) {
            if (!observer && !cpu->retired)
                model_retire(model, block->insns, (unsigned)(insn - block->insns) + 1);
            run_loop_cut_block(cpu, insn);
            return;
        }
    } while (++insn != end);
    cpu->in_block = false;
    if (!observer && likely(!cpu->retired))
        model_retire(model, block->insns, block->count);
}

static inline void run_block(struct cpu *cpu, struct block *block)
{
    run_loop_instructions(cpu, block, NULL, false);
}

static __attribute__((noinline)) void run_block_near(struct cpu *cpu, struct block *block)
{
    run_loop_instructions(cpu, block, NULL, true);
}

static __attribute__((noinline)) void run_block_watched(struct cpu *cpu, struct block *block)
{
    run_loop_instructions(cpu, block, cpu->observer, true);
}

/* Runs a block when an observer or a counter of breakpoint matches requires extra work. */
static void run_loop_counting_block(struct cpu *cpu, struct block *block)
{
    if (cpu->observer)
        run_block_watched(cpu, block);
    else
        run_block(cpu, block);
    if (cpu->counts_matches)
        debug_register_code_passed(cpu, block, cpu->current + 1);
}

/* Retires the first `executed` instructions of the running block; the observer may have retired
 * some already. */
static void run_loop_retire_insns(struct cpu *cpu, unsigned executed)
{
    if (cpu->observer)
        observer_retire(cpu->observer, executed);
    else
        model_retire(cpu->model, cpu->block->insns, executed);
}

void run_loop_retire(struct cpu *cpu)
{
    if (!cpu->in_block || cpu->retired)
        return;
    run_loop_retire_insns(cpu, (unsigned)(cpu->current - cpu->block->insns) + 1);
    cpu->retired = true;
}

/* Returns the block that followed last time if it is still the one at CS:EIP. */
static struct block *run_loop_follow(struct cpu *cpu)
{
    const struct block *last = cpu->block;
    const uint32_t linear = cpu->seg[SEG_CS].base + cpu->eip;
    struct block *next = last ? last->next[cpu->jumped] : NULL;

    if (next && next->linear == linear && next->insns[0].address == cpu->eip &&
        next->bits == (cpu->seg[SEG_CS].big ? 32 : 16) &&
        window_hit(&cpu->code_window, linear, next->bytes) &&
        cpu->code_window.physical + (linear - cpu->code_window.start) == next->physical)
        return next;
    flags_settle(cpu); /* block_cache_find() may fault */
    return block_cache_find(cpu);
}

/*
 * Blocks in one page need fewer comparisons: any change after which the same EIP could be another
 * address, including a load of CS, has emptied the code window.
 */
static inline struct block *run_loop_next_block(struct cpu *cpu)
{
    const struct block *last = cpu->block;

    if (likely(last)) {
        struct block *next = last->near[cpu->jumped];
        if (likely(next && next->insns[0].address == cpu->eip && next->bits &&
                   cpu->code_window.size))
            return next;
    }
    return run_loop_follow(cpu);
}

/* Leaves the block in the middle; the current instruction counts as executed if
 * `current_completed`. */
static void run_loop_leave_block(struct cpu *cpu, bool current_completed)
{
    if (!cpu->in_block)
        return;
    cpu->in_block = false;
    flags_settle(cpu);
    if (unlikely(cpu->counts_matches))
        debug_register_code_passed(cpu, cpu->block, cpu->current + current_completed);
    if (!cpu->retired)
        run_loop_retire_insns(cpu,
                              (unsigned)(cpu->current - cpu->block->insns) + current_completed);
    cpu->block = NULL;
}

/* ---- exceptions ---------------------------------------------------------------------------- */

enum exception_class { CLASS_BENIGN, CLASS_CONTRIBUTORY, CLASS_PAGE_FAULT };

static enum exception_class run_loop_exception_class(uint8_t vector)
{
    if (vector == VECTOR_PF)
        return CLASS_PAGE_FAULT;
    if (vector == VECTOR_DE || (vector >= VECTOR_TS && vector <= VECTOR_GP))
        return CLASS_CONTRIBUTORY;
    return CLASS_BENIGN;
}

/* Escalation of a fault during a delivery (volume 3, table 14-3). */
static struct fault run_loop_escalate_fault(struct cpu *cpu, struct fault fault)
{
    const enum exception_class first = run_loop_exception_class(cpu->delivery.vector);
    const enum exception_class second = run_loop_exception_class(fault.vector);

    if (cpu->delivery.vector == VECTOR_DF && second != CLASS_BENIGN)
        run_loop_stop(cpu, STOP_TRIPLE_FAULT);
    if ((first == CLASS_CONTRIBUTORY && second == CLASS_CONTRIBUTORY) ||
        (first == CLASS_PAGE_FAULT && second != CLASS_BENIGN))
        return (struct fault){.vector = VECTOR_DF, .has_error = true, .error = 0};
    if (cpu->delivery.external && fault.has_error && second == CLASS_CONTRIBUTORY)
        fault.error |= 1;
    return fault;
}

static void run_loop_deliver(struct cpu *cpu, const struct event *event)
{
    cpu->delivery = (struct delivery){
        .active = true,
        .external = event->kind != EVENT_SOFTWARE,
        .vector = event->kind == EVENT_EXTERNAL ? VECTOR_NMI : event->vector,
    };
    interrupt_deliver(cpu, event);
    cpu->delivery.active = false;
    if (cpu->observer)
        observer_catch_up(cpu->observer);
}

static void run_loop_deliver_fault(struct cpu *cpu)
{
    const bool at_current = cpu->in_block && !cpu->in_new_task;
    const struct insn *current = cpu->current;
    struct fault fault = cpu->fault;

    if (at_current)
        model_x87_excepted(cpu->model, current, X87_NOT_EXECUTED);
    run_loop_leave_block(cpu, false);
    far_checkpoint_restore(cpu);
    if (at_current)
        cpu->eip = current->address;
    cpu->in_new_task = false;
    cpu->step.active = false;
    cpu->shadow = SHADOW_NONE;
    cpu->pending_debug = 0;
    cpu->block = NULL;
    if (cpu->delivery.active)
        fault = run_loop_escalate_fault(cpu, fault);

    const struct event event = {
        .kind = EVENT_EXCEPTION,
        .vector = fault.vector,
        .has_error = fault.has_error && (cpu->cr0 & CR0_PE),
        .error = fault.error,
    };

    run_loop_deliver(cpu, &event);
}

/* ---- events between blocks ----------------------------------------------------------------- */

static void run_loop_deliver_debug_trap(struct cpu *cpu, uint32_t hits)
{
    const struct event event = {.kind = EVENT_EXCEPTION, .vector = VECTOR_DB};

    cpu->dr[6] |= hits;
    cpu->pending_debug = 0;
    cpu->halted = false; /* a trap after HLT ends the halt */
    cpu->block = NULL;
    run_loop_deliver(cpu, &event);
}

/* True if a single-step trap follows the instruction. A load of SS delays the trap to the next
 * instruction. */
static bool run_loop_step_traps(const struct cpu *cpu, const struct step_state *step)
{
    if (!step->trap || cpu->shadow == SHADOW_SS)
        return false;
    return !model_steps_on_branches(cpu->model) ||
           model_branches_taken(cpu->model) != step->branches_taken;
}

/* Completes a step of one instruction, or of one element of a repeated string instruction. */
static void run_loop_step_done(struct cpu *cpu, bool completed)
{
    const struct step_state step = cpu->step;

    cpu->step.active = false;
    cpu->block = NULL;
    if (step.resume && completed)
        cpu->eflags &= ~FLAG_RF;
    if (run_loop_step_traps(cpu, &step))
        cpu->pending_debug |= DR6_BS;
    run_loop_mode_changed(cpu);
    if (cpu->pending_debug && cpu->shadow != SHADOW_SS)
        run_loop_deliver_debug_trap(cpu, cpu->pending_debug);
}

/* Executes one instruction, with checks for breakpoints and the trap flag before and after it. */
static void run_loop_step(struct cpu *cpu)
{
    const bool resume = cpu->eflags & FLAG_RF;

    if (debug_register_armed(cpu) && !resume && cpu->shadow != SHADOW_SS) {
        const uint32_t hits = debug_register_code_hits(cpu, cpu->seg[SEG_CS].base + cpu->eip);
        if (hits)
            debug_register_raise(cpu, hits);
    }
    cpu->step = (struct step_state){
        .active = true,
        .resume = resume,
        .trap = cpu->eflags & FLAG_TF,
        .branches_taken = model_branches_taken(cpu->model),
    };
    cpu->shadow = SHADOW_NONE;
    run_loop_counting_block(cpu, block_cache_single(cpu));
    run_loop_step_done(cpu, true);
}

static bool nmi_waits(const struct cpu *cpu)
{
    return !cpu->nmi_blocked && devices_nmi(cpu->devices);
}

static bool interrupt_waits(const struct cpu *cpu)
{
    return (cpu->eflags & FLAG_IF) && devices_interrupt(cpu->devices);
}

static bool run_loop_accept_interrupt(struct cpu *cpu)
{
    struct event event = {.kind = EVENT_EXTERNAL};

    if (cpu->shadow != SHADOW_SS && nmi_waits(cpu)) {
        event.vector = VECTOR_NMI;
        devices_acknowledge_nmi(cpu->devices);
        cpu->nmi_blocked = true;
    } else if (!cpu->shadow && interrupt_waits(cpu)) {
        event.vector = devices_acknowledge(cpu->devices);
    } else {
        return false;
    }
    cpu->halted = false;
    cpu->block = NULL;
    run_loop_deliver(cpu, &event);
    return true;
}

/* Advances time to the next device event while halted. Stops the run if no event can wake the
 * processor. */
static void run_loop_idle(struct cpu *cpu)
{
    const uint64_t now = model_clock(cpu->model);
    const uint64_t next = devices_deadline(cpu->devices);

    if (next == UINT64_MAX || !devices_can_wake(cpu->devices, cpu->eflags & FLAG_IF))
        run_loop_stop(cpu, STOP_HALTED);
    devices_flush(cpu->devices);
    if (next > now)
        model_idle(cpu->model, next - now);
    if (cpu->observer)
        observer_catch_up(cpu->observer);
}

/* The clock of the next event outside the processor. */
static uint64_t run_loop_next_deadline(const struct cpu *cpu)
{
    const uint64_t devices = devices_deadline(cpu->devices);
    const uint64_t snooper = snooper_deadline(&cpu->snooper);
    const uint64_t smi = smi_deadline(&cpu->smi);
    const uint64_t outside = devices < snooper ? devices : snooper;

    return outside < smi ? outside : smi;
}

/*
 * Blocks run as a whole, and an interrupt is taken at the end of one. Timer interrupts would
 * therefore favour the ends of blocks, so the last NEAR_CLOCKS clocks before one are checked after
 * each instruction. Only a block with a long string instruction takes longer than that, and string
 * instructions check for interrupts themselves.
 */
#define NEAR_CLOCKS 3000

static void run_loop_set_deadline(struct cpu *cpu)
{
    const uint64_t timer = (cpu->eflags & FLAG_IF) ? devices_next_timer(cpu->devices) : UINT64_MAX;

    cpu->deadline = run_loop_next_deadline(cpu);
    cpu->due = timer == cpu->deadline ? timer : UINT64_MAX;
    if (cpu->due != UINT64_MAX)
        cpu->deadline = timer > NEAR_CLOCKS ? timer - NEAR_CLOCKS : 1;
}

bool run_loop_poll_deadline(struct cpu *cpu, uint64_t clock)
{
    if (!cpu->deadline || cpu_awaits_timer(cpu) || cpu->stepping || cpu->overflowed ||
        clock >= snooper_deadline(&cpu->snooper) || clock >= smi_deadline(&cpu->smi))
        return false;
    devices_advance(cpu->devices, clock);
    if (nmi_waits(cpu) || interrupt_waits(cpu))
        return false;
    run_loop_set_deadline(cpu);
    return !cpu_awaits_timer(cpu) || clock < cpu->due;
}

/* Runs up to the timer interrupt or an earlier event. */
static __attribute__((noinline)) void run_loop_near(struct cpu *cpu)
{
    cpu->deadline = cpu->due;
    while (model_clock(cpu->model) < cpu->deadline)
        run_block_near(cpu, run_loop_next_block(cpu));
}

/* True if an event is pending that the shadow delays. Without such an event the shadow is
 * ignored. */
static bool waits_for_shadow(const struct cpu *cpu)
{
    return cpu->shadow && (nmi_waits(cpu) || interrupt_waits(cpu) || cpu->pending_debug);
}

/* Handles everything that is pending at an instruction boundary. */
static void run_loop_handle_events(struct cpu *cpu)
{
    cpu->overflowed = false;
    block_cache_flush_due(cpu);
    do {
        devices_advance(cpu->devices, model_clock(cpu->model));
        snooper_advance(&cpu->snooper, cpu->model);
        if (smi_advance(&cpu->smi, cpu->model) && cpu->observer)
            observer_catch_up(cpu->observer);
        if (devices_exit(cpu->devices, &cpu->exit_status))
            run_loop_stop(cpu, STOP_EXIT_PORT);
        if (cpu->enough)
            run_loop_stop(cpu, STOP_ENOUGH);
        if (devices_reset_asked(cpu->devices))
            run_loop_stop(cpu, STOP_RESET);
        if (cpu->pending_debug && cpu->shadow != SHADOW_SS)
            run_loop_deliver_debug_trap(cpu, cpu->pending_debug);
        if (!run_loop_accept_interrupt(cpu) && cpu->halted)
            run_loop_idle(cpu);
    } while (cpu->halted);
    if (cpu->stepping || waits_for_shadow(cpu)) {
        cpu->deadline = 0;
        run_loop_step(cpu);
    } else {
        cpu->shadow = SHADOW_NONE;
        run_loop_set_deadline(cpu);
    }
}

void run_loop_mode_changed(struct cpu *cpu)
{
    const uint8_t flatness =
        (uint8_t)(debug_register_checks_data(cpu) |
                  ((cpu->cr0 & CR0_AM) && (cpu->eflags & FLAG_AC) && cpu->cpl == 3) << 1);

    cpu->stepping = (cpu->eflags & (FLAG_TF | FLAG_RF)) || debug_register_armed(cpu);
    if (flatness != cpu->flatness) {
        cpu->flatness = flatness;
        for (unsigned i = 0; i < SEG_LDTR; i++)
            segment_update_flat(cpu, i);
    }
    cpu_attention(cpu);
}

/*
 * True if run_loop_counting() is needed instead of run_loop_fast(). Each of these loops returns if
 * the other one is needed, and is otherwise left by unwinding; see run_loop_forever(). They are
 * separate from run_loop_execute(), because it calls setjmp() and its variables are therefore kept
 * in memory.
 */
static bool is_counting(const struct cpu *cpu)
{
    return cpu->observer || (cpu->counts_matches && debug_register_watches_code(cpu));
}

/* Runs the next block, and translates it first if it has run often and translation is enabled. */
static inline void run_loop_run_next(struct cpu *cpu)
{
    struct block *block = run_loop_next_block(cpu);

    if (cpu->translator) {
        if (block->runs < cpu->translate_after && ++block->runs == cpu->translate_after)
            block_code_translate(cpu, block);
        translated_block_link(cpu, block);
        if (block->body && translated_block_run(cpu, block))
            return;
        flags_settle(cpu);
    }
    run_block(cpu, block);
    if (unlikely(cpu->counts_matches))
        debug_register_code_passed(cpu, block, cpu->current + 1);
}

static __attribute__((noinline)) void run_loop_fast(struct cpu *cpu)
{
    for (;;) {
        if (likely(model_clock(cpu->model) < cpu->deadline)) {
            run_loop_run_next(cpu);
            continue;
        }
        flags_settle(cpu);
        if (is_counting(cpu))
            return;
        if (cpu_awaits_timer(cpu) && model_clock(cpu->model) < cpu->due)
            run_loop_near(cpu);
        else
            run_loop_handle_events(cpu);
    }
}

static __attribute__((noinline)) void run_loop_counting(struct cpu *cpu)
{
    for (;;) {
        if (model_clock(cpu->model) < cpu->deadline)
            run_loop_counting_block(cpu, run_loop_next_block(cpu));
        else if (!is_counting(cpu))
            return;
        else if (cpu_awaits_timer(cpu) && model_clock(cpu->model) < cpu->due)
            cpu->deadline = cpu->due;
        else
            run_loop_handle_events(cpu);
    }
}

static _Noreturn void run_loop_forever(struct cpu *cpu)
{
    for (;;) {
        run_loop_fast(cpu);
        run_loop_counting(cpu);
    }
}

enum stop_reason run_loop_execute(struct cpu *cpu)
{
    switch (setjmp(cpu->unwind)) {
    case UNWIND_NONE:
        break;
    case UNWIND_FAULT:
        run_loop_deliver_fault(cpu);
        break;
    case UNWIND_AGAIN:
        run_loop_leave_block(cpu, false);
        break;
    case UNWIND_LEAVE:
        if (cpu->observer && cpu->in_block)
            observer_done(cpu->observer, cpu->current);
        run_loop_leave_block(cpu, true);
        if (cpu->step.active)
            run_loop_step_done(cpu, false);
        break;
    default:
        run_loop_leave_block(cpu, true);
        return cpu->stop;
    }
    run_loop_forever(cpu);
}
