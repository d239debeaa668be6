/*
 * SPDX-License-Identifier: MIT
 * Creates the observer and its writers from the options. A place in the code is a symbol with an
 * offset, or an address.
 */
#include "sim/inspection/inspection.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "sim/inspection/account/account.h"
#include "sim/inspection/annotation.h"
#include "sim/loader/file_contents.h"
#include "sim/inspection/steps.h"
#include "sim/inspection/trace.h"
#include "sim/inspection/vcd.h"

static bool inspection_complain(const char *name, const char *value, const char *why)
{
    fprintf(stderr, "vpentium: %s '%s': %s\n", name, value, why);
    return false;
}

static bool inspection_open_file(const char *name, const char *path, FILE **file)
{
    if (!path)
        return true;
    *file = fopen(path, "w");
    return *file ? true : inspection_complain(name, path, strerror(errno));
}

/* Returns the file that is run; a ROM has no symbols. */
static const char *inspection_image(const struct options *options)
{
    return options->kernel ? options->kernel : options->bios;
}

static bool inspection_begin_account(struct inspection *inspection)
{
    const struct options *options = inspection->options;
    const struct account_config config = {
        .cpu = inspection->observer.cpu,
        .symbols = &inspection->symbols,
        .machine = inspection->machine,
        .kernel = inspection_image(options),
        .command_line = options->append,
    };
    const char *why;

    inspection->observer.account = account_create(&config, &why);
    return inspection->observer.account || inspection_complain("--account", options->account, why);
}

static bool inspection_read_symbols(struct inspection *inspection)
{
    const char *modules = inspection->options->initrd;
    size_t size;
    uint8_t *file = file_contents_read(inspection_image(inspection->options), &size);
    bool good;

    if (!file)
        return false;
    good = symbols_read(&inspection->symbols, file, size) == 0 &&
           (!modules || symbols_add_program(&inspection->symbols, modules) == 0);
    if (!good)
        inspection_complain("symbols of", inspection_image(inspection->options),
                            "out of memory on the host");
    else if (inspection->account)
        good = inspection_begin_account(inspection);
    free(file);
    return good;
}

static bool inspection_find_address(const struct inspection *inspection, const char *name,
                                    const char *place, uint32_t *address)
{
    if (symbols_find(&inspection->symbols, place, address) == 0)
        return true;
    return inspection_complain(name, place,
                               "expected a code symbol of the kernel or the program, as in "
                               "main+0x10, or an address, as in "
                               "0x100010");
}

/* Parses -trace-from: decimal digits only are a clock, anything else is a place. */
static bool inspection_find_window(const struct inspection *inspection, struct trace_window *window)
{
    const char *from = inspection->options->trace_from;

    *window = (struct trace_window){.clocks = inspection->options->trace_clocks};
    if (!from)
        return true;
    if (from[0] && from[strspn(from, "0123456789")] == 0) {
        errno = 0;
        window->from = strtoull(from, NULL, 10);
        return !errno && window->from < UINT64_MAX / 2
                   ? true
                   : inspection_complain("--trace-from", from,
                                         "the clock is too large: it must be below 2^63");
    }
    window->at_address = true;
    return inspection_find_address(inspection, "--trace-from", from, &window->address);
}

static bool inspection_begin_annotation(struct inspection *inspection)
{
    const struct options *options = inspection->options;
    struct annotation_config config = {
        .symbols = &inspection->symbols,
        .machine = inspection->machine,
        .kernel = inspection_image(options),
        .command_line = options->append,
        .from_given = options->annotate_from,
        .to_given = options->annotate_to,
    };

    if (config.from_given && !inspection_find_address(inspection, "--annotate-from",
                                                      options->annotate_from, &config.from))
        return false;
    if (config.to_given &&
        !inspection_find_address(inspection, "--annotate-to", options->annotate_to, &config.to))
        return false;
    if (!inspection->annotate)
        return true;
    inspection->observer.annotate = annotation_create(&config);
    return inspection->observer.annotate ||
           inspection_complain("--annotate", options->annotate, "out of memory on the host");
}

/* Parses PLACE,N. */
static bool inspection_find_after(const struct inspection *inspection, struct steps_config *config)
{
    const char *given = inspection->options->steps_after;
    const char *comma = given ? strrchr(given, ',') : NULL;
    char place[256];

    config->after_given = given;
    if (!given)
        return true;
    if (comma)
        config->after_count = (unsigned)strtoul(comma + 1, NULL, 10);
    if (!comma || (size_t)(comma - given) >= sizeof place || !config->after_count ||
        comma[1 + strspn(comma + 1, "0123456789")])
        return inspection_complain("-steps-after", given,
                                   "expected a place and a number, as in main+0x10,2");
    snprintf(place, sizeof place, "%.*s", (int)(comma - given), given);
    return inspection_find_address(inspection, "-steps-after", place, &config->after);
}

