/*
 * SPDX-License-Identifier: MIT
 * What the page of a machine is made of.
 */
#include "host/machine.h"

#include <stddef.h>

/* clang-format off */
const struct machine_line machine_lines[] = {
    {"Caches", "L1 data cache",
     {{"l1_data_size", "%v"}, {"l1_data_ways", "%n-way"}, {"l1_data_line", "%n-byte lines"},
      {"l1_data_replacement", "%v"}, {"l1_data_write_policy", "%v"},
      {"l1_data_write_allocate", "allocation on write: %v"}}},
    {"Caches", "its banks",
     {{"l1_data_banks", "%v"}, {"l1_data_bank_width", "%n bytes wide"},
      {"bank_conflict", "a conflict costs %v"}}},
    {"Caches", "L1 code cache",
     {{"l1_code_size", "%v"}, {"l1_code_ways", "%n-way"}, {"l1_code_line", "%n-byte lines"},
      {"l1_code_replacement", "%v"}}},
    {"Caches", "load from L1", {{"load_latency", "%v"}, {"load_to_address", "to an address %v"}}},
    {"Caches", "misaligned access", {{"misaligned_penalty", "%v more"}}},
    {"Memory", "write buffers", {{"write_buffers", "%v"}}},
    {"Memory", "data bus", {{"bus_width", "%n bytes wide"}}},
    {"TLBs", "data TLB, 4 KB pages",
     {{"data_tlb_entries", "%v"}, {"data_tlb_ways", "%n-way"}, {"data_tlb_replacement", "%v"}}},
    {"TLBs", "data TLB, 4 MB pages",
     {{"data_tlb_large_entries", "%v"}, {"data_tlb_large_ways", "%n-way"}}},
    {"TLBs", "code TLB", {{"code_tlb_entries", "%v"}, {"code_tlb_ways", "%n-way"}}},
    {"Branches", "branch target buffer", {{"btb_entries", "%v"}, {"btb_ways", "%n-way"}}},
    {"Branches", "mispredicted branch",
     {{"mispredict_u", "%v in U"}, {"mispredict_v", "%n in V"}}},
    {"Pipes", "address interlock", {{"address_interlock", "%v"}}},
    {NULL, NULL, {{NULL, NULL}}},
};
/* clang-format on */
