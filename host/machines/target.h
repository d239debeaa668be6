/*
 * SPDX-License-Identifier: MIT
 * A machine that sends records: the virtual Pentium, QEMU, or a real machine at the other end of a
 * serial cable. No function waits longer than a second. target_read() never waits; poll
 * target_descriptor() instead.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct target;

/* Start parameters of a simulator or an emulator. */
struct target_machine {
    const char *program; /* NULL: the default */
    const char *memory;  /* MB, for QEMU; NULL: 16. The virtual Pentium has it in `words` */
    const char *cpu;     /* as in vpentium's -cpu; NULL: p54c. QEMU's processor is fixed */
    const char *kernel;  /* NULL: build/bareprobe.elf or the installed one */
    const char *append;  /* the kernel's command line */
    const char *modules; /* experiment files, separated by commas; NULL: none */
    const char *name;    /* for messages; NULL: "the virtual Pentium" */
    const char
        *work_queue; /* the file for sharing a boot's cases among processes; NULL: not shared */
    bool has_input;  /* COM1 receives the bytes of target_write() */
    /* additional arguments of the virtual Pentium, terminated by NULL; or NULL */
    const char **words;
};

/* Each returns NULL after a message with the error and the remedy. */
struct target *program_target_virtual(const struct target_machine *machine);

/* Starts `jobs` virtual Pentiums, at least 2, that share the cases; the target sends the records of
 * a single one. */
struct target *shared_target_open(const struct target_machine *machine, unsigned jobs);
struct target *program_target_qemu(const struct target_machine *machine);

/* Lets the virtual Pentium check machine->words without booting. Returns false if the program must
 * exit with *status: after an error message, or after the list that `help` requested. */
bool program_target_check_words(const struct target_machine *machine, int *status);

/* As target_serial(), and can be written to. */
struct target *target_serial_both_ways(const char *port);

/* Opens DEV or DEV,BAUD, such as /dev/ttyUSB0,57600; the default is 115200 baud. */
struct target *target_serial(const char *port);

/* Results of target_read() other than a number of bytes. */
enum {
    TARGET_NOTHING = 0, /* no input available */
    TARGET_ENDED = -1,  /* the program has ended */
    TARGET_GONE = -2,   /* the device disappeared: returned once; later calls retry it */
    TARGET_BACK = -3,   /* the device returned: returned once */
};

int target_read(struct target *target, char *bytes, size_t size);

/* Sends bytes. Returns 0, or -1 if the target does not accept them. */
int target_write(struct target *target, const char *bytes, size_t count);

/* Returns the descriptor to poll for input; -1 if there is currently none. It may change with each
 * target_read(). */
int target_descriptor(const struct target *target);

/* "the virtual Pentium", "QEMU", "/dev/ttyUSB0". */
const char *target_name(const struct target *target);

/* Returns a serial port's speed; 0 for a program. */
unsigned target_baud(const struct target *target);

/* Announces the end: input that the target holds back becomes readable. */
void target_finish(struct target *target);

/* Terminates the target, waits for a limited time before killing it, and frees it. If the machine
 * failed by itself and `complain` is set, its last messages are printed on stderr. */
void target_stop(struct target *target, int complain);
