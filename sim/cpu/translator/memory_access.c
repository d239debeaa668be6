/*
 * SPDX-License-Identifier: MIT
 * Memory accesses of translated code. An access that finds its cache line where it was last found
 * adds one count; any other access goes to a slow path.
 */
#include "sim/cpu/translator/translator.h"

void memory_access_address(struct translation *t, const struct insn *insn, enum host_register to)
{
    const int32_t displacement = (int32_t)insn->displacement;
    const enum host_register index = host_of(insn->index);

    if (insn->base != REG_NONE) {
        host_code_memory(t->code, HOST_LEA, HOST_32, to,
                         (struct host_memory){host_of(insn->base),
                                              insn->index == REG_NONE ? HOST_NONE : index,
                                              insn->scale, displacement});
    } else if (insn->index == REG_NONE) {
        host_code_load_constant(t->code, to, (uint32_t)displacement);
    } else {
        host_code_registers(t->code, HOST_MOV, HOST_32, to, index);
        if (insn->scale)
            host_code_shift_left(t->code, to, insn->scale);
        if (displacement)
            host_code_register_immediate(t->code, HOST_ADD_I, HOST_32, to, displacement);
    }
}

/* True if instruction i is the V half of a pair whose halves both access memory, or the U half of a
 * pair that may. An interpreted V half counts as well, because it needs the U half's address. */
static bool is_v_half(const struct translation *t, unsigned i)
{
    return t->block->insns[i].timing.pipe == PIPE_V && i > 0 && t->accesses[i - 1];
}

static bool is_u_half(const struct translation *t, unsigned i)
{
    return t->block->insns[i].timing.pipe == PIPE_U_PAIRED && i + 1 < t->block->count &&
           (t->accesses[i + 1] || t->how[i + 1] == HOW_INTERPRETED);
}

static struct call_site *memory_access_site(struct translation *t, unsigned i, unsigned bytes,
                                            unsigned segment)
{
    struct call_site *place = translator_call_site(t, i);

    place->bytes = (uint8_t)bytes;
    place->mask = bytes > 4 ? 7 : 3;
    place->most = (uint8_t)(place->mask + 1 - bytes);
    place->segment = (uint8_t)segment;
    place->u_half = is_u_half(t, i);
    place->v_half = is_v_half(t, i);
    place->x87_operand = t->how[i] == HOW_X87;
    return place;
}

/* Adds a conflict of the two pipes for the same bank. */
static void memory_access_bank(struct translation *t, unsigned i)
{
    struct late_code *late;
    uint8_t *jump;

    host_code_registers(t->code, HOST_MOV, HOST_32, HOST_R11, HOST_ADDRESS);
    host_code_registers(t->code, HOST_XOR, HOST_32, HOST_R11, HOST_PAIR);
    host_code_register_immediate(t->code, HOST_AND_I, HOST_32, HOST_R11, 0x1c);
    jump = host_code_jump_if(t->code, HOST_IF_EQUAL);
    late = translator_add_late(t, LATE_BANK, i);
    late->jumps[0] = jump;
    late->back = t->code->at;
}

static struct host_memory in_one_set(size_t member)
{
    return host_at(HOST_CPU, (int32_t)(offsetof(struct cpu, one_set) + member));
}

/* Reports the page used to a TLB that has one set. HOST_OFFSET is the line's entry. */
static void memory_access_page(struct translation *t, unsigned i)
{
    const int32_t way = (int32_t)(offsetof(struct cpu, near) + offsetof(struct near_line, way));
    struct late_code *late;
    uint8_t *jump;

    host_code_memory(t->code, HOST_MOV, HOST_32, HOST_R11,
                     (struct host_memory){HOST_CPU, HOST_OFFSET, 0, way});
    host_code_memory(t->code, HOST_CMP, HOST_32, HOST_R11,
                     in_one_set(offsetof(struct one_set, last)));
    jump = host_code_jump_if(t->code, HOST_IF_NOT_EQUAL);
    late = translator_add_late(t, LATE_PAGE, i);
    late->jumps[0] = jump;
    late->back = t->code->at;
}

void memory_access_late_page(struct translation *t)
{
    struct host_memory keep = in_one_set(offsetof(struct one_set, touch));
    struct host_memory set = keep;
    const struct host_memory tree = in_model(t, t->cpu->one_set.tree);

    host_code_memory(t->code, HOST_STORE, HOST_32, HOST_R11,
                     in_one_set(offsetof(struct one_set, last)));
    host_code_shift_left(t->code, HOST_R11, 4);
    keep.index = set.index = HOST_R11;
    set.displacement += 8;
    host_code_memory(t->code, HOST_MOV, HOST_64, HOST_R10, keep);
    host_code_memory(t->code, HOST_AND, HOST_64, HOST_R10, tree);
    host_code_memory(t->code, HOST_OR, HOST_64, HOST_R10, set);
    host_code_memory(t->code, HOST_STORE, HOST_64, HOST_R10, tree);
}

_Static_assert(sizeof(struct tlb_touch) == 16 && offsetof(struct tlb_touch, keep) == 0 &&
                   offsetof(struct tlb_touch, set) == 8,
               "the way is scaled by 16, and `set` is at offset 8");

/* Converts HOST_ADDRESS from a linear to a host address. Returns the late code for accesses that
 * are not simple. */
