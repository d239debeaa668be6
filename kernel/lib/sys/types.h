/*
 * SPDX-License-Identifier: MIT
 * POSIX's <sys/types.h>.
 */
#pragma once

#include "kernel/lib/posix_types.h"
