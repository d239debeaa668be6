/*
 * SPDX-License-Identifier: MIT
 * The inner loops of an affine texture mapper, in texture.asm.
 */
#pragma once

#include <stdint.h>

#define TEXTURE_SHIFT 6 /* a texture has 64 rows of 64 texels; texture.asm has the same number */
#define TEXTURE_SPAN  32

/* A place in the texture or a step in it, 16 bits behind the point. */
struct texture_place {
    int32_t u, v;
};

/*
 * Draws TEXTURE_SPAN pixels from `to` on: of pixel i the texel at from + i * step. All these lie in
 * the texture.
 */
typedef void texture_span(uint8_t *to, const uint8_t *texture, const struct texture_place *from,
                          const struct texture_place *step);
texture_span texture_span_plain, texture_span_paired;
