/*
 * SPDX-License-Identifier: MIT
 * Loads files into the machine's memory over the line: a flat binary routine (nasm -f bin), a
 * benchmark's object, which is linked for its load address and against the running kernel, and
 * experiment files.
 */
#pragma once

#include "host/machines/monitor/monitor_session.h"

/* The commands `load FILE` and `upload FILE`. */
enum exchange_status upload_program(struct monitor_session *session, const char *path);
enum exchange_status upload_settings(struct monitor_session *session, const char *path);
