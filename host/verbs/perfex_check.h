/*
 * SPDX-License-Identifier: MIT
 * Events that are asked for by registers, CCCR/ESCR@COUNTER: what their list says together, which
 * perfctr's driver would refuse, or count wrongly.
 */
#pragma once

/*
 * Of events with commas between, NULL for none: says which of them take a register of another, and
 * so are counted in passes of their own; and which were once printed by mistake, and what was
 * meant.
 */
void perfex_check(const char *events);
