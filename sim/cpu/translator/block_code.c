/*
 * SPDX-License-Identifier: MIT
 * Translates a block: one instruction after another, then the late code, which is rarely executed.
 */
#include "sim/cpu/decoder/block_cache.h"
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/translator/translator.h"
#include "tools/insn_decoder.h"

#define BLOCK_ROOM (48u << 10) /* upper limit of a block's code and of its data, in bytes */

void block_code_operation(struct translation *t, unsigned i)
{
    const ZydisDecodedOperand *operand = &t->operands[i][0];

    switch (t->how[i]) {
    case HOW_PUSH:
        if (operand->type == ZYDIS_OPERAND_TYPE_IMMEDIATE)
            host_code_store_immediate(t->code, HOST_32, host_at(HOST_ADDRESS, 0),
                                      (int32_t)t->block->insns[i].immediate);
        else
            host_code_memory(t->code, HOST_STORE, HOST_32,
                             host_of((unsigned)ZydisRegisterGetId(operand->reg.value)),
                             host_at(HOST_ADDRESS, 0));
        break;
    case HOW_CALL:
    case HOW_CALL_INDIRECT:
        host_code_store_immediate(
            t->code, HOST_32, host_at(HOST_ADDRESS, 0),
            (int32_t)(t->block->insns[i].address + t->block->insns[i].length));
        break;
    case HOW_X87:
        x87_code_operation(t, i);
        break;
    default:
        flag_operands_before(t, i);
        guest_insn_emit(t, i);
        flag_operands_after(t, i);
        break;
    }
}

static void block_code_interpret(struct translation *t, unsigned i)
{
    struct call_site *place;

    x87_registers_spill(t);
    place = translator_call_site(t, i);
    place->v_half = t->block->insns[i].timing.pipe == PIPE_V && i > 0 && t->accesses[i - 1];
    translator_call_slow(t, SLOW_EXECUTE, place);
    flag_operands_settled(t);
    x87_code_interpreted(t, i);
}

static void block_code_interlock(struct translation *t, unsigned i)
{
    const struct insn_timing *timing = &t->block->insns[i].timing;
    const bool paired = timing->pipe == PIPE_U_PAIRED;
    const unsigned addresses =
        timing->addresses | (paired ? t->block->insns[i + 1].timing.addresses : 0u);
    struct late_code *late = translator_add_late(t, LATE_CALL, i);

    host_code_test_immediate16(t->code, in_model(t, &t->translator->places.tail->writes),
                               (uint16_t)addresses);
    late->slow = SLOW_ENTRY;
    late->jumps[0] = host_code_jump_if(t->code, HOST_IF_NOT_EQUAL);
    late->back = t->code->at;
    late->place = translator_call_site(t, i);
}

static void block_code_issue(struct translation *t, unsigned i)
{
    const struct insn_timing *timing = &t->block->insns[i].timing;

    if (timing->attention & ~ATTENTION_ENTRY) {
        translator_call_slow(t, SLOW_ISSUE, translator_call_site(t, i));
        x87_issue_forget_times(t);
        return;
    }
    if (timing->attention)
        block_code_interlock(t, i);
    t->share.clocks = (uint16_t)(t->share.clocks + timing->clocks);
}

