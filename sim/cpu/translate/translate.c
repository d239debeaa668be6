/*
 * SPDX-License-Identifier: MIT
 * Translating a block: which instructions, one after another, and behind it what is seldom needed.
 */
#include <stdlib.h>
#include <stdio.h>

#include "sim/cpu/decode/block.h"
#include "sim/cpu/flags.h"
#include "sim/cpu/fpu/fpu_unit.h"
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/translate/translator.h"

#define CODE_BYTES  (32u << 20)
#define DATA_BYTES  (16u << 20)
#define BLOCK_ROOM  (48u << 10) /* more than any block takes, of either */

/* ---- making one ---------------------------------------------------------------------------- */

struct translator *translator_create(struct cpu *cpu)
{
    struct translator *translator = calloc(1, sizeof *translator);

    if (!translator)
        return NULL;
    translator->data_begin = translator->data = malloc(DATA_BYTES);
    translator->data_end = translator->data + DATA_BYTES;
    if (!translator->data || !model_places(cpu->model, &translator->places) ||
        host_code_create(&translator->code, CODE_BYTES) != 0) {
        translator_destroy(translator);
        return NULL;
    }
    model_x87_places(cpu->model, &translator->x87);
    frames_emit(translator, cpu->model);
    translator->blocks = translator->code.at;
    cpu->near_mask = translator->places.data_sets - 1;
    near_lines_forget(cpu);
    model_foreseen(cpu->model, cpu->foreseen);
    model_set_near_lines(cpu->model, cpu->near);
    return translator;
}

void translator_destroy(struct translator *translator)
{
    if (!translator)
        return;
    host_code_destroy(&translator->code);
    free(translator->data_begin);
    free(translator);
}

void translator_flush(struct translator *translator)
{
    translator->code.at = translator->blocks;
    translator->data = translator->data_begin;
    translator->last = NULL;
}

void *translator_data(struct translator *translator, size_t bytes)
{
    void *data = translator->data;

    translator->data += (bytes + 15) & ~(size_t)15;
    return data;
}

/* ---- what the parts of a block are made with ------------------------------------------------ */

struct host_memory in_model(const struct translation *t, const void *member)
{
    const char *model = (const char *)t->cpu->model;

    return host_at(HOST_MODEL, (int32_t)((const char *)member - model));
}

void tally_add(struct translation *t, enum tally tally, unsigned n)
{
    if (n)
        host_memory_immediate(t->code, HOST_ADD_I, HOST_64,
                              in_model(t, t->translator->places.tally[tally]), (int32_t)n);
}

struct place *place_here(struct translation *t, unsigned i)
{
    struct place *place = translator_data(t->translator, sizeof *place);

    *place = (struct place){
        .block = t->block,
        .insn = &t->block->insns[i],
        .share = t->share,
        .flags = (uint8_t)t->pending,
        .x87 = t->x87,
    };
    return place;
}

struct late *late_add(struct translation *t, enum late_kind kind, unsigned i)
{
    struct late *late = &t->late[t->late_count++];

    *late = (struct late){.kind = kind, .i = i, .x87 = t->x87};
    return late;
}

void call_slow(struct translation *t, enum slow slow, const struct place *place)
{
    host_load_address(t->code, HOST_INFO, place);
    host_call(t->code, t->translator->slow[slow]);
}

void share_book(struct translation *t)
{
    if (t->share.clocks)
        host_register_immediate(t->code, HOST_ADD_I, HOST_64, HOST_CLOCK, t->share.clocks);
    tally_add(t, TALLY_DATA_READS, t->share.reads);
    tally_add(t, TALLY_DATA_WRITES, t->share.writes);
    tally_add(t, TALLY_WRITE_HITS, t->share.write_hits);
    tally_add(t, TALLY_BOTH_PIPES, t->share.both_pipes);
    tally_add(t, TALLY_FLOPS, t->share.flops);
    t->share = (struct share){0};
}

/* ---- instructions -------------------------------------------------------------------------- */

static bool stack_is_32(const struct translation *t, unsigned i)
{
    return t->block->insns[i].operand_size == 4;
}

static bool is_register(const ZydisDecodedOperand *operand)
{
    return operand->type == ZYDIS_OPERAND_TYPE_REGISTER &&
           ZydisRegisterGetClass(operand->reg.value) == ZYDIS_REGCLASS_GPR32;
}

static bool is_target(const ZydisDecodedOperand *operand)
{
    return is_register(operand) && operand->reg.value != ZYDIS_REGISTER_ESP;
}

