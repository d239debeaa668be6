/*
 * SPDX-License-Identifier: MIT
 * The outermost addition is removed first.
 */
#include "host/analysis/pasted/pasted_text.h"

#include "host/analysis/pasted/assembly_block.h"
#include "host/analysis/pasted/listing_text.h"
#include "host/analysis/pasted/quoted_text.h"

bool pasted_text_clean(char **lines, unsigned n)
{
    quoted_text_clean(lines, n);
    listing_text_clean(lines, n);
    return assembly_block_extract(lines, n);
}
