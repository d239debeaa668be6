/*
 * SPDX-License-Identifier: MIT
 * The formulas of PCL's events, for each processor family of the kernel.
 */
#include "libpcl/pcl_machine.h"

#include "pmc/families.h"
#include "pmc/p5/p5_events.h"

#define P54C 1
#define P55C 2
#define ALL  3

struct pcl_machine_row {
    uint8_t event, processors;
    const char *counts, *per;
};

#define HAS(event, processors, counts, per, printed, note) {PCL_##event, processors, counts, per},
#define INSTEAD(event, processors, counts, per, printed, note)                                     \
    {PCL_##event, processors, counts, per},
#define LACKS(event, processors, printed, why)

static const struct pcl_machine_row p5_rows[] = {
#include "libpcl/pcl_p5.def"
};
static const struct pcl_machine_row p6_rows[] = {
#include "libpcl/pcl_p6.def"
};
static const struct pcl_machine_row k7_rows[] = {
#include "libpcl/pcl_k7.def"
};
static const struct pcl_machine_row p4_rows[] = {
#include "libpcl/pcl_p4.def"
};

static const struct {
    const struct pcl_machine_row *rows;
    unsigned n;
} tables[FAMILIES] = {
    [FAMILY_P5] = {p5_rows, sizeof p5_rows / sizeof p5_rows[0]},
    [FAMILY_P6] = {p6_rows, sizeof p6_rows / sizeof p6_rows[0]},
    [FAMILY_K7] = {k7_rows, sizeof k7_rows / sizeof k7_rows[0]},
    [FAMILY_P4] = {p4_rows, sizeof p4_rows / sizeof p4_rows[0]},
};

struct pcl_formula pcl_machine_formula(const struct pmc *pmc, unsigned event)
{
    /* rows of other families are for ALL */
    uint8_t processors = pmc->n_events == P5_EVENTS ? P54C : P55C;
    for (unsigned f = 0; f < FAMILIES; f++)
        for (unsigned i = 0; families[f].events == pmc->events && i < tables[f].n; i++)
            if (tables[f].rows[i].event == event && tables[f].rows[i].processors & processors)
                return (struct pcl_formula){tables[f].rows[i].counts, tables[f].rows[i].per};
    if (event == PCL_ELAPSED_CYCLES) /* every supported processor has it */
        return (struct pcl_formula){pmc_time_stamp.name, ""};
    return (struct pcl_formula){0};
}
