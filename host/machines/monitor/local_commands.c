/*
 * SPDX-License-Identifier: MIT
 * Disassembly at the prompt: the machine dumps memory, Zydis decodes it.
 */
#include "host/machines/monitor/local_commands.h"

#include <stdlib.h>
#include <string.h>

#include <Zydis/Zydis.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/machines/monitor/file_upload.h"
#include "tools/insn_decoder.h"

#define USUAL_INSTRUCTIONS 10
#define MOST_INSTRUCTIONS  200
#define MOST_BYTES         15 /* longest instruction */

/* Extracts the bytes from a dump; returns their number. */
static size_t local_command_parse_dump(const char *text, uint8_t *bytes, size_t most)
{
    size_t n = 0;
    for (const char *line = text; *line && n < most;) {
        const char *end = line + strcspn(line, "\n");
        const char *at = line + 9;
        for (unsigned i = 0; i < 16 && at + 3 <= end && n < most; i++, at += 3) {
            char *end_of_byte;
            unsigned long byte = strtoul(at, &end_of_byte, 16);
            if (end_of_byte != at + 3)
                break;
            bytes[n++] = (uint8_t)byte;
        }
        line = *end ? end + 1 : end;
    }
    return n;
}

static void local_command_print_line(uint32_t address, const uint8_t *bytes, unsigned length,
                                     const char *text)
{
    char hex[3 * MOST_BYTES + 1] = "";
    for (unsigned i = 0; i < length && i < MOST_BYTES; i++)
        sprintf(hex + 3 * i, " %02x", bytes[i]);
    printf("%08x %-24s  %s\n", address, hex, text);
}

static void local_command_print_code(uint32_t address, const uint8_t *bytes, size_t n,
                                     unsigned instructions)
{
    ZydisDecoder decoder;
    ZydisFormatter formatter;
    insn_decoder_init(&decoder, 32);
    ZydisFormatterInit(&formatter, ZYDIS_FORMATTER_STYLE_INTEL);
    for (size_t at = 0; at < n && instructions; instructions--) {
        ZydisDecodedInstruction instruction;
        ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
        char text[128] = "(undefined)";
        unsigned length = 1;
        if (ZYAN_SUCCESS(
                ZydisDecoderDecodeFull(&decoder, bytes + at, n - at, &instruction, operands))) {
            length = instruction.length;
            ZydisFormatterFormatInstruction(&formatter, &instruction, operands,
                                            instruction.operand_count_visible, text, sizeof text,
                                            address + at, NULL);
        }
        local_command_print_line(address + (uint32_t)at, bytes + at, length, text);
        at += length;
    }
}

/* The command `disassemble ADDRESS [INSTRUCTIONS]`. */
static enum exchange_status local_command_disassemble(struct monitor_session *session,
                                                      const char *arguments)
{
    unsigned long address, count = USUAL_INSTRUCTIONS;
    char *end;
    address = strtoul(arguments, &end, 16);
    if (end == arguments || address > UINT32_MAX) {
        message_print("disassemble ADDRESS [INSTRUCTIONS]: '%s' is not an address", arguments);
        return EXCHANGE_REFUSED;
    }
    if (*end && ((count = strtoul(end, &end, 10)) == 0 || count > MOST_INSTRUCTIONS || *end)) {
        message_print("disassemble: the number of instructions must be 1 to %u", MOST_INSTRUCTIONS);
        return EXCHANGE_REFUSED;
    }
    size_t most = count * MOST_BYTES;
    uint8_t *bytes = allocate_zeroed(most);
    char *line = allocate_text("dump %lx %zx", address, most);
    char *text = exchange_text(&session->exchange, line);
    free(line);
    if (text)
        local_command_print_code((uint32_t)address, bytes,
                                 local_command_parse_dump(text, bytes, most), (unsigned)count);
    else
        message_print("disassemble: a part of the memory from %lx on does not exist", address);
    free(text);
    free(bytes);
    return text ? EXCHANGE_OK : session->exchange.ended ? EXCHANGE_LOST : EXCHANGE_REFUSED;
}

static const struct {
    const char *name, *arguments, *help;
    enum exchange_status (*run)(struct monitor_session *session, const char *arguments);
} commands[] = {
    {"disassemble", "ADDRESS [INSTRUCTIONS]",
     "disassembles memory; the number of instructions is decimal", local_command_disassemble},
    {"load", "FILE", "loads a benchmark's .o, or a routine made by nasm -f bin; 'count EV loaded'",
     upload_program},
    {"upload", "FILE", "sends an experiment file and applies its settings", upload_settings},
};
#define COMMANDS (sizeof commands / sizeof commands[0])

/* `load begin`, `load at` and `load end` are commands of the machine. */
static bool local_command_is_remote(const char *arguments)
{
    static const char *const words[] = {"begin ", "at ", "end "};
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
        if (!strncasecmp(arguments, words[i], strlen(words[i])))
            return true;
    return false;
}

bool local_command_run(struct monitor_session *session, const char *line,
                       enum exchange_status *done)
{
    size_t length = strcspn(line, " \t");
    for (unsigned i = 0; i < COMMANDS; i++) {
        if (strlen(commands[i].name) != length || strncasecmp(line, commands[i].name, length))
            continue;
        const char *arguments = line + length + strspn(line + length, " \t");
        if (commands[i].run == upload_program && local_command_is_remote(arguments))
            return false;
        *done = EXCHANGE_REFUSED;
        if (*arguments)
            *done = commands[i].run(session, arguments);
        else
            message_print("%s: needs %s; see 'help'", commands[i].name, commands[i].arguments);
        return true;
    }
    return false;
}

void local_commands_help(const char *line)
{
    if (line[strcspn(line, " \t")])
        return;
    puts("Commands of the host");
    for (unsigned i = 0; i < COMMANDS; i++)
        printf("  %s %s\n  %-26s %s\n", commands[i].name, commands[i].arguments, "",
               commands[i].help);
    printf("  %s\n  %-26s %s\n", "count pcl:EV,papi:EV BENCH", "",
           "counts events by PCL's or PAPI's names and computes their formulas");
}
