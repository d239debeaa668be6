/*
 * SPDX-License-Identifier: MIT
 * MD5's compression function, implemented in md5.asm.
 */
#pragma once

#include "bench/apps/digest.h"

digest_compress md5_compress_paired;
