/*
 * SPDX-License-Identifier: MIT
 * PCI devices that may take the bus by themselves, kept from it while the machine is measured (PCI
 * Local Bus Specification 2.1, chapter 6; configuration mechanism 1, section 3.7.4.1).
 */
#pragma once

/*
 * Clears the bus-master bit of each function that is no host bridge, and returns how many had it
 * set and let it be cleared; 0 where there is no PCI, or a bus of the first boards' mechanism 2.
 */
unsigned bus_masters_off(void);

/* Sets those bits again. */
void bus_masters_put_back(void);
