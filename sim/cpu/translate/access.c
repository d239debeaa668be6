/*
 * SPDX-License-Identifier: MIT
 * Memory accesses of translated code. An access that finds its cache line where it was last found
 * adds one count; any other access goes to a slow path.
 */
#include "sim/cpu/translate/translator.h"

void access_address(struct translation *t, const struct insn *insn, enum host_register to)
{
    const int32_t displacement = (int32_t)insn->displacement;
    const enum host_register index = host_of(insn->index);

    if (insn->base != REG_NONE) {
        host_memory(t->code, HOST_LEA, HOST_32, to,
                    (struct host_memory){host_of(insn->base),
                                         insn->index == REG_NONE ? HOST_NONE : index, insn->scale,
                                         displacement});
    } else if (insn->index == REG_NONE) {
        host_load_constant(t->code, to, (uint32_t)displacement);
    } else {
        host_registers(t->code, HOST_MOV, HOST_32, to, index);
        if (insn->scale)
            host_shift_left(t->code, to, insn->scale);
        if (displacement)
            host_register_immediate(t->code, HOST_ADD_I, HOST_32, to, displacement);
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

static struct place *place_of_access(struct translation *t, unsigned i, unsigned bytes,
                                     unsigned segment)
{
    struct place *place = place_here(t, i);

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
static void bank(struct translation *t, unsigned i)
{
    struct late *late;
    uint8_t *jump;

    host_registers(t->code, HOST_MOV, HOST_32, HOST_R11, HOST_ADDRESS);
    host_registers(t->code, HOST_XOR, HOST_32, HOST_R11, HOST_PAIR);
    host_register_immediate(t->code, HOST_AND_I, HOST_32, HOST_R11, 0x1c);
    jump = host_jump_if(t->code, HOST_IF_EQUAL);
    late = late_add(t, LATE_BANK, i);
    late->jumps[0] = jump;
    late->back = t->code->at;
}

static struct host_memory in_one_set(size_t member)
{
    return host_at(HOST_CPU, (int32_t)(offsetof(struct cpu, one_set) + member));
}

/* Reports the page used to a TLB that has one set. HOST_OFFSET is the line's entry. */
static void page(struct translation *t, unsigned i)
{
    const int32_t way = (int32_t)(offsetof(struct cpu, near) + offsetof(struct near_line, way));
    struct late *late;
    uint8_t *jump;

    host_memory(t->code, HOST_MOV, HOST_32, HOST_R11,
                (struct host_memory){HOST_CPU, HOST_OFFSET, 0, way});
    host_memory(t->code, HOST_CMP, HOST_32, HOST_R11, in_one_set(offsetof(struct one_set, last)));
    jump = host_jump_if(t->code, HOST_IF_NOT_EQUAL);
    late = late_add(t, LATE_PAGE, i);
    late->jumps[0] = jump;
    late->back = t->code->at;
}

void access_late_page(struct translation *t)
{
    struct host_memory keep = in_one_set(offsetof(struct one_set, touch));
    struct host_memory set = keep;
    const struct host_memory tree = in_model(t, t->cpu->one_set.tree);

    host_memory(t->code, HOST_STORE, HOST_32, HOST_R11, in_one_set(offsetof(struct one_set, last)));
    host_shift_left(t->code, HOST_R11, 4);
    keep.index = set.index = HOST_R11;
    set.displacement += 8;
    host_memory(t->code, HOST_MOV, HOST_64, HOST_R10, keep);
    host_memory(t->code, HOST_AND, HOST_64, HOST_R10, tree);
    host_memory(t->code, HOST_OR, HOST_64, HOST_R10, set);
    host_memory(t->code, HOST_STORE, HOST_64, HOST_R10, tree);
}

_Static_assert(sizeof(struct tlb_touch) == 16 && offsetof(struct tlb_touch, keep) == 0 &&
                   offsetof(struct tlb_touch, set) == 8,
               "the way is scaled by 16, and `set` is at offset 8");

/* Converts HOST_ADDRESS from a linear to a host address. Returns the late code for accesses that
 * are not simple. */
static struct late *find(struct translation *t, unsigned i, enum late_kind kind, unsigned bytes,
                         unsigned segment)
{
    const bool writes = kind != LATE_LOAD;
    const int32_t near = (int32_t)offsetof(struct cpu, near);
    const int32_t tag = near + (int32_t)(writes ? offsetof(struct near_line, write)
                                                : offsetof(struct near_line, read));
    const struct host_memory at = {HOST_CPU, HOST_OFFSET, 0, tag};
    const struct host_memory host = {HOST_CPU, HOST_OFFSET, 0,
                                     near + (int32_t)offsetof(struct near_line, host)};
    struct place *place = place_of_access(t, i, bytes, segment);
    struct late *late;
    uint8_t *jump;

    if (place->u_half)
        host_registers(t->code, HOST_MOV, HOST_32, HOST_PAIR, HOST_ADDRESS);
    host_registers(t->code, HOST_MOV, HOST_32, HOST_OFFSET, HOST_ADDRESS);
    host_register_immediate(t->code, HOST_AND_I, HOST_32, HOST_OFFSET,
                            (int32_t)(t->cpu->near_mask * sizeof(struct near_line)));
    host_registers(t->code, HOST_MOV, HOST_32, HOST_R11, HOST_ADDRESS);
    host_register_immediate(t->code, HOST_AND_I, HOST_32, HOST_R11,
                            (int32_t)(~(NEAR_LINE_BYTES - 1) | (bytes - 1)));
    host_memory(t->code, HOST_CMP, HOST_32, HOST_R11, at);
    jump = host_jump_if(t->code, HOST_IF_NOT_EQUAL);
    if (place->v_half)
        bank(t, i);
    if (t->how[i] == HOW_X87)
        host_memory(t->code, HOST_STORE, HOST_32, HOST_ADDRESS, HAS_CPU(fpu.data_offset));
    host_memory(t->code, HOST_ADD, HOST_64, HOST_ADDRESS, host);
    if (t->cpu->one_set.tree)
        page(t, i);
    late = late_add(t, kind, i);
    late->jumps[0] = jump;
    late->place = place;
    late->back = t->code->at;
    place->plain.both_pipes = place->v_half;
    t->share.both_pipes += place->v_half;
    return late;
}

_Static_assert(sizeof(struct near_line) == NEAR_LINE_BYTES,
               "the address is an offset into an array of these");

static struct late *load(struct translation *t, unsigned i, unsigned bytes, unsigned segment)
{
    struct late *late = find(t, i, LATE_LOAD, bytes, segment);

    late->place->plain.reads = 1;
    t->share.reads++;
    return late;
}

static struct late *store(struct translation *t, unsigned i, unsigned bytes, unsigned segment)
{
    struct late *late = find(t, i, LATE_STORE, bytes, segment);
    struct place *place = late->place;

    place->plain.writes = place->plain.write_hits = 1;
    t->share.writes++;
    t->share.write_hits++;
    return late;
}

static struct late *modify(struct translation *t, unsigned i, unsigned bytes, unsigned segment)
{
    struct late *late = find(t, i, LATE_RMW, bytes, segment);
    struct place *first = late->place;
    struct place *second;

    first->plain.reads = 1;
    t->share.reads++;
    second = place_of_access(t, i, bytes, segment);
    second->v_half = false; /* only the first access can conflict */
    second->plain.writes = second->plain.write_hits = 1;
    second->flags = flags_after(t, i);
    t->share.writes++;
    t->share.write_hits++;
    late->second = second;
    return late;
}

void access_operand(struct translation *t, unsigned i)
{
    const struct insn *insn = &t->block->insns[i];
    const ZydisDecodedOperand *memory = guest_memory(t, i);
    const unsigned bytes = memory->size / 8;
    struct late *late;

    access_address(t, insn, HOST_ADDRESS);
    if (!(memory->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE))
        late = load(t, i, bytes, insn->segment);
    else if (!(memory->actions & ZYDIS_OPERAND_ACTION_MASK_READ))
        late = store(t, i, bytes, insn->segment);
    else
        late = modify(t, i, bytes, insn->segment);
    operation_emit(t, i);
    late->done = t->code->at;
}

void access_x87(struct translation *t, unsigned i, unsigned bytes, unsigned kind)
{
    const struct insn *insn = &t->block->insns[i];
    struct late *late;

    access_address(t, insn, HOST_ADDRESS);
    late = kind == TIMING_WRITES ? store(t, i, bytes, insn->segment)
                                 : load(t, i, bytes, insn->segment);
    x87_operation(t, i);
    late->done = t->code->at;
}

void access_target(struct translation *t, unsigned i)
{
    const struct insn *insn = &t->block->insns[i];

    access_address(t, insn, HOST_ADDRESS);
    load(t, i, 4, insn->segment);
}

/* ---- the stack ----------------------------------------------------------------------------- */

void access_push(struct translation *t, unsigned i)
{
    struct late *late;

    host_memory(t->code, HOST_LEA, HOST_32, HOST_ADDRESS, host_at(HOST_GUEST_ESP, -4));
    late = store(t, i, 4, SEG_SS);
    late->place->pushes = true;
    operation_emit(t, i);
    late->done = t->code->at;
    host_memory(t->code, HOST_LEA, HOST_32, HOST_GUEST_ESP, host_at(HOST_GUEST_ESP, -4));
}

void access_stack_top(struct translation *t, unsigned i)
{
    host_registers(t->code, HOST_MOV, HOST_32, HOST_ADDRESS, HOST_GUEST_ESP);
    load(t, i, 4, SEG_SS);
}
