/*
 * SPDX-License-Identifier: MIT
 * The files that a boot loader passes to the kernel as modules: experiment files, executables, and
 * files for programs. A loader separates them with commas and words with blanks, so a file whose
 * path contains one is passed through a symbolic link, and names are encoded.
 */
#pragma once

struct boot_modules {
    char *list; /* as for vpentium's and QEMU's -initrd; NULL: no modules */
};

/*
 * Adds a file, with the word KIND=NAME if kind is not NULL. In NAME each byte other than a letter,
 * a digit and _ . / + : @ ~ - is %XX. Returns 0, or -1 after a message.
 */
int boot_modules_add(struct boot_modules *modules, const char *path, const char *kind,
                     const char *name);
