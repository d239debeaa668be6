/*
 * SPDX-License-Identifier: MIT
 * Describes the columns of the file of -account.
 */
#include "sim/inspection/account/account_columns.h"

static const struct account_column in_order[ACCOUNT_LOST] = {
    [ACCOUNT_ALONE] = {"alone", "executions alone in U", false},
    [ACCOUNT_U] = {"U", "executions as the first of a pair", false},
    [ACCOUNT_V] = {"V", "executions as the second of a pair", false},
    [ACCOUNT_RAISED] = {"raised", "executions that ended in an exception", false},
    [ACCOUNT_CLOCKS] = {"clocks", "all clocks: the sum of the columns to the right", false},
    [ACCOUNT_ISSUE] =
        {"issue",
         "one clock for each U slot, so the sum of alone and U; the clock of the second "
         "half of a split pair is in `first`",
         false},
    [ACCOUNT_EXECUTING] = {"executing", "further clocks of instructions that take more than one",
                           false},
    [ACCOUNT_X87] = {"x87_executing",
                     "further clocks of x87 instructions; waits for them are in `x87`", false},
};

static const struct account_column out_of_order[ACCOUNT_CAUSES] = {
    [ACCOUNT_EXECUTED] = {"executed", "executions", false},
    [ACCOUNT_EXCEPTED] = {"raised", "executions that ended in an exception", false},
    [ACCOUNT_ALL_CLOCKS] =
        {"clocks",
         "all clocks: the sum of the columns to the right. Each clock has one "
         "cause; an instruction has the clocks that passed while it was reported",
         false},
};

static struct account_columns account_columns_in_order(void)
{
    struct account_columns columns = {.count = ACCOUNT_LOST + LOST_CAUSES,
                                      .executions = ACCOUNT_CLOCKS,
                                      .units = 1,
                                      .event = "count_clocks"};

    for (unsigned i = 0; i < ACCOUNT_LOST; i++)
        columns.all[i] = in_order[i];
    for (unsigned i = 0; i < LOST_CAUSES; i++)
        columns.all[ACCOUNT_LOST + i] =
            (struct account_column){stall_cause_names[i], stall_cause_texts[i], true};
    return columns;
}

struct account_columns account_columns_of(const struct clock_account *clocks)
{
    struct account_columns columns;

    if (!clocks)
        return account_columns_in_order();
    columns = (struct account_columns){.count = ACCOUNT_CAUSES + clocks->count,
                                       .executions = ACCOUNT_ALL_CLOCKS,
                                       .units = clocks->units,
                                       .event = clocks->event};
    for (unsigned i = 0; i < ACCOUNT_CAUSES; i++)
        columns.all[i] = out_of_order[i];
    for (unsigned i = 0; i < clocks->count; i++)
        columns.all[ACCOUNT_CAUSES + i] =
            (struct account_column){clocks->causes[i].name, clocks->causes[i].text, false};
    return columns;
}
