/*
 * SPDX-License-Identifier: MIT
 * Skid correction. Zydis decodes each function from its first byte, since x86 code cannot be
 * decoded backwards.
 */
#include "host/profile/blame.h"

#include <Zydis/Zydis.h>

#include "host/fault/code_spot.h"

enum flow { FLOW_ON, FLOW_CALL, FLOW_BRANCH, FLOW_JUMP, FLOW_RETURN };

struct step {
    uint32_t address, length;
    enum flow flow;
    uint32_t target; /* 0: none, or outside the code */
    bool repeats;    /* REP: after an interrupt it is itself the next instruction */
};

static enum flow flow_of(const ZydisDecodedInstruction *instruction)
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
static bool decode(const struct debug_image *image, uint32_t address, struct step *step)
{
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    ZydisDecodedInstruction instruction;
    ZydisDecoder decoder;
    size_t left = 0;
    ZyanU64 target = 0;
    const uint8_t *bytes = debug_image_bytes(image, address, &left);
    ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LEGACY_32, ZYDIS_STACK_WIDTH_32);
    if (!bytes ||
        !ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, bytes, left, &instruction, operands)))
        return false;
    *step = (struct step){
        .address = address,
        .length = instruction.length,
        .flow = flow_of(&instruction),
        .repeats = instruction.attributes &
                   (ZYDIS_ATTRIB_HAS_REP | ZYDIS_ATTRIB_HAS_REPE | ZYDIS_ATTRIB_HAS_REPNE)};
    if (step->flow != FLOW_ON && instruction.operand_count_visible &&
        operands[0].type == ZYDIS_OPERAND_TYPE_IMMEDIATE && operands[0].imm.is_relative &&
        ZYAN_SUCCESS(ZydisCalcAbsoluteAddress(&instruction, &operands[0], address, &target)))
        step->target = (uint32_t)target;
    return true;
}

/* The instructions that may precede an address of a function. */
struct ways {
    struct step above; /* the preceding one in memory; length 0: none */
    uint32_t jump;     /* the last jump to the address; 0: none */
    uint32_t returns;  /* the function's last RET, independent of the address */
};

static struct ways ways_to(const struct debug_image *image, const struct code_spot *spot,
                           uint32_t address)
{
    struct ways ways = {0};
    struct step step;
    for (uint32_t at = spot->first; at < spot->end && decode(image, at, &step); at += step.length) {
        if (at + step.length == address)
            ways.above = step;
        if (step.flow != FLOW_CALL && step.target == address)
            ways.jump = at;
        if (step.flow == FLOW_RETURN)
            ways.returns = at;
    }
    return ways;
}

/* Returns the most frequent target of the CALL before an address, according to other hits; 0 if
 * there are no such hits. */
static uint32_t called_before(const struct debug_image *image, const struct run *run,
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

/* Returns the RET that led to the instruction after a CALL; `behind` itself if the called function
 * is unknown. */
static uint32_t return_behind(const struct debug_image *image, const struct run *run,
                              const struct step *call, uint32_t behind)
{
    struct code_spot called;
    uint32_t target = call->target ? call->target : called_before(image, run, behind);
    uint32_t returns = 0;
    if (target && code_spot_find(image, target, &called))
        returns = ways_to(image, &called, target).returns;
    return returns ? returns : behind;
}

/* Returns the CALL before a return address; 0 if there is no CALL. */
static uint32_t call_before(const struct debug_image *image, uint32_t return_to)
{
    struct code_spot spot;
    if (!return_to || !code_spot_find(image, return_to, &spot))
        return 0;
    struct ways ways = ways_to(image, &spot, return_to);
    return ways.above.flow == FLOW_CALL ? ways.above.address : 0;
}

/* Returns the hit's own address if the preceding instruction is unknown. */
static struct blame before(const struct debug_image *image, const struct run *run,
                           const struct hit *hit, const struct code_spot *spot)
{
    uint32_t call = hit->address == spot->first ? call_before(image, hit->return_to) : 0;
    if (call)
        return (struct blame){.address = call};
    struct ways ways = ways_to(image, spot, hit->address);
    bool passes =
        ways.above.length && (ways.above.flow == FLOW_ON || ways.above.flow == FLOW_BRANCH);
    uint32_t above = passes ? ways.above.address : 0;
    if (ways.above.length && ways.above.flow == FLOW_CALL)
        above = return_behind(image, run, &ways.above, hit->address);
    bool jumped = ways.jump && (!above || (passes && ways.jump >= hit->address));
    return (struct blame){.address = jumped  ? ways.jump
                                     : above ? above
                                             : hit->address,
                          .other = jumped ? above : ways.jump};
}

struct blame blame_of(const struct debug_image *image, const struct run *run, const struct hit *hit)
{
    struct code_spot spot;
    struct step own;
    if (hit->executed)
        return (struct blame){.address = hit->executed, .told = true};
    if (image && code_spot_find(image, hit->address, &spot) && decode(image, hit->address, &own)) {
        if (own.repeats)
            return (struct blame){.address = hit->address, .told = true};
        struct blame blame = before(image, run, hit, &spot);
        blame.told = blame.address != hit->address;
        return blame;
    }
    return (struct blame){.address = hit->address};
}

struct blame blame_writer(const struct debug_image *image, const struct run *run,
                          const struct hit *hit)
{
    struct code_spot spot;
    if (image && code_spot_find(image, hit->address, &spot)) {
        struct ways ways = ways_to(image, &spot, hit->address);
        if (ways.above.length && ways.above.flow == FLOW_ON)
            return (struct blame){.address = ways.above.address, .told = true};
    }
    return blame_of(image, run, hit);
}
