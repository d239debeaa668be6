/*
 * SPDX-License-Identifier: MIT
 * Registers that select events, at the prompt: their values as events.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "kernel/settings/config.h"
#include "pmc/pmc.h"

bool event_registers_has(const struct pmc *pmc, uint32_t msr);

/* Prints what each counter of the register counts; nothing for other registers. */
void event_registers_show(const struct pmc *pmc, uint32_t msr, uint64_t value);

/* The value of the register for the events of the settings. Returns 0, or -1 after a message. */
int event_registers_encode(const struct pmc *pmc, uint32_t msr, const struct config *config,
                           uint64_t *value);