static struct late_code *memory_access_find(struct translation *t, unsigned i, enum late_kind kind,
                                            unsigned bytes, unsigned segment)
{
    const bool writes = kind != LATE_LOAD;
    const int32_t near = (int32_t)offsetof(struct cpu, near);
    const int32_t tag = near + (int32_t)(writes ? offsetof(struct near_line, write)
                                                : offsetof(struct near_line, read));
    const struct host_memory at = {HOST_CPU, HOST_OFFSET, 0, tag};
    const struct host_memory host = {HOST_CPU, HOST_OFFSET, 0,
                                     near + (int32_t)offsetof(struct near_line, host)};
    struct call_site *place = memory_access_site(t, i, bytes, segment);
    struct late_code *late;
    uint8_t *jump;

    if (place->u_half)
        host_code_registers(t->code, HOST_MOV, HOST_32, HOST_PAIR, HOST_ADDRESS);
    host_code_registers(t->code, HOST_MOV, HOST_32, HOST_OFFSET, HOST_ADDRESS);
    host_code_register_immediate(t->code, HOST_AND_I, HOST_32, HOST_OFFSET,
                                 (int32_t)(t->cpu->near_mask * sizeof(struct near_line)));
    host_code_registers(t->code, HOST_MOV, HOST_32, HOST_R11, HOST_ADDRESS);
    host_code_register_immediate(t->code, HOST_AND_I, HOST_32, HOST_R11,
                                 (int32_t)(~(NEAR_LINE_BYTES - 1) | (bytes - 1)));
    host_code_memory(t->code, HOST_CMP, HOST_32, HOST_R11, at);
    jump = host_code_jump_if(t->code, HOST_IF_NOT_EQUAL);
    if (place->v_half)
        memory_access_bank(t, i);
    if (t->how[i] == HOW_X87)
        host_code_memory(t->code, HOST_STORE, HOST_32, HOST_ADDRESS, HAS_CPU(fpu.data_offset));
    host_code_memory(t->code, HOST_ADD, HOST_64, HOST_ADDRESS, host);
    if (t->cpu->one_set.tree)
        memory_access_page(t, i);
    late = translator_add_late(t, kind, i);
    late->jumps[0] = jump;
    late->place = place;
    late->back = t->code->at;
    place->plain.both_pipes = place->v_half;
    t->share.both_pipes += place->v_half;
    return late;
}

_Static_assert(sizeof(struct near_line) == NEAR_LINE_BYTES,
               "the address is an offset into an array of these");

static struct late_code *memory_access_load(struct translation *t, unsigned i, unsigned bytes,
                                            unsigned segment)
{
    struct late_code *late = memory_access_find(t, i, LATE_LOAD, bytes, segment);

    late->place->plain.reads = 1;
    t->share.reads++;
    return late;
}

static struct late_code *memory_access_store(struct translation *t, unsigned i, unsigned bytes,
                                             unsigned segment)
{
    struct late_code *late = memory_access_find(t, i, LATE_STORE, bytes, segment);
    struct call_site *place = late->place;

    place->plain.writes = place->plain.write_hits = 1;
    t->share.writes++;
    t->share.write_hits++;
    return late;
}

static struct late_code *memory_access_modify(struct translation *t, unsigned i, unsigned bytes,
                                              unsigned segment)
{
    struct late_code *late = memory_access_find(t, i, LATE_RMW, bytes, segment);
    struct call_site *first = late->place;
    struct call_site *second;

    first->plain.reads = 1;
    t->share.reads++;
    second = memory_access_site(t, i, bytes, segment);
    second->v_half = false; /* only the first access can conflict */
    second->plain.writes = second->plain.write_hits = 1;
    second->flags = flag_operands_next_pending(t, i);
    t->share.writes++;
    t->share.write_hits++;
    late->second = second;
    return late;
}

void memory_access_operand(struct translation *t, unsigned i)
{
    const struct insn *insn = &t->block->insns[i];
    const ZydisDecodedOperand *memory = guest_insn_memory(t, i);
    const unsigned bytes = memory->size / 8;
    struct late_code *late;

    memory_access_address(t, insn, HOST_ADDRESS);
    if (!(memory->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE))
        late = memory_access_load(t, i, bytes, insn->segment);
    else if (!(memory->actions & ZYDIS_OPERAND_ACTION_MASK_READ))
        late = memory_access_store(t, i, bytes, insn->segment);
    else
        late = memory_access_modify(t, i, bytes, insn->segment);
    block_code_operation(t, i);
    late->done = t->code->at;
}

void memory_access_x87(struct translation *t, unsigned i, unsigned bytes, unsigned kind)
{
    const struct insn *insn = &t->block->insns[i];
    struct late_code *late;

    memory_access_address(t, insn, HOST_ADDRESS);
    late = kind == TIMING_WRITES ? memory_access_store(t, i, bytes, insn->segment)
                                 : memory_access_load(t, i, bytes, insn->segment);
    x87_code_operation(t, i);
    late->done = t->code->at;
}

void memory_access_target(struct translation *t, unsigned i)
{
    const struct insn *insn = &t->block->insns[i];

    memory_access_address(t, insn, HOST_ADDRESS);
    memory_access_load(t, i, 4, insn->segment);
}

/* ---- the stack ----------------------------------------------------------------------------- */

void memory_access_push(struct translation *t, unsigned i)
{
    struct late_code *late;

    host_code_memory(t->code, HOST_LEA, HOST_32, HOST_ADDRESS, host_at(HOST_GUEST_ESP, -4));
    late = memory_access_store(t, i, 4, SEG_SS);
    late->place->pushes = true;
    block_code_operation(t, i);
    late->done = t->code->at;
    host_code_memory(t->code, HOST_LEA, HOST_32, HOST_GUEST_ESP, host_at(HOST_GUEST_ESP, -4));
}

void memory_access_stack_top(struct translation *t, unsigned i)
{
    host_code_registers(t->code, HOST_MOV, HOST_32, HOST_ADDRESS, HOST_GUEST_ESP);
    memory_access_load(t, i, 4, SEG_SS);
}
