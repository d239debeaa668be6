/*
 * SPDX-License-Identifier: MIT
 * The P6's front end: fetch blocks, length decoding, decoders and sequencer.
 *
 * A fetch block has 16 bytes from an instruction's first byte on. After a jump, until both halves
 * of the buffer are filled, it only reaches to the next 16-byte boundary (AGN's table of jumps
 * [?]).
 */
#include "sim/model/p6/core/core_state.h"
#include "sim/model/p6/core/p6_account.h"

static uint64_t front_end_later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

#define NO_LINE UINT32_MAX

static uint32_t front_end_line(const struct p6_core *core, uint32_t address)
{
    return address >> core->fetch_shift;
}

/* Completes the group; the next one begins after it. */
static void front_end_next_group(struct front *front)
{
    if (front->slots == 0)
        return;
    front->clock += front->group_clocks;
    front->group_clocks = 1;
    front->groups++;
    front->slots = 0;
    front->closed = false;
}

static void front_end_open_block(struct p6_core *core, uint32_t start, bool aligned)
{
    struct front *front = &core->front;
    const uint32_t bytes = core->parameters.fetch_bytes;

    front_end_next_group(front);
    front->groups = 0;
    front->block_start = aligned ? start & ~(bytes - 1) : start;
    front->block_end = front->block_start + bytes;
}

/*
 * Delay of decoding after a predicted jump: a block or a target that crosses a boundary needs both
 * halves of the buffer; each group decoded meanwhile hides a clock.
 */
static void front_end_follow_jump(struct p6_core *core, const struct p6_insn *insn,
                                  const struct p6_run *run)
{
    struct front *front = &core->front;
    const bool crossed =
        front_end_line(core, front->block_start) != front_end_line(core, front->next - 1);
    const bool crosses =
        front_end_line(core, run->address) != front_end_line(core, run->address + insn->length - 1);
    int slack;

    front_end_next_group(front);
    slack = front->groups - 1 - crossed;
    if (crosses > slack)
        front->clock += (unsigned)(crosses - slack);
    front_end_open_block(core, run->address, !crosses && slack < 1);
}

static void front_end_restart_fetch(struct p6_core *core, const struct p6_insn *insn,
                                    const struct p6_run *run)
{
    struct front *front = &core->front;
    const bool crosses =
        front_end_line(core, run->address) != front_end_line(core, run->address + insn->length - 1);

    front_end_next_group(front);
    front->clock = front_end_later(front->clock, front->restart_clock + crosses);
    front_end_open_block(core, run->address, !crosses);
}

static void front_end_find_block(struct p6_core *core, const struct p6_insn *insn,
                                 const struct p6_run *run)
{
    struct front *front = &core->front;

    if (front->redirect != REDIRECT_NONE)
        front->line = NO_LINE; /* its lengths are decoded again */
    if (front->redirect == REDIRECT_TAKEN)
        front_end_follow_jump(core, insn, run);
    else if (front->redirect == REDIRECT_RESTART || run->address != front->next)
        front_end_restart_fetch(core, insn, run);
    else if (run->address + insn->length > front->block_end)
        front_end_open_block(core, run->address, false);
    front->redirect = REDIRECT_NONE;
    front->next = run->address + insn->length;
    if (run->fetch_wait) {
        front_end_next_group(front);
        clock_tally_span(core, P6_CORE_IFU_MEM_STALL, front->clock, front->clock + run->fetch_wait);
        front->clock += run->fetch_wait;
    }
}

/* The length decoder is one line ahead of the decoders, and takes its time once for each line. */
static uint64_t front_end_length_decoded(struct p6_core *core, const struct p6_insn *insn,
                                         const struct p6_run *run)
{
    struct front *front = &core->front;
    const uint32_t line = front_end_line(core, run->address);

    if (line != front->line) {
        front->line = line;
        front->line_before = front->line_clock;
        front->line_clock = front->clock;
        front->length_changed = false;
    }
    if (!(insn->attributes & P6_LENGTH_CHANGING) || front->length_changed)
        return front->clock;
    front->length_changed = true;
    front->length_done = front_end_later(front->length_done, front->line_before) +
                         core->parameters.length_changing + 1;
    if (front->length_done > front->clock)
        clock_tally_span(
            core, P6_CORE_ILD_STALL,
            front_end_later(front->clock, front->length_done - core->parameters.length_changing),
            front->length_done);
    return front->length_done;
}

