/*
 * SPDX-License-Identifier: MIT
 * Creates the observer and its writers from the options. A place in the code is a symbol with an
 * offset, or an address.
 */
#include "sim/watch/inspect.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "sim/watch/account/account.h"
#include "sim/watch/annotate.h"
#include "sim/load/read_file.h"
#include "sim/watch/steps.h"
#include "sim/watch/trace.h"
#include "sim/watch/vcd.h"

static bool complain(const char *name, const char *value, const char *why)
{
    fprintf(stderr, "vpentium: %s '%s': %s\n", name, value, why);
    return false;
}

static bool open_file(const char *name, const char *path, FILE **file)
{
    if (!path)
        return true;
    *file = fopen(path, "w");
    return *file ? true : complain(name, path, strerror(errno));
}

/* Returns the file that is run; a ROM has no symbols. */
static const char *image(const struct options *options)
{
    return options->kernel ? options->kernel : options->bios;
}

static bool begin_account(struct inspection *inspection, const uint8_t *file, size_t size)
{
    const struct options *options = inspection->options;
    const struct account_config config = {
        .cpu = inspection->observer.cpu,
        .symbols = &inspection->symbols,
        .machine = inspection->machine,
        .kernel = image(options),
        .command_line = options->append,
        .image = file,
        .image_size = size,
    };
    const char *why;

    inspection->observer.account = account_create(&config, &why);
    return inspection->observer.account || complain("--account", options->account, why);
}

static bool read_symbols(struct inspection *inspection)
{
    size_t size;
    uint8_t *file = file_read(image(inspection->options), &size);
    bool good;

    if (!file)
        return false;
    good = symbols_read(&inspection->symbols, file, size) == 0;
    if (!good)
        complain("symbols of", image(inspection->options), "out of memory on the host");
    else if (inspection->account)
        good = begin_account(inspection, file, size);
    free(file);
    return good;
}

static bool find(const struct inspection *inspection, const char *name, const char *place,
                 uint32_t *address)
{
    if (symbols_find(&inspection->symbols, place, address) == 0)
        return true;
    return complain(name, place,
                    "expected a code symbol of the kernel, as in main+0x10, or an address, as in "
                    "0x100010");
}

/* Parses -trace-from: decimal digits only are a clock, anything else is a place. */
static bool find_stretch(const struct inspection *inspection, struct stretch *stretch)
{
    const char *from = inspection->options->trace_from;

    *stretch = (struct stretch){.clocks = inspection->options->trace_clocks};
    if (!from)
        return true;
    if (from[0] && from[strspn(from, "0123456789")] == 0) {
        errno = 0;
        stretch->from = strtoull(from, NULL, 10);
        return !errno && stretch->from < UINT64_MAX / 2
                   ? true
                   : complain("--trace-from", from,
                              "the clock is too large: it must be below 2^63");
    }
    stretch->at_address = true;
    return find(inspection, "--trace-from", from, &stretch->address);
}

static bool begin_annotate(struct inspection *inspection)
{
    const struct options *options = inspection->options;
    struct annotate_config config = {
        .symbols = &inspection->symbols,
        .machine = inspection->machine,
        .kernel = image(options),
        .command_line = options->append,
        .from_given = options->annotate_from,
        .to_given = options->annotate_to,
    };

    if (config.from_given &&
        !find(inspection, "--annotate-from", options->annotate_from, &config.from))
        return false;
    if (config.to_given && !find(inspection, "--annotate-to", options->annotate_to, &config.to))
        return false;
    if (!inspection->annotate)
        return true;
    inspection->observer.annotate = annotate_create(&config);
    return inspection->observer.annotate ||
           complain("--annotate", options->annotate, "out of memory on the host");
}

/* Parses PLACE,N. */
static bool find_behind(const struct inspection *inspection, struct steps_config *config)
{
    const char *given = inspection->options->steps_behind;
    const char *comma = given ? strrchr(given, ',') : NULL;
    char place[256];

    config->behind_given = given;
    if (!given)
        return true;
    if (comma)
        config->behind_turn = (unsigned)strtoul(comma + 1, NULL, 10);
    if (!comma || (size_t)(comma - given) >= sizeof place || !config->behind_turn ||
        comma[1 + strspn(comma + 1, "0123456789")])
        return complain("-steps-after", given, "expected a place and a number, as in main+0x10,2");
    snprintf(place, sizeof place, "%.*s", (int)(comma - given), given);
    return find(inspection, "-steps-after", place, &config->behind);
}

