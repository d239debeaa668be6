/*
 * SPDX-License-Identifier: MIT
 * Links objects with GNU ld and sends them to the kernel's `load` command. Each frame has a
 * checksum, and so has the whole file.
 */
#include "host/monitor/load.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/allocate.h"
#include "host/base/installed_files.h"
#include "host/base/message.h"
#include "host/loop/child.h"

#define MOST_BYTES   (256 * 1024)
#define FRAME_BYTES  300 /* bytes of the file per frame */
#define LINK_SECONDS 60
#define PLACE_MARK   "go to "

/* The header is defined in kernel/monitor/loaded.h; the sections are aligned as in the image. */
static const char script[] =
    "OUTPUT_FORMAT(elf32-i386)\n"
    "SECTIONS {\n"
    "  . = 0x%08lx;\n"
    "  .all : {\n"
    "    loaded_start = .;\n"
    "    LONG(0x444C5042) LONG(loaded_bench) LONG(loaded_probes) LONG(loaded_probes_end)\n"
    "    LONG(loaded_end - loaded_start)\n"
    "    . = ALIGN(64);\n"
    "    *(.text .text.*) *(.user_text)\n"
    "    . = ALIGN(64); *(.rodata .rodata.*) *(.data .data.*)\n"
    "    . = ALIGN(4); loaded_bench = .; KEEP(*(.bench.*))\n"
    "    loaded_probes = .; KEEP(*(.probes)) loaded_probes_end = .;\n"
    "    . = ALIGN(64); *(.bss .bss.* COMMON)\n"
    "    . = ALIGN(4); loaded_end = .;\n"
    "  }\n"
    "  /DISCARD/ : { *(.bench_source) *(.bench_work) *(.region_names) *(.channel_names)\n"
    "                *(.comment) *(.note .note.*) *(.eh_frame) }\n"
    "}\n";

struct content {
    uint8_t *bytes;
    size_t length;
};

/* Returns 0, or -1 after a message. */
static int read_content(const char *path, struct content *content)
{
    FILE *file = fopen(path, "re");
    content->bytes = memory_get(MOST_BYTES + 1);
    content->length = file ? fread(content->bytes, 1, MOST_BYTES + 1, file) : 0;
    bool failed = !file || ferror(file);
    if (failed)
        say("'%s' cannot be read: %s", path, strerror(errno));
    else if (content->length == 0 || content->length > MOST_BYTES)
        say("'%s': the size is not 1 to %u bytes", path, MOST_BYTES);
    if (file)
        fclose(file);
    if (!failed && content->length && content->length <= MOST_BYTES)
        return 0;
    free(content->bytes);
    return -1;
}

/* Sends a line; a refusal is reported. */
static enum exchanged ask(struct monitor_session *session, const char *line)
{
    return exchange_ask(&session->exchange, line, NULL);
}

/* Returns the address that `load begin` assigns to `length` bytes; 0 after a message. */
static unsigned long begin(struct monitor_session *session, size_t length)
{
    char *line = memory_print("load begin %zx", length);
    char *text = exchange_text(&session->exchange, line);
    const char *mark = text ? strstr(text, PLACE_MARK) : NULL;
    unsigned long place = mark ? strtoul(mark + sizeof PLACE_MARK - 1, NULL, 16) : 0;
    free(line);
    free(text);
    if (!place)
        say("the machine has no free memory for %zu bytes", length);
    return place;
}

static enum exchanged send_bytes(struct monitor_session *session, const struct content *content)
{
    char hex[2 * FRAME_BYTES + 1], line[2 * FRAME_BYTES + 40];
    enum exchanged done = EXCHANGE_OK;
    for (size_t at = 0; at < content->length && done == EXCHANGE_OK; at += FRAME_BYTES) {
        size_t left = content->length - at, n = left < FRAME_BYTES ? left : FRAME_BYTES;
        for (size_t i = 0; i < n; i++)
            sprintf(hex + 2 * i, "%02x", content->bytes[at + i]);
        snprintf(line, sizeof line, "load at %zx %s", at, hex);
        done = ask(session, line);
    }
    if (done == EXCHANGE_OK) {
        snprintf(line, sizeof line, "load end %x",
                 crc16_fast((const char *)content->bytes, content->length));
        done = session_ask(session, line);
    }
    return done;
}

