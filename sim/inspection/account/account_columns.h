/*
 * SPDX-License-Identifier: MIT
 * The columns of figures in the file of -account. A model that executes in order has its pipes and
 * the causes of lost clocks; one that executes out of order has its own causes.
 */
#pragma once

#include "sim/inspection/account/account_table.h"
#include "sim/model/clock_account.h"

struct account_column {
    const char *name, *text;
    bool lost; /* the text is a cause of lost clocks */
};

struct account_columns {
    struct account_column all[ACCOUNT_FIGURES_MOST];
    unsigned count;
    unsigned executions; /* the columns before this one are executions; the others are clocks */
    unsigned units;      /* units of a figure in a clock */
    const char *event;   /* that counts clocks */
};

/* clocks: NULL for a model that executes in order. */
struct account_columns account_columns_of(const struct clock_account *clocks);
