/*
 * SPDX-License-Identifier: MIT
 * The inner loops of an affine texture mapper, implemented in texture.asm.
 */
#pragma once

#include <stdint.h>

#define TEXTURE_SHIFT 6 /* a texture has 64 rows of 64 texels; texture.asm has the same number */
#define TEXTURE_SPAN  32

/* A position in the texture or a step in it, with 16 fraction bits. */
struct texture_place {
    int32_t u, v;
};

/*
 * Draws TEXTURE_SPAN pixels at `to`; pixel i is the texel at from + i * step. All these texels are
 * inside the texture.
 */
typedef void texture_span(uint8_t *to, const uint8_t *texture, const struct texture_place *from,
                          const struct texture_place *step);
texture_span texture_span_plain, texture_span_paired;
