/*
 * SPDX-License-Identifier: MIT
 * Fuzzes machine profiles: accepted files can be applied, and rejected ones are reported with a
 * line.
 */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sim/boxes/box.h"
#include "sim/chosen_model.h"
#include "sim/model/parameter_table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct box *box = calloc(1, sizeof *box);
    struct model_config config = model_config_default();
    char error[BOX_ERROR_BYTES] = "", why[SETTING_ERROR_BYTES];

    assert(box);
    if (box_take_text(box, "a.box", (const char *)data, size, error) != 0)
        assert(strstr(error, "a.box"));
    assert(box->used <= sizeof box->text && box->setting_count <= BOX_SETTINGS_MAX);
    for (unsigned i = 0; i < box->setting_count; i++)
        assert(setting_take(&config, box->settings[i], why) == 0);
    free(box);
    return 0;
}