static enum how how_at_the_end(const struct translation *t, unsigned i)
{
    const ZydisDecodedInstruction *raw = &t->raw[i];
    const bool direct = t->operands[i][0].type == ZYDIS_OPERAND_TYPE_IMMEDIATE;

    if (raw->meta.branch_type == ZYDIS_BRANCH_TYPE_FAR || !stack_is_32(t, i))
        return HOW_INTERPRETED;
    switch (raw->mnemonic) {
    case ZYDIS_MNEMONIC_JMP:
        return direct ? HOW_JMP : is_target(&t->operands[i][0]) ? HOW_JMP_INDIRECT : HOW_INTERPRETED;
    case ZYDIS_MNEMONIC_CALL:
        return direct ? HOW_CALL : is_target(&t->operands[i][0]) ? HOW_CALL_INDIRECT : HOW_INTERPRETED;
    case ZYDIS_MNEMONIC_RET:
        return HOW_RET;
    case ZYDIS_MNEMONIC_JCXZ:
    case ZYDIS_MNEMONIC_JECXZ:
    case ZYDIS_MNEMONIC_LOOP:
    case ZYDIS_MNEMONIC_LOOPE:
    case ZYDIS_MNEMONIC_LOOPNE:
        return HOW_INTERPRETED;
    default:
        return raw->meta.category == ZYDIS_CATEGORY_COND_BR ? HOW_JCC : HOW_INTERPRETED;
    }
}

static enum how how_of(const struct translation *t, unsigned i)
{
    const ZydisDecodedInstruction *raw = &t->raw[i];
    const ZydisDecodedOperand *operand = &t->operands[i][0];
    const enum how end = how_at_the_end(t, i);

    if (end != HOW_INTERPRETED)
        return i + 1 == t->block->count ? end : HOW_INTERPRETED;
    if (raw->mnemonic == ZYDIS_MNEMONIC_PUSH && stack_is_32(t, i) &&
        (is_register(operand) || operand->type == ZYDIS_OPERAND_TYPE_IMMEDIATE))
        return HOW_PUSH;
    if (raw->mnemonic == ZYDIS_MNEMONIC_POP && stack_is_32(t, i) && is_register(operand) &&
        operand->reg.value != ZYDIS_REGISTER_ESP)
        return HOW_POP;
    return guest_insn_is_native(t, i) ? HOW_COMPUTED : HOW_INTERPRETED;
}

static bool goes_to_memory(const struct translation *t, unsigned i)
{
    switch (t->how[i]) {
    case HOW_COMPUTED:
        return guest_memory(t, i) && t->raw[i].mnemonic != ZYDIS_MNEMONIC_LEA &&
               t->raw[i].mnemonic != ZYDIS_MNEMONIC_NOP;
    case HOW_X87:
        return guest_memory(t, i);
    case HOW_PUSH:
    case HOW_POP:
    case HOW_CALL:
    case HOW_RET:
    case HOW_CALL_INDIRECT:
        return true;
    default:
        return false;
    }
}

/* A V half may be broken from its U half as it issues, or collide with what a handler accessed. */
static bool pairs_plainly(const struct translation *t, unsigned i)
{
    return t->block->insns[i].timing.pipe != PIPE_V ||
           (i > 0 && t->how[i - 1] != HOW_INTERPRETED && !t->block->insns[i].timing.attention);
}

/* The stack is as it will be at the block's beginning whenever it is run so. */
static void plan_x87(struct translation *t)
{
    struct block *block = t->block;
    struct x87_state begin = {.known = true,
                              .top = t->cpu->fpu.top,
                              .valid = t->cpu->fpu.valid,
                              .model_top = (uint8_t)*t->translator->x87.top};

    block->x87 = false;
    block->x87_top = begin.top;
    block->x87_valid = begin.valid;
    if (begin.top != begin.model_top)
        return;
    t->x87 = begin;
    for (unsigned i = 0; i < block->count; i++) {
        if (t->raw[i].meta.category != ZYDIS_CATEGORY_X87_ALU || !x87_plan(t, i))
            continue;
        t->how[i] = HOW_X87;
        block->x87 = true;
    }
    t->x87 = block->x87 ? begin : (struct x87_state){0};
}

