/*
 * SPDX-License-Identifier: MIT
 * Records signals and their changes for -vcd. The counters are read after each instruction. Their
 * increments are shown in the instruction's last clocks, one per clock if there are enough clocks.
 * A pin is high in the clocks of its increments, or for one clock that lags its overflow.
 */
#include "sim/inspection/vcd.h"

#include <inttypes.h>
#include <stdlib.h>

#define COUNTERS 2

enum signal {
    SIGNAL_PM0,
    SIGNAL_PM1,
    SIGNAL_CTR0,
    SIGNAL_CTR1,
    SIGNAL_CPL,
    SIGNAL_ADDRESS, /* linear address of the instruction in U */
    SIGNAL_U,
    SIGNAL_V,
    SIGNAL_LOST, /* the first of LOST_CAUSES */
    SIGNAL_COUNT = SIGNAL_LOST + LOST_CAUSES,
};

struct vcd_change {
    uint64_t clock;
    uint64_t value;
    uint32_t order; /* of two changes at one clock the later one applies */
    uint32_t signal;
};

struct vcd {
    struct trace_window window;
    struct vcd_change *changes;
    size_t count, room;
    struct counter_look counters[COUNTERS]; /* as last read */
    uint64_t first[SIGNAL_COUNT];           /* values at the beginning of the recorded part */
    uint64_t unit_entered;                  /* of the instruction last seen in U */
    bool out_of_memory;
};

struct vcd *vcd_create(struct trace_window window)
{
    struct vcd *vcd = calloc(1, sizeof *vcd);

    if (vcd)
        vcd->window = window;
    return vcd;
}

void vcd_destroy(struct vcd *vcd)
{
    if (vcd)
        free(vcd->changes);
    free(vcd);
}

/* ---- recording ----------------------------------------------------------------------------- */

static void vcd_change(struct vcd *vcd, enum signal signal, uint64_t clock, uint64_t value)
{
    if (vcd->count == vcd->room) {
        const size_t room = vcd->room ? 2 * vcd->room : 4096;
        struct vcd_change *changes = realloc(vcd->changes, room * sizeof *changes);

        if (!changes) {
            vcd->out_of_memory = true;
            return;
        }
        vcd->changes = changes;
        vcd->room = room;
    }
    vcd->changes[vcd->count] = (struct vcd_change){
        .clock = clock, .value = value, .order = (uint32_t)vcd->count, .signal = signal};
    vcd->count++;
}

static void vcd_pulse(struct vcd *vcd, enum signal signal, uint64_t from, uint64_t until)
{
    vcd_change(vcd, signal, from, 1);
    vcd_change(vcd, signal, until, 0);
}

/* Records a wait. Waits before the address is reached are dropped when it is. */
void vcd_lost(struct vcd *vcd, enum lost cause, uint64_t from, uint64_t clocks)
{
    const struct trace_window *window = &vcd->window;

    if (!window->at_address && from >= window->from + window->clocks)
        return;
    vcd_pulse(vcd, SIGNAL_LOST + cause, from, from + clocks);
}

static void vcd_counter_increase(struct vcd *vcd, unsigned n, const struct counter_look *look,
                                 const struct observation *seen)
{
    const uint64_t last = vcd->counters[n].value;
    const uint64_t clocks = seen->until > seen->from ? seen->until - seen->from : 1;
    const uint64_t gain = look->value - last;
    const uint64_t steps = gain < clocks ? gain : clocks;

    for (uint64_t i = 1; i <= steps; i++) /* visible after the clock in which it counts */
        vcd_change(vcd, SIGNAL_CTR0 + n, seen->until - steps + i, last + gain - (steps - i));
    if (!look->pin_on_overflow)
        vcd_pulse(vcd, SIGNAL_PM0 + n, seen->until - steps, seen->until);
}

static void vcd_read_counter(struct vcd *vcd, unsigned n, const struct cpu *cpu,
                             const struct observation *seen)
{
    const struct counter_look look = model_counter(cpu->model, n);
    const bool overflowed = look.overflows > vcd->counters[n].overflows;

    if (look.value > vcd->counters[n].value && !overflowed)
        vcd_counter_increase(vcd, n, &look, seen);
    else /* overflowed, written, or unchanged */
        vcd_change(vcd, SIGNAL_CTR0 + n, seen->until, look.value);
    if (overflowed && look.pin_on_overflow)
        vcd_pulse(vcd, SIGNAL_PM0 + n, seen->until + look.lag, seen->until + look.lag + 1);
    vcd->counters[n] = look;
}

/* Only the state at the beginning of the recorded part matters. */
static void vcd_before_window(struct vcd *vcd, const struct cpu *cpu)
{
    vcd->count = 0;
    for (unsigned n = 0; n < COUNTERS; n++) {
        vcd->counters[n] = model_counter(cpu->model, n);
        vcd->first[SIGNAL_CTR0 + n] = vcd->counters[n].value;
    }
    vcd->first[SIGNAL_CPL] = cpu->cpl;
}

