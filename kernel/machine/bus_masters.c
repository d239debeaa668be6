/*
 * SPDX-License-Identifier: MIT
 * Finds bus masters on bus 0 and on the buses of bridges found there; at most 8 buses and 64
 * masters.
 */
#include "kernel/machine/bus_masters.h"

#include <stdbool.h>
#include <stdint.h>

#include "kernel/lib/x86.h"

#define PORT_ADDRESS   0xCF8
#define PORT_DATA      0xCFC
#define ADDRESS_ENABLE 0x80000000u
#define NOTHING        0xFFFFFFFFu /* read value where no function exists */

/* Double words of a function's registers, and the bits used. */
#define PCI_ID              0x00
#define PCI_COMMAND         0x04 /* status in the upper half: writing ones there clears it */
#define COMMAND_MASK        0xFFFFu
#define COMMAND_MASTER      0x04u
#define PCI_CLASS           0x08
#define CLASS_OF(value)     ((value) >> 16)
#define CLASS_VGA           0x0300
#define CLASS_HOST_BRIDGE   0x0600
#define CLASS_PCI_BRIDGE    0x0604
#define PCI_HEADER          0x0C
#define HEADER_FUNCTIONS    (0x80u << 16) /* the device has more than function 0 */
#define PCI_BUSES           0x18
#define SECONDARY_OF(value) ((value) >> 8 & 0xFF)

#define MOST_BUSES   8
#define MOST_MASTERS 64
#define DEVICES      32u
#define FUNCTIONS    8u

static struct {
    uint32_t function[MOST_MASTERS]; /* configuration address */
    unsigned n;
} off;

static struct {
    uint8_t number[MOST_BUSES];
    unsigned n;
} buses;

static uint32_t function_at(uint32_t bus, uint32_t device, uint32_t number)
{
    return ADDRESS_ENABLE | bus << 16 | device << 11 | number << 8;
}

static uint32_t pci_read(uint32_t function, uint32_t at)
{
    port_write32(PORT_ADDRESS, function | at);
    return port_read32(PORT_DATA);
}

static void pci_write_command(uint32_t function, uint32_t command)
{
    port_write32(PORT_ADDRESS, function | PCI_COMMAND);
    port_write32(PORT_DATA, command & COMMAND_MASK);
}

/*
 * Reports whether mechanism 1 exists: its address register retains a written value, and bus 0 has a
 * host bridge or a display adapter (like Linux, arch/x86/pci/direct.c).
 */
static bool bus_masters_has_pci(void)
{
    port_write32(PORT_ADDRESS, ADDRESS_ENABLE);
    if (port_read32(PORT_ADDRESS) != ADDRESS_ENABLE)
        return false;
    for (uint32_t device = 0; device < DEVICES; device++) {
        uint32_t class = CLASS_OF(pci_read(function_at(0, device, 0), PCI_CLASS));
        if (class == CLASS_HOST_BRIDGE || class == CLASS_VGA)
            return true;
    }
    return false;
}

static void add_bus(uint32_t number)
{
    for (unsigned i = 0; i < buses.n; i++)
        if (buses.number[i] == number)
            return;
    if (buses.n < MOST_BUSES)
        buses.number[buses.n++] = (uint8_t)number;
}

static void bus_masters_turn_off(uint32_t function)
{
    uint32_t command = pci_read(function, PCI_COMMAND);
    if (!(command & COMMAND_MASTER) || off.n == MOST_MASTERS)
        return;
    pci_write_command(function, command & ~COMMAND_MASTER);
    if (!(pci_read(function, PCI_COMMAND) & COMMAND_MASTER)) /* some functions cannot clear it */
        off.function[off.n++] = function;
}

static void bus_masters_check_device(uint32_t bus, uint32_t device)
{
    unsigned functions = 1;
    for (unsigned number = 0; number < functions; number++) {
        uint32_t function = function_at(bus, device, number);
        if (pci_read(function, PCI_ID) == NOTHING)
            continue;
        if (pci_read(function, PCI_HEADER) & HEADER_FUNCTIONS)
            functions = FUNCTIONS;
        uint32_t class = CLASS_OF(pci_read(function, PCI_CLASS));
        if (class == CLASS_PCI_BRIDGE)
            add_bus(SECONDARY_OF(pci_read(function, PCI_BUSES)));
        if (class != CLASS_HOST_BRIDGE)
            bus_masters_turn_off(function);
    }
}

unsigned bus_masters_off(void)
{
    if (!bus_masters_has_pci())
        return 0;
    add_bus(0);
    for (unsigned i = 0; i < buses.n; i++)
        for (uint32_t device = 0; device < DEVICES; device++)
            bus_masters_check_device(buses.number[i], device);
    port_write32(PORT_ADDRESS, 0);
    return off.n;
}

void bus_masters_restore(void)
{
    if (!off.n)
        return;
    while (off.n) {
        uint32_t function = off.function[--off.n];
        pci_write_command(function, pci_read(function, PCI_COMMAND) | COMMAND_MASTER);
    }
    port_write32(PORT_ADDRESS, 0);
}
