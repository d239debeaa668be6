/*
 * SPDX-License-Identifier: MIT
 * The name of this build of the command, such as "0.1-f8488ba".
 */
#pragma once

#include <stdbool.h>

extern const char build_name[];

/* Whether `make listener` built this command: without the simulator, the kernel image and musl. */
extern const bool build_is_listener;
