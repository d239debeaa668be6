/*
 * SPDX-License-Identifier: MIT
 * The score from its rows to its totals.
 */
#include "kernel/score/score_run.h"

#include "kernel/lib/format.h"
#include "kernel/machine/memory.h"
#include "kernel/score/score_cases.h"
#include "kernel/score/score_direct.h"

static score_direct *const direct[SCORE_ROWS] = {
    [SCORE_cpuid_family] = score_identity_family,
    [SCORE_cpuid_model] = score_identity_model,
    [SCORE_cpuid_features] = score_identity_features,
    [SCORE_tsc_100_nops] = score_selftests_100_nops,
    [SCORE_rdpmc] = score_registers_rdpmc,
    [SCORE_tr12_branch_off] = score_selftests_branch_off,
    [SCORE_tr12_v_pipe_off] = score_selftests_v_pipe_off,
    [SCORE_msr_undefined] = score_registers_msr_undefined,
    [SCORE_counters] = score_selftests_counters,
    [SCORE_counter_100_nops] = score_selftests_counter_0,
    [SCORE_counter_additivity] = score_selftests_additivity,
    [SCORE_fdiv_quotient] = score_quirks_fdiv,
    [SCORE_divide_flags] = score_quirks_divide_flags,
    [SCORE_self_modifying_next] = score_quirks_self_modifying,
    [SCORE_f00f_signature] = score_identity_f00f,
    [SCORE_cr0_et] = score_registers_cr0_et,
    [SCORE_cr0_nw_alone] = score_registers_cr0_nw,
    [SCORE_cr0_cd_hit] = score_quirks_cd_hit,
};

/* ---- measuring ------------------------------------------------------------------------------- */

static bool score_run_can_count(struct score *score, unsigned row)
{
    const struct kernel_run *run = score->run;
    if (!run->pmc || !run->pmc->counters)
        score_value_set_unmeasurable(score, row, "no performance counters");
    else if (!run->selftests.usable)
        score_value_set_unmeasurable(score, row, "no counter counts");
    else
        return true;
    return false;
}

static unsigned score_run_leave_out(struct score *score, unsigned first, unsigned end)
{
    for (unsigned row = first; row < end; row++)
        score_value_set_unmeasurable(score, row, "left out by the setting command");
    return end;
}

/* Measures the rows from `first` on that belong together; returns the first row after them. */
static unsigned score_run_rows(struct score *score, unsigned first)
{
    const enum score_method method = score_rows[first].method;
    const unsigned end = score_cases_end(first);
    bool can = true;
    if (method == SCORE_DIRECT) {
        direct[first](score, first);
        return end;
    }
    if (!config_wants(score->run->config, score_rows[first].subject))
        return score_run_leave_out(score, first, end);
    for (unsigned row = first; row < end; row++)
        can = method == SCORE_COUNTED ? score_run_can_count(score, row)
                                      : score_value_needs_clocks(score, row);
    if (can)
        score_cases_measure(score, first, end);
    return end;
}

static void score_run_measure(struct score *score)
{
    struct kernel_run *run = score->run;
    unsigned passes = run->tally.passes_done;
    for (unsigned row = 0; row < SCORE_ROWS;) {
        const unsigned next = score_run_rows(score, row);
        passes += next - row;
        run_tick(run, passes);
        row = next;
    }
}

/* ---- reporting ------------------------------------------------------------------------------- */

static void score_run_judge(struct score_value *value, const struct score_row *row,
                            enum score_chip chip)
{
    if (!value->what)
        value->verdict = score_verdict(row, chip, value->measured);
    if (!score_real(row, chip)) {
        value->verdict = SCORE_NOT_MEASURABLE;
        value->what = SCORE_NO_REAL;
    }
}

static struct report_score_row score_run_row(const struct score_value *value,
                                             const struct score_row *row, enum score_chip chip)
{
    return (struct report_score_row){.number = row->number,
                                     .group = score_group_name(row->group),
                                     .name = row->name,
                                     .label = row->label,
                                     .unit = score_unit_name(row->unit),
                                     .measured = value->measured[0] ? value->measured : NULL,
                                     .real = score_real(row, chip),
                                     .verdict = score_verdict_name(value->verdict),
                                     .mark = score_verdict_mark(value->verdict),
                                     .what = value->what};
}

static void score_run_report(struct score *score, struct report_score_row *rows)
{
    const struct processor_id *id = &score->cpu->id;
    const enum score_chip chip = score_chip_of(id->vendor, id->signature);
    struct score_totals totals = {0};
    char machine[64]; /* longest name: 45 characters; " 1524h (emulator)": 17 */
    for (unsigned row = 0; row < SCORE_ROWS; row++) {
        score_run_judge(&score->values[row], &score_rows[row], chip);
        score_totals_add(&totals, score->values[row].verdict);
        rows[row] = score_run_row(&score->values[row], &score_rows[row], chip);
    }
    format(machine, sizeof machine, "%s %xh (%s)", score->cpu->is.name, (unsigned)id->signature,
           score->cpu->platform);
    const struct report_score report = {.suite = SCORE_SUITE,
                                        .machine = machine,
                                        .chip = score_chip_name(chip),
                                        .chip_title = score_chip_title(chip),
                                        .rows = rows,
                                        .n_rows = totals.rows,
                                        .strict = totals.strict,
                                        .near = totals.near,
                                        .settled = totals.settled};
    REPORT(score->run->report, score, &report);
}

/* Returns why clocks are not settled; NULL: they may be. */
static const char *score_run_clock_fault(const struct kernel_run *run)
{
    return run->selftests.time_stamp_repeats
               ? NULL
               : "the time stamp does not repeat, as where it follows the host's clock";
}

void score_run(struct kernel_run *run, const struct config *config, const struct cpu *cpu)
{
    struct score *score = memory_allocate(sizeof *score); /* too large for the stack */
    struct report_score_row *rows = memory_allocate(SCORE_ROWS * sizeof *rows);
    if (!score || !rows) {
        run_error(run, "not enough memory for the score");
        return;
    }
    run->config = config;
    *score = (struct score){.run = run,
                            .cpu = cpu,
                            .has_time_stamp = run->pmc != NULL,
                            .clock_fault = score_run_clock_fault(run)};
    score_run_measure(score);
    score_run_report(score, rows);
}

bool score_run_without_clock(struct kernel_run *run, const struct config *config,
                             const struct cpu *cpu)
{
    if (config->experiment != EXPERIMENT_SCORE || processor_identity_counters(cpu))
        return false;
    run->tally.passes_total = SCORE_ROWS;
    score_run(run, config, cpu);
    return true;
}
