/*
 * SPDX-License-Identifier: MIT
 * Translates a block: one instruction after another, then the late code, which is rarely executed.
 */
#include "sim/cpu/decode/block.h"
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/translate/translator.h"

#define BLOCK_ROOM (48u << 10) /* upper limit of a block's code and of its data, in bytes */

void operation_emit(struct translation *t, unsigned i)
{
    const ZydisDecodedOperand *operand = &t->operands[i][0];

    switch (t->how[i]) {
    case HOW_PUSH:
        if (operand->type == ZYDIS_OPERAND_TYPE_IMMEDIATE)
            host_store_immediate(t->code, HOST_32, host_at(HOST_ADDRESS, 0),
                                 (int32_t)t->block->insns[i].immediate);
        else
            host_memory(t->code, HOST_STORE, HOST_32,
                        host_of((unsigned)ZydisRegisterGetId(operand->reg.value)),
                        host_at(HOST_ADDRESS, 0));
        break;
    case HOW_CALL:
    case HOW_CALL_INDIRECT:
        host_store_immediate(t->code, HOST_32, host_at(HOST_ADDRESS, 0),
                             (int32_t)(t->block->insns[i].address + t->block->insns[i].length));
        break;
    case HOW_X87:
        x87_operation(t, i);
        break;
    default:
        flags_before(t, i);
        guest_insn_emit(t, i);
        flags_behind(t, i);
        break;
    }
}

static void interpret(struct translation *t, unsigned i)
{
    struct place *place;

    x87_spill(t);
    place = place_here(t, i);
    place->v_half = t->block->insns[i].timing.pipe == PIPE_V && i > 0 && t->accesses[i - 1];
    call_slow(t, SLOW_EXECUTE, place);
    flags_settled(t);
    x87_interpreted(t, i);
}

static void entry_interlock(struct translation *t, unsigned i)
{
    const struct insn_timing *timing = &t->block->insns[i].timing;
    const bool paired = timing->pipe == PIPE_U_PAIRED;
    const unsigned addresses =
        timing->addresses | (paired ? t->block->insns[i + 1].timing.addresses : 0u);
    struct late *late = late_add(t, LATE_CALL, i);

    host_test_immediate16(t->code, in_model(t, &t->translator->places.tail->writes),
                          (uint16_t)addresses);
    late->slow = SLOW_ENTRY;
    late->jumps[0] = host_jump_if(t->code, HOST_IF_NOT_EQUAL);
    late->back = t->code->at;
    late->place = place_here(t, i);
}

static void issue(struct translation *t, unsigned i)
{
    const struct insn_timing *timing = &t->block->insns[i].timing;

    if (timing->attention & ~ATTENTION_ENTRY) {
        call_slow(t, SLOW_ISSUE, place_here(t, i));
        x87_times_forget(t);
        return;
    }
    if (timing->attention)
        entry_interlock(t, i);
    t->share.clocks = (uint16_t)(t->share.clocks + timing->clocks);
}

static void instruction(struct translation *t, unsigned i)
{
    t->i = i;
    if (t->how[i] == HOW_INTERPRETED) {
        interpret(t, i);
        return;
    }
    if (t->how[i] == HOW_X87) {
        if (t->block->insns[i].timing.attention & ATTENTION_ENTRY)
            entry_interlock(t, i);
        x87_instruction(t, i);
        return;
    }
    issue(t, i);
    switch (t->how[i]) {
    case HOW_COMPUTED:
        flags_carry(t, i);
        if (t->accesses[i])
            access_operand(t, i);
        else
            operation_emit(t, i);
        flags_noted(t, i);
        break;
    case HOW_PUSH:
    case HOW_CALL:
    case HOW_CALL_INDIRECT:
        access_push(t, i);
        break;
    case HOW_POP:
        access_stack_top(t, i);
        host_memory(t->code, HOST_MOV, HOST_32,
                    host_of((unsigned)ZydisRegisterGetId(t->operands[i][0].reg.value)),
                    host_at(HOST_ADDRESS, 0));
        host_memory(t->code, HOST_LEA, HOST_32, HOST_GUEST_ESP, host_at(HOST_GUEST_ESP, 4));
        break;
    case HOW_JMP_MEMORY:
        access_target(t, i);
        host_memory(t->code, HOST_MOV, HOST_32, HOST_ADDRESS, host_at(HOST_ADDRESS, 0));
        host_memory(t->code, HOST_STORE, HOST_32, HOST_ADDRESS, HAS_CPU(eip));
        break;
    case HOW_RET:
        access_stack_top(t, i);
        host_memory(t->code, HOST_MOV, HOST_32, HOST_ADDRESS, host_at(HOST_ADDRESS, 0));
        host_memory(t->code, HOST_STORE, HOST_32, HOST_ADDRESS, HAS_CPU(eip));
        host_memory(t->code, HOST_LEA, HOST_32, HOST_GUEST_ESP,
                    host_at(HOST_GUEST_ESP, (int32_t)(4 + t->block->insns[i].immediate)));
        break;
    default:
        break;
    }
}

