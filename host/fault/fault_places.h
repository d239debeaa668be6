/*
 * SPDX-License-Identifier: MIT
 * Where in the source a run's faults were: by the image that it ran, and by no other.
 */
#pragma once

#include "host/run/run.h"

/*
 * Gives each fault of the run that has none its `place`, and adds it to `what`. `kernel` is the
 * image's file; NULL: one of those beside this program. An image is used where its build's name and
 * its number of benchmarks are the run's, and for a fault where the bytes that the machine sent
 * from there are the image's too. A file that was named and is another's is told; nothing else is.
 */
void fault_places_find(struct run *run, const char *kernel);
