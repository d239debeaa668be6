/*
 * SPDX-License-Identifier: MIT
 * `program` runs the selected program once without counting, and prints what it has written and how
 * it ended. The host's gdb server reads the last line (host/machines/gdb/gdb_run.c).
 */
#include "kernel/lib/format.h"
#include "kernel/machine/trap.h"
#include "kernel/machine/watchdog.h"
#include "kernel/measure/fault_words.h"
#include "kernel/measure/repetition.h"
#include "kernel/monitor/command.h"
#include "kernel/monitor/line/dialogue.h"
#include "kernel/monitor/prompt_experiment.h"
#include "kernel/monitor/session.h"
#include "kernel/process/process.h"
#include "kernel/process/process_files.h"
#include "kernel/process/run/selected_program.h"
#include "kernel/process/signals/signal_state.h"
#include "serial/report.h"

/* Prints a stream line by line. Blocks of a file may end within a line. */
static void program_command_print(const struct file_node *file)
{
    char line[OUTPUT_PIECE_BYTES];
    const uint32_t size = process_file_size(file);
    unsigned length = 0;
    for (uint32_t at = 0, run; at < size; at += run) {
        const char *bytes = process_file_bytes(file, at, &run);
        for (uint32_t i = 0; i < run && at + i < size; i++) {
            const bool ends = bytes[i] == '\n';
            if (!ends)
                line[length++] = bytes[i];
            if (!ends && length < sizeof line)
                continue;
            dialogue_print("%.*s", (int)length, line);
            length = 0;
        }
    }
    if (length)
        dialogue_print("%.*s", (int)length, line);
}

/* Says why the kernel or an exception ended the program. */
static void program_command_reason(char *text, size_t size)
{
    const struct report_fault *fault = trap_contained_fault();
    char words[160];
    fault_words(fault, words, sizeof words);
    if (process.sentence[0])
        format(text, size, "%s", process.sentence);
    else
        format(text, size, "%s at %08x%s%s", fault->name, (unsigned)fault->eip,
               words[0] ? ": " : "", words);
}

/* One contained routine, since the kernel's descriptor tables are restored after each. */
static void program_command_restore_and_run(void)
{
    process_restore();
    selected->benchmark.run();
}

static void program_command_run_once(struct kernel_run *run, const struct config *config,
                                     const struct first_boot *found)
{
    char reason[256];
    (void)found;
    watchdog_set(config->watchdog);
    const bool failed = repetition_contain(program_command_restore_and_run);
    if (failed)
        program_command_reason(reason, sizeof reason);
    program_command_print(process_files_output());
    program_command_print(process_files_error());
    if (!failed)
        dialogue_print("the program ended with exit status %d", process.status);
    else if (process.signal)
        dialogue_print("the program ended by signal %d (%s)%s%s", process.signal,
                       signals_name(process.signal), process.sentence[0] ? "" : ": ",
                       process.sentence[0] ? "" : reason);
    else
        dialogue_print("the program was stopped: %s", reason);
    run->tally.errors += failed || process.status;
}

static int program_command_program(struct arguments *arguments)
{
    if (prompt_experiment_begin(arguments->rest) ||
        prompt_experiment_set("use_assembly_regions", word_from_text("no")))
        return -1;
    if (!session.once.program[0])
        return dialogue_refuse(
            "program: none is selected: use 'load FILE', start 'bareprobe monitor --program FILE', "
            "or 'set command=./NAME'");
    return prompt_experiment_run_program(program_command_run_once);
}

static const struct monitor_command commands[] = {
    {"program", "[KEY=VALUE ...]", "run the selected program once, without counting",
     "program watchdog=60", program_command_program},
};

const struct command_group program_commands = {
    "Programs", commands, sizeof commands / sizeof commands[0], .measures = true};
