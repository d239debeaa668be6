/*
 * SPDX-License-Identifier: MIT
 * Where the totals of the P55C's additional events are kept: code for counter 0, code + 64 for
 * counter 1 (SDM volume 3, Table 19-38). Left out: 2Ah and 2Ch need a second processor, 33h a model
 * of the instruction queue, 3Bh on counter 1 a board that drives EWBE#: they count 0.
 */
#pragma once

#include "../../pmc/event.h"

#define ON_COUNTER_1(code) ((code) + P5_EVENT_CODES)

enum p55c_total {
    P55C_mmx_in_u = 0x2b,
    P55C_mmx_in_v = ON_COUNTER_1(0x2b),
    P55C_emms = 0x2d,
    P55C_mmx_x87_transitions = ON_COUNTER_1(0x2d),
    P55C_bus_utilisation = 0x2e, /* these three are worked out when they are read */
    P55C_clocks_not_halted = 0x30,
    P55C_x87_stalls = 0x32,
    P55C_noncacheable_writes = ON_COUNTER_1(0x2e),
    P55C_saturating = 0x2f,
    P55C_saturations = ON_COUNTER_1(0x2f),
    P55C_data_tlb_stalls = ON_COUNTER_1(0x30),
    P55C_mmx_reads = 0x31,
    P55C_mmx_read_misses = ON_COUNTER_1(0x31),
    P55C_taken_branches = ON_COUNTER_1(0x32),
    P55C_mmx_writes = 0x34,
    P55C_mmx_write_misses = ON_COUNTER_1(0x34),
    P55C_wrong_predictions = 0x35,
    P55C_wrong_predictions_in_wb = ON_COUNTER_1(0x35),
    P55C_mmx_misaligned = 0x36,
    P55C_mmx_read_stalls = ON_COUNTER_1(0x36),
    P55C_returns_mispredicted = 0x37,
    P55C_returns_predicted = ON_COUNTER_1(0x37),
    P55C_mmx_multiply_stalls = 0x38,
    P55C_mmx_store_stalls = ON_COUNTER_1(0x38),
    P55C_returns = 0x39,
    P55C_btb_false_entries = 0x3a,
    P55C_wrongly_predicted_taken = ON_COUNTER_1(0x3a),
    P55C_mmx_write_buffer_stalls = 0x3b,
};
