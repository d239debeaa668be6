/*
 * SPDX-License-Identifier: MIT
 * The verbs of the command. Each is defined in the file of its name: verb_show in show_verb.c.
 */
#pragma once

#include "host/base/verb.h"

extern const struct verb verb_list, verb_run, verb_capture, verb_show, verb_compare, verb_export,
    verb_plot, verb_html, verb_history, verb_import, verb_delete, verb_fit, verb_profile,
    verb_explain, verb_breakdown, verb_plan, verb_experiments, verb_monitor, verb_cc, verb_score;
