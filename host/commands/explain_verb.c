/*
 * SPDX-License-Identifier: MIT
 * bareprobe explain: shows the clocks of code, instruction by instruction.
 */
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/analysis/explain/explain_bench.h"
#include "host/analysis/explain_page/explain_html.h"
#include "host/analysis/explain_page/lessons.h"
#include "host/base/allocation.h"
#include "host/base/build_name.h"
#include "host/base/installed_files.h"
#include "host/base/message.h"
#include "host/commands/processor_option.h"
#include "host/base/verb_options.h"
#include "host/commands/all_verbs.h"
#include "host/analysis/explain_page/given_code.h"
#include "host/machines/request.h"
#include "host/machines/simulator_options.h"
#include "host/machines/target.h"

struct explain_verb_options {
    const char *codes[OPTION_MOST_REPEATS + 1];
    const char *what_if, *loops, *width, *simulator_path;
    struct given_code_options given; /* of code */
    bool ascii, lessons;
    struct request program; /* of --program */
    struct simulator_options simulator;
    struct explain_options options;
};

static int explain_verb_set_layout(struct explain_verb_options *asked, char name[64])
{
    struct explain_layout *layout = &asked->options.layout;
    double width = terminal_width(STDOUT_FILENO);
    if (asked->width && verb_option_number("--width", asked->width, 72, 1000, &width))
        return -1;
    layout->width = width < 72 ? 72 : (unsigned)width;
    layout->plain = asked->ascii || strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
    layout->colour = colour_on(STDOUT_FILENO);
    explain_machine_name(&asked->options.machine, asked->simulator.mhz, name);
    layout->machine = name;
    return 0;
}

static int explain_verb_lessons(const struct explain_verb_options *asked, int n)
{
    if (n || asked->codes[0]) {
        message_print("--lessons cannot be combined with other code: it explains its own loops");
        return EXIT_USAGE;
    }
    if (!asked->options.html) {
        message_print(
            "--lessons writes an HTML page and needs --html FILE, as in --html lessons.html");
        return EXIT_USAGE;
    }
    if (!explain_machine_has_pipes(&asked->options.machine)) {
        message_print(
            "--lessons: not available for --cpu %s; the lessons are about the pipes of a P5 (p54c, "
            "p55c)",
            asked->options.machine.cpu);
        return EXIT_USAGE;
    }
    return lessons_write_page(&asked->options);
}

static int explain_verb_program(struct explain_verb_options *asked, int n)
{
    if (n || asked->program.programs.programs[1]) {
        message_print(
            "--program: one program is explained at a time; give its arguments with --args");
        return EXIT_USAGE;
    }
    asked->options.program = &asked->program;
    return asked->options.html ? explain_html_bench(NULL, &asked->options)
                               : explain_bench(NULL, &asked->options, stdout);
}

/* Returns -1 after a message if an option for programs is given without a program, or with code. */
static int explain_verb_check_program(const struct explain_verb_options *asked)
{
    const struct program_options *programs = &asked->program.programs;
    const char *option = program_options_need_program(programs);
    if (!option)
        option = asked->program.files[0]  ? "--file"
                 : asked->program.no_gate ? "--no-gate"
                 : asked->options.region  ? "--region"
                                          : NULL;
    if (programs->programs[0] && (asked->codes[0] || asked->lessons)) {
        message_print("--program cannot be combined with %s", asked->codes[0] ? "-c" : "--lessons");
        return -1;
    }
    if (programs->programs[0] || !option)
        return 0;
    message_print("%s requires --program%s", option,
                  asked->options.region ? "; name a region of a benchmark as BENCH:REGION" : "");
    return -1;
}

/* Explains the code of all -c as one text. */
static int explain_verb_codes(struct explain_verb_options *asked)
{
    char *code = NULL;
    for (unsigned i = 0; asked->codes[i]; i++)
        allocate_appended(&code, "\n", asked->codes[i]);
    struct given_code given = {.text = code};
    int status = given_code_explain(&given, &asked->given, &asked->options);
    free(code);
    return status;
}