/* ---- late code ------------------------------------------------------------------------------- */

static void land(struct translation *t, const struct late *late)
{
    for (unsigned n = 0; n < sizeof late->jumps / sizeof *late->jumps; n++)
        if (late->jumps[n])
            host_land(late->jumps[n], t->code->at);
}

/* Calls a slow path that does not use the x87 unit, and returns with its result unless it is
 * NULL. */
static void call_lean(struct translation *t, const struct late *late, enum slow slow)
{
    if (late->place->v_half)
        host_memory(t->code, HOST_STORE, HOST_32, HOST_PAIR, HAS_CPU(pair_address));
    call_slow(t, slow, late->place);
    host_test64(t->code, HOST_ADDRESS, HOST_ADDRESS);
    host_land(host_jump_if(t->code, HOST_IF_NOT_EQUAL), late->back);
}

static void spill(struct translation *t, struct place *place)
{
    x87_spill(t);
    place->x87.c1 = t->x87.c1;
}

static void late_load(struct translation *t, const struct late *late)
{
    call_lean(t, late, SLOW_READ);
    spill(t, late->place);
    host_memory(t->code, HOST_MOV, HOST_32, HOST_ADDRESS, HAS_CPU(slow_address));
    call_slow(t, SLOW_LOAD, late->place);
    x87_refill(t, &late->x87);
}

/* Performs the operation on cpu->bounce. */
static void bounced(struct translation *t, const struct late *late)
{
    host_memory(t->code, HOST_LEA, HOST_64, HOST_ADDRESS, HAS_CPU(bounce));
    operation_emit(t, late->i);
}

/* The exceptions of an x87 store must not be visible before the store has succeeded, so the
 * conversion is done again after it. */
static void late_x87_store(struct translation *t, const struct late *late)
{
    x87_settle(t);
    spill(t, late->place);
    bounced(t, late);
    x87_drop(t);
    x87_forget_exceptions(t);
    call_slow(t, SLOW_STORE, late->place);
    t->x87 = late->x87;
    x87_refill(t, &late->x87);
    bounced(t, late);
}

static void late_store(struct translation *t, const struct late *late)
{
    call_lean(t, late, SLOW_WRITE);
    if (t->how[late->i] == HOW_X87) {
        late_x87_store(t, late);
    } else {
        spill(t, late->place);
        bounced(t, late);
        call_slow(t, SLOW_STORE, late->place);
        x87_refill(t, &late->x87);
    }
    host_jump_to(t->code, late->done);
}

static void late_modify(struct translation *t, const struct late *late)
{
    spill(t, late->place);
    late->second->x87.c1 = t->x87.c1;
    call_slow(t, SLOW_RMW_LOAD, late->place);
    operation_emit(t, late->i);
    call_slow(t, SLOW_RMW_STORE, late->second);
    x87_refill(t, &late->x87);
    host_jump_to(t->code, late->done);
}

static void emit_late(struct translation *t, const struct late *late)
{
    const struct model_places *places = &t->translator->places;

    land(t, late);
    t->x87 = late->x87;
    switch (late->kind) {
    case LATE_CALL:
        call_slow(t, late->slow, late->place);
        break;
    case LATE_LOAD:
        late_load(t, late);
        break;
    case LATE_STORE:
        late_store(t, late);
        return;
    case LATE_RMW:
        late_modify(t, late);
        return;
    case LATE_PAGE:
        access_late_page(t);
        break;
    case LATE_BRANCH:
        predict_late(t, late);
        return;
    case LATE_WAIT:
        x87_late_wait(t, late);
        break;
    case LATE_CARRY:
        flags_late_carry(t, late);
        break;
    case LATE_BANK:
        host_register_immediate(t->code, HOST_ADD_I, HOST_64, HOST_CLOCK,
                                (int32_t)places->bank_conflict);
        tally_add(t, TALLY_BANK_CONFLICTS, 1);
        tally_add(t, TALLY_BANK_CLOCKS, places->bank_conflict);
        break;
    case LATE_FAIL:
        host_store_immediate(t->code, HOST_32, HAS_CPU(eip), (int32_t)t->block->insns[0].address);
        host_load_constant(t->code, HOST_INFO, 0);
        host_jump_to(t->code, t->translator->leave);
        return;
    }
    host_jump_to(t->code, late->back);
}

/* ---- translating a block --------------------------------------------------------------------- */

