/*
 * SPDX-License-Identifier: MIT
 * Whether an image has what an experiment asks for, before it boots.
 */
#pragma once

#include "kernel/settings/config.h"

/*
 * 0; or -1 after a message that names a glob which no benchmark of the image can match, with what
 * may have been meant. An image that cannot be read is none of its business: starting it says so.
 */
int benches_check(const struct config *config, const char *kernel);
