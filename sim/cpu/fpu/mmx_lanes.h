/*
 * SPDX-License-Identifier: MIT
 * Integer operations of MMX on eight bytes, which SSE2 applies to each half of an XMM register.
 */
#pragma once

#include "sim/cpu/fpu/lanes.h"

static inline int saturate(int value, int low, int high, bool *saturated)
{
    *saturated |= value < low || value > high;
    return value < low ? low : value > high ? high : value;
}

DEFINE_LANES(paddb, 8, r.b[i] = (uint8_t)(a.b[i] + b.b[i]))
DEFINE_LANES(paddw, 4, r.w[i] = (uint16_t)(a.w[i] + b.w[i]))
DEFINE_LANES(paddd, 2, r.d[i] = a.d[i] + b.d[i])
DEFINE_LANES(psubb, 8, r.b[i] = (uint8_t)(a.b[i] - b.b[i]))
DEFINE_LANES(psubw, 4, r.w[i] = (uint16_t)(a.w[i] - b.w[i]))
DEFINE_LANES(psubd, 2, r.d[i] = a.d[i] - b.d[i])
DEFINE_LANES(paddsb, 8, r.sb[i] = (int8_t)saturate(a.sb[i] + b.sb[i], -128, 127, saturated))
DEFINE_LANES(paddsw, 4, r.sw[i] = (int16_t)saturate(a.sw[i] + b.sw[i], -32768, 32767, saturated))
DEFINE_LANES(psubsb, 8, r.sb[i] = (int8_t)saturate(a.sb[i] - b.sb[i], -128, 127, saturated))
DEFINE_LANES(psubsw, 4, r.sw[i] = (int16_t)saturate(a.sw[i] - b.sw[i], -32768, 32767, saturated))
DEFINE_LANES(paddusb, 8, r.b[i] = (uint8_t)saturate(a.b[i] + b.b[i], 0, 255, saturated))
DEFINE_LANES(paddusw, 4, r.w[i] = (uint16_t)saturate(a.w[i] + b.w[i], 0, 65535, saturated))
DEFINE_LANES(psubusb, 8, r.b[i] = (uint8_t)saturate(a.b[i] - b.b[i], 0, 255, saturated))
DEFINE_LANES(psubusw, 4, r.w[i] = (uint16_t)saturate(a.w[i] - b.w[i], 0, 65535, saturated))
DEFINE_LANES(pmullw, 4, r.w[i] = (uint16_t)(a.sw[i] * b.sw[i]))
DEFINE_LANES(pmulhw, 4, r.w[i] = (uint16_t)((a.sw[i] * b.sw[i]) >> 16))
DEFINE_LANES(pmaddwd, 2,
             r.d[i] = (uint32_t)(a.sw[2 * i] * b.sw[2 * i]) +
                      (uint32_t)(a.sw[2 * i + 1] * b.sw[2 * i + 1]))
DEFINE_LANES(pcmpeqb, 8, r.b[i] = a.b[i] == b.b[i] ? 0xff : 0)
DEFINE_LANES(pcmpeqw, 4, r.w[i] = a.w[i] == b.w[i] ? 0xffff : 0)
DEFINE_LANES(pcmpeqd, 2, r.d[i] = a.d[i] == b.d[i] ? 0xffffffffu : 0)
DEFINE_LANES(pcmpgtb, 8, r.b[i] = a.sb[i] > b.sb[i] ? 0xff : 0)
DEFINE_LANES(pcmpgtw, 4, r.w[i] = a.sw[i] > b.sw[i] ? 0xffff : 0)
DEFINE_LANES(pcmpgtd, 2, r.d[i] = a.sd[i] > b.sd[i] ? 0xffffffffu : 0)
DEFINE_LANES(packsswb, 8,
             r.sb[i] = (int8_t)saturate(i < 4 ? a.sw[i] : b.sw[i - 4], -128, 127, saturated))
DEFINE_LANES(packuswb, 8,
             r.b[i] = (uint8_t)saturate(i < 4 ? a.sw[i] : b.sw[i - 4], 0, 255, saturated))