static enum exchanged send_all(struct monitor_session *session, const struct content *content)
{
    return begin(session, content->length) ? send_bytes(session, content) : EXCHANGE_REFUSED;
}

/* Runs one program of binutils. Returns 0, or -1 after its error message. */
static int run_tool(char *const *words)
{
    struct child child;
    child_run(&child, words, LINK_SECONDS);
    bool failed = child.status != 0;
    if (child.status == CHILD_MISSING)
        say("%s: no such program; install binutils", words[0]);
    else if (failed)
        say("%s", child.said);
    child_free(&child);
    return failed ? -1 : 0;
}

static int link_in(const char *folder, const char *object, const char *kernel, unsigned long place)
{
    char *script_name = memory_print("%s/script", folder);
    char *elf = memory_print("%s/elf", folder), *bytes = memory_print("%s/bytes", folder);
    char *symbols = memory_print("--just-symbols=%s", kernel);
    FILE *file = fopen(script_name, "we");
    if (file) {
        fprintf(file, script, place);
        fclose(file);
    }
    char *const link[] = {
        "ld",    "-m",           "elf_i386", "-e", "0", "--no-warn-rwx-segments", "-T", script_name,
        symbols, (char *)object, "-o",       elf,  NULL};
    char *const copy[] = {"objcopy", "-O", "binary", elf, bytes, NULL};
    int failed = file ? run_tool(link) || run_tool(copy) : -1;
    free(script_name);
    free(symbols);
    free(elf);
    free(bytes);
    return failed ? -1 : 0;
}

static void remove_folder(const char *folder)
{
    static const char *const names[] = {"script", "elf", "bytes"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        char *name = memory_print("%s/%s", folder, names[i]);
        unlink(name);
        free(name);
    }
    rmdir(folder);
}

/* Links the object for its address in memory. Returns 0, or -1 after a message. */
static int link_object(const char *object, const char *kernel, unsigned long place,
                       struct content *content)
{
    const char *temporary = getenv("TMPDIR");
    char *folder = memory_print("%s/bareprobe-XXXXXX", temporary ? temporary : "/tmp");
    int failed = -1;
    if (!mkdtemp(folder)) {
        say("'%s': cannot create this directory: %s", folder, strerror(errno));
    } else {
        failed = link_in(folder, object, kernel, place);
        char *bytes = memory_print("%s/bytes", folder);
        failed = failed || read_content(bytes, content);
        free(bytes);
        remove_folder(folder);
    }
    free(folder);
    return failed ? -1 : 0;
}

static bool is_object(const char *path)
{
    size_t length = strlen(path);
    return length > 2 && !strcmp(path + length - 2, ".o");
}

enum exchanged load_file(struct monitor_session *session, const char *path)
{
    struct content content;
    char *usual = NULL;
    if (is_object(path)) {
        unsigned long place = begin(session, 1);
        const char *kernel =
            session->kernel ? session->kernel : (usual = files_find("bareprobe.elf"));
        if (place && !kernel)
            say("no bareprobe.elf to link the object with; name the running image with --kernel");
        int failed = !place || !kernel || link_object(path, kernel, place, &content);
        free(usual);
        if (failed)
            return session->exchange.ended ? EXCHANGE_LOST : EXCHANGE_REFUSED;
    } else if (read_content(path, &content)) {
        return EXCHANGE_REFUSED;
    }
    enum exchanged done = send_all(session, &content);
    free(content.bytes);
    return done;
}

enum exchanged upload_file(struct monitor_session *session, const char *path)
{
    struct content content;
    if (read_content(path, &content))
        return EXCHANGE_REFUSED;
    enum exchanged done = send_all(session, &content);
    free(content.bytes);
    return done == EXCHANGE_OK ? session_ask(session, "parms") : done;
}
