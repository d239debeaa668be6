/*
 * SPDX-License-Identifier: MIT
 * Traces a program with ptrace(2). Tracer and program share a processor, which makes a step twice
 * as fast.
 */
#include "tests/process/tracee.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

void tracee_fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("step_count: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(2);
}

static void tracee_request(enum __ptrace_request request, const struct tracee *tracee,
                           const void *address, const void *data)
{
    if (ptrace(request, tracee->pid, address, data) < 0)
        tracee_fail("ptrace request %d: %s", (int)request, strerror(errno));
}

/* Waits for the next stop. Returns the signal, 0 for a trap or the end. */
static int tracee_wait(struct tracee *tracee)
{
    if (waitpid(tracee->pid, &tracee->status, 0) < 0)
        tracee_fail("waitpid: %s", strerror(errno));
    tracee->exited = !WIFSTOPPED(tracee->status);
    if (tracee->exited || WSTOPSIG(tracee->status) == SIGTRAP)
        return 0;
    return WSTOPSIG(tracee->status);
}

static void tracee_share_processor(void)
{
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
}

void tracee_start(struct tracee *tracee, char **argv)
{
    tracee_share_processor();
    tracee->pid = fork();
    if (tracee->pid < 0)
        tracee_fail("fork: %s", strerror(errno));
    if (tracee->pid == 0) {
        static char *environment[] = {NULL};
        personality(ADDR_NO_RANDOMIZE);
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        execve(argv[0], argv, environment);
        tracee_fail("%s: %s", argv[0], strerror(errno));
    }
    if (tracee_wait(tracee) || tracee->exited)
        exit(2);
    char path[32];
    snprintf(path, sizeof path, "/proc/%d/mem", (int)tracee->pid);
    tracee->memory = open(path, O_RDWR | O_CLOEXEC);
    if (tracee->memory < 0)
        tracee_fail("%s: %s", path, strerror(errno));
}

size_t tracee_read(const struct tracee *tracee, uint32_t address, void *to, size_t bytes)
{
    ssize_t got = pread(tracee->memory, to, bytes, (off_t)address);
    return got < 0 ? 0 : (size_t)got;
}

void tracee_write(const struct tracee *tracee, uint32_t address, const void *from, size_t bytes)
{
    if (pwrite(tracee->memory, from, bytes, (off_t)address) != (ssize_t)bytes)
        tracee_fail("cannot write %zu bytes at %08x", bytes, address);
}

uint32_t tracee_eip(const struct tracee *tracee)
{
    errno = 0;
    long eip = ptrace(PTRACE_PEEKUSER, tracee->pid, offsetof(struct user, regs.rip), NULL);
    if (errno)
        tracee_fail("EIP: %s", strerror(errno));
    return (uint32_t)eip;
}

void tracee_get_registers(const struct tracee *tracee, struct user_regs_struct *registers)
{
    tracee_request(PTRACE_GETREGS, tracee, NULL, registers);
}

void tracee_set_registers(const struct tracee *tracee, const struct user_regs_struct *registers)
{
    tracee_request(PTRACE_SETREGS, tracee, NULL, registers);
}

int tracee_step(struct tracee *tracee, int signal)
{
    tracee_request(PTRACE_SINGLESTEP, tracee, NULL, (void *)(intptr_t)signal);
    return tracee_wait(tracee);
}

int tracee_run_to(struct tracee *tracee, uint32_t address)
{
    uint8_t saved;
    const uint8_t int3 = 0xCC;
    if (tracee_read(tracee, address, &saved, 1) != 1)
        tracee_fail("cannot read %08x", address);
    tracee_write(tracee, address, &int3, 1);
    tracee_request(PTRACE_CONT, tracee, NULL, NULL);
    int signal = tracee_wait(tracee);
    if (tracee->exited)
        return 0;
    tracee_write(tracee, address, &saved, 1);
    if (signal)
        return signal;
    struct user_regs_struct registers;
    tracee_get_registers(tracee, &registers);
    if (registers.rip != address + 1)
        tracee_fail("stopped at %08llx instead of %08x", registers.rip, address);
    registers.rip = address;
    tracee_set_registers(tracee, &registers);
    return 0;
}

void tracee_run(struct tracee *tracee)
{
    int signal = 0;
    while (!tracee->exited) {
        tracee_request(PTRACE_CONT, tracee, NULL, (void *)(intptr_t)signal);
        signal = tracee_wait(tracee);
    }
}

int32_t tracee_system_call(struct tracee *tracee, uint32_t number, const uint32_t argument[6])
{
    struct user_regs_struct saved, registers;
    const uint8_t int_80[2] = {0xCD, 0x80};
    uint8_t code[2];
    tracee_get_registers(tracee, &saved);
    tracee_read(tracee, (uint32_t)saved.rip, code, sizeof code);
    tracee_write(tracee, (uint32_t)saved.rip, int_80, sizeof int_80);
    registers = saved;
    registers.rax = number;
    registers.rbx = argument[0];
    registers.rcx = argument[1];
    registers.rdx = argument[2];
    registers.rsi = argument[3];
    registers.rdi = argument[4];
    registers.rbp = argument[5];
    tracee_set_registers(tracee, &registers);
    if (tracee_step(tracee, 0) || tracee->exited)
        tracee_fail("system call %u did not return", number);
    tracee_get_registers(tracee, &registers);
    tracee_write(tracee, (uint32_t)saved.rip, code, sizeof code);
    tracee_set_registers(tracee, &saved);
    return (int32_t)registers.rax;
}
