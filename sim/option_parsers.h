/*
 * SPDX-License-Identifier: MIT
 * Parsers of options with a special syntax. Each stores the value and returns true,
 * or returns false after one line on stderr.
 */
#pragma once

#include "sim/vpentium_options.h"

bool option_parser_memory(struct options *options, const char *value);
bool option_parser_mhz(struct options *options, const char *value);
bool option_parser_cpu(struct options *options, const char *value);
bool option_parser_instructions(struct options *options, const char *value);
bool option_parser_errata(struct options *options, const char *value);
bool option_parser_apic(struct options *options, const char *value);
bool option_parser_key(struct options *options, const char *value);
bool option_parser_rtc(struct options *options, const char *value);
bool option_parser_post(struct options *options, const char *value);
bool option_parser_work_queue(struct options *options, const char *value);
