/*
 * SPDX-License-Identifier: MIT
 * Measures more repetitions than memory has room for: each window of samples is added to exact
 * sums.
 */
#include "kernel/measure/experiment/pass_run.h"

#include "kernel/lib/string.h"
#include "kernel/machine/memory.h"
#include "kernel/measure/result.h"
#include "stats/sample_sums.h"

/* The most samples of a window, and the part of the free memory that they may use. */
#define WINDOW        1024
#define WINDOW_MEMORY 4

struct summed_samples {
    struct measure_setup window;
    struct sample_sums clocks;
    struct sample_sums of[]; /* [n_regions][measure_counters()] */
};

static bool summed_samples_permitted(const struct config *config,
                                     const struct pass_setting *setting,
                                     const struct benchmark *benchmark)
{
    return setting->may_sum && !setting->has_target && !setting->settles && config->batches == 1 &&
           !config->cull && !config->output_all_results && !config->skip_initialization_run &&
           !benchmark->conclude;
}

/* Returns the repetitions of a window; 0: there is no memory. */
static unsigned summed_samples_window(const struct measurement *m)
{
    const size_t sorted = 1, clocks = 1; /* arrays besides the counters' */
    const size_t each =
        (m->n_regions * measure_counters(m->setup) + clocks + sorted) * sizeof *m->counts;
    const size_t fit = memory_left() / WINDOW_MEMORY / each;
    return fit < WINDOW ? (unsigned)fit : WINDOW;
}

int summed_samples_begin(struct kernel_run *run, const struct pass_setting *setting,
                         struct measurement *m)
{
    const size_t bytes =
        sizeof *m->sums + m->n_regions * measure_counters(&setting->setup) * sizeof m->sums->of[0];
    if (!summed_samples_permitted(run->config, setting, m->benchmark))
        return E_MEASURE_MEMORY;
    struct summed_samples *sums = memory_allocate(bytes);
    const unsigned window = summed_samples_window(m);
    if (!sums || !window)
        return E_MEASURE_MEMORY;
    memset(sums, 0, bytes);
    sums->window = setting->setup;
    sums->window.repetitions = window;
    const int failed = repetition_begin(m->benchmark, &sums->window, m);
    m->sums = sums;
    return failed;
}

/* Adds the samples of a window, which may not be full. */
static void summed_samples_add(const struct measurement *m)
{
    const unsigned counters = measure_counters(m->setup);
    sample_sums_add(&m->sums->clocks, m->clocks, m->repetitions);
    for (unsigned i = 0; i < m->n_regions * counters; i++)
        sample_sums_add(&m->sums->of[i], measurement_counts(m, i / counters, i % counters),
                        m->repetitions);
}

int summed_samples_repeat(struct kernel_run *run, const struct pass_setting *setting,
                          struct measurement *m)
{
    int failed = pass_run_drop_first(setting, m);
    while (!failed && m->summed < setting->repetitions) {
        const unsigned left = setting->repetitions - m->summed;
        m->repetitions = 0;
        const unsigned window = m->setup->repetitions;
        failed = repetition_repeat(m, left < window ? left : window);
        summed_samples_add(m);
        result_count_disturbed(&run->tally, m);
        m->summed += m->repetitions;
    }
    return failed;
}

static int summed_samples_compute(struct kernel_run *run, const struct sample_sums *sums,
                                  struct report_result *result)
{
    struct sample_summary s;
    if (sample_sums_compute(sums, run->config->confidence_level_99 ? CONFIDENCE_99 : CONFIDENCE_95,
                            &s)) {
        run_error(run, "a count is too large: measure a shorter region");
        return -1;
    }
    result->raw = s.mean;
    result->corrected = (struct report_values){
        .n = s.n,
        .summed = true,
        .mean = s.mean - result->off,
        .deviation = s.deviation,
        .half_width = s.half_width,
        .minimum = fixed_from_int(s.minimum) - result->off,
        .maximum = fixed_from_int(s.maximum) - result->off,
    };
    return 0;
}

int summed_samples_values(struct kernel_run *run, const struct measurement *m, unsigned place,
                          unsigned counter, struct report_result *result)
{
    return summed_samples_compute(run, &m->sums->of[place * measure_counters(m->setup) + counter],
                                  result);
}

int summed_samples_clocks(struct kernel_run *run, const struct measurement *m,
                          struct report_result *result)
{
    return summed_samples_compute(run, &m->sums->clocks, result);
}
