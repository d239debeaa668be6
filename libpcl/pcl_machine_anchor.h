/*
 * SPDX-License-Identifier: MIT
 * A symbol that the library references, so that the kernel's part of it is linked too.
 */
#pragma once

extern const char pcl_machine_linked;