static void block_code_instruction(struct translation *t, unsigned i)
{
    t->i = i;
    if (t->how[i] == HOW_INTERPRETED) {
        block_code_interpret(t, i);
        return;
    }
    if (t->how[i] == HOW_X87) {
        if (t->block->insns[i].timing.attention & ATTENTION_ENTRY)
            block_code_interlock(t, i);
        x87_code_instruction(t, i);
        return;
    }
    block_code_issue(t, i);
    switch (t->how[i]) {
    case HOW_COMPUTED:
        flag_operands_carry(t, i);
        if (t->accesses[i])
            memory_access_operand(t, i);
        else
            block_code_operation(t, i);
        flag_operands_set_pending(t, i);
        break;
    case HOW_PUSH:
    case HOW_CALL:
    case HOW_CALL_INDIRECT:
        memory_access_push(t, i);
        break;
    case HOW_POP:
        memory_access_stack_top(t, i);
        host_code_memory(t->code, HOST_MOV, HOST_32,
                         host_of((unsigned)ZydisRegisterGetId(t->operands[i][0].reg.value)),
                         host_at(HOST_ADDRESS, 0));
        host_code_memory(t->code, HOST_LEA, HOST_32, HOST_GUEST_ESP, host_at(HOST_GUEST_ESP, 4));
        break;
    case HOW_JMP_MEMORY:
        memory_access_target(t, i);
        host_code_memory(t->code, HOST_MOV, HOST_32, HOST_ADDRESS, host_at(HOST_ADDRESS, 0));
        host_code_memory(t->code, HOST_STORE, HOST_32, HOST_ADDRESS, HAS_CPU(eip));
        break;
    case HOW_RET:
        memory_access_stack_top(t, i);
        host_code_memory(t->code, HOST_MOV, HOST_32, HOST_ADDRESS, host_at(HOST_ADDRESS, 0));
        host_code_memory(t->code, HOST_STORE, HOST_32, HOST_ADDRESS, HAS_CPU(eip));
        host_code_memory(t->code, HOST_LEA, HOST_32, HOST_GUEST_ESP,
                         host_at(HOST_GUEST_ESP, (int32_t)(4 + t->block->insns[i].immediate)));
        break;
    default:
        break;
    }
}

/* ---- late code ------------------------------------------------------------------------------- */

static void block_code_land(struct translation *t, const struct late_code *late)
{
    for (unsigned n = 0; n < sizeof late->jumps / sizeof *late->jumps; n++)
        if (late->jumps[n])
            host_code_land(late->jumps[n], t->code->at);
}

/* Calls a slow path that does not use the x87 unit, and returns with its result unless it is
 * NULL. */
static void call_lean(struct translation *t, const struct late_code *late, enum slow slow)
{
    if (late->place->v_half)
        host_code_memory(t->code, HOST_STORE, HOST_32, HOST_PAIR, HAS_CPU(pair_address));
    translator_call_slow(t, slow, late->place);
    host_code_test64(t->code, HOST_ADDRESS, HOST_ADDRESS);
    host_code_land(host_code_jump_if(t->code, HOST_IF_NOT_EQUAL), late->back);
}

static void spill(struct translation *t, struct call_site *place)
{
    x87_registers_spill(t);
    place->x87.c1 = t->x87.c1;
}

static void block_code_late_load(struct translation *t, const struct late_code *late)
{
    call_lean(t, late, SLOW_READ);
    spill(t, late->place);
    host_code_memory(t->code, HOST_MOV, HOST_32, HOST_ADDRESS, HAS_CPU(slow_address));
    translator_call_slow(t, SLOW_LOAD, late->place);
    x87_registers_reload(t, &late->x87);
}

/* Performs the operation on cpu->bounce. */
static void bounced(struct translation *t, const struct late_code *late)
{
    host_code_memory(t->code, HOST_LEA, HOST_64, HOST_ADDRESS, HAS_CPU(bounce));
    block_code_operation(t, late->i);
}

/* The exceptions of an x87 store must not be visible before the store has succeeded, so the
 * conversion is done again after it. */
static void block_code_late_x87_store(struct translation *t, const struct late_code *late)
{
    x87_registers_settle(t);
    spill(t, late->place);
    bounced(t, late);
    x87_registers_discard(t);
    x87_registers_clear_exceptions(t);
    translator_call_slow(t, SLOW_STORE, late->place);
    t->x87 = late->x87;
    x87_registers_reload(t, &late->x87);
    bounced(t, late);
}

