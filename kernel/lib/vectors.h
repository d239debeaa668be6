/*
 * SPDX-License-Identifier: MIT
 * Interrupt vectors that ring 3 may call, for the code that calls them; boot/contain.asm answers.
 */
#pragma once

#define VECTOR_WRITE_COUNTER 0x30 /* libp5mon's WRMSR */
#define VECTOR_READ_COUNTER  0x32 /* INT 32h is as long as RDMSR, and differs in its first byte */
#define VECTOR_RETURN        0x33 /* the way out of a contained routine */
#define VECTOR_LIBRARY       0x34 /* libpcl's kernel side, where it is linked */