static bool begin_steps(struct inspection *inspection)
{
    const struct options *options = inspection->options;
    struct steps_config config = {
        .symbols = &inspection->symbols,
        .machine = inspection->machine,
        .from_given = options->steps_from,
        .turn = options->steps_turn,
        .to_given = options->steps_to,
        .most = options->steps_most,
        .then_enough = options->steps_end,
    };

    if (config.from_given && !find(inspection, "--steps-from", options->steps_from, &config.from))
        return false;
    if (config.to_given && !find(inspection, "--steps-to", options->steps_to, &config.to))
        return false;
    if (!find_behind(inspection, &config))
        return false;
    if (!inspection->steps)
        return true;
    inspection->observer.steps = steps_create(&config, inspection->steps);
    return inspection->observer.steps ||
           complain("--steps", options->steps, "out of memory on the host");
}

static bool begin_stretch(struct inspection *inspection)
{
    struct stretch stretch;

    if (!find_stretch(inspection, &stretch))
        return false;
    if (inspection->trace)
        inspection->observer.trace = trace_create(&inspection->symbols, stretch);
    if (inspection->vcd)
        inspection->observer.vcd = vcd_create(stretch);
    if ((inspection->trace && !inspection->observer.trace) ||
        (inspection->vcd && !inspection->observer.vcd))
        return complain("--trace-clocks", "", "out of memory on the host");
    return true;
}

static bool begin(struct inspection *inspection)
{
    const struct options *options = inspection->options;

    return open_file("--account", options->account, &inspection->account) &&
           read_symbols(inspection) &&
           open_file("--annotate", options->annotate, &inspection->annotate) &&
           open_file("--steps", options->steps, &inspection->steps) &&
           open_file("--trace", options->trace, &inspection->trace) &&
           open_file("--vcd", options->vcd, &inspection->vcd) && begin_annotate(inspection) &&
           begin_steps(inspection) && begin_stretch(inspection);
}

static void release(struct inspection *inspection)
{
    FILE *const files[] = {inspection->account, inspection->annotate, inspection->steps,
                           inspection->trace, inspection->vcd};

    account_destroy(inspection->observer.account);
    annotate_destroy(inspection->observer.annotate);
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
    if (files && !begin(inspection)) {
        release(inspection);
        return false;
    }
    if (files || options->pm0_nmi)
        observer_start(&inspection->observer);
    return true;
}

/* Checks for errors at closing, because only then is all output known to have been written. */
static bool end_file(const char *name, const char *path, FILE **file, int result)
{
    const bool failed = *file && (fflush(*file) != 0 || ferror(*file));
    const int why = errno;

    if (*file)
        fclose(*file);
    *file = NULL;
    if (result != 0)
        return complain(name, path, "out of memory on the host");
    return failed ? complain(name, path, strerror(why)) : true;
}

bool inspection_end(struct inspection *inspection)
{
    const struct options *options = inspection->options;
    struct observer *observer = &inspection->observer;
    bool good = true;

    if (observer->cpu->observer)
        observer_finish(observer);
    good &= end_file("--account", options->account, &inspection->account,
                     observer->account ? account_write(observer->account, inspection->account) : 0);
    good &=
        end_file("--annotate", options->annotate, &inspection->annotate,
                 observer->annotate ? annotate_write(observer->annotate, inspection->annotate) : 0);
    if (observer->steps)
        steps_finish(observer->steps);
    good &= end_file("--steps", options->steps, &inspection->steps, 0);
    good &= end_file("--trace", options->trace, &inspection->trace,
                     observer->trace ? trace_write(observer->trace, inspection->trace) : 0);
    good &= end_file("--vcd", options->vcd, &inspection->vcd,
                     observer->vcd ? vcd_write(observer->vcd, inspection->vcd) : 0);
    release(inspection);
    return good;
}