static bool plan(struct translation *t)
{
    for (unsigned i = 0; i < t->block->count; i++) {
        if (!guest_insn_is_harmless(&t->raw[i]) ||
            t->block->insns[i].timing.attention & ATTENTION_MMX)
            return false;
        t->how[i] = (uint8_t)how_of(t, i); if (getenv("BPHOW") && !(strtol(getenv("BPHOW"),0,0) >> t->how[i] & 1)) t->how[i] = 0;
    }
    for (unsigned i = 0; i < t->block->count; i++)
        t->accesses[i] = goes_to_memory(t, i);
    flags_plan(t);
    for (unsigned i = 0; i < t->block->count; i++) {
        if (t->accesses[i] && !pairs_plainly(t, i))
            t->how[i] = HOW_INTERPRETED;
        t->accesses[i] = goes_to_memory(t, i);
    }
    plan_x87(t);
    for (unsigned i = 0; i < t->block->count; i++)
        t->accesses[i] = goes_to_memory(t, i);
    flags_plan(t);
    return true;
}

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
    struct place *place = place_here(t, i);

    place->v_half = t->block->insns[i].timing.pipe == PIPE_V && i > 0 && t->accesses[i - 1];
    call_slow(t, SLOW_EXECUTE, place);
    flags_settled(t);
    x87_interpreted(t, i);
}

static void entry_interlock(struct translation *t, unsigned i)
{
    const struct insn_timing *timing = &t->block->insns[i].timing;
    struct late *late;

    {
        const bool paired = timing->pipe == PIPE_U_PAIRED;
        const unsigned addresses =
            timing->addresses | (paired ? t->block->insns[i + 1].timing.addresses : 0u);

        host_test_immediate16(t->code, in_model(t, &t->translator->places.tail->writes),
                              (uint16_t)addresses);
        late = late_add(t, LATE_CALL, i);
        late->slow = SLOW_ENTRY;
        late->jumps[0] = host_jump_if(t->code, HOST_IF_NOT_EQUAL);
        late->back = t->code->at;
        late->place = place_here(t, i);
    }
}

