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

/* Removes all of them now, before something ends this program that lets nothing run at its exit,
 * such as SIGPIPE. */
void temporary_folders_remove(void);
