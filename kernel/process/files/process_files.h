#pragma once
#include <stdbool.h>
#include <stdint.h>
const char *process_files_install(void);
const char *process_files_add(const char *name, const uint8_t *bytes, uint32_t size);
void process_files_reset(const char *standard_input);
bool process_files_is_open(int32_t descriptor);
int32_t process_files_read_at(int32_t descriptor, void *to, uint32_t bytes, uint64_t offset);
