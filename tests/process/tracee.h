/*
 * SPDX-License-Identifier: MIT
 * A program of 32 bits that another process traces with ptrace(2): its memory, registers and steps.
 * Every failure ends the tracer with a message.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/user.h>

struct tracee {
    pid_t pid;
    int memory; /* /proc/PID/mem */
    int status; /* of the last wait */
    bool exited;
};

/* Starts argv[0] without address randomization. It is stopped before its first instruction. */
void tracee_start(struct tracee *tracee, char **argv);

/* Returns the number of bytes read; fewer if a page is not mapped. */
size_t tracee_read(const struct tracee *tracee, uint32_t address, void *to, size_t bytes);
void tracee_write(const struct tracee *tracee, uint32_t address, const void *from, size_t bytes);

uint32_t tracee_eip(const struct tracee *tracee);
void tracee_get_registers(const struct tracee *tracee, struct user_regs_struct *registers);
void tracee_set_registers(const struct tracee *tracee, const struct user_regs_struct *registers);

/*
 * Executes one instruction and delivers a signal, or 0. Returns 0, or the signal that stopped it
 * instead: the instruction was then not executed.
 */
int tracee_step(struct tracee *tracee, int signal);

/* Runs up to the address. Returns as tracee_step(). */
int tracee_run_to(struct tracee *tracee, uint32_t address);

/* Runs to the end. */
void tracee_run(struct tracee *tracee);

/* Executes a system call for the program, in which it is not visible, and returns the result. */
int32_t tracee_system_call(struct tracee *tracee, uint32_t number, const uint32_t argument[6]);

__attribute__((noreturn, format(printf, 1, 2))) void tracee_fail(const char *format, ...);
