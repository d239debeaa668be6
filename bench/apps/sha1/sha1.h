/*
 * SPDX-License-Identifier: MIT
 * SHA-1's compression function, implemented in sha1.asm.
 */
#pragma once

#include "bench/apps/digest.h"

digest_compress sha1_compress_paired;
