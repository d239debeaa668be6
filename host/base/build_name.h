/*
 * SPDX-License-Identifier: MIT
 * The name of this build of the command, such as "0.1-f8488ba".
 */
#pragma once

extern const char build_name[];
