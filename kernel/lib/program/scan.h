/*
 * SPDX-License-Identifier: MIT
 * scanf()'s family, which <stdio.h> declares.
 */
#pragma once

#include "kernel/lib/stdio.h"

#define SCAN_NUMBER_MAX 1000 /* characters of a number; it ends there if it has more */
