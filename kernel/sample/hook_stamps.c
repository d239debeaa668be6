/*
 * SPDX-License-Identifier: MIT
 * Stamps hooked events. The handler is the first that trap_handle() calls. Breakpoints and
 * overflows (INT3, INTO) are stamped, and the program continues after them; other exceptions are
 * stamped and handled as usual. A port access in ring 3 is a general protection fault, since the
 * task state has no I/O permission map; the handler makes the access, whose time counts as the
 * program's.
 */
#include "kernel/sample/hook_stamps.h"

#include "boot/contain.h"
#include "kernel/lib/x86.h"
#include "kernel/machine/trap.h"
#include "kernel/machine/watchdog.h"
#include "kernel/sample/sources/watch_points.h"

#define VECTOR_DEBUG      1
#define VECTOR_BREAKPOINT 3
#define VECTOR_OVERFLOW   4
#define VECTOR_PROTECTION 13
#define EXCEPTIONS        32

struct channel_state hook_state;

static const struct sample_source *source; /* NULL: no interrupts */
static struct hook_options wanted;

static struct stamp *hook_stamp_store(enum stamp_kind kind, uint32_t number, uint32_t value,
                                      uint64_t now)
{
    hook_state.met++;
    if (!hook_state.left)
        return NULL;
    hook_state.left--;
    struct stamp *made = hook_state.next++;
    *made = (struct stamp){.low = (uint32_t)now,
                           .what = (uint32_t)(now >> 32 & 0xFF) | number << 8 | kind << 24,
                           .value = value};
    return made;
}

/* ---- watches -------------------------------------------------------------------------------- */

static uint32_t hook_stamp_watched_value(uint32_t address)
{
    uint32_t value = 0;
    for (uint32_t i = watch_points_bytes(address); i-- > 0;)
        value = value << 8 | x86_read8_safe(address + i);
    return value;
}

/* Stamps the watches that were hit. Several writes of one instruction have the same time. */
static struct stamp *hook_stamp_watches(uint32_t hits, uint64_t now)
{
    struct stamp *made = NULL;
    for (unsigned w = 0; w < wanted.n_watches; w++)
        if (hits & 1u << w) {
            struct stamp *one = hook_stamp_store(
                STAMP_WATCH, w, hook_stamp_watched_value(wanted.watches[w].address), now);
            made = made ? made : one;
        }
    return made;
}

/* ---- ports ---------------------------------------------------------------------------------- */

#define PREFIX_SIZE 0x66
#define BY_DX       0x08 /* opcode bit: E4 to E7 have an immediate port, EC to EF use DX */
#define IS_OUT      0x02
#define IS_WIDE     0x01

struct port_access {
    uint16_t port;
    uint8_t opcode, length, bytes; /* length of the instruction */
};

/* Reports whether the instruction is IN or OUT of one value. */
static bool hook_stamp_is_port_access(const struct trap_frame *frame, struct port_access *access)
{
    uint32_t at = frame->eip;
    bool narrow = x86_read8_safe(at) == PREFIX_SIZE;
    at += narrow;
    access->opcode = x86_read8_safe(at);
    if ((access->opcode & 0xF4) != 0xE4)
        return false;
    bool by_dx = access->opcode & BY_DX;
    access->port = by_dx ? (uint16_t)frame->edx : x86_read8_safe(at + 1);
    access->length = (uint8_t)(narrow + 2 - by_dx);
    access->bytes = !(access->opcode & IS_WIDE) ? 1 : narrow ? 2 : 4;
    return true;
}

static uint32_t hook_stamp_port_out(const struct port_access *access, uint32_t value)
{
    if (access->bytes == 1)
        __asm__ volatile("outb %b0, %w1" : : "a"(value), "d"(access->port));
    else if (access->bytes == 2)
        __asm__ volatile("outw %w0, %w1" : : "a"(value), "d"(access->port));
    else
        __asm__ volatile("outl %0, %w1" : : "a"(value), "d"(access->port));
    return value;
}

/* Executes IN; returns the new EAX. */
static uint32_t hook_stamp_port_in(const struct port_access *access, uint32_t eax)
{
    if (access->bytes == 1)
        __asm__ volatile("inb %w1, %b0" : "+a"(eax) : "d"(access->port));
    else if (access->bytes == 2)
        __asm__ volatile("inw %w1, %w0" : "+a"(eax) : "d"(access->port));
    else
        __asm__ volatile("inl %w1, %0" : "+a"(eax) : "d"(access->port));
    return eax;
}