/*
 * The first clock in which the queue has space for the uops, or for those that the sequencer emits
 * at once.
 */
static uint64_t front_end_queue_room(struct p6_core *core, unsigned uops)
{
    const unsigned queue = core->parameters.decode_queue;
    const unsigned most =
        uops > core->parameters.decoder_0_uops ? core->parameters.sequencer_uops : uops;
    const unsigned held = most < queue ? most : queue;

    if (core->number + core->queued + held <= queue)
        return 0;
    if (core->queued + held > queue) /* some uops that wait for others must be renamed first */
        renaming_flush(core);
    return core->renamed[(core->number + core->queued + held - queue - 1) % UOP_RING];
}

static void front_end_wait_until(struct front *front, uint64_t clock)
{
    if (clock <= front->clock)
        return;
    front_end_next_group(front);
    front->clock = front_end_later(front->clock, clock);
}

/* Clocks for which the instruction occupies the decoders alone; 0 if it shares them. */
static unsigned front_end_alone_clocks(const struct p6_core *core, const struct p6_insn *insn,
                                       unsigned uops)
{
    const struct p6_core_parameters *parameters = &core->parameters;
    unsigned clocks = 0;

    if (uops > parameters->decoder_0_uops) {
        clocks = (uops + parameters->sequencer_uops - 1) / parameters->sequencer_uops;
        clocks = clocks > parameters->sequencer_clocks ? clocks : parameters->sequencer_clocks;
    }
    if (insn->prefixes > parameters->prefixes_free && clocks < insn->prefixes + 1u)
        clocks = insn->prefixes + 1u;
    return clocks < 0xffff ? clocks : 0xffff;
}

uint64_t front_end_decode(struct p6_core *core, const struct p6_insn *insn,
                          const struct p6_run *run, unsigned uops)
{
    const struct p6_core_parameters *parameters = &core->parameters;
    struct front *front = &core->front;
    const unsigned clocks = front_end_alone_clocks(core, insn, uops);

    front_end_find_block(core, insn, run);
    if (front->slots >= parameters->decoders || front->closed || clocks || uops > 1 ||
        insn->length > parameters->decoder_bytes)
        front_end_next_group(front);
    front_end_wait_until(front, front_end_length_decoded(core, insn, run));
    if (insn->attributes & P6_BRANCH && run->taken)
        front_end_wait_until(front, front->last_taken + parameters->taken_branches);
    front_end_wait_until(front, front_end_queue_room(core, uops));
    front->slots++;
    front->closed = clocks != 0;
    front->group_clocks = (uint16_t)(clocks ? clocks : 1);
    core_state_tally_add(core, P6_CORE_INST_DECODED, front->clock);
    if (insn->attributes & P6_BRANCH && run->taken)
        front->last_taken = front->clock;
    if (core->account)
        p6_account_decoded(core, run);
    return front->clock + (insn->prefixes > parameters->prefixes_free ? insn->prefixes : 0);
}

void front_end_restart(struct p6_core *core, uint64_t clock)
{
    core->front.redirect = REDIRECT_RESTART;
    core->front.restart_clock = clock;
}

void front_end_redirect(struct p6_core *core, const struct p6_insn *insn, const struct p6_run *run)
{
    const struct p6_core_parameters *parameters = &core->parameters;

    if (insn->attributes & P6_SERIALISES)
        front_end_restart(core, core->last_retire + parameters->fetch_to_rename);
    else if (run->mispredicted || insn->attributes & P6_FAR)
        front_end_restart(core, core->resolved + parameters->fetch_to_rename);
    else if (run->decoder_target)
        front_end_restart(core, core->front.clock + 1 + parameters->decoder_redirect);
    else if (run->taken)
        core->front.redirect = REDIRECT_TAKEN;
}
