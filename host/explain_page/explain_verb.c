/*
 * SPDX-License-Identifier: MIT
 * bareprobe explain: shows the clocks of code, instruction by instruction.
 */
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/allocate.h"
#include "host/base/message.h"
#include "host/base/verb_options.h"
#include "host/explain/explain_bench.h"
#include "host/explain_page/explain_html.h"
#include "host/explain_page/lessons.h"
#include "host/loop/source_file.h"
#include "host/target/simulator_options.h"
#include "host/target/target.h"

struct asked {
    const char *code, *what_if, *loops, *width, *program;
    bool ascii, lessons;
    struct simulator_options simulator;
    struct explain_order order;
};

static int take_page(struct asked *asked, char name[64])
{
    struct explain_page *page = &asked->order.page;
    double width = terminal_width(STDOUT_FILENO);
    if (asked->width && option_number("--width", asked->width, 72, 1000, &width))
        return -1;
    page->width = width < 72 ? 72 : (unsigned)width;
    page->plain = asked->ascii || strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
    page->colour = colour_on(STDOUT_FILENO);
    machine_name(&asked->order.machine, asked->simulator.mhz, name);
    page->machine = name;
    return 0;
}

static bool is_assembly(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot && (!strcmp(dot, ".asm") || !strcmp(dot, ".s") || !strcmp(dot, ".inc"));
}

static int explain_lines_of(const struct asked *asked, const char *text, const char *name)
{
    const struct explain_order *order = &asked->order;
    return order->html ? explain_html_code(text, name, order)
                       : explain_code(text, name, order, stdout);
}

static int explain_lessons(const struct asked *asked, int n)
{
    if (n || asked->code) {
        say("--lessons has loops of its own, and takes no other code");
        return EXIT_USAGE;
    }
    if (!asked->order.html) {
        say("--lessons is a page: --html FILE says where it goes, as in --html lessons.html");
        return EXIT_USAGE;
    }
    if (!machine_has_pipes(&asked->order.machine)) {
        say("--lessons: they are of a P5's pipes (p54c, p55c), not of --cpu %s",
            asked->order.machine.cpu);
        return EXIT_USAGE;
    }
    return explain_html_lessons(&asked->order);
}

static int explain(struct asked *asked, char *const *arguments, int n)
{
    if (asked->lessons)
        return explain_lessons(asked, n);
    if (asked->code && n) {
        say("-c has the code, and '%s' would be another; one of them", arguments[0]);
        return EXIT_USAGE;
    }
    if (asked->code)
        return explain_lines_of(asked, asked->code, NULL);
    if (n != 1) {
        say(n ? "one thing is explained at a time; %d are named"
              : "nothing is named: a benchmark, a file of assembly, or -c 'CODE'",
            n);
        return verb_usage(&verb_explain);
    }
    if (!is_assembly(arguments[0]))
        return asked->order.html ? explain_html_bench(arguments[0], &asked->order)
                                 : explain_bench(arguments[0], &asked->order, stdout);
    char *text = source_file_read(arguments[0]);
    if (!text)
        return EXIT_USAGE;
    int status = explain_lines_of(asked, text, arguments[0]);
    free(text);
    return status;
}

