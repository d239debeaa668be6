/*
 * SPDX-License-Identifier: MIT
 * Measures the rows that need no benchmark: registers, exceptions, self-tests and quirks. Nothing
 * here can stop a processor: an exception is caught, and each register gets its value back.
 */
#pragma once

#include "kernel/score/score_values.h"

/* Measures a row, and stores its value. */
typedef void score_direct(struct score *score, unsigned row);

score_direct score_identity_family, score_identity_model, score_identity_features,
    score_identity_f00f;
score_direct score_registers_rdpmc, score_registers_msr_undefined, score_registers_cr0_et,
    score_registers_cr0_nw;
score_direct score_selftests_100_nops, score_selftests_counters, score_selftests_counter_0,
    score_selftests_additivity, score_selftests_branch_off, score_selftests_v_pipe_off;
score_direct score_quirks_fdiv, score_quirks_divide_flags, score_quirks_self_modifying,
    score_quirks_cd_hit;
