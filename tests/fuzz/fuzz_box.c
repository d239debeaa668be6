/*
 * SPDX-License-Identifier: MIT
 * Fuzzes machine profiles: accepted files can be applied, and rejected ones are reported with a
 * line.
 */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sim/chosen_model.h"
#include "sim/machine_profiles/machine_profile.h"
#include "sim/model/parameter_table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct machine_profile *profile = calloc(1, sizeof *profile);
    struct model_config config = model_config_default();
    char error[PROFILE_ERROR_BYTES] = "", why[SETTING_ERROR_BYTES];

    assert(profile);
    if (machine_profile_read_text(profile, "a.box", (const char *)data, size, error) != 0)
        assert(strstr(error, "a.box"));
    assert(profile->used <= sizeof profile->text && profile->setting_count <= PROFILE_SETTINGS_MAX);
    for (unsigned i = 0; i < profile->setting_count; i++)
        assert(parameter_table_set(&config, profile->settings[i], why) == 0);
    free(profile);
    return 0;
}
