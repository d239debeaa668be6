/*
 * SPDX-License-Identifier: MIT
 * <string.h> under its old name.
 */
#pragma once

#include "kernel/lib/string.h"
