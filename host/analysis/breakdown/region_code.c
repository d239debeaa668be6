/*
 * SPDX-License-Identifier: MIT
 * Finds a region's instructions. It walks through functions, beginning with the benchmark's run().
 * A function that is called from inside the region is walked a second time. A probe is PUSHA and
 * the instructions after it (pmc/region.h).
 */
#include "host/analysis/breakdown/region_code.h"

#include <stdlib.h>
#include <string.h>

#include "host/analysis/fault/code_spot.h"
#include "host/analysis/fault/debug_image_parts.h"
#include "host/analysis/fault/image_instruction.h"
#include "host/base/allocation.h"
#include "sim/model/p5/p5_parameters.h"
#include "sim/model/p5/timing_table.h"
#include "sim/model/timing.h"

#define SLOT_BYTES     64
#define FUNCTIONS_MOST 400

struct region_code_visit {
    uint32_t first;
    bool inside;
};

struct region_walk {
    const struct debug_image *image;
    struct region_code *code;
    struct model_config model;
    uint32_t slot; /* the region's */
    struct region_code_visit *visits;
    unsigned n_visits, next;
    bool found;
};

/* ---- documented properties ------------------------------------------------------------------- */

static unsigned region_code_prefixes(const ZydisDecodedInstruction *instruction, bool p55c)
{
    unsigned n = instruction->raw.prefix_count;
    if (instruction->attributes &
        (ZYDIS_ATTRIB_HAS_REP | ZYDIS_ATTRIB_HAS_REPE | ZYDIS_ATTRIB_HAS_REPNE))
        n--; /* included in the clocks of the table row */
    bool near_jcc = instruction->meta.category == ZYDIS_CATEGORY_COND_BR;
    return n + (!p55c && instruction->opcode_map == ZYDIS_OPCODE_MAP_0F && !near_jcc);
}

static bool region_code_is_x87(const struct timing_row *row,
                               const ZydisDecodedInstruction *instruction)
{
    return row->stack || row->operations || row->kind ||
           instruction->meta.isa_set == ZYDIS_ISA_SET_X87;
}

/*
 * Returns the bit of a general register; a part of a register counts as the whole. 0 for other
 * registers and for ESP.
 */
static uint16_t region_code_register_bit(ZydisRegister reg)
{
    ZydisRegister whole = ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LEGACY_32, reg);
    if (ZydisRegisterGetClass(whole) != ZYDIS_REGCLASS_GPR32 || whole == ZYDIS_REGISTER_ESP)
        return 0;
    return (uint16_t)(1u << ZydisRegisterGetId(whole));
}

static void region_code_set_registers(const struct image_instruction *decoded,
                                      struct code_instruction *instruction)
{
    for (unsigned i = 0; i < decoded->instruction.operand_count; i++) {
        const ZydisDecodedOperand *operand = &decoded->operands[i];
        if (operand->type == ZYDIS_OPERAND_TYPE_MEMORY)
            instruction->forms |= region_code_register_bit(operand->mem.base) |
                                  region_code_register_bit(operand->mem.index);
        else if (operand->type == ZYDIS_OPERAND_TYPE_REGISTER &&
                 (operand->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE))
            instruction->writes |= region_code_register_bit(operand->reg.value);
    }
}

static void region_code_describe(const struct region_walk *walk,
                                 const struct image_instruction *decoded,
                                 struct code_instruction *instruction)
{
    const ZydisDecodedInstruction *d = &decoded->instruction;
    const struct timing_row *row =
        timing_table_find((uint16_t)d->mnemonic, timing_table_form(d, decoded->operands));
    unsigned clocks = row->clocks;
    if (row->parameter)
        memcpy(&clocks, (const char *)&walk->model + row->parameter, sizeof clocks);
    region_code_set_registers(decoded, instruction);
    instruction->x87 = region_code_is_x87(row, d);
    instruction->clocks = instruction->x87 || !clocks ? 1 : clocks;
    instruction->repeated = row->step > 0;
    instruction->prefixes = region_code_prefixes(d, walk->model.p55c);
    bool prefixed = d->raw.prefix_count && !walk->model.p55c;
    instruction->first =
        row->pairing == PAIR_UV || row->pairing == PAIR_PU || row->pairing == PAIR_FX;
    instruction->second = !prefixed && (row->pairing == PAIR_UV || row->pairing == PAIR_PV ||
                                        row->pairing == PAIR_FXCH);
}

/* ---- probes ---------------------------------------------------------------------------------- */

/*
 * Finds the slot of the probe at a PUSHA, and whether the probe begins it. Returns the probe's
 * length in bytes, or 0 if there is no probe.
 */
