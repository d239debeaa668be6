/*
 * SPDX-License-Identifier: MIT
 * Checks and reports the instructions of a program.
 */
#include "host/analysis/gate/program_gate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/analysis/gate/code_decoder.h"
#include "host/analysis/gate/code_graph.h"
#include "host/analysis/gate/code_scan.h"
#include "tools/processor_sets.h"
#include "host/analysis/gate/tested_code.h"
#include "host/base/allocation.h"
#include "host/base/message.h"
#include "tools/elf32.h"

static int program_gate_compare(const void *left, const void *right)
{
    const uint32_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

/* Names the routine of an address, if the file has symbols. */
static void program_gate_name(const struct elf32 *elf, struct gate_finding *finding)
{
    for (size_t i = 0; i < elf->section_count; i++) {
        const struct elf32_section *section = &elf->sections[i];
        if (!(section->flags & SHF_EXECINSTR) || finding->address < section->address ||
            finding->address - section->address >= section->size)
            continue;
        const struct elf32_symbol *symbol = elf32_symbol_at(elf, i, 0, finding->address);
        snprintf(finding->routine, sizeof finding->routine, "%s", symbol ? symbol->name : "");
        finding->routine_at = symbol ? symbol->address : 0;
    }
}

/* Describes the first findings, one of each routine. */
static void program_gate_describe(const struct program_image *image, const uint32_t *addresses,
                                  unsigned n, struct gate_verdict *verdict)
{
    struct elf32 elf = {0};
    char error[200];
    bool named = !elf32_load_bytes(&elf, image->file, image->size, error, sizeof error);
    for (unsigned i = 0; i < n && verdict->n_findings < GATE_FINDINGS; i++) {
        struct gate_finding *finding = &verdict->findings[verdict->n_findings];
        *finding = (struct gate_finding){.address = addresses[i]};
        if (named)
            program_gate_name(&elf, finding);
        bool known = verdict->n_findings && finding->routine[0] &&
                     !strcmp(finding->routine, finding[-1].routine);
        if (known)
            continue;
        code_decoder_text(image, finding->address, finding->text, sizeof finding->text);
        verdict->n_findings++;
    }
    if (named)
        elf32_free(&elf);
}

unsigned program_gate_sets(const char *cpu)
{
    return processor_sets(cpu);
}

/* Instructions that compilers do not generate by themselves, in a program that asks CPUID. */
static bool program_gate_ignores(const struct code_graph *graph, unsigned node)
{
    return graph->has_cpuid && graph->nodes[node].sets == SET_BY_HAND;
}

static void program_gate_evaluate(const struct code_graph *graph, const char *cpu,
                                  struct gate_verdict *verdict)
{
    const unsigned has = program_gate_sets(cpu);
    unsigned lacks = 0;
    *verdict = (struct gate_verdict){.instructions = graph->n_nodes};
    for (unsigned i = 0; i < graph->n_nodes; i++)
        if (!program_gate_ignores(graph, i))
            lacks |= graph->nodes[i].sets & ~has;
    bool *untested = lacks ? tested_code_find_others(graph) : NULL;
    uint32_t *addresses = allocate_zeroed((graph->n_nodes + 1) * sizeof *addresses);
    lacks = 0;
    for (unsigned i = 0; i < graph->n_nodes; i++) {
        if (!(graph->nodes[i].sets & ~has))
            continue;
        if (program_gate_ignores(graph, i) || !untested[i]) {
            verdict->tested++;
            continue;
        }
        lacks |= graph->nodes[i].sets;
        addresses[verdict->lacking++] = graph->nodes[i].address;
    }
    verdict->processor = processor_sets_first(lacks);
    qsort(addresses, verdict->lacking, sizeof *addresses, program_gate_compare);
    program_gate_describe(graph->image, addresses, verdict->lacking, verdict);
    free(addresses);
    free(untested);
}

void program_gate_check_graph(const struct program_image *image, const char *cpu,
                              struct gate_verdict *verdict)
{
    struct code_graph graph;
    code_graph_open(&graph, image);
    program_gate_evaluate(&graph, cpu, verdict);
    code_graph_close(&graph);
}

void program_gate_check(const struct program_image *image, const char *cpu,
                        struct gate_verdict *verdict)
{
    unsigned instructions;
    if (code_scan_is_complete(image, program_gate_sets(cpu), &instructions))
        *verdict = (struct gate_verdict){.instructions = instructions};
    else
        program_gate_check_graph(image, cpu, verdict);
}

void program_gate_report(const char *path, const char *cpu, const struct gate_verdict *verdict)
{
    message_print("%s: %u instruction%s that a %s lacks:", path, verdict->lacking,
                  verdict->lacking == 1 ? "" : "s", processor_sets_name(cpu));
    for (unsigned i = 0; i < verdict->n_findings; i++) {
        const struct gate_finding *finding = &verdict->findings[i];
        if (finding->routine[0])
            message_print("  0x%08x <%s+0x%x>: %s", finding->address, finding->routine,
                          finding->address - finding->routine_at, finding->text);
        else
            message_print("  0x%08x: %s", finding->address, finding->text);
    }
    if (verdict->lacking > verdict->n_findings)
        message_print("  and %u more", verdict->lacking - verdict->n_findings);
    if (verdict->processor)
        message_print(
            "run it with --cpu %s, or compile it with 'bareprobe cc'; --no-gate runs it "
            "in spite of them",
            verdict->processor);
    else
        message_print(
            "no simulated processor has them: compile it with 'bareprobe cc'; --no-gate "
            "runs it in spite of them");
}
