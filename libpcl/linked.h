/*
 * SPDX-License-Identifier: MIT
 * What the library refers to, so that the kernel's side of it is linked with it.
 */
#pragma once

extern const char machine_linked;
