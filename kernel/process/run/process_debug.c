/*
 * SPDX-License-Identifier: MIT
 * Gives a debugger access to the selected program.
 */
#include "kernel/process/run/process_debug.h"

#include <stddef.h>

#include "boot/contain.h"
#include "kernel/machine/trap.h"
#include "kernel/process/memory/address_space.h"
#include "kernel/process/run/selected_program.h"

static const struct process_debugger *debugger;

void process_debug_by(const struct process_debugger *by)
{
    debugger = by;
}

void process_debug_enter(uint32_t entry)
{
    if (debugger)
        debugger->enter(entry);
}

void process_debug_leave(void)
{
    if (debugger)
        debugger->leave();
}

void process_debug_die(const struct trap_frame *call, const char *signal)
{
    if (debugger && call)
        debugger->die(call, signal);
}

void process_debug_set_stopped(bool stopped)
{
    if (selected)
        trap_program_by(stopped ? NULL : process_handle_trap);
}

bool process_debug_is_address(uint32_t address)
{
    return address >= space_start() && address < SPACE_END;
}

uint8_t *process_debug_byte(uint32_t address)
{
    return space_kernel_address(address);
}

bool process_debug_may_stop(const struct trap_frame *frame)
{
    return !selected || process_owns_trap(frame);
}

bool process_debug_is_call(const struct trap_frame *frame)
{
    return selected && process_is_call(frame);
}

bool process_debug_serve(struct trap_frame *frame)
{
    return selected && contain_active() && process_serve_trap(frame);
}
