/*
 * SPDX-License-Identifier: MIT
 * Provides the model with registers in a record's format, and stores records with supervisor
 * rights. A page that is not present or not writable raises no fault.
 */
#include "sim/cpu/system/debug_store.h"

#include "sim/cpu/flags.h"
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/system/page_walk.h"

/* Address of the next instruction, inside or between blocks. */
static uint32_t debug_store_next_instruction(const struct cpu *cpu)
{
    return cpu->seg[SEG_CS].base + (cpu->in_block ? cpu->current->address : cpu->eip);
}

static void debug_store_state(void *context, struct model_record *record)
{
    struct cpu *cpu = context;

    flags_settle(cpu);
    *record = (struct model_record){
        .eflags = eflags_read(cpu),
        .eip = debug_store_next_instruction(cpu),
        .eax = cpu->reg[REG_EAX],
        .ebx = cpu->reg[REG_EBX],
        .ecx = cpu->reg[REG_ECX],
        .edx = cpu->reg[REG_EDX],
        .esi = cpu->reg[REG_ESI],
        .edi = cpu->reg[REG_EDI],
        .ebp = cpu->reg[REG_EBP],
        .esp = cpu->reg[REG_ESP],
    };
}

static bool debug_store_read_linear(void *context, uint32_t linear, uint32_t *value)
{
    const struct cpu *cpu = context;
    uint8_t *to = (uint8_t *)value;
    uint32_t physical;

    for (unsigned i = 0; i < sizeof *value; i++) {
        if (!page_walk_peek(cpu, linear + i, PTE_PRESENT, &physical))
            return false;
        guest_physical_read(cpu, physical, to + i, 1);
    }
    return true;
}

static bool debug_store_write_linear(void *context, uint32_t linear, uint32_t value)
{
    struct cpu *cpu = context;
    const uint32_t needed = PTE_PRESENT | (cpu->cr0 & CR0_WP ? PTE_WRITABLE : 0);
    const uint8_t *from = (const uint8_t *)&value;
    uint32_t physical;

    for (unsigned i = 0; i < sizeof value; i++) {
        if (!page_walk_peek(cpu, linear + i, needed, &physical))
            return false;
        guest_physical_write(cpu, physical, from + i, 1);
    }
    return true;
}

void debug_store_attach(struct cpu *cpu)
{
    model_set_debug_store(cpu->model,
                          &(struct model_debug_store){debug_store_state, debug_store_read_linear,
                                                      debug_store_write_linear, cpu});
}
