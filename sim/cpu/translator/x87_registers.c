/*
 * SPDX-License-Identifier: MIT
 * Manages the guest's x87 registers that are on the host's stack: the top t->x87.allocated
 * registers, in order. All others are in memory, and all are stored before C code that may use the
 * host's unit is called. FNSAVE also stores popped registers, so these stay on the host until a
 * push replaces them, or are stored. Also manages the status word, which is slow to read on the
 * host.
 */
#include "sim/cpu/fpu/fpu_unit.h"
#include "sim/cpu/translator/x87_form.h"

static struct host_memory st(const struct translation *t, unsigned number)
{
    const size_t at =
        offsetof(struct cpu, fpu.reg) + x87_physical(&t->x87, number) * sizeof(struct fpu_register);

    return host_at(HOST_CPU, (int32_t)at);
}

static void load_register(struct translation *t, unsigned number)
{
    host_code_x87(t->code, 0xdb, 5, st(t, number));
}

/* Inserts a register below those on the host: exchanges it with each of them, from the last to the
 * first. */
static void x87_registers_insert(struct translation *t)
{
    load_register(t, t->x87.allocated);
    for (unsigned n = t->x87.allocated; n > 0; n--) {
        const uint8_t exchange[] = {0xd9, (uint8_t)(0xc8 | n)};

        host_code_bytes(t->code, exchange, sizeof exchange);
    }
    t->x87.allocated++;
}

static void store_and_pop(struct translation *t, unsigned number)
{
    host_code_x87(t->code, 0xdb, 7, st(t, number)); /* FSTP of 80 bits */
}

static void x87_registers_pop(struct translation *t)
{
    const uint8_t fstp[] = {0xdd, 0xd8}; /* FSTP ST0 */

    host_code_bytes(t->code, fstp, sizeof fstp);
}

/* Stores popped registers in memory until `but` of them are left. */
static void x87_registers_spill_popped(struct translation *t, unsigned but)
{
    for (; t->x87.popped > but; t->x87.popped--)
        store_and_pop(t, 0u - t->x87.popped);
}

void x87_registers_allocate(struct translation *t, unsigned count)
{
    x87_registers_spill_popped(t, 0);
    if (!t->x87.allocated)
        x87_registers_reload(t, &(struct x87_state){.allocated = (uint8_t)count});
    while (t->x87.allocated < count)
        x87_registers_insert(t);
}

void x87_registers_reload(struct translation *t, const struct x87_state *as)
{
    for (unsigned n = as->allocated; n-- > 0;)
        load_register(t, n);
    for (unsigned n = 1; n <= as->popped; n++)
        load_register(t, 0u - n);
    t->x87.allocated = as->allocated;
    t->x87.popped = as->popped;
}

void x87_registers_spill(struct translation *t)
{
    if (t->x87.c1 == C1_LOOP)
        x87_loop_read_status(t);
    if (t->x87.c1 == C1_HOST)
        x87_registers_read_status(t);
    x87_registers_spill_popped(t, 0);
    for (unsigned n = 0; n < t->x87.allocated; n++)
        store_and_pop(t, n);
    t->x87.allocated = 0;
}

void x87_registers_discard(struct translation *t)
{
    for (unsigned n = t->x87.allocated + t->x87.popped; n > 0; n--)
        x87_registers_pop(t);
    t->x87.allocated = t->x87.popped = 0;
}

/* A push replaces the register that was popped last. */
void x87_registers_make_room(struct translation *t)
{
    x87_registers_spill_popped(t, 1);
    if (t->x87.popped)
        x87_registers_pop(t);
    t->x87.popped = 0;
    if (t->x87.allocated == X87_REGISTERS)
        x87_registers_spill(t);
}

void x87_registers_popped(struct translation *t, unsigned times)
{
    t->x87.allocated = (uint8_t)(t->x87.allocated - times);
    t->x87.popped = (uint8_t)(t->x87.popped + times);
}

/* ---- the status word ------------------------------------------------------------------------- */

void x87_registers_read_status(struct translation *t)
{
    host_code_x87(t->code, 0xdd, 7, HAS_CPU(x87_host_status)); /* FNSTSW */
    t->x87.c1 = C1_SAVED;
}

/* Copies the bits of `which` from cpu->x87_host_status to the guest's status word and adds the
 * exceptions. */
static void x87_registers_merge_status(struct translation *t, unsigned which)
{
    host_code_memory(t->code, HOST_MOVZX16, HOST_32, HOST_R10, HAS_CPU(x87_host_status));
    host_code_register_immediate(t->code, HOST_AND_I, HOST_32, HOST_R10,
                                 (int32_t)(which | FPU_EXCEPTIONS));
    host_code_memory(t->code, HOST_MOVZX16, HOST_32, HOST_R11, HAS_CPU(fpu.status));
    host_code_register_immediate(t->code, HOST_AND_I, HOST_32, HOST_R11,
                                 (int32_t) ~(which | FPU_C1));
    host_code_registers(t->code, HOST_OR, HOST_32, HOST_R11, HOST_R10);
    host_code_memory(t->code, HOST_STORE, HOST_16, HOST_R11, HAS_CPU(fpu.status));
    t->x87.c1 = C1_AS_IT_IS;
}

void x87_registers_read_conditions(struct translation *t)
{
    x87_registers_read_status(t);
    x87_registers_merge_status(t, FPU_CONDITIONS);
}

void x87_registers_settle(struct translation *t)
{
    const bool clear = t->x87.c1 == C1_CLEAR;

    if (t->x87.c1 == C1_AS_IT_IS)
        return;
    if (t->x87.c1 == C1_LOOP)
        x87_loop_read_status(t);
    if (t->x87.c1 != C1_SAVED)
        x87_registers_read_status(t);
    x87_registers_merge_status(t, clear ? 0 : FPU_C1);
}

void x87_registers_clear_exceptions(struct translation *t)
{
    const uint8_t fnclex[] = {0xdb, 0xe2};

    host_code_bytes(t->code, fnclex, sizeof fnclex);
}
