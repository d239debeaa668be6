/*
 * SPDX-License-Identifier: MIT
 * Shared by the scanf() family, which <stdio.h> declares.
 */
#pragma once

#include "kernel/lib/stdio.h"

#define SCAN_NUMBER_MAX 1000 /* most characters of a number; a longer number ends there */
