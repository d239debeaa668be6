/*
 * SPDX-License-Identifier: MIT
 * The lines of a machine page: its sections, labels and findings.
 */
#include "host/output/report/machine_page_lines.h"

#include <stddef.h>

/* clang-format off */
const struct machine_line machine_lines[] = {
    {"Caches", "L1 data cache", .parts = {
        {"l1_data_size", "%v"}, {"l1_data_ways", "%n-way"}, {"l1_data_line", "%n-byte lines"},
        {"l1_data_replacement", "%v"}, {"l1_data_write_policy", "%v"},
        {"l1_data_write_allocate", "write allocation: %v"}}},
    {"Caches", "L1 data cache banks", .parts = {
        {"l1_data_banks", "%v"}, {"l1_data_bank_width", "%n bytes wide"},
        {"bank_conflict", "a conflict costs %v"}}},
    {"Caches", "L1 code cache", .parts = {
        {"l1_code_size", "%v"}, {"l1_code_ways", "%n-way"}, {"l1_code_line", "%n-byte lines"},
        {"l1_code_replacement", "%v"}}},
    {"Caches", "load from L1", .parts = {
        {"load_latency", "%v"}, {"load_to_address", "to an address register %v"}}},
    {"Caches", "misaligned access", .parts = {
        {"misaligned_penalty", "%v more"}, {"misaligned_across_lines", "%n across lines"},
        {"misaligned_across_pages", "%n across pages"}, {"misaligned_store_penalty", "stores %v"},
        {"misaligned_x87_penalty", "x87 %v"}}},
    {"Memory", "read miss", .parts = {{"read_miss", "%v more"}, {"line_fill", "%v per line"}}},
    {"Memory", "write miss", .parts = {
        {"write_miss", "%v"}, {"write_back", "write-back of a line %v"}}},
    {"Memory", "second-level cache", .parts = {
        {"l2_size", "%v"}, {"l2_line_fill", "%v per line"}}},
    {"Memory", "memory", .parts = {{"memory_line_fill", "%v per line"}}},
    {"Memory", "data bus", .parts = {{"bus_width", "%n bytes wide"}}},
    {"Memory", "write buffers", .parts = {
        {"write_buffers", "%v"}, {"write_buffers_shared", "shared by the pipes: %v"},
        {"bus_write", "%v per write"}}},
    {"TLBs", "data TLB, 4 KB pages", .parts = {
        {"data_tlb_entries", "%v"}, {"data_tlb_ways", "%n-way"}, {"page_walk", "a miss costs %v"}}},
    {"TLBs", "data TLB, 4 MB pages", .parts = {
        {"data_tlb_large_entries", "%v"}, {"data_tlb_large_ways", "%n-way"},
        {"page_walk_large", "a miss costs %v"}}},
    {"TLBs", "code TLB", .parts = {{"code_tlb_entries", "%v"}, {"code_tlb_ways", "%n-way"}}},
    {"Branches", "branch target buffer", .parts = {{"btb_entries", "%v"}, {"btb_ways", "%n-way"}}},
    {"Branches", "direction", .parts = {{"direction_rule", "%v"}}},
    {"Branches", "mispredicted branch", .parts = {
        {"mispredict_u", "%v in U"}, {"mispredict_v", "%n in V"}}},
    {"Branches", "mispredicted return", .parts = {
        {"return_elsewhere", "%v"}, {"return_stack", "return stack of %v"}}},
    {"Branches", "other mispredictions", .list = "mispredict_"},
    {"Branches", "indirect jumps", .list = "indirect_"},
    {"Pipes", "address interlock", .parts = {{"address_interlock", "%v"}}},
    {"Pipes", "other interlocks", .list = "address_interlock_"},
    {"Pipes", "prefixes", .list = "prefix_"},
    {"Pipes", "pairing", .list = "pairs_"},
    {"Pipes", "first execution", .parts = {
        {"first_execution", "%v"}, {"self_modifying", "of modified code %v"}}},
    {"Pipes", "segment registers", .parts = {
        {"segment_load", "load %v"}, {"segment_load_from_memory", "load from memory %v"},
        {"segment_store", "store %v"}}},
    {"Pipes", "locked", .parts = {
        {"locked_add_to_memory", "add to memory %v"}, {"add_to_memory", "not locked %v"},
        {"exchange_with_memory", "exchange %v"}}},
    {"Pipes", "ports", .parts = {{"port_read", "read %v"}, {"port_write", "write %v"}}},
    {"Branches", NULL, .list = "direction_"},
    {"Branches", NULL, .list = "btb_branches_kept"},
    {.section = NULL},
};
/* clang-format on */
