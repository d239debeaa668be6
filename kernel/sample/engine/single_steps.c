/*
 * SPDX-License-Identifier: MIT
 * Single steps by EFLAGS.TF and the debug exception, or by DR0 where the flag is unsuitable.
 */
#include "kernel/sample/engine/single_steps.h"

#include "boot/contain.h"
#include "boot/launch.h"
#include "kernel/lib/x86.h"

#define EFLAGS_TF     (1u << 8)
#define PREFIX_16     0x66
#define PREFIX_REPNE  0xF2
#define PREFIX_REP    0xF3
#define OPCODE_PUSHF  0x9C
#define MOST_PREFIXES 4
#define DR7_EXECUTES  1u /* DR0, local, on execution (Intel SDM volume 3, 17.2.4) */
#define FURTHEST_SKID 32 /* instructions: a later interrupt was held up for another reason */

extern const char user_code_start[], user_code_end[];

static struct {
    struct sample *sample;
    unsigned left;              /* instructions; the last one is the sample's */
    bool breaks;                /* stopped by DR0 */
    uint32_t nearest, furthest; /* latencies seen in this session, in events after the overflow */
} steps;

void single_steps_begin_session(void)
{
    steps.left = 0;
    steps.nearest = UINT32_MAX;
    steps.furthest = 0;
}

static bool single_steps_is_string(uint8_t opcode)
{
    return (opcode >= 0xA4 && opcode <= 0xA7) || (opcode >= 0xAA && opcode <= 0xAF) ||
           (opcode >= 0x6C && opcode <= 0x6F);
}

/*
 * Returns the length of a repeated string instruction, which would trap after each iteration, or of
 * PUSHF, which would store the flag; 0 for any other instruction.
 */
static unsigned single_steps_skipped_bytes(uint32_t eip)
{
    bool repeats = false;
    for (unsigned n = 0; n < MOST_PREFIXES; n++) {
        uint8_t byte = x86_read8_safe(eip + n);
        if (byte == PREFIX_REP || byte == PREFIX_REPNE)
            repeats = true;
        else if (byte != PREFIX_16)
            return (repeats && single_steps_is_string(byte)) || byte == OPCODE_PUSHF ? n + 1 : 0;
    }
    return 0;
}

/* Traps at the beginning of the next instruction. */
static void break_at(uint32_t address)
{
    __asm__ volatile("mov %0, %%dr0" : : "r"(address));
    write_dr7(address ? DR7_EXECUTES : 0);
    steps.breaks = address;
}

/*
 * The code that calls benchmarks reads their counters after them, so steps stop there. Steps are
 * allowed in the code that leads to a benchmark in ring 0; otherwise its first instructions would
 * have too few samples.
 */
static bool may_step(const struct trap_frame *frame)
{
    bool of_benchmarks =
        frame->eip >= (uint32_t)user_code_start && frame->eip < (uint32_t)user_code_end;
    return of_benchmarks || (contain_active() && !launch.user && !(frame->cs & 3));
}

static bool single_steps_continue(struct trap_frame *frame)
{
    steps.sample->address = frame->eip;
    frame->eflags &= ~EFLAGS_TF;
    if (steps.left && may_step(frame)) {
        unsigned bytes = single_steps_skipped_bytes(frame->eip);
        if (bytes)
            break_at(frame->eip + bytes);
        else
            frame->eflags |= EFLAGS_TF;
        return true;
    }
    if (steps.left)
        steps.sample->executed = 0;
    steps.left = 0;
    return false;
}

bool single_steps_begin(struct trap_frame *frame, struct sample *sample, uint32_t since)
{
    if (since < steps.nearest)
        steps.nearest = since;
    bool likely = since - steps.nearest <= FURTHEST_SKID;
    if (likely && since > steps.furthest)
        steps.furthest = since;
    steps.left = likely ? steps.furthest - since + 1 : 1;
    steps.sample = sample;
    return single_steps_continue(frame);
}

bool single_steps_go_on(struct trap_frame *frame)
{
    if (steps.breaks)
        break_at(0);
    steps.sample->executed = steps.sample->address;
    steps.left--;
    return single_steps_continue(frame);
}

bool single_steps_active(void)
{
    return steps.left;
}

void single_steps_abandon(void)
{
    if (steps.breaks)
        break_at(0);
    steps.left = 0;
}
