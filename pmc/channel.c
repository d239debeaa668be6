/*
 * SPDX-License-Identifier: MIT
 * Where channels stamp to: nowhere, until a session has them (kernel/sample/).
 */
#include "pmc/channel.h"

struct channel_state channel_state __attribute__((aligned(32)));