static bool decode_again(struct translation *t)
{
    const struct block *block = t->block;
    const uint8_t *bytes = t->cpu->ram + rom_unaliased(t->cpu, block->physical);
    ZydisDecoder decoder;
    unsigned at = 0;

    if (!in_ram(t->cpu, rom_unaliased(t->cpu, block->physical), block->bytes) ||
        block->physical_end != block->physical + block->bytes - 1 || block->bits != 32 ||
        block->linear < 0x1000) /* a breakpoint at 0 may match there: debug_watches_code() */
        return false;
    ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LEGACY_32, ZYDIS_STACK_WIDTH_32);
    for (unsigned i = 0; i < block->count; i++) {
        if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, bytes + at, block->bytes - at,
                                                 &t->raw[i], t->operands[i])) ||
            t->raw[i].length != block->insns[i].length)
            return false;
        at += block->insns[i].length;
    }
    return true;
}

static uint8_t needs_of(const struct translation *t)
{
    unsigned needs = 1u << SEG_CS | 1u << SEG_SS | 1u << SEG_DS;

    for (unsigned i = 0; i < t->block->count; i++)
        if (t->accesses[i] && guest_memory(t, i) && t->how[i] != HOW_PUSH)
            needs |= 1u << t->block->insns[i].segment;
    return (uint8_t)needs;
}

void block_check(struct translation *t, uint8_t *jumps[2])
{
    host_memory(t->code, HOST_MOV, HOST_64, HOST_R9,
                in_model(t, t->translator->places.code_changes));
    host_load_address(t->code, HOST_R11, &t->block->plain_until);
    host_memory(t->code, HOST_CMP, HOST_64, HOST_R9, host_at(HOST_R11, 0));
    jumps[0] = host_jump_if(t->code, HOST_IF_NOT_EQUAL);
    host_memory(t->code, HOST_CMP, HOST_64, HOST_CLOCK, HAS_CPU(deadline));
    jumps[1] = host_jump_if(t->code, HOST_IF_NOT_BELOW);
}

/* Emits the entry. R10 is 1 on entry if the block's first cache line is fetched again, otherwise
 * 0. */
static void entry(struct translation *t)
{
    const struct model_places *places = &t->translator->places;
    const struct block *block = t->block;
    const uint32_t last = (block->physical + block->bytes - 1) / NEAR_LINE_BYTES;
    const uint32_t lines = last - block->physical / NEAR_LINE_BYTES + 1;
    struct late *late = late_add(t, LATE_FAIL, 0);

    block_check(t, late->jumps);
    if (block->x87)
        x87_begin(t, late);
    if (lines > 1)
        host_register_immediate(t->code, HOST_ADD_I, HOST_32, HOST_R10, (int32_t)lines - 1);
    host_memory(t->code, HOST_ADD_TO, HOST_64, HOST_R10,
                in_model(t, places->tally[TALLY_CODE_READS]));
    host_store_immediate(t->code, HOST_32, in_model(t, places->code_line), (int32_t)last);
}

/* Initialises the translation. Data for each instruction and late code is initialised at its first
 * use. */
static void begin(struct translation *t, struct cpu *cpu, struct block *block)
{
    t->cpu = cpu;
    t->translator = cpu->translator;
    t->code = &cpu->translator->code;
    t->block = block;
    t->x87 = (struct x87_state){0};
    t->loop = (struct loop){0};
    t->collects = NULL;
}

/* Emits the whole planned block. Can be called again to start over. */
static void emit(struct translation *t)
{
    struct block *block = t->block;

    t->share = (struct share){0};
    t->pending = PENDING_AS_IT_IS;
    t->pending_by = 0;
    t->pending_stored = true;
    t->late_count = 0;
    x87_times_forget(t);
    block->entry = t->code->at;
    entry(t);
    block->body = t->code->at;
    loop_begin(t);
    for (unsigned i = 0; i < block->count; i++)
        instruction(t, i);
    block_end(t);
}

/*
 * Emits a loop twice, because the registers held at its end and the counts of an iteration are
 * known only after the first time. The second time, the beginning holds the same registers as the
 * end.
 */
static void emit_loop(struct translation *t)
{
    struct translator *translator = t->translator;
    uint8_t *const code = t->code->at, *const data = translator->data;

    t->loop.wanted = true;
    t->loop.begin = t->x87;
    emit(t);
    t->code->at = code;
    translator->data = data;
    if (t->loop.end.held < X87_REGISTERS) {
        t->loop.begin.held = t->loop.end.held;
        t->loop.begin.popped = t->loop.end.popped;
    }
    emit(t);
}

void translate(struct cpu *cpu, struct block *block)
{
    struct translator *translator = cpu->translator;
    static struct translation work;
    struct translation *t = &work;

    if (translator->code.end - translator->code.at < BLOCK_ROOM ||
        translator->data_end - translator->data < BLOCK_ROOM) {
        blocks_flush_later(cpu);
        return;
    }
    begin(t, cpu, block);
    if (!decode_again(t) || !plan_block(t))
        return;
    block->needs = needs_of(t);
    if (loop_is_possible(t))
        emit_loop(t);
    else
        emit(t);
    for (unsigned n = 0; n < t->late_count; n++)
        emit_late(t, &t->late[n]);
}
