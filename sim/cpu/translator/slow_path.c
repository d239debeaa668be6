/*
 * SPDX-License-Identifier: MIT
 * The C functions that translated code calls: accesses that are not simple, branches whose
 * prediction is not known, instructions that the interpreter executes. Each may unwind as an
 * instruction handler may.
 */
#include "sim/cpu/decoder/block_cache.h"
#include "sim/cpu/flags.h"
#include "sim/cpu/fpu/fpu_unit.h"
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/translator/translator.h"

/* Adds the share to the model's counts; `sign` is 1, or -1 to subtract it. */
static inline void slow_path_count(struct cpu *cpu, const struct uncounted_work *share,
                                   uint64_t sign)
{
    const struct model_places *places = &cpu->translator->places;

    *places->clock += sign * share->clocks;
    if (!(share->reads | share->writes | share->both_pipes | share->flops))
        return;
    *places->tally[TALLY_DATA_READS] += sign * share->reads;
    *places->tally[TALLY_DATA_WRITES] += sign * share->writes;
    *places->tally[TALLY_WRITE_HITS] += sign * share->write_hits;
    *places->tally[TALLY_BOTH_PIPES] += sign * share->both_pipes;
    *places->tally[TALLY_FLOPS] += sign * share->flops;
}

/* The host's status word after the last x87 instruction. */
static unsigned slow_path_x87_status(const struct cpu *cpu, const struct call_site *place)
{
    return place->x87.c1 == C1_CLEAR ? host_status() : cpu->x87_host_status;
}

static void slow_path_settle_x87(struct cpu *cpu, const struct x87_state *x87, unsigned seen)
{
    struct fpu *fpu = &cpu->fpu;
    const unsigned c1 = x87->c1 == C1_SAVED ? seen & FPU_C1 : 0;

    fpu->top = x87->top;
    fpu->valid = x87->valid;
    *cpu->translator->x87.top = x87->model_top;
    if (x87->c1 != C1_AS_IT_IS)
        fpu->status = (uint16_t)((fpu->status & ~FPU_C1) | c1 | (seen & FPU_EXCEPTIONS));
    if (x87->last) {
        fpu->code_selector = cpu->seg[SEG_CS].selector;
        fpu->code_offset = x87->last->address;
        fpu->opcode = x87->last->selector;
    }
    if (x87->by_address)
        fpu->data_selector = cpu->seg[x87->by_address->segment].selector;
}

/* Stores the operation that set the flags, if it was known at translation time. */
static inline void slow_path_set_pending(struct cpu *cpu, const struct call_site *place)
{
    if (place->flags != PENDING_AS_IT_IS)
        cpu->pending.operation = place->flags;
}

/* Sets the state that the interpreter would have at that instruction. */
static void slow_path_enter(struct cpu *cpu, const struct call_site *place)
{
    slow_path_count(cpu, &place->share, 1);
    cpu->block = place->block;
    cpu->current = place->insn;
    cpu->eip = place->block->insns[0].address + place->block->bytes;
    cpu->jumped = false;
    cpu->retired = false;
    cpu->in_block = true;
    slow_path_set_pending(cpu, place);
    if (place->x87.known)
        slow_path_settle_x87(cpu, &place->x87, slow_path_x87_status(cpu, place));
}

static void slow_path_leave(struct cpu *cpu, const struct call_site *place)
{
    cpu->in_block = false;
    slow_path_count(cpu, &place->share, UINT64_MAX);
    slow_path_count(cpu, &place->plain, UINT64_MAX);
}

/* Ends the block if the instruction has overwritten it and was not its last. */
static void slow_path_leave_if_dropped(struct cpu *cpu, const struct call_site *place)
{
    const struct insn *next = place->insn + 1;

    if (likely(place->block->bits) || next == place->block->insns + place->block->count)
        return;
    if (place->pushes)
        cpu->reg[REG_ESP] = cpu->slow_address;
    cpu->current = next;
    model_issue(cpu->model, next);
    cpu->eip = next->address;
    cpu_unwind(cpu, UNWIND_AGAIN);
}

static void slow_path_pair(struct cpu *cpu, const struct call_site *place)
{
    if (place->v_half)
        p5_translated_paired(cpu->model, place->insn - 1, cpu->pair_address);
}

static void slow_path_unpair(struct cpu *cpu, const struct call_site *place)
{
    if (place->u_half)
        p5_translated_unpaired(cpu->model);
}

static void *slow_path_issue(struct cpu *cpu, const struct call_site *place, uint32_t linear)
{
    (void)linear;
    slow_path_count(cpu, &place->share, 1);
    model_issue(cpu->model, place->insn);
    slow_path_count(cpu, &place->share, UINT64_MAX);
    return NULL;
}

