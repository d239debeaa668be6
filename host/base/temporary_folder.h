/*
 * SPDX-License-Identifier: MIT
 * Temporary files and directories. Those of temporary_folder_new() are removed with their content
 * when this program exits.
 */
#pragma once

/*
 * Returns the path of a new directory, without a blank or a comma; the text belongs to this unit.
 * NULL after a message.
 */
const char *temporary_folder_new(void);

/*
 * Creates NAME-XXXXXX in $TMPDIR, or in /tmp if that cannot be written. NULL after a message. The
 * caller removes it and frees its path.
 */
char *temporary_folder_create(const char *name);
char *temporary_file_create(const char *name); /* an empty file */

/* Removes all directories of temporary_folder_new() now, before something ends this program that
 * lets nothing run at its exit, such as SIGPIPE. */
void temporary_folders_remove(void);