static int explain_verb_dispatch(struct explain_verb_options *asked, char *const *arguments, int n)
{
    if (asked->lessons)
        return explain_verb_lessons(asked, n);
    if (asked->codes[0] && n) {
        message_print("give either -c CODE or '%s', not both", arguments[0]);
        return EXIT_USAGE;
    }
    if (asked->codes[0])
        return explain_verb_codes(asked);
    if (asked->program.programs.programs[0])
        return explain_verb_program(asked, n);
    if (n != 1) {
        message_print(n ? "expected one argument, got %d"
                        : "expected a benchmark, an assembly file, --program FILE or -c 'CODE'",
                      n);
        return verb_usage(&verb_explain);
    }
    if (given_code_is_file(arguments[0]))
        return given_code_explain_file(arguments[0], &asked->given, &asked->options);
    const char *option = asked->given.syntax     ? "--syntax"
                         : asked->given.function ? "--function"
                         : asked->given.init     ? "--init"
                                                 : NULL;
    if (option) {
        message_print("%s is for code, not for the benchmark '%s'", option, arguments[0]);
        return EXIT_USAGE;
    }
    return asked->options.html ? explain_html_bench(arguments[0], &asked->options)
                               : explain_bench(arguments[0], &asked->options, stdout);
}

static int explain_verb(int argc, char **argv)
{
    struct explain_verb_options asked = {0};
    const char *words[SIMULATOR_WORDS];
    char name[64];
    const struct option_spec options[] = {
        {'c', "code...", asked.codes, NULL},
        {0, "syntax", &asked.given.syntax, NULL},
        {0, "function", &asked.given.function, NULL},
        {0, "init,", &asked.given.init, NULL},
        {0, "what-if,", &asked.what_if, NULL},
        {0, "cpu", &asked.options.machine.cpu, NULL},
        SIMULATOR_OPTIONS(&asked.simulator),
        {0, "sim", &asked.simulator_path, NULL},
        {0, "kernel", &asked.options.kernel, NULL},
        PROGRAM_OPTIONS(asked.program.programs),
        {0, "file...", asked.program.files, NULL},
        {0, "no-gate", NULL, &asked.program.no_gate},
        {0, "region", &asked.options.region, NULL},
        {0, "loops", &asked.loops, NULL},
        {0, "causes", NULL, &asked.options.brief},
        {0, "svg", &asked.options.svg, NULL},
        {0, "width", &asked.width, NULL},
        {0, "ascii", NULL, &asked.ascii},
        {0, "html", &asked.options.html, NULL},
        {0, "lessons", NULL, &asked.lessons},
        {0, NULL, NULL, NULL},
    };
    int n;
    int status = verb_options_read(&verb_explain, argc, argv, options, &n);
    if (status >= 0)
        return status;
    if (build_is_listener) {
        char *places = installed_file_places("build/vpentium");
        message_print("this command runs code in the simulator vpentium, which is %s", places);
        free(places);
        return EXIT_TARGET;
    }
    if (asked.what_if && !strcmp(asked.what_if, "help")) {
        what_ifs_list(stdout);
        return EXIT_FINE;
    }
    if (simulator_options_check(&asked.simulator) ||
        processor_option_read(&asked.options.machine.cpu))
        return EXIT_USAGE;
    simulator_options_words(&asked.simulator, words);
    asked.options.machine.words = words;
    asked.options.machine.program = asked.simulator_path;
    const struct target_machine machine = {
        .program = asked.simulator_path, .cpu = asked.options.machine.cpu, .words = words};
    if ((machine.cpu || simulator_options_given(&asked.simulator)) &&
        !program_target_check_words(&machine, &status))
        return status;
    if (asked.loops) {
        double loops;
        if (verb_option_number("--loops", asked.loops, 1, 16, &loops))
            return EXIT_USAGE;
        asked.options.most_loops = (unsigned)loops;
    }
    if (explain_verb_check_program(&asked) ||
        what_ifs_parse(&asked.options.what_ifs, asked.what_if) ||
        explain_verb_set_layout(&asked, name))
        return EXIT_USAGE;
    return explain_verb_dispatch(&asked, argv + 1, n);
}

