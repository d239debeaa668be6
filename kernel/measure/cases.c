/*
 * SPDX-License-Identifier: MIT
 * Enumerates the values of a benchmark's arguments like an odometer.
 */
#include "kernel/measure/cases.h"

#include "kernel/settings/argument_values.h"
#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "pmc/region.h"

struct case_list case_list = {benchmarks_start, benchmarks_end};

void case_list_use(const struct benchmark *start, const struct benchmark *end)
{
    case_list = start ? (struct case_list){start, end}
                      : (struct case_list){benchmarks_start, benchmarks_end};
}

bool case_list_may_call_stubs(void)
{
    bool of_image = case_list.start == benchmarks_start;
    return of_image ? region_stubs_called != NULL : region_empty_stub != NULL;
}

static unsigned case_value_count(const struct bench_argument *argument)
{
    int count =
        argument_values_count(argument->values, NULL, 0); /* tools/benchcheck has validated them */
    return count > 0 ? (unsigned)count : 1;
}

/* Sets the arguments' variables and composes the name that lists their values. */
static void case_set_arguments(struct bench_case *c)
{
    const struct bench_argument *argument = c->benchmark.arguments;
    int length = format(c->name, sizeof c->name, "%s", c->base);
    for (unsigned i = 0; argument && argument[i].name; i++) {
        char spelling[32];
        *argument[i].value =
            argument_values_get(argument[i].values, c->at[i], spelling, sizeof spelling);
        length += format(c->name + length, sizeof c->name - (size_t)length, ":%s=%s",
                         argument[i].name, spelling);
    }
}

void case_first(struct bench_case *c, const struct benchmark *benchmark)
{
    *c = (struct bench_case){.benchmark = *benchmark, .base = benchmark->name};
    c->benchmark.name = c->name;
    const struct bench_argument *argument = benchmark->arguments;
    for (unsigned i = 0; argument && argument[i].name; i++)
        c->values[i] = case_value_count(&argument[i]);
    case_set_arguments(c);
}

bool case_next(struct bench_case *c)
{
    const struct bench_argument *argument = c->benchmark.arguments;
    unsigned n = 0;
    while (argument && argument[n].name)
        n++;
    while (n-- > 0) {
        if (++c->at[n] < c->values[n]) {
            case_set_arguments(c);
            return true;
        }
        c->at[n] = 0;
    }
    return false;
}

size_t case_memory(const struct bench_case *c)
{
    return c->benchmark.memory_for ? c->benchmark.memory_for() : c->benchmark.memory;
}

bool case_is_of(const char *name, const char *base)
{
    for (; *base; name++, base++)
        if (*name != *base)
            return false;
    return !*name || *name == ':';
}
