/*
 * SPDX-License-Identifier: MIT
 * Parses the command line by the table of options, prints the help, and checks options against each
 * other.
 */
#include "sim/vpentium_options.h"

#include <stdio.h>
#include <string.h>

#include "sim/cpu/translator/translation.h"
#include "sim/inspection/steps.h"
#include "sim/inspection/trace_window.h"
#include "sim/machine_options.h"
#include "sim/model_options.h"
#include "sim/option_message.h"
#include "sim/option_parsers.h"
#include "sim/option_table.h"

static const char version[] = "vpentium 0.1";

enum {
    HELP_NAME = 26,  /* columns of an option's name and value */
    HELP_WIDTH = 80, /* columns of a line */
};

/* Prints an option and its text, which is wrapped and begins on a new line after a long name. */
static void vpentium_option_help(const char *name, const char *text)
{
    const size_t width = HELP_WIDTH - HELP_NAME - 4;

    printf("  %-*s", HELP_NAME, name);
    if (strlen(name) > HELP_NAME)
        printf("\n  %*s", HELP_NAME, "");
    while (strlen(text) > width) {
        size_t length = width;

        while (text[length] != ' ')
            length--;
        printf("  %.*s\n  %*s", (int)length, text, HELP_NAME, "");
        text += length + 1;
    }
    printf("  %s\n", text);
}

static void vpentium_options_help(void)
{
    puts(
        "usage: vpentium -kernel FILE | -bios FILE [options]\n"
        "Runs a multiboot kernel or a BIOS ROM on a simulated Pentium.\n\n"
        "COM1 is standard output.\n");
    for (size_t i = 0; i < option_table_rows; i++) {
        char name[48];
        snprintf(name, sizeof name, "-%s%s%s", option_table[i].name,
                 option_table[i].value ? " " : "",
                 option_table[i].value ? option_table[i].value : "");
        vpentium_option_help(name, option_table[i].help);
    }
    vpentium_option_help("--help", "print this help");
    vpentium_option_help("--version", "print the version");
    puts(
        "\nPLACE is a code symbol of the kernel, as in main+0x10, or an address, as in\n"
        "0x100010.\n"
        "Exit status: the value that the kernel writes to port F4h or gives to the unit\n"
        "tester; 0 after a final halt or a reset; 2 for an error in the command line or a\n"
        "file; 3 for a triple fault.");
}

static const struct option_row *vpentium_option_named(const char *text)
{
    const char *name = text + (text[0] == '-') + (text[0] == '-' && text[1] == '-');

    return text[0] == '-' ? option_table_find(name, strcspn(name, "=")) : NULL;
}

/* Parses -name value, --name value, -name=value or --name=value. */
static bool vpentium_option_parse(struct options *options, char **argv, int *at)
{
    const char *text = argv[*at];
    const struct option_row *option = vpentium_option_named(text);
    const char *value = strchr(text, '=') ? strchr(text, '=') + 1 : NULL;

    if (!option)
        return option_message_error("option", text, "unknown; 'vpentium --help' lists all options");
    if (!option->value && value)
        return option_message_error("option", text, "takes no value");
    if (option->value && !value)
        value = argv[++*at];
    if (option->value && !value)
        return option_message_error("option", text, "needs a value");
    return option_table_store(option, options, value);
}

const char *vpentium_options_cpu(int argc, char **argv)
{
    const char *cpu = NULL;

    for (int i = 1; i < argc; i++) {
        const struct option_row *option = vpentium_option_named(argv[i]);
        const char *inside = strchr(argv[i], '=');

        if (!option)
            break;
        if (option->parse == option_parser_cpu)
            cpu = inside ? inside + 1 : i + 1 < argc ? argv[i + 1] : NULL;
        i += option->value && !inside;
    }
    return cpu;
}

/* Requires one of -kernel and -bios. Options for a kernel are not valid with a ROM. */
static bool vpentium_options_software(const struct options *options)
{
    if (options->kernel && options->bios)
        return option_message_error("-bios", options->bios, "cannot be combined with -kernel");
    if (options->bios && (options->append[0] || options->initrd))
        return option_message_error("-bios", options->bios, "-append and -initrd require -kernel");
    if ((options->bios || options->initrd) && options->silicon.on[SILICON_A20])
        return option_message_error("-silicon", "a20", "requires -kernel, without -initrd");
    if (options->apic && model_config_apic(&options->model) == MODEL_NO_APIC)
        return option_message_error("-apic", options->apic,
                                    "the model of this processor has no local APIC");
    if (options->account && !MODEL_HAS_ACCOUNT)
        return option_message_error("-account", options->account,
                                    "the model of this processor does not support it");
    if (options->account && options->bios)
        return option_message_error("-account", options->account, "requires -kernel");
    if (options->trace && !MODEL_HAS_PIPES)
        return option_message_error("-trace", options->trace,
                                    "the model of this processor does not support it");
    if (options->kernel || options->bios)
        return true;
    fputs("vpentium: -kernel FILE or -bios FILE is required\n", stderr);
    return false;
}

enum options_result vpentium_options_parse(int argc, char **argv, struct options *options)
{
    *options = (struct options){
        .append = "",
        .counter_errata = true,
        .rtc = {.start = RTC_START},
        .trace_clocks = TRACE_WINDOW_CLOCKS,
        .steps_nth = 1,
        .steps_limit = STEPS_USUAL,
        .seed = 1,
        .translate_after = TRANSLATE_AFTER,
    };
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-help") == 0) {
            vpentium_options_help();
            return OPTIONS_DONE;
        }
        if (strcmp(argv[i], "--version") == 0 || strcmp(argv[i], "-version") == 0) {
            puts(version);
            return OPTIONS_DONE;
        }
        if (!vpentium_option_parse(options, argv, &i))
            return OPTIONS_WRONG;
    }
    if (options->silicon.help) {
        silicon_options_list();
        return OPTIONS_DONE;
    }
    if (options->profile_help) {
        machine_profiles_list(stdout);
        return OPTIONS_DONE;
    }
    machine_options_complete(options);
    if (!model_options_apply(options))
        return OPTIONS_WRONG;
    if (model_options_help(options))
        return OPTIONS_DONE;
    if (!vpentium_options_software(options))
        return OPTIONS_WRONG;
    return options->check ? OPTIONS_DONE : OPTIONS_RUN;
}