static void block_code_late_store(struct translation *t, const struct late_code *late)
{
    call_lean(t, late, SLOW_WRITE);
    if (t->how[late->i] == HOW_X87) {
        block_code_late_x87_store(t, late);
    } else {
        spill(t, late->place);
        bounced(t, late);
        translator_call_slow(t, SLOW_STORE, late->place);
        x87_registers_reload(t, &late->x87);
    }
    host_code_jump_to(t->code, late->done);
}

static void block_code_late_modify(struct translation *t, const struct late_code *late)
{
    spill(t, late->place);
    late->second->x87.c1 = t->x87.c1;
    translator_call_slow(t, SLOW_RMW_LOAD, late->place);
    block_code_operation(t, late->i);
    translator_call_slow(t, SLOW_RMW_STORE, late->second);
    x87_registers_reload(t, &late->x87);
    host_code_jump_to(t->code, late->done);
}

static void block_code_late(struct translation *t, const struct late_code *late)
{
    const struct model_places *places = &t->translator->places;

    block_code_land(t, late);
    t->x87 = late->x87;
    switch (late->kind) {
    case LATE_CALL:
        translator_call_slow(t, late->slow, late->place);
        break;
    case LATE_LOAD:
        block_code_late_load(t, late);
        break;
    case LATE_STORE:
        block_code_late_store(t, late);
        return;
    case LATE_RMW:
        block_code_late_modify(t, late);
        return;
    case LATE_PAGE:
        memory_access_late_page(t);
        break;
    case LATE_BRANCH:
        prediction_late(t, late);
        return;
    case LATE_WAIT:
        x87_issue_late_wait(t, late);
        break;
    case LATE_CARRY:
        flag_operands_late_carry(t, late);
        break;
    case LATE_BANK:
        host_code_register_immediate(t->code, HOST_ADD_I, HOST_64, HOST_CLOCK,
                                     (int32_t)places->bank_conflict);
        tally_add(t, TALLY_BANK_CONFLICTS, 1);
        tally_add(t, TALLY_BANK_CLOCKS, places->bank_conflict);
        break;
    case LATE_FAIL:
        host_code_store_immediate(t->code, HOST_32, HAS_CPU(eip),
                                  (int32_t)t->block->insns[0].address);
        host_code_load_constant(t->code, HOST_INFO, 0);
        host_code_jump_to(t->code, t->translator->leave);
        return;
    }
    host_code_jump_to(t->code, late->back);
}

/* ---- translating a block --------------------------------------------------------------------- */

static bool block_code_decode(struct translation *t)
{
    const struct block *block = t->block;
    const uint8_t *bytes = t->cpu->ram + rom_unaliased(t->cpu, block->physical);
    ZydisDecoder decoder;
    unsigned at = 0;

    if (!in_ram(t->cpu, rom_unaliased(t->cpu, block->physical), block->bytes) ||
        block->physical_end != block->physical + block->bytes - 1 || block->bits != 32 ||
        block->linear < 0x1000) /* may match a breakpoint: debug_register_watches_code() */
        return false;
    insn_decoder_init(&decoder, 32);
    for (unsigned i = 0; i < block->count; i++) {
        if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, bytes + at, block->bytes - at,
                                                 &t->raw[i], t->operands[i])) ||
            t->raw[i].length != block->insns[i].length)
            return false;
        at += block->insns[i].length;
    }
    return true;
}

static uint8_t block_code_needs(const struct translation *t)
{
    unsigned needs = 1u << SEG_CS | 1u << SEG_SS | 1u << SEG_DS;

    for (unsigned i = 0; i < t->block->count; i++)
        if (t->accesses[i] && guest_insn_memory(t, i) && t->how[i] != HOW_PUSH)
            needs |= 1u << t->block->insns[i].segment;
    return (uint8_t)needs;
}

