/*
 * SPDX-License-Identifier: MIT
 * Parses the command line of p5gate.
 */
#include "tools/p5gate_options.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const struct restricted restricted[RESTRICTIONS] = {
    [RESTRICT_FDIV] = {"fdiv", "wrong quotients on chips with the FDIV flaw", NULL},
    [RESTRICT_RDPMC] = {"rdpmc", "undefined before the P55C", NULL},
    [RESTRICT_UD2] = {"ud2", "always raises #UD", NULL},
    [RESTRICT_PAUSE] = {"pause", "not a P5 instruction: a P5 executes it as NOP", NULL},
    [RESTRICT_TZCNT] = {"tzcnt", "not a P5 instruction: a P5 executes it as BSF", NULL},
    [RESTRICT_P6] = {"p6", "not a P5 instruction: it requires a Pentium Pro", "p6"},
    [RESTRICT_MMX] = {"mmx", "not a P5 instruction: MMX requires a P55C", "mmx"},
    [RESTRICT_MMXEXT] = {"mmxext", "not a P5 instruction: it requires SSE or an Athlon", "sse"},
    [RESTRICT_FXSR] = {"fxsr", "not a P5 instruction: FXRSTOR requires a Pentium II", "sse"},
    [RESTRICT_SSE] = {"sse", "not a P5 instruction: SSE requires a Pentium III", "sse"},
    [RESTRICT_SSE2] = {"sse2", "not a P5 instruction: SSE2 requires a Pentium 4", "sse2"},
    [RESTRICT_SSE3] = {"sse3", "not a P5 instruction: SSE3 requires a Prescott", "sse3"},
    [RESTRICT_3DNOW] = {"3dnow", "not a P5 instruction: 3DNow! requires an Athlon", "k7"},
};

static const char usage[] =
    "usage: p5gate [OPTION]... IMAGE\n"
    "Rejects an image with an instruction that a plain Pentium lacks (status 1).\n\n"
    "  --allow-fdiv WHERE   allow FDIV in WHERE: the name of a routine, a pattern of\n"
    "                       names, or with --map a benchmark, as in apps/lu\n"
    "  --allow-SET WHERE    allow other instructions in WHERE; SET is rdpmc, ud2,\n"
    "                       pause, tzcnt, mmx, p6 (CMOV, FCOMI), fxsr (FXSAVE,\n"
    "                       FXRSTOR), mmxext (MMX registers, of SSE), sse, sse2,\n"
    "                       sse3 or 3dnow\n"
    "  --map FILE           map written by ld; findings then name the benchmark\n"
    "  --findings FILE      write the first finding of each object below bench/ to\n"
    "                       FILE: object, file and line, reason, with tabs\n"
    "  --size-limit BYTES   maximum size of text and data\n"
    "  --raw 16|32          IMAGE is 16-bit or 32-bit code without an ELF header, one\n"
    "                       routine 'raw'; bytes that do not decode are data\n"
    "  -v                   print the number of instructions, bytes and findings\n"
    "  -h, --help           print this help\n";

static bool p5gate_options_size(const char *text, uint64_t *size)
{
    char *end;

    if (text[0] < '0' || text[0] > '9')
        return false;
    *size = strtoull(text, &end, 0);
    return *end == '\0';
}

static int refuse_option(const char *option, const char *value, const char *what)
{
    fprintf(stderr, "p5gate: %s%s%s: %s\n%s", option, value ? " " : "", value ? value : "", what,
            usage);
    return -1;
}

/*
 * Parses an option with a value; -1 and a message if the option is unknown or the value is wrong.
 */
static int p5gate_options_option(struct p5gate_options *options, const char *option,
                                 const char *value)
{
    if (strcmp(option, "--size-limit") == 0) {
        if (!value || !p5gate_options_size(value, &options->size_limit))
            return refuse_option(option, value, "expected a number of bytes");
        return 0;
    }
    if (strcmp(option, "--raw") == 0) {
        if (!value || (strcmp(value, "16") != 0 && strcmp(value, "32") != 0))
            return refuse_option(option, value, "expected 16 or 32");
        options->raw = value[0] == '1' ? 16 : 32;
        return 0;
    }
    if (strcmp(option, "--map") == 0 || strcmp(option, "--findings") == 0) {
        *(option[2] == 'm' ? &options->map : &options->findings) = value;
        return value ? 0 : refuse_option(option, NULL, "expected a file");
    }
    for (size_t i = 0; i < RESTRICTIONS && strncmp(option, "--allow-", 8) == 0; i++) {
        if (strcmp(option + 8, restricted[i].name) != 0)
            continue;
        if (!value)
            return refuse_option(option, NULL, "expected a symbol or a benchmark");
        if (options->allowance_count == ALLOWANCES_MAX)
            return refuse_option(option, value, "too many of these options; use a pattern");
        options->allowances[options->allowance_count++] =
            (struct allowance){.what = (enum restriction)i, .where = value};
        return 0;
    }
    return refuse_option(option, NULL, "unknown option");
}

static int p5gate_options_arguments(struct p5gate_options *options, int count, char **arguments)
{
    for (int i = 1; i < count; i++) {
        if (strcmp(arguments[i], "-v") == 0) {
            options->verbose = true;
        } else if (arguments[i][0] == '-') {
            if (p5gate_options_option(options, arguments[i], arguments[i + 1]) < 0)
                return -1;
            i++;
        } else if (options->path) {
            return refuse_option(arguments[i], NULL, "only one image is allowed");
        } else {
            options->path = arguments[i];
        }
    }
    return options->path ? 0 : refuse_option("IMAGE", NULL, "missing");
}

enum gate_parsed p5gate_options_parse(struct p5gate_options *options, int count, char **arguments)
{
    for (int i = 1; i < count; i++)
        if (strcmp(arguments[i], "--help") == 0 || strcmp(arguments[i], "-h") == 0) {
            fputs(usage, stdout);
            return GATE_HELP;
        }
    return p5gate_options_arguments(options, count, arguments) < 0 ? GATE_WRONG : GATE_RUN;
}

bool p5gate_options_allow(const struct p5gate_options *options, enum restriction what,
                          const char *routine, const char *benchmark)
{
    for (size_t i = 0; i < options->allowance_count; i++) {
        const struct allowance *allowance = &options->allowances[i];

        if (allowance->what == what &&
            (strchr(allowance->where, '/') ? strcmp(allowance->where, benchmark) == 0
                                           : fnmatch(allowance->where, routine, 0) == 0))
            return true;
    }
    return false;
}

bool p5gate_is_folder(const char *benchmark)
{
    char path[128];
    struct stat found;

    snprintf(path, sizeof path, "bench/%s", benchmark);
    return stat(path, &found) == 0 && S_ISDIR(found.st_mode);
}
