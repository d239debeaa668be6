/*
 * SPDX-License-Identifier: MIT
 * Inquire cycles: another bus agent reads or writes a line. A modified line is written back first.
 * Then a read leaves it shared, a write (INV asserted) removes it (Pentium Developer's Manual,
 * volume 1, on inquire cycles). Line-fill and write-back buffers are not modelled separately from
 * the cache.
 */
#include "sim/model/p5/p5_state.h"

void p5_snoop(struct model *model, uint32_t physical, bool write)
{
    const uint32_t line = physical >> LINE_SHIFT;
    const int data = line_cache_find(&model->data, line);
    const int code = line_cache_find(&model->code, line);

    model->count[P5_external_snoops]++;
    if (data >= 0) {
        model->count[P5_data_cache_snooping_hits]++;
        if (model->data.states[data] == LINE_MODIFIED)
            data_access_write_back(model, (unsigned)data);
        line_cache_set_state(&model->data, (unsigned)data, LINE_SHARED);
        if (write)
            line_cache_drop(&model->data, (unsigned)data);
    }
    if (code >= 0 && write) {
        line_cache_drop(&model->code, (unsigned)code);
        model->code_line = NO_LINE;
    }
}