DEFINE_LANES(packssdw, 4,
             r.sw[i] = (int16_t)saturate(i < 2 ? a.sd[i] : b.sd[i - 2], -32768, 32767, saturated))
DEFINE_LANES(punpcklbw, 8, r.b[i] = i & 1 ? b.b[i / 2] : a.b[i / 2])
DEFINE_LANES(punpcklwd, 4, r.w[i] = i & 1 ? b.w[i / 2] : a.w[i / 2])
DEFINE_LANES(punpckldq, 2, r.d[i] = i & 1 ? b.d[0] : a.d[0])
DEFINE_LANES(punpckhbw, 8, r.b[i] = i & 1 ? b.b[4 + i / 2] : a.b[4 + i / 2])
DEFINE_LANES(punpckhwd, 4, r.w[i] = i & 1 ? b.w[2 + i / 2] : a.w[2 + i / 2])
DEFINE_LANES(punpckhdq, 2, r.d[i] = i & 1 ? b.d[1] : a.d[1])
DEFINE_LANES(pand, 1, r.q = a.q & b.q)
DEFINE_LANES(pandn, 1, r.q = ~a.q & b.q)
DEFINE_LANES(por, 1, r.q = a.q | b.q)
DEFINE_LANES(pxor, 1, r.q = a.q ^ b.q)

/* Counts beyond the lane width clear the lane or fill it with the sign; all 64 bits of the count
 * apply. */
DEFINE_LANES(psllw, 4, r.w[i] = b.q > 15 ? 0 : (uint16_t)(a.w[i] << b.q))
DEFINE_LANES(pslld, 2, r.d[i] = b.q > 31 ? 0 : a.d[i] << b.q)
DEFINE_LANES(psllq, 1, r.q = b.q > 63 ? 0 : a.q << b.q)
DEFINE_LANES(psrlw, 4, r.w[i] = b.q > 15 ? 0 : (uint16_t)(a.w[i] >> b.q))
DEFINE_LANES(psrld, 2, r.d[i] = b.q > 31 ? 0 : a.d[i] >> b.q)
DEFINE_LANES(psrlq, 1, r.q = b.q > 63 ? 0 : a.q >> b.q)
DEFINE_LANES(psraw, 4, r.sw[i] = (int16_t)(a.sw[i] >> (b.q > 15 ? 15 : b.q)))
DEFINE_LANES(psrad, 2, r.sd[i] = a.sd[i] >> (b.q > 31 ? 31 : b.q))

/* ---- added by SSE ---------------------------------------------------------------------------- */

DEFINE_LANES(pavgb, 8, r.b[i] = (uint8_t)((a.b[i] + b.b[i] + 1) >> 1))
DEFINE_LANES(pavgw, 4, r.w[i] = (uint16_t)((a.w[i] + b.w[i] + 1) >> 1))
DEFINE_LANES(pmaxsw, 4, r.sw[i] = a.sw[i] > b.sw[i] ? a.sw[i] : b.sw[i])
DEFINE_LANES(pmaxub, 8, r.b[i] = a.b[i] > b.b[i] ? a.b[i] : b.b[i])
DEFINE_LANES(pminsw, 4, r.sw[i] = a.sw[i] < b.sw[i] ? a.sw[i] : b.sw[i])
DEFINE_LANES(pminub, 8, r.b[i] = a.b[i] < b.b[i] ? a.b[i] : b.b[i])
DEFINE_LANES(pmulhuw, 4, r.w[i] = (uint16_t)((uint32_t)a.w[i] * b.w[i] >> 16))
DEFINE_LANES(psadbw, 8,
             r.w[0] = (uint16_t)(r.w[0] + (a.b[i] > b.b[i] ? a.b[i] - b.b[i] : b.b[i] - a.b[i])))

/* ---- added by SSE2 --------------------------------------------------------------------------- */

DEFINE_LANES(paddq, 1, r.q = a.q + b.q)
DEFINE_LANES(psubq, 1, r.q = a.q - b.q)
DEFINE_LANES(pmuludq, 1, r.q = (uint64_t)a.d[0] * b.d[0])