const struct verb verb_explain = {
    .name = "explain",
    .synopsis =
        "-c 'CODE' [OPTION]...\n"
        "       bareprobe explain FILE [--function NAME] [OPTION]...\n"
        "       bareprobe explain BENCH[:REGION] [OPTION]...\n"
        "       bareprobe explain --program FILE [--args TEXT] [OPTION]...\n"
        "       bareprobe explain --lessons --html FILE",
    .summary = "explain the clocks of code, instruction by instruction",
    .help =
        "  -c, --code CODE        lines of assembly, separated by ';'; the jump target\n"
        "                         '-' is the beginning of the loop; may be repeated\n"
        "      --syntax SYNTAX    nasm, intel (MASM, TASM, gcc -masm=intel), att (gcc -S)\n"
        "                         or c (default: found in the code)\n"
        "      --function NAME    the function to explain (default: the first one with a\n"
        "                         loop)\n"
        "      --init NAME=VALUE,...  initial values, as in 'esi=buffer+4, ecx=64,\n"
        "                         arg1=buffer'; arg1 to arg16 are arguments on the stack\n"
        "      --what-if NAME,NAME  clocks on hypothetical processors: vpipe=off,\n"
        "                         btb=off, l1=huge, no-agi; 'all' for all; 'help' lists\n"
        "                         them\n"
        "      --cpu MODEL        p54c (default), p55c; ppro, p2, p3, k7 (only clocks and\n"
        "                         uops, as far as their models have them); or an alias\n"
        "                         such as pentium, pentium-mmx, pentiumpro\n"
        "      --sim PATH         simulator program (default: the installed "
        "vpentium)\n" SIMULATOR_HELP
        "      --kernel FILE      kernel image with the benchmarks (default: the one\n"
        "                         installed with this program)\n"
        "      --program FILE     explain a static Linux executable\n"
        "      --args TEXT, --stdin FILE, --env NAME=VALUE, --file [NAME=]PATH, --no-gate\n"
        "                         with --program: as in 'bareprobe run'\n"
        "      --region REGION    with --program: a region of the program\n"
        "      --loops N          show the N most expensive loops of a region (default:\n"
        "                         the most expensive one, and the second if it has at\n"
        "                         least a fifth of the clocks)\n"
        "      --causes           for regions, show only the clocks by cause\n"
        "      --svg FILE         write the diagram of the most expensive loop as SVG\n"
        "      --html FILE        write a self-contained page, with code and diagram next\n"
        "                         to each other; - is standard output\n"
        "      --lessons          write a tutorial page: ten loops, the cause of their\n"
        "                         lost clocks and the remedy\n"
        "      --width N          output width in columns (default: the terminal's)\n"
        "      --ascii            use only ASCII characters (default if the locale has no\n"
        "                         others)\n"
        "\n"
        "A benchmark BENCH[:REGION] is run once in the virtual Pentium. The output is the\n"
        "clocks of its region by cause, the most expensive cause first, then its most\n"
        "expensive loops: for each instruction the source line, the pipe, the executions\n"
        "per iteration, the clocks and the reason. REGION is a name, a number or 'whole'\n"
        "(default: the most expensive region). BENCH may be a pattern. A program is\n"
        "explained in the same way: its whole run in ring 3, or a region, if it has any.\n"
        "\n"
        "FILE is assembly, C source, an object file, or - for standard input. Its loop is\n"
        "the innermost jump back that is taken; of several, the one with the most clocks.\n"
        "The jump target '-', or the label 'turn:', marks another one. If no instruction\n"
        "jumps back, DEC and JNZ are added; a function that returns is called in a loop.\n"
        "\n"
        "The code runs in the virtual Pentium with code and data in its caches. Initial\n"
        "values: registers and arguments that address memory, also those of string\n"
        "instructions and XLAT, point into a buffer of 8 KB (symbol 'buffer'), each to\n"
        "the beginning of a separate cache line, and so do symbols that the code does not\n"
        "define; each dword of the buffer holds an address in the buffer; counts and\n"
        "limits are such that a loop has 128 iterations; ECX is 128; index registers and\n"
        "EDX are 0, other registers 1, other arguments 128; ST0 to ST3 are 1; carry and\n"
        "direction flag are clear. A REP whose count the code does not set gets 16. The\n"
        "output ends with the syntax, the lines of the loop and the initial values. Code\n"
        "that does not end is stopped after 40,000 instructions.\n"
        "\n"
        "Example: bareprobe explain -c 'mov eax,[esi]; add esi,4; dec ecx; jnz -'\n",
    .run = explain_verb,
};
