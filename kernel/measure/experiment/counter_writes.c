/*
 * SPDX-License-Identifier: MIT
 * Stops at each WRMSR of a benchmark and notes the counters that it changes, for the regions that
 * are open. Its code is between the routines of the benchmarks that are linked before and after it.
 */
#include "kernel/measure/experiment/counter_writes.h"

#include "kernel/lib/x86.h"
#include "kernel/machine/trap.h"
#include "kernel/measure/experiment/counter_registers.h"

/* Intel SDM volume 3, sections 17.2.3 and 17.2.4. */
#define DEBUG_REGISTERS 4
#define DR7_EXECUTION   2u        /* for DR0: in every task, on execution */
#define DR7_EXACT       (3u << 8) /* GE, LE */
#define DR6_HITS        15u
#define VECTOR_DEBUG    1
#define EFLAGS_RF       (1u << 16) /* the next instruction does not stop again */

#define WRMSR_BYTES 2

/* From linker.ld. */
extern const char user_data_start[];

/* The measurement that is run: trap handlers have no context. */
static struct measurement *watched;

static bool counter_writes_is_wrmsr(const uint8_t *code)
{
    return code[0] == 0x0F && code[1] == 0x30;
}

/* Narrows [*from, *to) to exclude a routine of another benchmark. */
static void counter_writes_narrow(uint32_t routine, uint32_t run, uint32_t *from, uint32_t *to)
{
    if (routine < run && routine > *from)
        *from = routine;
    if (routine > run && routine < *to)
        *to = routine;
}

/*
 * Finds the bounds of the benchmark's code; nothing, if it is not in the list of benchmarks. The
 * first one comes after the empty region.
 */
static void counter_writes_bounds(const struct benchmark *benchmark, uint32_t *from, uint32_t *to)
{
    const uint32_t run = (uint32_t)benchmark->run;
    bool listed = false;
    *from = (uint32_t)region_empty, *to = (uint32_t)user_data_start;
    for (const struct benchmark *other = benchmarks_start; other < benchmarks_end; other++) {
        if (other->run == benchmark->run) {
            listed = true;
            continue;
        }
        counter_writes_narrow((uint32_t)other->run, run, from, to);
        counter_writes_narrow((uint32_t)other->setup, run, from, to);
        counter_writes_narrow((uint32_t)other->check, run, from, to);
    }
    if (!listed)
        *from = *to;
}

/*
 * Lists the next places of WRMSR from *from on, without those that follow another one directly:
 * they write the same register. The bytes may be inside another instruction, which never stops.
 */
static unsigned counter_writes_list(uint32_t *from, uint32_t to, uint32_t place[DEBUG_REGISTERS])
{
    unsigned n = 0;
    for (; *from + WRMSR_BYTES <= to && n < DEBUG_REGISTERS; ++*from) {
        const uint8_t *code = (const uint8_t *)*from;
        if (counter_writes_is_wrmsr(code) && !counter_writes_is_wrmsr(code - WRMSR_BYTES))
            place[n++] = *from;
    }
    return n;
}

static void counter_writes_note(const struct trap_frame *frame)
{
    const struct pmc *pmc = watched->setup->pmc;
    if (!counter_registers_include(pmc, frame->ecx))
        return;
    const uint32_t before = (uint32_t)rdmsr(frame->ecx);
    const uint32_t written = counter_registers_written(pmc, frame->ecx, before, frame->eax);
    for (unsigned i = 0; i < watched->n_regions; i++) {
        struct measured_region *r = &watched->region[i];
        if (watched->setup->whole || regions[r->number].entries > regions[r->number].exits)
            r->counters_written |= written;
    }
}

/* Handles the stop at a WRMSR, which is then executed. */
static bool counter_writes_stop(struct trap_frame *frame)
{
    if (frame->vector != VECTOR_DEBUG || !(read_dr6() & DR6_HITS))
        return false;
    write_dr6(read_dr6() & ~DR6_HITS);
    counter_writes_note(frame);
    frame->eflags |= EFLAGS_RF;
    return true;
}

/* Runs the benchmark once, with stops at n places. */
static void counter_writes_run(const uint32_t place[], unsigned n)
{
    uint32_t before[DEBUG_REGISTERS], dr7 = DR7_EXACT;
    for (unsigned d = 0; d < n; d++) {
        before[d] = x86_read_breakpoint(d);
        x86_write_breakpoint(d, place[d]);
        dr7 |= DR7_EXECUTION << 2 * d;
    }
    trap_sample_by(counter_writes_stop);
    write_dr7(dr7);
    repetition_run_uncounted(watched);
    write_dr7(0);
    trap_sample_by(NULL);
    for (unsigned d = 0; d < n; d++)
        x86_write_breakpoint(d, before[d]); /* a P5 counts matches while DR7 enables none */
}

/*
 * Samples are modulo 2^40. One of this size is that of a counter that went back, because the region
 * has written it: an event in each clock takes three minutes at 3 GHz to occur so often.
 */
#define WENT_BACK ((int64_t)1 << 39)

static void counter_writes_find_back(struct measurement *m, unsigned i, unsigned c)
{
    const int64_t *samples = measurement_counts(m, i, c);
    for (unsigned r = 0; r < m->repetitions; r++)
        if (samples[r] >= WENT_BACK)
            m->region[i].counters_written |=
                1u << pmc_counter_at(m->setup->pmc, m->setup->pass->counted, c);
}

void counter_writes_find(struct measurement *m)
{
    struct measure_setup setup = *m->setup;
    uint32_t from, to, place[DEBUG_REGISTERS];
    if (setup.pass->time_stamp || !setup.pmc->selectors)
        return;
    for (unsigned i = 0; i < m->n_regions; i++)
        for (unsigned c = 0; c < measure_counters(&setup); c++)
            if (setup.pass->counted[c].event)
                counter_writes_find_back(m, i, c);
    if (setup.ring != RING_KERNEL || trap_is_sampled())
        return;
    setup.announce = NULL;
    struct measurement again = *m;
    again.setup = &setup;
    watched = &again;
    counter_writes_bounds(m->benchmark, &from, &to);
    for (unsigned n; (n = counter_writes_list(&from, to, place)) > 0;)
        counter_writes_run(place, n);
    setup.pmc->stop();
}