static int explain_verb(int argc, char **argv)
{
    struct asked asked = {0};
    const char *words[SIMULATOR_WORDS];
    char name[64];
    const struct option_spec options[] = {
        {'c', "code", &asked.code, NULL},           {0, "what-if,", &asked.what_if, NULL},
        {0, "cpu", &asked.order.machine.cpu, NULL}, SIMULATOR_OPTIONS(&asked.simulator),
        {0, "sim", &asked.program, NULL},           {0, "kernel", &asked.order.kernel, NULL},
        {0, "loops", &asked.loops, NULL},           {0, "causes", NULL, &asked.order.brief},
        {0, "svg", &asked.order.svg, NULL},         {0, "width", &asked.width, NULL},
        {0, "ascii", NULL, &asked.ascii},           {0, "html", &asked.order.html, NULL},
        {0, "lessons", NULL, &asked.lessons},       {0, NULL, NULL, NULL},
    };
    int n;
    int status = options_read(&verb_explain, argc, argv, options, &n);
    if (status >= 0)
        return status;
    if (asked.what_if && !strcmp(asked.what_if, "help")) {
        what_ifs_list(stdout);
        return EXIT_FINE;
    }
    simulator_options_words(&asked.simulator, words);
    asked.order.machine.words = words;
    asked.order.machine.program = asked.program;
    const struct target_machine machine = {
        .program = asked.program, .cpu = asked.order.machine.cpu, .words = words};
    if ((machine.cpu || simulator_options_given(&asked.simulator)) &&
        !target_check_words(&machine, &status))
        return status;
    if (asked.loops) {
        double loops;
        if (option_number("--loops", asked.loops, 1, 16, &loops))
            return EXIT_USAGE;
        asked.order.most_loops = (unsigned)loops;
    }
    if (what_ifs_take(&asked.order.what_ifs, asked.what_if) || take_page(&asked, name))
        return EXIT_USAGE;
    return explain(&asked, argv + 1, n);
}

const struct verb verb_explain = {
    .name = "explain",
    .synopsis =
        "-c 'CODE' [OPTION]...\n"
        "       bareprobe explain FILE.asm [OPTION]...\n"
        "       bareprobe explain --lessons --html FILE",
    .summary = "say where the clocks of code went, instruction by instruction",
    .help =
        "  -c, --code CODE        a few lines of assembly, as nasm has them, with ';' between;\n"
        "                         '-' behind a jump is the loop's beginning\n"
        "      --what-if NAME,NAME  clocks on machines that never were: vpipe=off, btb=off,\n"
        "                         l1=huge, no-agi; 'all', and 'help' lists them\n"
        "      --cpu MODEL        p54c (usual), p55c; ppro, p2, p3, k7, of which clocks and uops\n"
        "                         are said, as far as their model knows them\n"
        "      --sim PATH         the virtual Pentium, where it is not the usual "
        "one\n" SIMULATOR_HELP
        "      --kernel FILE      the image that has the benchmarks, where it is not the usual "
        "one\n"
        "      --loops N          of a region so many loops, the dearest first; else the dearest, "
        "and\n"
        "                         one more that has a fifth of the clocks\n"
        "      --causes           of regions where the clocks went, and no more\n"
        "      --svg FILE         the diagram of the loop, or of the dearest one, as a picture\n"
        "      --html FILE        all of it as one page that needs nothing else, code and diagram\n"
        "                         beside each other; - is standard output\n"
        "      --lessons          a page that teaches: ten loops, what costs and what helps\n"
        "      --width N          columns, where the terminal does not say\n"
        "      --ascii            no other characters; usual where the locale has no others\n"
        "\n"
        "A benchmark is run once in the virtual Pentium: where the clocks of its region went, the\n"
        "dearest first, then its dearest loops, each instruction with its source line, pipe, how\n"
        "often a turn, clocks and why. Without REGION, a name or a number, or 'whole', it is the\n"
        "dearest. BENCH may be a pattern.\n"
        "\n"
        "Lines of assembly become a loop, which the virtual Pentium runs with code and data in its "
        "caches.\n"
        "Registers that address memory point into a buffer of 8 KB, whose dwords point to its\n"
        "beginning, each to the beginning of a line of its own; ECX begins as 128; other\n"
        "registers are 1, indices and EDX 0; ST0 to ST3 are 1. 'buffer' is a symbol. In a file,\n"
        "what stands before a line 'turn:' is done once. Where nothing jumps back, DEC ECX and\n"
        "JNZ are added.\n"
        "\n"
        "Example: bareprobe explain -c 'mov eax,[esi]; add esi,4; dec ecx; jnz -'\n",
    .run = explain_verb,
};