static void issue(struct translation *t, unsigned i)
{
    const struct insn_timing *timing = &t->block->insns[i].timing;

    if (timing->attention & ~ATTENTION_ENTRY) {
        call_slow(t, SLOW_ISSUE, place_here(t, i));
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

/* ---- what is seldom needed ------------------------------------------------------------------ */

static void land(struct translation *t, const struct late *late)
{
    for (unsigned n = 0; n < sizeof late->jumps / sizeof *late->jumps; n++)
        if (late->jumps[n])
            host_land(late->jumps[n], t->code->at);
}

static void to_bounce(struct translation *t)
{
    host_memory(t->code, HOST_STORE, HOST_32, HOST_ADDRESS, HAS_CPU(slow_address));
    host_memory(t->code, HOST_LEA, HOST_64, HOST_ADDRESS, HAS_CPU(bounce));
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
        call_slow(t, SLOW_LOAD, late->place);
        break;
    case LATE_STORE:
        to_bounce(t);
        if (t->how[late->i] == HOW_X87) { /* its exceptions are not seen before it has stored */
            host_memory(t->code, HOST_MOVZX16, HOST_32, HOST_R10, HAS_CPU(x87_seen));
            host_memory(t->code, HOST_STORE, HOST_16, HOST_R10, HAS_CPU(x87_seen_before));
        }
        operation_emit(t, late->i);
        call_slow(t, SLOW_STORE, late->place);
        host_jump_to(t->code, late->done);
        return;
    case LATE_RMW:
        call_slow(t, SLOW_RMW_LOAD, late->place);
        operation_emit(t, late->i);
        call_slow(t, SLOW_RMW_STORE, late->second);
        host_jump_to(t->code, late->done);
        return;
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

/* ---- a block ------------------------------------------------------------------------------- */

static bool decode_again(struct translation *t)
{
    const struct block *block = t->block;
    const uint8_t *bytes = t->cpu->ram + rom_unaliased(t->cpu, block->physical);
    ZydisDecoder decoder;
    unsigned at = 0;

    if (!in_ram(t->cpu, rom_unaliased(t->cpu, block->physical), block->bytes) ||
        block->physical_end != block->physical + block->bytes - 1 || block->bits != 32 ||
        block->linear < 0x1000) /* where a breakpoint of 0 matches: debug_watches_code() */
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
        if (t->accesses[i] && t->how[i] == HOW_COMPUTED)
            needs |= 1u << t->block->insns[i].segment;
    return (uint8_t)needs;
}

/* Enters with R10 saying whether the first line is read anew. */
static void entry(struct translation *t)
{
    const struct model_places *places = &t->translator->places;
    const struct block *block = t->block;
    const uint32_t last = (block->physical + block->bytes - 1) / NEAR_LINE_BYTES;
    const uint32_t lines = last - block->physical / NEAR_LINE_BYTES + 1;
    struct late *late = late_add(t, LATE_FAIL, 0);

    host_memory(t->code, HOST_MOV, HOST_64, HOST_R9, in_model(t, places->code_changes));
    host_load_address(t->code, HOST_R11, &block->plain_until);
    host_memory(t->code, HOST_CMP, HOST_64, HOST_R9, host_at(HOST_R11, 0));
    late->jumps[0] = host_jump_if(t->code, HOST_IF_NOT_EQUAL);
    host_memory(t->code, HOST_CMP, HOST_64, HOST_CLOCK, HAS_CPU(deadline));
    late->jumps[1] = host_jump_if(t->code, HOST_IF_NOT_BELOW);
    if (block->x87)
        x87_begin(t, late);
    if (lines > 1)
        host_register_immediate(t->code, HOST_ADD_I, HOST_32, HOST_R10, (int32_t)lines - 1);
    host_memory(t->code, HOST_ADD_TO, HOST_64, HOST_R10,
                in_model(t, places->tally[TALLY_CODE_READS]));
    host_store_immediate(t->code, HOST_32, in_model(t, places->code_line), (int32_t)last);
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
    *t = (struct translation){.cpu = cpu,
                              .translator = translator,
                              .code = &translator->code,
                              .block = block,
                              .pending = PENDING_AS_IT_IS,
                              .pending_stored = true};
    static int dbg_n, dbg_max = -1; if (dbg_max < 0) dbg_max = getenv("BPMAX") ? atoi(getenv("BPMAX")) : 1<<30;
    if (!decode_again(t) || !plan(t))
        return;
    if (dbg_n++ >= dbg_max) return;
    if (getenv("BPV")) { fprintf(stderr, "block %d %08x count %u:", dbg_n, block->linear, block->count); for (unsigned i = 0; i < block->count; i++) fprintf(stderr, " %s/%d/a%x/%d", ZydisMnemonicGetString(t->raw[i].mnemonic), t->how[i], block->insns[i].timing.attention, block->insns[i].timing.pipe); fprintf(stderr, "\n"); }
    block->needs = needs_of(t);
    block->entry = t->code->at;
    entry(t);
    block->body = t->code->at;
    for (unsigned i = 0; i < block->count; i++)
        instruction(t, i);
    block_end(t);
    for (unsigned n = 0; n < t->late_count; n++)
        emit_late(t, &t->late[n]);
}

/* ---- running ------------------------------------------------------------------------------- */

static bool x87_is_plain(const struct cpu *cpu)
{
    return (cpu->fpu.control & FPU_EXCEPTIONS) == FPU_EXCEPTIONS && !(cpu->fpu.status & FPU_ES) &&
           !(cpu->cr0 & (CR0_EM | CR0_TS)) && model_x87_is_plain(cpu->model);
}

static bool is_plain(struct cpu *cpu, struct block *block)
{
    const uint64_t changes = *cpu->translator->places.code_changes;

    if (block->needs & ~cpu->plain_segments)
        return false;
    cpu->x87_plain = x87_is_plain(cpu);
    if (block->x87 && (!cpu->x87_plain || cpu->fpu.top != block->x87_top ||
                       cpu->fpu.valid != block->x87_valid ||
                       *cpu->translator->x87.top != block->x87_top))
        return false;
    if (block->plain_until == changes)
        return true;
    if (!model_fetch_is_plain(cpu->model, block->physical, block->bytes))
        return false;
    block->plain_until = changes;
    return true;
}

bool run_translated(struct cpu *cpu, struct block *block)
{
    struct translator *translator = cpu->translator;
    const struct way_out *last;

    if (!is_plain(cpu, block))
        return false;
    model_fetch_plain(cpu->model, block->physical, block->bytes, cpu->jumped);
    translator->last = NULL;
    last = translator->enter(cpu, cpu->model, block->body);
    flags_settle(cpu);
    cpu->block = last ? last->from : NULL;
    translator->last = last;
    return true;
}

void translated_link(struct cpu *cpu, struct block *next)
{
    const struct way_out *last = cpu->translator->last;

    cpu->translator->last = NULL;
    if (last && last->jump && next->body && last->from->near[last->jumped] == next &&
        !(next->needs & ~last->from->needs))
        host_land(last->jump, next->entry);
}
