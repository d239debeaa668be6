/*
 * SPDX-License-Identifier: MIT
 * Directories for temporary files, which are removed with their content when this program exits.
 */
#pragma once

/*
 * Returns the path of a new directory, without a blank or a comma; the text belongs to this unit.
 * NULL after a message.
 */
const char *temporary_folder_new(void);
