/*
 * SPDX-License-Identifier: MIT
 * Names of the causes of lost clocks.
 */
#include "sim/model/model.h"

const char *const stall_cause_names[LOST_CAUSES] = {
#define LOST_NAME(cause, name, text) name,
    LOST_TABLE(LOST_NAME)
#undef LOST_NAME
};

const char *const stall_cause_texts[LOST_CAUSES] = {
#define LOST_TEXT(cause, name, text) text,
    LOST_TABLE(LOST_TEXT)
#undef LOST_TEXT
};
