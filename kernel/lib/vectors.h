/*
 * SPDX-License-Identifier: MIT
 * Interrupt vectors that ring 3 may call. The handlers are in boot/contain.asm.
 */
#pragma once

#define VECTOR_WRITE_COUNTER 0x30 /* libp5mon's WRMSR */
#define VECTOR_READ_COUNTER  0x32 /* INT 32h has RDMSR's length and differs in its first byte */
#define VECTOR_RETURN        0x33 /* ends a contained routine */
#define VECTOR_LIBRARY       0x34 /* libpcl's kernel side, if linked */
