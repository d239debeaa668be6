/*
 * SPDX-License-Identifier: MIT
 * Files brought into the box's memory over the line: a routine as it is (nasm -f bin), a
 * benchmark's object, which is linked for the place where it goes and against the kernel that runs
 * there, and experiment files.
 */
#pragma once

#include "host/monitor/monitor_session.h"

/* `load FILE` and `upload FILE`. */
enum exchanged load_file(struct monitor_session *session, const char *path);
enum exchanged upload_file(struct monitor_session *session, const char *path);
