/*
 * SPDX-License-Identifier: MIT
 * The old name of <string.h>.
 */
#pragma once

#include "kernel/lib/string.h"