static uint32_t region_code_probe_at(const struct debug_image *image, uint32_t address,
                                     uint32_t *slot, bool *begins)
{
    struct image_instruction d;
    uint32_t at = address, length = 0;
    *slot = 0;
    for (unsigned i = 0; i < 30; i++, at += length) {
        if (!image_instruction_decode(image, at, &d))
            return 0;
        length = d.instruction.length;
        bool moves = d.instruction.mnemonic == ZYDIS_MNEMONIC_MOV &&
                     d.operands[0].type == ZYDIS_OPERAND_TYPE_REGISTER &&
                     d.operands[1].type == ZYDIS_OPERAND_TYPE_IMMEDIATE;
        if (i == 0 && d.instruction.mnemonic != ZYDIS_MNEMONIC_PUSHAD)
            return 0;
        if (moves && d.operands[0].reg.value == ZYDIS_REGISTER_EBX && !*slot) {
            *slot = (uint32_t)d.operands[1].imm.value.u;
            *begins = i == 1;
        }
        if (d.instruction.mnemonic == ZYDIS_MNEMONIC_POPAD)
            return *slot ? at + length - address : 0;
    }
    return 0;
}

/* ---- the walk -------------------------------------------------------------------------------- */

static void region_code_queue(struct region_walk *walk, uint32_t first, bool inside)
{
    for (unsigned i = 0; i < walk->n_visits; i++)
        if (walk->visits[i].first == first && walk->visits[i].inside >= inside)
            return;
    if (walk->n_visits < FUNCTIONS_MOST)
        *(struct region_code_visit *)allocate_element(&walk->visits, &walk->n_visits,
                                                      sizeof *walk->visits) =
            (struct region_code_visit){first, inside};
}

static struct code_instruction *region_code_add(struct region_code *code, uint32_t address)
{
    for (unsigned i = 0; i < code->n; i++)
        if (code->all[i].address == address)
            return &code->all[i];
    struct code_instruction *instruction =
        allocate_element(&code->all, &code->n, sizeof *code->all);
    instruction->address = address;
    return instruction;
}

static void region_code_mark_block(struct region_code *code, uint32_t address)
{
    for (unsigned i = 0; i < code->n; i++)
        if (code->all[i].address == address)
            code->all[i].begins_block = true;
}

/* Queues the target function of a call, or of a branch out of the function. */
static void region_code_follow(struct region_walk *walk, const struct image_instruction *d,
                               const struct code_spot *spot, uint32_t address, bool inside)
{
    const ZydisDecodedInstruction *instruction = &d->instruction;
    ZyanU64 target;
    struct code_spot other;
    bool branches = instruction->meta.category == ZYDIS_CATEGORY_CALL ||
                    instruction->meta.category == ZYDIS_CATEGORY_COND_BR ||
                    instruction->meta.category == ZYDIS_CATEGORY_UNCOND_BR;
    if (!branches)
        return;
    if (d->operands[0].type != ZYDIS_OPERAND_TYPE_IMMEDIATE || !d->operands[0].imm.is_relative ||
        !ZYAN_SUCCESS(ZydisCalcAbsoluteAddress(instruction, &d->operands[0], address, &target))) {
        walk->code->jumps_anywhere |= inside;
        return;
    }
    bool here = target >= spot->first && target < spot->end &&
                instruction->meta.category != ZYDIS_CATEGORY_CALL;
    if (!here && code_spot_find(walk->image, (uint32_t)target, &other) && !other.kernel)
        region_code_queue(walk, other.first, inside);
}

static void region_code_visit(struct region_walk *walk, uint32_t first, bool called_inside)
{
    struct code_spot spot;
    struct image_instruction d;
    bool open = false, after_branch = true;
    if (!code_spot_find(walk->image, first, &spot))
        return;
    for (uint32_t at = spot.first;
         at < spot.end && image_instruction_decode(walk->image, at, &d);) {
        uint32_t slot, probe = 0;
        bool begins = false;
        if (d.instruction.mnemonic == ZYDIS_MNEMONIC_PUSHAD)
            probe = region_code_probe_at(walk->image, at, &slot, &begins);
        if (probe) {
            if (slot == walk->slot) {
                open = begins;
                walk->found = true;
            }
            at += probe;
            after_branch = true;
            continue;
        }
        struct code_instruction *instruction = region_code_add(walk->code, at);
        instruction->length = d.instruction.length;
        instruction->inside |= open || called_inside;
        instruction->begins_block |= after_branch;
        region_code_describe(walk, &d, instruction);
        region_code_follow(walk, &d, &spot, at, open || called_inside);
        after_branch = d.instruction.meta.category == ZYDIS_CATEGORY_COND_BR ||
                       d.instruction.meta.category == ZYDIS_CATEGORY_UNCOND_BR ||
                       d.instruction.meta.category == ZYDIS_CATEGORY_RET ||
                       d.instruction.meta.category == ZYDIS_CATEGORY_CALL;
        instruction->changes = after_branch;
        instruction->falls = d.instruction.meta.category != ZYDIS_CATEGORY_UNCOND_BR &&
                             d.instruction.meta.category != ZYDIS_CATEGORY_RET;
        at += d.instruction.length;
    }
}