static void *slow_path_execute(struct cpu *cpu, const struct call_site *place, uint32_t linear)
{
    (void)linear;
    slow_path_enter(cpu, place);
    flags_settle(cpu);
    slow_path_pair(cpu, place);
    model_issue(cpu->model, place->insn);
    place->insn->execute(cpu, place->insn);
    slow_path_leave_if_dropped(cpu, place);
    slow_path_leave(cpu, place);
    return NULL;
}

/* ---- accesses ------------------------------------------------------------------------------ */

/* True if the page was used last and the access crosses no boundary. */
static inline bool is_simple(const struct window *window, const struct call_site *place,
                             uint32_t linear)
{
    return (linear & place->mask) <= place->most && window_hit(window, linear, place->bytes);
}

/* Sets the clock to that of the access; slow_path_end_simple() restores it. */
static inline void slow_path_begin_simple(struct cpu *cpu, const struct call_site *place,
                                          uint32_t linear)
{
    *cpu->translator->places.clock += place->share.clocks;
    if (place->x87.known)
        *cpu->translator->x87.top = place->x87.model_top;
    if (place->v_half && ((linear ^ cpu->pair_address) & 0x1c) == 0)
        data_access_bank_conflict(cpu->model);
}

static inline void slow_path_end_simple(struct cpu *cpu, const struct call_site *place,
                                        uint32_t linear)
{
    *cpu->translator->places.clock -= place->share.clocks;
    if (place->x87_operand)
        cpu->fpu.data_offset = linear;
}

/* Performs a load that slow_path_read() could not. */
static void *slow_path_load(struct cpu *cpu, const struct call_site *place, uint32_t linear)
{
    uint64_t value;

    slow_path_enter(cpu, place);
    slow_path_pair(cpu, place);
    switch (place->bytes) {
    case 1:
        value = load8(cpu, place->insn, place->segment, linear);
        break;
    case 2:
        value = load16(cpu, place->insn, place->segment, linear);
        break;
    case 4:
        value = load32(cpu, place->insn, place->segment, linear);
        break;
    default:
        value = load64(cpu, place->insn, place->segment, linear);
        break;
    }
    memcpy(cpu->bounce, &value, sizeof value);
    if (place->x87_operand)
        cpu->fpu.data_offset = linear;
    slow_path_unpair(cpu, place);
    slow_path_leave(cpu, place);
    return cpu->bounce;
}

static inline void *slow_path_read_simple(struct cpu *cpu, const struct call_site *place,
                                          const struct window *window, uint32_t linear)
{
    const uint32_t physical = window->physical + (linear - window->start);

    guest_window_used(cpu, linear);
    if (place->x87.known) {
        *cpu->translator->x87.top = place->x87.model_top;
        if (place->x87_operand)
            cpu->fpu.data_offset = linear;
    }
    if (place->v_half && ((linear ^ cpu->pair_address) & 0x1c) == 0)
        data_access_bank_conflict(cpu->model);
    if (plain_read_ahead(cpu->model, place->insn, physical, place->share.clocks))
        guest_near_line_record(cpu, linear);
    return cpu->ram + physical;
}

static void *slow_path_read(struct cpu *cpu, const struct call_site *place, uint32_t linear)
{
    const struct window *window = window_for(cpu, linear, false);

    if (likely(is_simple(window, place, linear)))
        return slow_path_read_simple(cpu, place, window, linear);
    cpu->slow_address = linear;
    return NULL;
}

static void *slow_path_write_simple(struct cpu *cpu, const struct call_site *place,
                                    const struct window *window, uint32_t linear)
{
    const uint32_t physical = window->physical + (linear - window->start);

    guest_window_used(cpu, linear);
    slow_path_begin_simple(cpu, place, linear);
    --*cpu->translator->places.tally[TALLY_WRITE_HITS]; /* the model counts a hit itself */
    if (data_access_write_aligned(cpu->model, place->insn, physical))
        guest_near_line_record(cpu, linear);
    slow_path_end_simple(cpu, place, linear);
    return cpu->ram + physical;
}

static void *slow_path_write(struct cpu *cpu, const struct call_site *place, uint32_t linear)
{
    const struct window *window = window_for(cpu, linear, true);

    if (likely(is_simple(window, place, linear) &&
               !cpu->code_granules[(window->physical + (linear - window->start)) >> 12]))
        return slow_path_write_simple(cpu, place, window, linear);
    cpu->slow_address = linear;
    return NULL;
}

/* Performs a store that slow_path_write() could not. */
static void *slow_path_store(struct cpu *cpu, const struct call_site *place, uint32_t linear)
{
    uint64_t value;

    linear = cpu->slow_address;
    memcpy(&value, cpu->bounce, sizeof value);
    slow_path_enter(cpu, place);
    slow_path_pair(cpu, place);
    switch (place->bytes) {
    case 1:
        store8(cpu, place->insn, place->segment, linear, (uint8_t)value);
        break;
    case 2:
        store16(cpu, place->insn, place->segment, linear, (uint16_t)value);
        break;
    case 4:
        store32(cpu, place->insn, place->segment, linear, (uint32_t)value);
        break;
    default:
        store64(cpu, place->insn, place->segment, linear, value);
        break;
    }
    if (place->x87_operand)
        cpu->fpu.data_offset = linear;
    slow_path_unpair(cpu, place);
    guest_near_line_record(cpu, linear);
    slow_path_leave_if_dropped(cpu, place);
    slow_path_leave(cpu, place);
    return NULL;
}