/* A pair occupies both pipes until its V half is done. */
static void vcd_pipes(struct vcd *vcd, const struct observation *seen)
{
    if (seen->unit == UNIT_V) {
        vcd_pulse(vcd, SIGNAL_U, seen->from, seen->until);
        vcd_pulse(vcd, SIGNAL_V, vcd->unit_entered, seen->until);
        return;
    }
    vcd->unit_entered = seen->enters;
    vcd_change(vcd, SIGNAL_ADDRESS, seen->enters, seen->linear);
    vcd_pulse(vcd, SIGNAL_U, seen->enters, seen->until);
}

void vcd_instruction(struct vcd *vcd, const struct cpu *cpu, const struct observation *seen)
{
    const bool waiting = vcd->window.at_address || seen->from < vcd->window.from;

    trace_window_reach(&vcd->window, seen->linear, seen->from);
    if (!trace_window_contains(&vcd->window, seen->from)) {
        if (waiting)
            vcd_before_window(vcd, cpu);
        return;
    }
    for (unsigned n = 0; n < COUNTERS; n++)
        vcd_read_counter(vcd, n, cpu, seen);
    vcd_change(vcd, SIGNAL_CPL, seen->until, cpu->cpl);
    vcd_pipes(vcd, seen);
}

/* ---- writing ------------------------------------------------------------------------------- */

static unsigned vcd_signal_width(unsigned signal)
{
    switch (signal) {
    case SIGNAL_CTR0:
    case SIGNAL_CTR1:
        return 40;
    case SIGNAL_CPL:
        return 2;
    case SIGNAL_ADDRESS:
        return 32;
    default:
        return 1;
    }
}

static void vcd_write_signals(FILE *to)
{
    static const char *const names[SIGNAL_LOST] = {"PM0", "PM1",     "CTR0", "CTR1",
                                                   "CPL", "ADDRESS", "U",    "V"};

    fputs(
        "$version vpentium: simulated clocks, not a real chip's $end\n"
        "$comment one nanosecond stands for one processor clock $end\n"
        "$timescale 1 ns $end\n$scope module pentium $end\n",
        to);
    for (unsigned i = 0; i < SIGNAL_COUNT; i++)
        fprintf(to, "$var wire %u %c %s%s $end\n", vcd_signal_width(i), (int)('!' + i),
                i < SIGNAL_LOST ? "" : "lost_",
                i < SIGNAL_LOST ? names[i] : stall_cause_names[i - SIGNAL_LOST]);
    fputs("$upscope $end\n$enddefinitions $end\n", to);
}

static void vcd_write_value(FILE *to, unsigned signal, uint64_t value)
{
    const unsigned width = vcd_signal_width(signal);

    if (width > 1)
        fputc('b', to);
    for (unsigned bit = width; bit-- > 0;)
        fputc('0' + (int)(value >> bit & 1), to);
    fprintf(to, "%s%c\n", width > 1 ? " " : "", (int)('!' + signal));
}

static int vcd_by_clock(const void *a, const void *b)
{
    const struct vcd_change *x = a, *y = b;

    if (x->clock != y->clock)
        return x->clock < y->clock ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

/* Writes the changes at one clock, only the last of each signal: those at `from` up to, not
 * including, `end`. */
static void vcd_write_clock(const struct vcd *vcd, size_t from, size_t end, uint64_t *values,
                            FILE *to)
{
    uint64_t values_now[SIGNAL_COUNT];
    bool written = false;

    for (unsigned i = 0; i < SIGNAL_COUNT; i++)
        values_now[i] = values[i];
    for (size_t i = from; i < end; i++)
        values_now[vcd->changes[i].signal] = vcd->changes[i].value;
    for (unsigned i = 0; i < SIGNAL_COUNT; i++) {
        if (values_now[i] == values[i])
            continue;
        if (!written)
            fprintf(to, "#%" PRIu64 "\n", vcd->changes[from].clock);
        written = true;
        vcd_write_value(to, i, values_now[i]);
        values[i] = values_now[i];
    }
}

int vcd_write(struct vcd *vcd, FILE *to)
{
    uint64_t *values = vcd->first;
    const uint64_t begin = vcd->window.at_address ? 0 : vcd->window.from;
    size_t first = 0;

    if (vcd->out_of_memory)
        return -1;
    if (vcd->count)
        qsort(vcd->changes, vcd->count, sizeof *vcd->changes, vcd_by_clock);
    while (first < vcd->count && vcd->changes[first].clock <= begin) {
        values[vcd->changes[first].signal] = vcd->changes[first].value;
        first++;
    }
    vcd_write_signals(to);
    fprintf(to, "#%" PRIu64 "\n$dumpvars\n", begin);
    for (unsigned i = 0; i < SIGNAL_COUNT; i++)
        vcd_write_value(to, i, values[i]);
    fputs("$end\n", to);
    for (size_t i = first, end; i < vcd->count; i = end) {
        for (end = i; end < vcd->count && vcd->changes[end].clock == vcd->changes[i].clock;)
            end++;
        vcd_write_clock(vcd, i, end, values, to);
    }
    return 0;
}
