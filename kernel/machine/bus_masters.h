/*
 * SPDX-License-Identifier: MIT
 * Disables PCI bus masters while the machine is measured (PCI Local Bus Specification 2.1, chapter
 * 6; configuration mechanism 1, section 3.7.4.1).
 */
#pragma once

/*
 * Clears the bus-master bit of each function that is not a host bridge. Returns how many had the
 * bit set and allowed it to be cleared; 0 without PCI, or with the first boards' mechanism 2.
 */
unsigned bus_masters_off(void);

/* Sets those bits again. */
void bus_masters_restore(void);