static struct stamp *hook_stamp_port(struct trap_frame *frame, const struct port_access *access,
                                     uint64_t now, uint32_t *of_program)
{
    bool out = access->opcode & IS_OUT;
    uint64_t began = rdtsc();
    uint32_t value =
        out ? hook_stamp_port_out(access, frame->eax) : hook_stamp_port_in(access, frame->eax);
    *of_program = (uint32_t)(rdtsc() - began);
    frame->eax = value;
    frame->eip += access->length;
    if (access->bytes < 4)
        value &= (1u << 8 * access->bytes) - 1;
    return hook_stamp_store(out ? STAMP_OUT : STAMP_IN, access->port, value, now);
}

/* ---- the handler ---------------------------------------------------------------------------- */

/* Also true for code that restores data before a run, which may write to a watched address. */
static bool is_programs(const struct trap_frame *frame)
{
    return frame->vector == VECTOR_DEBUG || (frame->vector < EXCEPTIONS && contain_active());
}

/* Stamps an interrupt. The source may still have one pending when interrupts are not hooked. */
static struct stamp *hook_stamp_interrupt(const struct trap_frame *frame, uint64_t now)
{
    if (!(wanted.hooks & HOOK_INTERRUPTS))
        return NULL;
    if (!source->steady)
        source->arm(wanted.ticks);
    return hook_stamp_store(STAMP_INTERRUPT, frame->vector, frame->eip, now);
}

/* Stamps an exception. If *done is unchanged, the exception is then handled as usual. */
static struct stamp *hook_stamp_exception(struct trap_frame *frame, uint64_t now,
                                          uint32_t *of_program, bool *done)
{
    struct port_access access;
    uint32_t hits = frame->vector == VECTOR_DEBUG && wanted.n_watches ? watch_points_hit() : 0;
    bool port = frame->vector == VECTOR_PROTECTION && (wanted.hooks & HOOK_PORTS) &&
                (frame->cs & 3) && hook_stamp_is_port_access(frame, &access);
    *done = hits || port;
    if (hits)
        return hook_stamp_watches(hits, now);
    if (port)
        return hook_stamp_port(frame, &access, now, of_program);
    if (!(wanted.hooks & HOOK_EXCEPTIONS))
        return NULL;
    *done = frame->vector == VECTOR_BREAKPOINT || frame->vector == VECTOR_OVERFLOW;
    return hook_stamp_store(STAMP_EXCEPTION, frame->vector, frame->eip, now);
}

static bool hook_stamps_handle(struct trap_frame *frame)
{
    uint64_t now = rdtsc();
    uint32_t of_program = 0;
    bool done = true;
    struct stamp *made = NULL;
    if (is_programs(frame))
        made = hook_stamp_exception(frame, now, &of_program, &done);
    else if (source && source->acknowledge(frame))
        made = hook_stamp_interrupt(frame, now);
    else
        return false;
    if (made)
        made->spent = (uint32_t)(rdtsc() - now) - of_program;
    return done;
}

static void open_breakpoints(bool yes)
{
    descriptors_open_to_ring_3(VECTOR_BREAKPOINT, yes);
    descriptors_open_to_ring_3(VECTOR_OVERFLOW, yes);
}

void hook_stamps_arm(void)
{
    if (wanted.n_watches)
        watch_points_set(wanted.watches, wanted.n_watches);
    if ((wanted.hooks & HOOK_INTERRUPTS) && !source->steady)
        source->arm(wanted.ticks);
}

void hook_stamps_begin(const struct hook_options *these)
{
    wanted = *these;
    open_breakpoints(wanted.hooks & HOOK_EXCEPTIONS);
    if (!(wanted.hooks & HOOK_INTERRUPTS))
        return;
    contain_interruptible(true);
    if (source->steady)
        source->go(true);
}

void hook_stamps_end(void)
{
    if ((wanted.hooks & HOOK_INTERRUPTS) && source->steady)
        source->go(false);
    contain_interruptible(watchdog_seconds() != 0);
    open_breakpoints(false);
    wanted = (struct hook_options){0};
}

void hook_stamps_open(const struct sample_source *opened)
{
    source = opened;
    trap_sample_by(hook_stamps_handle);
}

void hook_stamps_close(void)
{
    trap_sample_by(NULL);
    source = NULL;
}
