/*
 * SPDX-License-Identifier: MIT
 * Runs a guide's example of p4pm: 99 factorials measured, and the loop around them. It is compiled
 * without optimisation, as in the guide's command line, so each factorial is 20000 calls deep.
 */
#include "p4pm_arguments.h"

#include "bench/hosted.h"
#include "p4pm.h"

P4PM_FILE_FROM("predictor_saltos.txt", "bench/libp4pm/factorial/predictor_saltos.txt");
HOSTED_BENCHMARK("99 factorials measured by p4pm, and the loop around them", "EjemploFact",
                 "predictor_saltos.txt");
