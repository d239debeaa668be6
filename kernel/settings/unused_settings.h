/*
 * SPDX-License-Identifier: MIT
 * Finds settings that an experiment does not use, such as repetitions=3 with experiment=score, so
 * that they are refused instead of ignored. Not in the small image.
 */
#pragma once

#include "kernel/settings/settings.h"

/*
 * Stores an error for the first setting of the current source that the experiment does not use.
 * Files are not checked, since a dump of the settings contains all of them.
 */
void unused_settings_refuse(struct settings *settings);

/* The same for words such as `repetitions=3 state=cold`. Returns 0, or -1 with a sentence in error,
 * which has CONFIG_ERROR_BYTES. */
int unused_settings_check_words(enum experiment experiment, const struct pmc *pmc,
                                struct word words, char *error);

/* Returns whether the experiment of that name uses the setting, or the whole run does. */
bool unused_settings_used(const char *experiment, struct word name);
