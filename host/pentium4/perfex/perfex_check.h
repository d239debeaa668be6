/*
 * SPDX-License-Identifier: MIT
 * Warns about events that are requested by registers, CCCR/ESCR@COUNTER, if perfctr's driver would
 * reject their combination or count it incorrectly.
 */
#pragma once

/*
 * Checks events separated by commas, NULL for none. Reports which of them use a register of another
 * event and are therefore counted in separate passes, and which contain a known misprint, with the
 * correction.
 */
void perfex_check(const char *events);