static void *slow_path_rmw_load(struct cpu *cpu, const struct call_site *place, uint32_t linear)
{
    uint32_t value;

    slow_path_enter(cpu, place);
    slow_path_pair(cpu, place);
    switch (place->bytes) {
    case 1:
        value = rmw_load8(cpu, place->insn, place->segment, linear, false);
        break;
    case 2:
        value = rmw_load16(cpu, place->insn, place->segment, linear, false);
        break;
    default:
        value = rmw_load32(cpu, place->insn, place->segment, linear, false);
        break;
    }
    memcpy(cpu->bounce, &value, sizeof value);
    cpu->slow_address = linear;
    slow_path_leave(cpu, place);
    return cpu->bounce;
}

static void *slow_path_rmw_store(struct cpu *cpu, const struct call_site *place, uint32_t linear)
{
    uint32_t value;

    (void)linear;
    memcpy(&value, cpu->bounce, sizeof value);
    slow_path_enter(cpu, place);
    switch (place->bytes) {
    case 1:
        rmw_store8(cpu, place->insn, (uint8_t)value, false);
        break;
    case 2:
        rmw_store16(cpu, place->insn, (uint16_t)value, false);
        break;
    default:
        rmw_store32(cpu, place->insn, value, false);
        break;
    }
    slow_path_unpair(cpu, place);
    guest_near_line_record(cpu, cpu->slow_address);
    slow_path_leave_if_dropped(cpu, place);
    slow_path_leave(cpu, place);
    return NULL;
}

static void *slow_path_entry(struct cpu *cpu, const struct call_site *place, uint32_t linear)
{
    (void)linear;
    p5_translated_entry_wait(cpu->model, place->insn);
    return NULL;
}

static void slow_path_branch(struct cpu *cpu, const struct call_site *place, bool taken,
                             uint32_t target)
{
    model_branch(cpu->model, place->insn, place->insn->address, place->branch, taken, target);
}

static void *slow_path_taken(struct cpu *cpu, const struct call_site *place, uint32_t linear)
{
    (void)linear;
    slow_path_branch(cpu, place, true, place->insn->immediate);
    return NULL;
}

static void *slow_path_not_taken(struct cpu *cpu, const struct call_site *place, uint32_t linear)
{
    (void)linear;
    slow_path_branch(cpu, place, false, place->insn->immediate);
    return NULL;
}

static void *slow_path_indirect(struct cpu *cpu, const struct call_site *place, uint32_t linear)
{
    slow_path_branch(cpu, place, true, linear);
    return (void *)(uintptr_t)linear;
}

static void *slow_path_find(struct cpu *cpu, const struct call_site *place, uint32_t linear)
{
    const struct block *next = block_cache_find_near(cpu, place->block, linear);

    if (!next || !next->body || next->needs & ~place->block->needs)
        return NULL;
    *place->target = (struct indirect_target){linear, next->entry};
    return (void *)next->entry;
}

static void *slow_path_condition(struct cpu *cpu, const struct call_site *place, uint32_t linear)
{
    (void)linear;
    slow_path_set_pending(cpu, place);
    flags_settle(cpu);
    return (void *)(uintptr_t)flags_condition(cpu, place->insn->opcode & 15);
}

static void *slow_path_carry(struct cpu *cpu, const struct call_site *place, uint32_t linear)
{
    (void)linear;
    slow_path_set_pending(cpu, place);
    flags_settle(cpu);
    cpu->pending.carry = flag_cf(cpu);
    return NULL;
}

slow_path *const slow_paths[SLOW_PATHS] = {
    [SLOW_ISSUE] = slow_path_issue,         [SLOW_EXECUTE] = slow_path_execute,
    [SLOW_READ] = slow_path_read,           [SLOW_WRITE] = slow_path_write,
    [SLOW_LOAD] = slow_path_load,           [SLOW_STORE] = slow_path_store,
    [SLOW_RMW_LOAD] = slow_path_rmw_load,   [SLOW_RMW_STORE] = slow_path_rmw_store,
    [SLOW_ENTRY] = slow_path_entry,         [SLOW_TAKEN] = slow_path_taken,
    [SLOW_NOT_TAKEN] = slow_path_not_taken, [SLOW_INDIRECT] = slow_path_indirect,
    [SLOW_FIND] = slow_path_find,           [SLOW_CONDITION] = slow_path_condition,
    [SLOW_CARRY] = slow_path_carry,
};