void block_code_check(struct translation *t, uint8_t *jumps[2])
{
    host_code_memory(t->code, HOST_MOV, HOST_64, HOST_R9,
                     in_model(t, t->translator->places.code_changes));
    host_code_load_address(t->code, HOST_R11, &t->block->plain_until);
    host_code_memory(t->code, HOST_CMP, HOST_64, HOST_R9, host_at(HOST_R11, 0));
    jumps[0] = host_code_jump_if(t->code, HOST_IF_NOT_EQUAL);
    host_code_memory(t->code, HOST_CMP, HOST_64, HOST_CLOCK, HAS_CPU(deadline));
    jumps[1] = host_code_jump_if(t->code, HOST_IF_NOT_BELOW);
}

/* Emits the entry. R10 is 1 on entry if the block's first cache line is fetched again, otherwise
 * 0. */
static void block_code_entry(struct translation *t)
{
    const struct model_places *places = &t->translator->places;
    const struct block *block = t->block;
    const uint32_t last = (block->physical + block->bytes - 1) / NEAR_LINE_BYTES;
    const uint32_t lines = last - block->physical / NEAR_LINE_BYTES + 1;
    struct late_code *late = translator_add_late(t, LATE_FAIL, 0);

    block_code_check(t, late->jumps);
    if (block->x87)
        x87_code_begin(t, late);
    if (lines > 1)
        host_code_register_immediate(t->code, HOST_ADD_I, HOST_32, HOST_R10, (int32_t)lines - 1);
    host_code_memory(t->code, HOST_ADD_TO, HOST_64, HOST_R10,
                     in_model(t, places->tally[TALLY_CODE_READS]));
    host_code_store_immediate(t->code, HOST_32, in_model(t, places->code_line), (int32_t)last);
}

/* Initialises the translation. Data for each instruction and late code is initialised at its first
 * use. */
static void block_code_begin(struct translation *t, struct cpu *cpu, struct block *block)
{
    t->cpu = cpu;
    t->translator = cpu->translator;
    t->code = &cpu->translator->code;
    t->block = block;
    t->x87 = (struct x87_state){0};
    t->loop = (struct x87_loop){0};
    t->collects = NULL;
}

/* Emits the whole planned block. Can be called again to start over. */
static void block_code_emit(struct translation *t)
{
    struct block *block = t->block;

    t->share = (struct uncounted_work){0};
    t->pending = PENDING_AS_IT_IS;
    t->pending_by = 0;
    t->pending_stored = true;
    t->late_count = 0;
    x87_issue_forget_times(t);
    block->entry = t->code->at;
    block_code_entry(t);
    block->body = t->code->at;
    x87_loop_begin(t);
    for (unsigned i = 0; i < block->count; i++)
        block_code_instruction(t, i);
    block_exit_emit(t);
}

/*
 * Emits a loop twice, because the registers on the host at its end and the counts of an iteration
 * are known only after the first time. The second time, the beginning holds the same registers as
 * the end.
 */
static void block_code_emit_loop(struct translation *t)
{
    struct translator *translator = t->translator;
    uint8_t *const code = t->code->at, *const data = translator->data;

    t->loop.wanted = true;
    t->loop.begin = t->x87;
    block_code_emit(t);
    t->code->at = code;
    translator->data = data;
    if (t->loop.end.allocated < X87_REGISTERS) {
        t->loop.begin.allocated = t->loop.end.allocated;
        t->loop.begin.popped = t->loop.end.popped;
    }
    block_code_emit(t);
}

void block_code_translate(struct cpu *cpu, struct block *block)
{
    struct translator *translator = cpu->translator;
    static struct translation work;
    struct translation *t = &work;

    if (translator->code.end - translator->code.at < BLOCK_ROOM ||
        translator->data_end - translator->data < BLOCK_ROOM) {
        block_cache_flush_later(cpu);
        return;
    }
    block_code_begin(t, cpu, block);
    if (!block_code_decode(t) || !block_plan_make(t))
        return;
    block->needs = block_code_needs(t);
    if (x87_loop_is_possible(t))
        block_code_emit_loop(t);
    else
        block_code_emit(t);
    for (unsigned n = 0; n < t->late_count; n++)
        block_code_late(t, &t->late[n]);
}
