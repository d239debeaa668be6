/*
 * SPDX-License-Identifier: MIT
 * The list of the kinds of pictures.
 */
#pragma once

#include "host/output/plot/picture.h"

/* All kinds, terminated by NULL. */
extern const struct picture_kind *const picture_kinds[];
