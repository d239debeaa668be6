/*
 * SPDX-License-Identifier: MIT
 * A machine that sends records, whatever it is: the virtual Pentium, QEMU, or a box at the other
 * end of a serial cable. Nothing here waits longer than a second: target_read() never, a caller
 * polls target_descriptor() instead.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct target;

/* What a simulator or an emulator is started with. */
struct target_machine {
    const char *program; /* NULL: the usual one */
    const char *cpu;     /* as vpentium's -cpu; NULL: p54c. QEMU has the one it has */
    const char *kernel;  /* NULL: build/bareprobe.elf or where it was installed */
    const char *append;  /* the kernel's command line */
    const char *modules; /* experiment files, commas between; NULL for none */
    const char *name;    /* in messages; NULL: "the virtual Pentium" */
    const char *deal;    /* the file by which several share a boot's cases; NULL: none */
    bool heard;          /* target_write() gives its COM1 what it hears */
    const char **words;  /* more for the virtual Pentium's command line, ended by NULL; or NULL */
};

/* Each returns NULL after a message that says what is wrong and what would do. */
struct target *target_virtual(const struct target_machine *machine);

/* As many virtual Pentiums, 2 at least, that share the cases; it sends what one of them would. */
struct target *target_shared(const struct target_machine *machine, unsigned jobs);
struct target *target_qemu(const struct target_machine *machine);

/*
 * Has the virtual Pentium check the words above, and boots nothing. False where the program is to
 * end here, with *status: after a message that says what is wrong, or the list that `help` among
 * them asked for.
 */
bool target_check_words(const struct target_machine *machine, int *status);

/* The same as the next, and it can be written to. */
struct target *target_serial_both_ways(const char *port);

/* DEV or DEV,BAUD, such as /dev/ttyUSB0,57600; 115200 where no speed is named. */
struct target *target_serial(const char *port);

/* What target_read() returns besides a number of bytes. */
enum {
    TARGET_NOTHING = 0, /* nothing has come since */
    TARGET_ENDED = -1,  /* and nothing will: the program has ended */
    TARGET_GONE = -2,   /* the device vanished: told once; it is tried again from now on */
    TARGET_BACK = -3,   /* and is back: told once */
};

int target_read(struct target *target, char *bytes, size_t size);

/* Gives it bytes; 0, or -1 where it does not take them. */
int target_write(struct target *target, const char *bytes, size_t count);

/* What to poll for input; -1 while there is none. It may change with each target_read(). */
int target_descriptor(const struct target *target);

/* "the virtual Pentium", "QEMU", "/dev/ttyUSB0". */
const char *target_name(const struct target *target);

/* Of a serial port; 0 for a program. */
unsigned target_baud(const struct target *target);

/* No more is wanted: what it keeps back, if anything, is to be read. */
void target_finish(struct target *target);

/*
 * Ends what is running, waits for it a bounded time (it is killed after that) and frees the target.
 * Where the machine ended badly by itself and `complain` is set, its last words are told on stderr.
 */
void target_stop(struct target *target, int complain);
