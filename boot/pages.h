/*
 * SPDX-License-Identifier: MIT
 * How addresses are translated while a benchmark runs. Every address means itself in each.
 */
#pragma once

enum pages {
    PAGES_MIXED, /* the first 4 MB, with the image, by pages of 4 KB; what is above by 4 MB pages */
    PAGES_OFF,   /* CR0.PG clear */
    PAGES_4K,    /* all by pages of 4 KB, as operating systems of the time have them */
    PAGES_4M,    /* all by pages of 4 MB */
    PAGES_KINDS
};

/* Whether ring 3, NULL and the end of the stack are kept from what they are not to touch. */
static inline int pages_guard(enum pages pages)
{
    return pages == PAGES_MIXED || pages == PAGES_4K;
}
