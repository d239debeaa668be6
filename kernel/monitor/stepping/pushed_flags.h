/*
 * SPDX-License-Identifier: MIT
 * Hides single steps from the stepped code.
 */
#pragma once

#include <stdint.h>

/*
 * Clears TF in the flags that a stepped PUSHF has pushed: a later POPF would set it and trap. `at`
 * is the address of the stepped instruction, `esp` the stack after it.
 */
void pushed_flags_hide_step(uint32_t at, uint32_t esp);