static int region_code_by_address(const void *a, const void *b)
{
    uint32_t one = ((const struct code_instruction *)a)->address;
    uint32_t other = ((const struct code_instruction *)b)->address;
    return (one > other) - (one < other);
}

/* Marks the targets of jumps. All instructions must have been found before. */
static void region_code_mark_targets(struct region_walk *walk)
{
    struct region_code *code = walk->code;
    for (unsigned i = 0; i < code->n; i++) {
        struct code_instruction *jump = &code->all[i];
        struct image_instruction d;
        ZyanU64 target;
        if (!jump->changes || !image_instruction_decode(walk->image, jump->address, &d) ||
            d.instruction.meta.category == ZYDIS_CATEGORY_RET ||
            d.instruction.meta.category == ZYDIS_CATEGORY_CALL)
            continue;
        jump->anywhere = d.operands[0].type != ZYDIS_OPERAND_TYPE_IMMEDIATE;
        if (!jump->anywhere && d.operands[0].imm.is_relative &&
            ZYAN_SUCCESS(
                ZydisCalcAbsoluteAddress(&d.instruction, &d.operands[0], jump->address, &target))) {
            jump->target = (uint32_t)target;
            region_code_mark_block(code, jump->target);
        }
    }
}

static uint32_t region_code_run_address(const struct debug_image *image, const char *bench)
{
    const struct bench_image *benches = debug_image_benches(image);
    size_t length = strcspn(bench, ":");
    for (unsigned i = 0; i < benches->benchmarks.count; i++) {
        struct bench_descriptor descriptor = bench_image_get(benches, i);
        const char *name = elf32_text_at(benches->elf, descriptor.name);
        if (name && strlen(name) == length && !memcmp(name, bench, length))
            return descriptor.run;
    }
    return 0;
}

static void region_code_walk_queue(struct region_walk *walk)
{
    for (; walk->next < walk->n_visits; walk->next++)
        region_code_visit(walk, walk->visits[walk->next].first, walk->visits[walk->next].inside);
}

static bool region_code_is_known(const struct region_walk *walk, uint32_t first)
{
    for (unsigned i = 0; i < walk->n_visits; i++)
        if (walk->visits[i].first == first)
            return true;
    return false;
}

/* Queues functions that have samples of the benchmark and that the walk has not reached. */
static void region_code_queue_sampled(struct region_walk *walk, const uint32_t *seen, unsigned n,
                                      bool inside)
{
    const unsigned before = walk->n_visits;
    for (unsigned i = 0; i < n; i++) {
        struct code_spot spot;
        if (code_spot_find(walk->image, seen[i], &spot) && !spot.kernel &&
            !region_code_is_known(walk, spot.first))
            region_code_queue(walk, spot.first, inside);
    }
    if (walk->n_visits > before)
        region_code_walk_queue(walk);
}

bool region_code_find(const struct debug_image *image, const char *bench, unsigned region,
                      bool p55c, const uint32_t *seen, unsigned n, struct region_code *code)
{
    const struct elf32_symbol *regions =
        elf32_symbol_named(debug_image_benches(image)->elf, "regions");
    struct region_walk walk = {.image = image, .code = code};
    uint32_t run = region_code_run_address(image, bench);
    *code = (struct region_code){0};
    if (!run || !regions)
        return false;
    walk.slot = regions->address + SLOT_BYTES * region;
    model_config_named(p55c ? "p55c" : "p54c", &walk.model);
    region_code_queue(&walk, run, false);
    region_code_walk_queue(&walk);
    if (!walk.found)
        region_code_queue_sampled(&walk, seen, n, false);
    if (code->jumps_anywhere)
        region_code_queue_sampled(&walk, seen, n, true);
    free(walk.visits);
    if (code->n)
        qsort(code->all, code->n, sizeof *code->all, region_code_by_address);
    region_code_mark_targets(&walk);
    return walk.found;
}

void region_code_free(struct region_code *code)
{
    free(code->all);
    *code = (struct region_code){0};
}

const struct code_instruction *region_code_at(const struct region_code *code, uint32_t address)
{
    const struct code_instruction key = {.address = address};
    return code->n ? bsearch(&key, code->all, code->n, sizeof key, region_code_by_address) : NULL;
}
