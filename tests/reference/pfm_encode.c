/*
 * SPDX-License-Identifier: MIT
 * Prints libpfm4's encoding of each event of the P6s, the K7 and the Pentium 4, with sets of its
 * unit masks and with modifiers: "pmu event mask:mask modifiers selector name", separated by tabs.
 * The selector is in hex, of the Pentium 4 ESCR:CCCR, and the name is libpfm4's full one; or "-"
 * and the reason if that fails. A 32-bit program, since only the 32-bit library has tables for all
 * these processors.
 */
#include <perfmon/pfmlib.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_MASKS 16 /* per event */

/* All sets of up to 8 masks are encoded. If there are more, or for a Pentium 4, each mask is
 * encoded alone, and all together. */
#define MOST_SETS 8

static const char *const pmus[] = {"ppro", "pii", "p6", "pm", "amd64_k7", "netburst", "netburst_p"};

/* Thresholds at both ends, and each flag alone, with a threshold, and with all others. */
static const char *const modifiers[] = {
    "",        "u=1",       "k=1",           "u=1:k=1", "e=1",     "c=1",   "c=2:i=1",
    "c=3:e=1", "c=127:u=1", "c=128:i=1:k=1", "c=1:e=1", "c=1:i=1", "c=255", "c=255:i=1:e=1:u=1",
};

static const char *const netburst_modifiers[] = {
    "", "u=1", "k=1", "u=1:k=1", "e=1", "cmpl=1", "thr=3", "thr=15:cmpl=1:e=1:u=1",
};

static int is_netburst(const char *pmu)
{
    return !strncmp(pmu, "netburst", 8);
}

static void encode(const char *pmu, const char *event, const char *masks, const char *with)
{
    char text[512];
    uint64_t *codes = NULL;
    char *full = NULL;
    int n = 0;

    snprintf(text, sizeof text, "%s::%s%s%s%s%s", pmu, event, *masks ? ":" : "", masks,
             *with ? ":" : "", with);
    int failed = pfm_get_event_encoding(text, PFM_PLM0 | PFM_PLM3, &full, NULL, &codes, &n);
    printf("%s\t%s\t%s\t%s\t", pmu, event, masks, with);
    if (failed)
        printf("-\t%s\n", pfm_strerror(failed));
    else if (is_netburst(pmu))
        printf("%llx:%llx\t%s\n", (unsigned long long)codes[0], (unsigned long long)codes[1], full);
    else
        printf("%llx\t%s\n", (unsigned long long)codes[0], full);
    free(codes);
    free(full);
}

static void encode_name(const char *name)
{
    uint64_t *codes = NULL;
    int n = 0;
    if (pfm_get_event_encoding(name, PFM_PLM0 | PFM_PLM3, NULL, NULL, &codes, &n))
        printf("-\n");
    else
        printf("%llx\n", (unsigned long long)codes[0]);
    free(codes);
}

/* Encodes the event with the masks whose bits are in `set`. */
static void encode_set(const char *pmu, const char *event, const char *const masks[], unsigned set)
{
    char text[512] = "";
    int netburst = is_netburst(pmu);
    const char *const *with = netburst ? netburst_modifiers : modifiers;
    size_t n = netburst ? sizeof netburst_modifiers / sizeof *netburst_modifiers
                        : sizeof modifiers / sizeof *modifiers;
    for (unsigned i = 0; set >> i; i++)
        if (set >> i & 1) {
            strcat(text, *text ? ":" : "");
            strcat(text, masks[i]);
        }
    for (size_t i = 0; i < n; i++)
        encode(pmu, event, text, with[i]);
}

static void encode_all(const char *pmu, int index)
{
    pfm_event_info_t event = {.size = sizeof event};
    const char *masks[MOST_MASKS];
    unsigned n = 0;

    if (pfm_get_event_info(index, PFM_OS_NONE, &event))
        exit(2);
    for (int i = 0; i < event.nattrs; i++) {
        pfm_event_attr_info_t attribute = {.size = sizeof attribute};
        if (pfm_get_event_attr_info(index, i, PFM_OS_NONE, &attribute))
            exit(2);
        if (attribute.type == PFM_ATTR_UMASK && n == MOST_MASKS)
            exit(2);
        if (attribute.type == PFM_ATTR_UMASK)
            masks[n++] = attribute.name;
    }
    for (unsigned set = 0; set < 1u << n; set++)
        if ((n <= MOST_SETS && !is_netburst(pmu)) || !(set & (set - 1)) || set + 1 == 1u << n)
            encode_set(pmu, event.name, masks, set);
}

int main(int argc, char **argv)
{
    /* Without it libpfm4 encodes only for the processor on which it runs. */
    setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
    if (pfm_initialize())
        return 2;
    for (int i = 1; i < argc; i++)
        encode_name(argv[i]);
    for (unsigned i = 0; argc == 1 && i < sizeof pmus / sizeof *pmus; i++) {
        pfm_pmu_info_t pmu = {.size = sizeof pmu};
        int number = PFM_PMU_NONE;
        do {
            pmu.size = sizeof pmu;
            if (++number == PFM_PMU_MAX) {
                fprintf(stderr, "pfm_encode: libpfm4 has no %s\n", pmus[i]);
                return 2;
            }
        } while (pfm_get_pmu_info((pfm_pmu_t)number, &pmu) || strcmp(pmu.name, pmus[i]));
        for (int event = pmu.first_event; event != -1; event = pfm_get_event_next(event))
            encode_all(pmus[i], event);
    }
    return 0;
}
