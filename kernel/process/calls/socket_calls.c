/*
 * SPDX-License-Identifier: MIT
 * System calls on sockets. There is no network: none can be created, and no descriptor is one. A
 * program continues after each of these errors, but not after ENOSYS: bash then takes itself for a
 * child of rshd.
 */
#include <stddef.h>

#include "kernel/process/calls/user_values.h"
#include "kernel/process/files/open_file.h"
#include "kernel/process/system_call.h"

/* include/linux/net.h, include/uapi/linux/net.h */
#define TYPE_MASK    0xfu
#define TYPE_FLAGS   02004000u /* SOCK_CLOEXEC, SOCK_NONBLOCK */
#define TYPE_LAST    10u       /* SOCK_PACKET */
#define FAMILY_COUNT 46u       /* AF_MAX */

static int32_t socket_type_check(uint32_t type)
{
    return type & ~(TYPE_MASK | TYPE_FLAGS) ? -LINUX_EINVAL : 0;
}

static int32_t socket_refuse(uint32_t family, uint32_t type)
{
    return family < FAMILY_COUNT && (type & TYPE_MASK) > TYPE_LAST ? -LINUX_EINVAL
                                                                   : -LINUX_EAFNOSUPPORT;
}

static int32_t call_socket(const uint32_t argument[])
{
    int32_t error = socket_type_check(argument[1]);

    return error != 0 ? error : socket_refuse(argument[0], argument[1]);
}

/* The descriptors are stored before the family is examined. */
static int32_t call_socketpair(const uint32_t argument[])
{
    int32_t error = socket_type_check(argument[1]);
    const int32_t descriptors[2] = {descriptor_find(0), descriptor_find(0) + 1};

    if (error == 0)
        error = user_store(argument[3], descriptors, sizeof descriptors);
    return error != 0 ? error : socket_refuse(argument[0], argument[1]);
}

/* All other calls begin with a descriptor. */
static int32_t call_on_socket(const uint32_t argument[])
{
    return descriptor_file(argument[0]) == NULL ? -LINUX_EBADF : -LINUX_ENOTSOCK;
}

#define ADDRESS_BYTES 128u /* struct sockaddr_storage */

/* The address is read before the descriptor's type is examined. */
static int32_t call_connect(const uint32_t argument[])
{
    uint8_t address[ADDRESS_BYTES];

    if (descriptor_file(argument[0]) == NULL)
        return -LINUX_EBADF;
    if (argument[2] > sizeof address)
        return -LINUX_EINVAL;
    return user_load(address, argument[1], argument[2]) != 0 ? -LINUX_EFAULT : -LINUX_ENOTSOCK;
}

static int32_t call_accept4(const uint32_t argument[])
{
    if (descriptor_file(argument[0]) == NULL)
        return -LINUX_EBADF;
    return argument[3] & ~TYPE_FLAGS ? -LINUX_EINVAL : -LINUX_ENOTSOCK;
}

/* Calls of socketcall(), by number; include/uapi/linux/net.h. */
static const struct {
    uint8_t words; /* of arguments */
    int32_t (*function)(const uint32_t argument[]);
} socket_call[] = {
    [1] = {3, call_socket},     [2] = {3, call_on_socket},  [3] = {3, call_connect},
    [4] = {2, call_on_socket},  [5] = {3, call_on_socket},  [6] = {3, call_on_socket},
    [7] = {3, call_on_socket},  [8] = {4, call_socketpair}, [9] = {4, call_on_socket},
    [10] = {4, call_on_socket}, [11] = {6, call_on_socket}, [12] = {6, call_on_socket},
    [13] = {2, call_on_socket}, [14] = {5, call_on_socket}, [15] = {5, call_on_socket},
    [16] = {3, call_on_socket}, [17] = {3, call_on_socket}, [18] = {4, call_accept4},
    [19] = {5, call_on_socket}, [20] = {4, call_on_socket},
};

static int32_t call_socketcall(const uint32_t argument[])
{
    uint32_t words[SYSTEM_CALL_ARGUMENTS] = {0};

    if (argument[0] < 1 || argument[0] >= sizeof socket_call / sizeof socket_call[0])
        return -LINUX_EINVAL;
    if (user_load(words, argument[1], socket_call[argument[0]].words * sizeof words[0]) != 0)
        return -LINUX_EFAULT;
    return socket_call[argument[0]].function(words);
}

const struct system_call socket_calls[] = {
    {102, 2, "socketcall", call_socketcall},     {337, 5, "recvmmsg", call_on_socket},
    {345, 4, "sendmmsg", call_on_socket},        {359, 3, "socket", call_socket},
    {360, 4, "socketpair", call_socketpair},     {361, 3, "bind", call_on_socket},
    {362, 3, "connect", call_connect},           {363, 2, "listen", call_on_socket},
    {364, 4, "accept4", call_accept4},           {365, 5, "getsockopt", call_on_socket},
    {366, 5, "setsockopt", call_on_socket},      {367, 3, "getsockname", call_on_socket},
    {368, 3, "getpeername", call_on_socket},     {369, 6, "sendto", call_on_socket},
    {370, 3, "sendmsg", call_on_socket},         {371, 6, "recvfrom", call_on_socket},
    {372, 3, "recvmsg", call_on_socket},         {373, 2, "shutdown", call_on_socket},
    {417, 5, "recvmmsg_time64", call_on_socket}, {0, 0, NULL, NULL},
};
