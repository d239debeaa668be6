/*
 * SPDX-License-Identifier: MIT
 * Writes the lines of -steps as the instructions occur, but always one late: only the next
 * instruction shows whether the first half of a pair was executed alone.
 */
#include "sim/inspection/steps.h"

#include <inttypes.h>
#include <stdlib.h>

#include "sim/inspection/insn_text.h"

struct steps {
    struct steps_config config;
    FILE *to;
    unsigned after_reached, reached; /* how often `after` and `from` were reached */
    unsigned count;                  /* lines so far */
    bool recording, over, pending;
    struct observation last;
};

struct steps *steps_create(const struct steps_config *config, FILE *to)
{
    struct steps *steps = calloc(1, sizeof *steps);

    if (!steps)
        return NULL;
    *steps = (struct steps){.config = *config, .to = to, .recording = !config->from_given};
    fprintf(to,
            "# steps 1\n# %s: simulated clocks, not a real chip's\n"
            "# address\tunit\tfrom\tenters\tuntil\tend\tlost\tx87\tbytes\ttext\n",
            config->machine);
    return steps;
}

void steps_destroy(struct steps *steps)
{
    free(steps);
}

static void steps_write_lost(const struct observation *seen, FILE *to)
{
    const char *between = "";

    for (unsigned i = 0; i < LOST_CAUSES; i++)
        if (seen->lost[i]) {
            fprintf(to, "%s%s=%" PRIu64, between, stall_cause_names[i], seen->lost[i]);
            between = ",";
        }
    fputs(*between ? "\t" : "-\t", to);
}

/* Writes the last thing an x87 instruction waited for, if it waited, and when its result is
 * ready. */
static void steps_write_x87(const struct observation *seen, FILE *to)
{
    const struct x87_needs *needs = &seen->x87;

    if (!needs->used) {
        fputs("-\t", to);
        return;
    }
    fprintf(to, "ready=%" PRIu64, seen->x87_ready);
    if (seen->lost[LOST_X87] && needs->operands >= needs->part && needs->operands >= needs->unit)
        fprintf(to, ",operand=st%u", needs->latest);
    else if (seen->lost[LOST_X87])
        fprintf(to, ",%s", needs->part >= needs->unit ? needs->part_name : "unit");
    fputc('\t', to);
}

static void steps_write_last(struct steps *steps)
{
    static const char *const units[] = {"alone", "U", "V"};
    const struct observation *seen = &steps->last;
    char text[DISASSEMBLY_BYTES];

    if (!steps->pending)
        return;
    steps->pending = false;
    fprintf(steps->to, "%08x\t%s\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%s\t", seen->linear,
            units[seen->unit], seen->from, seen->enters, seen->until,
            seen->completed ? "done" : "raised");
    steps_write_lost(seen, steps->to);
    steps_write_x87(seen, steps->to);
    for (unsigned i = 0; i < seen->length; i++)
        fprintf(steps->to, "%02x", seen->bytes[i]);
    insn_text(steps->config.symbols, seen, text);
    fprintf(steps->to, "\t%s\n", text);
}

static void steps_reach(struct steps *steps, uint32_t linear)
{
    const struct steps_config *config = &steps->config;

    if (steps->recording && config->to_given && linear == config->to)
        steps->over = true;
    if (config->after_given && steps->after_reached < config->after_count)
        steps->after_reached += linear == config->after;
    else if (config->from_given && linear == config->from && ++steps->reached == config->from_count)
        steps->recording = true;
}

bool steps_instruction(struct steps *steps, const struct observation *seen)
{
    if (!steps->over)
        steps_reach(steps, seen->linear);
    if (!steps->over && steps->recording) {
        if (seen->torn)
            steps->last.unit = UNIT_U_ALONE;
        steps_write_last(steps);
        steps->over = steps->count == steps->config.most;
    }
    if (steps->over)
        steps_write_last(steps);
    else if (steps->recording) {
        steps->last = *seen;
        steps->pending = true;
        steps->count++;
    }
    return steps->over && steps->config.then_enough;
}

void steps_finish(struct steps *steps)
{
    steps_write_last(steps);
    fprintf(steps->to, "# %u instructions%s\n", steps->count,
            steps->recording ? "" : "; -steps-from was not reached often enough");
}
