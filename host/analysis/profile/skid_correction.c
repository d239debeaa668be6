/*
 * SPDX-License-Identifier: MIT
 * Skid correction. Zydis decodes each function from its first byte, since x86 code cannot be
 * decoded backwards.
 */
#include "host/analysis/profile/skid_correction.h"

#include "host/analysis/fault/code_spot.h"
#include "host/analysis/fault/image_instruction.h"

enum flow { FLOW_ON, FLOW_CALL, FLOW_BRANCH, FLOW_JUMP, FLOW_RETURN };

struct decoded_step {
    uint32_t address, length;
    enum flow flow;
    uint32_t target; /* 0: none, or outside the code */
    bool repeats;    /* REP: after an interrupt it is itself the next instruction */
};

static enum flow skid_correction_flow(const ZydisDecodedInstruction *instruction)
{
    switch (instruction->meta.category) {
    case ZYDIS_CATEGORY_CALL:
        return FLOW_CALL;
    case ZYDIS_CATEGORY_COND_BR:
        return FLOW_BRANCH;
    case ZYDIS_CATEGORY_UNCOND_BR:
        return FLOW_JUMP;
    case ZYDIS_CATEGORY_RET:
        return FLOW_RETURN;
    default:
        return FLOW_ON;
    }
}

/* Returns false if there is no valid instruction. */
static bool skid_correction_decode(const struct debug_image *image, uint32_t address,
                                   struct decoded_step *step)
{
    struct image_instruction decoded;
    ZyanU64 target = 0;
    if (!image_instruction_decode(image, address, &decoded))
        return false;
    const ZydisDecodedInstruction *instruction = &decoded.instruction;
    const ZydisDecodedOperand *first = &decoded.operands[0];
    *step = (struct decoded_step){
        .address = address,
        .length = instruction->length,
        .flow = skid_correction_flow(instruction),
        .repeats = instruction->attributes &
                   (ZYDIS_ATTRIB_HAS_REP | ZYDIS_ATTRIB_HAS_REPE | ZYDIS_ATTRIB_HAS_REPNE)};
    if (step->flow != FLOW_ON && instruction->operand_count_visible &&
        first->type == ZYDIS_OPERAND_TYPE_IMMEDIATE && first->imm.is_relative &&
        ZYAN_SUCCESS(ZydisCalcAbsoluteAddress(instruction, first, address, &target)))
        step->target = (uint32_t)target;
    return true;
}

/* The instructions that may precede an address of a function. */
struct code_predecessors {
    struct decoded_step above; /* the preceding one in memory; length 0: none */
    uint32_t jump;             /* the last jump to the address; 0: none */
    uint32_t returns;          /* the function's last RET, independent of the address */
};

static struct code_predecessors skid_correction_predecessors(const struct debug_image *image,
                                                             const struct code_spot *spot,
                                                             uint32_t address)
{
    struct code_predecessors predecessors = {0};
    struct decoded_step step;
    for (uint32_t at = spot->first; at < spot->end && skid_correction_decode(image, at, &step);
         at += step.length) {
        if (at + step.length == address)
            predecessors.above = step;
        if (step.flow != FLOW_CALL && step.target == address)
            predecessors.jump = at;
        if (step.flow == FLOW_RETURN)
            predecessors.returns = at;
    }
    return predecessors;
}

/* Returns the most frequent target of the CALL before an address, according to other hits; 0 if
 * there are no such hits. */
static uint32_t skid_correction_callee(const struct debug_image *image, const struct run *run,
                                       uint32_t return_to)
{
    const struct hit *most = NULL;
    struct code_spot spot;
    for (unsigned i = 0; i < run->n_hits; i++) {
        const struct hit *hit = &run->hits[i];
        if (hit->return_to == return_to && (!most || hit->n > most->n) &&
            code_spot_find(image, hit->address, &spot) && spot.first == hit->address)
            most = hit;
    }
    return most ? most->address : 0;
}

/* Returns the RET that led to the instruction after a CALL; `return_address` itself if the called
 * function is unknown. */
static uint32_t skid_correction_return(const struct debug_image *image, const struct run *run,
                                       const struct decoded_step *call, uint32_t return_address)
{
    struct code_spot called;
    uint32_t target =
        call->target ? call->target : skid_correction_callee(image, run, return_address);
    uint32_t returns = 0;
    if (target && code_spot_find(image, target, &called))
        returns = skid_correction_predecessors(image, &called, target).returns;
    return returns ? returns : return_address;
}

/* Returns the CALL before a return address; 0 if there is no CALL. */
static uint32_t skid_correction_call(const struct debug_image *image, uint32_t return_to)
{
    struct code_spot spot;
    if (!return_to || !code_spot_find(image, return_to, &spot))
        return 0;
    struct code_predecessors predecessors = skid_correction_predecessors(image, &spot, return_to);
    return predecessors.above.flow == FLOW_CALL ? predecessors.above.address : 0;
}

/* Returns the hit's own address if the preceding instruction is unknown. */
static struct skid_correction skid_correction_before(const struct debug_image *image,
                                                     const struct run *run, const struct hit *hit,
                                                     const struct code_spot *spot)
{
    uint32_t call = hit->address == spot->first ? skid_correction_call(image, hit->return_to) : 0;
    if (call)
        return (struct skid_correction){.address = call};
    struct code_predecessors predecessors = skid_correction_predecessors(image, spot, hit->address);
    bool passes = predecessors.above.length &&
                  (predecessors.above.flow == FLOW_ON || predecessors.above.flow == FLOW_BRANCH);
    uint32_t above = passes ? predecessors.above.address : 0;
    if (predecessors.above.length && predecessors.above.flow == FLOW_CALL)
        above = skid_correction_return(image, run, &predecessors.above, hit->address);
    bool jumped = predecessors.jump && (!above || (passes && predecessors.jump >= hit->address));
    return (struct skid_correction){.address = jumped  ? predecessors.jump
                                               : above ? above
                                                       : hit->address,
                                    .other = jumped ? above : predecessors.jump};
}

struct skid_correction skid_correction_of(const struct debug_image *image, const struct run *run,
                                          const struct hit *hit)
{
    struct code_spot spot;
    struct decoded_step own;
    if (hit->executed)
        return (struct skid_correction){.address = hit->executed, .known = true};
    if (image && code_spot_find(image, hit->address, &spot) &&
        skid_correction_decode(image, hit->address, &own)) {
        if (own.repeats)
            return (struct skid_correction){.address = hit->address, .known = true};
        struct skid_correction correction = skid_correction_before(image, run, hit, &spot);
        correction.known = correction.address != hit->address;
        return correction;
    }
    return (struct skid_correction){.address = hit->address};
}

struct skid_correction skid_correction_of_write(const struct debug_image *image,
                                                const struct run *run, const struct hit *hit)
{
    struct code_spot spot;
    if (image && code_spot_find(image, hit->address, &spot)) {
        struct code_predecessors predecessors =
            skid_correction_predecessors(image, &spot, hit->address);
        if (predecessors.above.length && predecessors.above.flow == FLOW_ON)
            return (struct skid_correction){.address = predecessors.above.address, .known = true};
    }
    return skid_correction_of(image, run, hit);
}
