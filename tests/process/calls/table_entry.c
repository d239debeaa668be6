/*
 * SPDX-License-Identifier: MIT
 * Entry of a program whose calls are functions of the kernel's tables, compiled for the host. Calls
 * of memory and the end of the program remain Linux's. The program's memory is accessed through
 * Linux, so that a bad pointer is an error and not a signal.
 */
#include "call_frame.h"

#include "kernel/lib/string.h"
#include "kernel/lib/time.h"
#include "kernel/machine/memory.h"
#include "kernel/process/memory/frames.h"
#include "kernel/process/linux_errno.h"
#include "kernel/process/process.h"
#include "kernel/process/process_end.h"
#include "kernel/process/process_files.h"
#include "kernel/process/signals/program_timers.h"
#include "kernel/process/signals/signal_state.h"
#include "kernel/process/system_call.h"
#include "kernel/process/memory/user_memory.h"

long linux_call(const uint32_t words[7]);
void run_program(void);

#define CALL_LINUX(...) linux_call((const uint32_t[7]){__VA_ARGS__})

enum {
    EXIT = 1,
    WRITE = 4,
    GETPID = 20,
    KILL = 37,
    MPROTECT = 125,
    SIGACTION = 174,
    MMAP2 = 192,
    READV = 347, /* process_vm_readv */
    WRITEV
};

uint32_t clock_hz = 1000000000;
time_t clock_epoch = 854640000;
struct process process;

/* ---- memory ------------------------------------------------------------------------------------
 */

#define MEMORY_BYTES (32u << 20)

static uint8_t *memory_at, *memory_stop;

void *memory_allocate(size_t bytes)
{
    uint8_t *start = memory_at;

    bytes = (bytes + 15) & ~(size_t)15;
    if (bytes > (size_t)(memory_stop - memory_at))
        return NULL;
    memory_at += bytes;
    return start;
}

uint32_t memory_end(void)
{
    return 64u << 20;
}

void *frames_allocate(uint32_t pages)
{
    static void *next;

    if (next == NULL)
        next = (void *)CALL_LINUX(MMAP2, 0, 64u << 20, 3, 0x22, (uint32_t)-1, 0);
    void *taken = next;
    next = (uint8_t *)next + pages * FRAME_BYTES;
    return taken;
}

void frames_free(void *page)
{
    memset(page, 0xcc, FRAME_BYTES);
}

uint32_t frames_left(void)
{
    return 1000;
}

/* ---- the program's memory ----------------------------------------------------------------------
 */

/* process_vm_readv() and process_vm_writev() copy the pages that they can. */
static uint32_t user_copy(uint32_t call, void *kernel, uint32_t user, uint32_t bytes)
{
    static long self;
    uint32_t done = 0;

    if (self == 0)
        self = CALL_LINUX(GETPID);
    while (done < bytes) {
        uint32_t run = 4096 - (user + done) % 4096;
        run = run < bytes - done ? run : bytes - done;
        uint32_t local[2] = {(uint32_t)kernel + done, run}, remote[2] = {user + done, run};
        if (CALL_LINUX(call, (uint32_t)self, (uint32_t)local, 1, (uint32_t)remote, 1, 0) !=
            (long)run)
            break;
        done += run;
    }
    return done;
}

uint32_t user_read(void *to, uint32_t from, uint32_t bytes)
{
    return user_copy(READV, to, from, bytes);
}

uint32_t user_write(uint32_t to, const void *from, uint32_t bytes)
{
    return user_copy(WRITEV, (void *)from, to, bytes);
}

uint32_t user_accessible(uint32_t address, uint32_t bytes, bool write)
{
    uint32_t done = 0;
    uint8_t page[4096];

    while (done < bytes) {
        uint32_t run = 4096 - (address + done) % 4096;
        run = run < bytes - done ? run : bytes - done;
        if (user_read(page, address + done, run) != run ||
            (write && user_write(address + done, page, run) != run))
            break;
        done += run;
    }
    return done;
}

int32_t user_read_text(char *to, uint32_t from, uint32_t size)
{
    for (uint32_t done = 0; done < size; done++) {
        if (user_read(to + done, from + done, 1) != 1)
            return -LINUX_EFAULT;
        if (!to[done])
            return (int32_t)done;
    }
    return -LINUX_ENAMETOOLONG;
}

/* ---- calls -------------------------------------------------------------------------------------
 */

static void say(const char *text)
{
    CALL_LINUX(WRITE, 1, (uint32_t)text, strlen(text));
}

static void __attribute__((noreturn)) stop(void)
{
    const struct file_node *output = process_files_output();
    uint32_t size = process_file_size(output), run;

    for (uint32_t at = 0; at < size; at += run) {
        const void *bytes = process_file_bytes(output, at, &run);
        CALL_LINUX(WRITE, 1, (uint32_t)bytes, run);
    }
    for (;;)
        CALL_LINUX(EXIT, 0);
}

void process_end_with(const char *sentence)
{
    say(sentence);
    say("\n");
    stop();
}

void signals_send(int signal)
{
    CALL_LINUX(KILL, (uint32_t)CALL_LINUX(GETPID), (uint32_t)signal);
}

static bool is_linux_call(uint32_t number)
{
    return number == MMAP2 || number == MPROTECT || number == SIGACTION;
}

long system_call(const uint32_t words[7])
{
    if (is_linux_call(words[0]))
        return linux_call(words);
    if (words[0] == 252)
        stop();
    for (const struct system_call *const *table = system_call_tables; *table; table++)
        for (const struct system_call *each = *table; each->name; each++)
            if (each->number == words[0])
                return each->function(words + 1);
    return -LINUX_ENOSYS;
}

/* Tables that need a program in ring 3. */
const struct system_call memory_calls[] = {{0, 0, NULL, NULL}};
const struct system_call process_calls[] = {{0, 0, NULL, NULL}};
const struct system_call signal_calls[] = {{0, 0, NULL, NULL}};
const struct system_call signal_wait_calls[] = {{0, 0, NULL, NULL}};
const struct system_call timer_calls[] = {{0, 0, NULL, NULL}};

bool program_sleep(struct program_time *time)
{
    program_clock_skip(*time);
    return false;
}

bool program_wait(void)
{
    return false;
}

void signals_block_for_wait(uint64_t mask)
{
    (void)mask;
}

void _start(void);
__attribute__((force_align_arg_pointer)) void _start(void)
{
    static uint8_t numbers[10000];

    memory_at = (uint8_t *)CALL_LINUX(MMAP2, 0, MEMORY_BYTES, 3, 0x22, (uint32_t)-1, 0);
    memory_stop = memory_at + MEMORY_BYTES;
    for (unsigned i = 0; i < sizeof numbers; i++)
        numbers[i] = (uint8_t)(i * 7);
    process_files_install();
    process_files_add("numbers", numbers, sizeof numbers);
    process_files_add("input", "abcdefghijklmnopqrstuvwxyz", 26);
    process_files_reset("input");
    run_program();
}