static bool inspection_begin_steps(struct inspection *inspection)
{
    const struct options *options = inspection->options;
    struct steps_config config = {
        .symbols = &inspection->symbols,
        .machine = inspection->machine,
        .from_given = options->steps_from,
        .from_count = options->steps_nth,
        .to_given = options->steps_to,
        .most = options->steps_limit,
        .then_enough = options->steps_end,
    };

    if (config.from_given &&
        !inspection_find_address(inspection, "--steps-from", options->steps_from, &config.from))
        return false;
    if (config.to_given &&
        !inspection_find_address(inspection, "--steps-to", options->steps_to, &config.to))
        return false;
    if (!inspection_find_after(inspection, &config))
        return false;
    if (!inspection->steps)
        return true;
    inspection->observer.steps = steps_create(&config, inspection->steps);
    return inspection->observer.steps ||
           inspection_complain("--steps", options->steps, "out of memory on the host");
}

static bool inspection_begin_window(struct inspection *inspection)
{
    struct trace_window window;

    if (!inspection_find_window(inspection, &window))
        return false;
    if (inspection->trace)
        inspection->observer.trace = trace_create(&inspection->symbols, window);
    if (inspection->vcd)
        inspection->observer.vcd = vcd_create(window);
    if ((inspection->trace && !inspection->observer.trace) ||
        (inspection->vcd && !inspection->observer.vcd))
        return inspection_complain("--trace-clocks", "", "out of memory on the host");
    return true;
}

static bool inspection_begin_outputs(struct inspection *inspection)
{
    const struct options *options = inspection->options;

    return inspection_open_file("--account", options->account, &inspection->account) &&
           inspection_read_symbols(inspection) &&
           inspection_open_file("--annotate", options->annotate, &inspection->annotate) &&
           inspection_open_file("--steps", options->steps, &inspection->steps) &&
           inspection_open_file("--trace", options->trace, &inspection->trace) &&
           inspection_open_file("--vcd", options->vcd, &inspection->vcd) &&
           inspection_begin_annotation(inspection) && inspection_begin_steps(inspection) &&
           inspection_begin_window(inspection);
}

static void inspection_release(struct inspection *inspection)
{
    FILE *const files[] = {inspection->account, inspection->annotate, inspection->steps,
                           inspection->trace, inspection->vcd};

    account_destroy(inspection->observer.account);
    annotation_destroy(inspection->observer.annotate);
    steps_destroy(inspection->observer.steps);
    trace_destroy(inspection->observer.trace);
    vcd_destroy(inspection->observer.vcd);
    symbols_release(&inspection->symbols);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (files[i])
            fclose(files[i]);
}

bool inspection_begin(struct inspection *inspection, struct cpu *cpu, const struct options *options)
{
    const bool files =
        options->account || options->annotate || options->steps || options->trace || options->vcd;

    *inspection = (struct inspection){.options = options,
                                      .observer = {.cpu = cpu, .pm0_nmi = options->pm0_nmi}};
    snprintf(inspection->machine, sizeof inspection->machine, "%s at %u MHz", options->cpu,
             options->mhz);
    if (files && !inspection_begin_outputs(inspection)) {
        inspection_release(inspection);
        return false;
    }
    if (files || options->pm0_nmi)
        observer_start(&inspection->observer);
    return true;
}

bool inspection_has_files(const struct inspection *inspection)
{
    return inspection->account || inspection->annotate || inspection->steps || inspection->trace ||
           inspection->vcd;
}

/* Checks for errors at closing, because only then is all output known to have been written. */
static bool inspection_end_file(const char *name, const char *path, FILE **file, int result)
{
    const bool failed = *file && (fflush(*file) != 0 || ferror(*file));
    const int why = errno;

    if (*file)
        fclose(*file);
    *file = NULL;
    if (result != 0)
        return inspection_complain(name, path, "out of memory on the host");
    return failed ? inspection_complain(name, path, strerror(why)) : true;
}

bool inspection_end(struct inspection *inspection)
{
    const struct options *options = inspection->options;
    struct observer *observer = &inspection->observer;
    bool good = true;

    if (observer->cpu->observer)
        observer_finish(observer);
    good &= inspection_end_file(
        "--account", options->account, &inspection->account,
        observer->account ? account_write(observer->account, inspection->account) : 0);
    good &= inspection_end_file(
        "--annotate", options->annotate, &inspection->annotate,
        observer->annotate ? annotation_write(observer->annotate, inspection->annotate) : 0);
    if (observer->steps)
        steps_finish(observer->steps);
    good &= inspection_end_file("--steps", options->steps, &inspection->steps, 0);
    good &=
        inspection_end_file("--trace", options->trace, &inspection->trace,
                            observer->trace ? trace_write(observer->trace, inspection->trace) : 0);
    good &= inspection_end_file("--vcd", options->vcd, &inspection->vcd,
                                observer->vcd ? vcd_write(observer->vcd, inspection->vcd) : 0);
    inspection_release(inspection);
    return good;
}
