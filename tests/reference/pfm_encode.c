/*
 * SPDX-License-Identifier: MIT
 * Prints libpfm4's encoding of each event of the P6s and the K7, with each set of its unit masks
 * and with modifiers: "pmu event mask:mask modifiers selector", separated by tabs, the selector in
 * hex; or "-" and the reason if that fails. A 32-bit program, since only the 32-bit library has
 * tables for these processors.
 */
#include <perfmon/pfmlib.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_MASKS 8 /* per event */

static const char *const pmus[] = {"ppro", "pii", "p6", "pm", "amd64_k7"};

/* Thresholds at both ends, and each flag alone, with a threshold, and with all others. */
static const char *const modifiers[] = {
    "",        "u=1",       "k=1",           "u=1:k=1", "e=1",     "c=1",   "c=2:i=1",
    "c=3:e=1", "c=127:u=1", "c=128:i=1:k=1", "c=1:e=1", "c=1:i=1", "c=255", "c=255:i=1:e=1:u=1",
};

static void encode(const char *pmu, const char *event, const char *masks, const char *with)
{
    char text[512];
    uint64_t *codes = NULL;
    int n = 0;

    snprintf(text, sizeof text, "%s::%s%s%s%s%s", pmu, event, *masks ? ":" : "", masks,
             *with ? ":" : "", with);
    int failed = pfm_get_event_encoding(text, PFM_PLM0 | PFM_PLM3, NULL, NULL, &codes, &n);
    printf("%s\t%s\t%s\t%s\t", pmu, event, masks, with);
    if (failed)
        printf("-\t%s\n", pfm_strerror(failed));
    else
        printf("%llx\n", (unsigned long long)codes[0]);
    free(codes);
}

/* The event with each set of its unit masks, including the empty one. */
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
    for (unsigned set = 0; set < 1u << n; set++) {
        char text[256] = "";
        for (unsigned i = 0; i < n; i++)
            if (set >> i & 1) {
                strcat(text, *text ? ":" : "");
                strcat(text, masks[i]);
            }
        for (unsigned i = 0; i < sizeof modifiers / sizeof *modifiers; i++)
            encode(pmu, event.name, text, modifiers[i]);
    }
}

int main(void)
{
    /* Without it libpfm4 encodes only for the processor on which it runs. */
    setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
    if (pfm_initialize())
        return 2;
    for (unsigned i = 0; i < sizeof pmus / sizeof *pmus; i++) {
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
