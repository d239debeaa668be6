/*
 * SPDX-License-Identifier: MIT
 * A target at a serial port, 8N1, configured by libserialport. A port that disappears is reopened,
 * with increasing pauses. A terminal that libserialport does not know, such as an emulator's
 * pseudo-terminal, has no speed and is only switched to raw mode.
 */
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <libserialport.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include "host/base/host_clock.h"
#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/base/verb_options.h"
#include "host/machines/port_users.h"
#include "host/machines/target.h"
#include "host/machines/target_kind.h"

#define USUAL_BAUD    115200
#define WRITE_MS      5000
#define FIRST_PAUSE   0.25 /* seconds before a disappeared device is retried */
#define LONGEST_PAUSE 5.0  /* the pause doubles up to this */

struct serial_target {
    struct target target;
    struct sp_port *port; /* NULL for a pseudo-terminal, or while disappeared */
    double pause, next_try;
    bool both_ways; /* it is also written to */
    bool exclusive; /* TIOCEXCL was set */
};

static int serial_target_make_raw(int file)
{
    struct termios settings;
    if (tcgetattr(file, &settings))
        return -1;
    cfmakeraw(&settings);
    settings.c_cflag |= CLOCAL | CREAD;
    return tcsetattr(file, TCSANOW, &settings);
}

static int serial_target_open_terminal(struct serial_target *serial, const char *path)
{
    int file =
        open(path, (serial->both_ways ? O_RDWR : O_RDONLY) | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return errno;
    if (serial_target_make_raw(file)) {
        close(file);
        return ENOTTY;
    }
    serial->target.descriptor = file;
    return 0;
}

static int serial_target_set_up(struct sp_port *port, unsigned baud)
{
    return sp_set_baudrate(port, (int)baud) || sp_set_bits(port, 8) ||
                   sp_set_parity(port, SP_PARITY_NONE) || sp_set_stopbits(port, 1) ||
                   sp_set_flowcontrol(port, SP_FLOWCONTROL_NONE)
               ? EINVAL
               : 0;
}

static int serial_target_open_port(struct serial_target *serial, struct sp_port *port)
{
    int error = 0;
    if (sp_open(port, serial->both_ways ? SP_MODE_READ_WRITE : SP_MODE_READ) != SP_OK) {
        error = errno ? errno : EIO;
    } else if (serial_target_set_up(port, serial->target.baud) ||
               sp_get_port_handle(port, &serial->target.descriptor) != SP_OK) {
        error = EINVAL;
        sp_close(port);
    }
    if (error)
        sp_free_port(port);
    else
        serial->port = port;
    return error;
}

static void serial_target_disconnect(struct serial_target *serial)
{
    /* a pseudo-terminal would remain exclusive until its other end closes */
    if (serial->exclusive)
        ioctl(serial->target.descriptor, TIOCNXCL);
    if (serial->port) {
        sp_close(serial->port);
        sp_free_port(serial->port);
    } else if (serial->target.descriptor >= 0) {
        close(serial->target.descriptor);
    }
    serial->port = NULL;
    serial->target.descriptor = -1;
    serial->exclusive = false;
}

/* Uses a second descriptor, so that the settings of a port in use are not changed. */
static int serial_target_check_lock(const struct serial_target *serial, const char *path)
{
    int file = open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    int error = file < 0 ? errno : port_users_lock(file, path, serial->target.name);
    if (file >= 0)
        close(file);
    return error;
}

/* Returns 0 or an errno: ENOTTY if it is not a terminal, EINVAL if it does not support the speed,
 * EBUSY if another program has it open. */
static int serial_target_connect(struct serial_target *serial)
{
    char path[PATH_MAX]; /* /dev/serial/by-id and others are links, which may change */
    struct sp_port *port;
    if (!realpath(serial->target.name, path))
        return errno;
    int error = serial_target_check_lock(serial, path);
    if (error)
        return error;
    errno = 0;
    error = sp_get_port_by_name(path, &port) == SP_OK ? serial_target_open_port(serial, port)
                                                      : serial_target_open_terminal(serial, path);
    if (error)
        return error;
    error = port_users_lock(serial->target.descriptor, path, serial->target.name);
    if (error)
        serial_target_disconnect(serial);
    else /* also excludes programs without locks, except those of root */
        serial->exclusive = ioctl(serial->target.descriptor, TIOCEXCL) == 0;
    return error;
}

static int serial_target_reconnect(struct serial_target *serial)
{
    double now = clock_seconds();
    if (now < serial->next_try)
        return TARGET_NOTHING;
    if (serial_target_connect(serial) == 0)
        return TARGET_BACK;
    serial->pause = serial->pause * 2 < LONGEST_PAUSE ? serial->pause * 2 : LONGEST_PAUSE;
    serial->next_try = now + serial->pause;
    return TARGET_NOTHING;
}

/* A terminal without a sender has no input; a disappeared device is reported by poll(). */
static int serial_target_read(struct target *target, char *bytes, size_t size)
{
    struct serial_target *serial = (struct serial_target *)target;
    if (target->descriptor < 0)
        return serial_target_reconnect(serial);
    struct pollfd state = {.fd = target->descriptor, .events = POLLIN};
    if (poll(&state, 1, 0) <= 0)
        return TARGET_NOTHING;
    ssize_t got = read(target->descriptor, bytes, size);
    if (got > 0)
        return (int)got;
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return TARGET_NOTHING;
    serial_target_disconnect(serial);
    serial->pause = FIRST_PAUSE;
    serial->next_try = clock_seconds() + serial->pause;
    return TARGET_GONE;
}

static void serial_target_stop(struct target *target, int complain)
{
    (void)complain;
    serial_target_disconnect((struct serial_target *)target);
}

/* Waits for space with a time limit that suffices for 300 baud. */
static int serial_target_write(struct target *target, const char *bytes, size_t count)
{
    while (count && target->descriptor >= 0) {
        struct pollfd state = {.fd = target->descriptor, .events = POLLOUT};
        ssize_t done = poll(&state, 1, WRITE_MS) > 0 ? write(target->descriptor, bytes, count) : -1;
        if (done <= 0)
            return -1;
        bytes += done;
        count -= (size_t)done;
    }
    return count ? -1 : 0;
}

static const struct target_kind kind = {
    .read = serial_target_read, .write = serial_target_write, .stop = serial_target_stop};

static void serial_target_report_group(const char *device)
{
    struct stat about;
    struct group *group = stat(device, &about) == 0 ? getgrgid(about.st_gid) : NULL;
    if (group && about.st_mode & S_IRGRP)
        message_print(
            "%s: no permission; join the group %s with 'sudo usermod -aG %s $USER', then log in "
            "again",
            device, group->gr_name, group->gr_name);
    else
        message_print("%s: no permission; grant it with 'sudo chmod a+r %s'", device, device);
}

static void serial_target_report_ports(const char *device, int error)
{
    struct sp_port **ports;
    char *names = allocate_copy("");
    if (sp_list_ports(&ports) == SP_OK) {
        for (unsigned i = 0; ports[i]; i++) {
            char *more = allocate_text("%s%s%s", names, i ? ", " : "", sp_get_port_name(ports[i]));
            free(names);
            names = more;
        }
        sp_free_port_list(ports);
    }
    message_print("%s: %s; serial ports of this computer: %s", device, strerror(error),
                  *names ? names : "none");
    free(names);
}

/* Names the program if its files can be seen. */
static void serial_target_report_busy(const char *device)
{
    char path[PATH_MAX];
    pid_t user = realpath(device, path) ? port_users_locker(path, device) : 0;
    char *text = user ? port_users_text(user) : allocate_text("'sudo fuser %s' shows it", device);
    message_print("%s: another program has it open: %s", device, text);
    free(text);
}

/* A program without locks that had opened the port before. */
static void serial_target_warn_reader(const char *device)
{
    char path[PATH_MAX];
    pid_t reader = realpath(device, path) ? port_users_reader(path) : 0;
    char *text = reader ? port_users_text(reader) : NULL;
    if (text)
        message_print("%s: %s has it open too: each byte that it reads is lost here", device, text);
    free(text);
}

static void serial_target_report_error(const struct serial_target *serial, int error)
{
    const char *device = serial->target.name;
    if (error == EACCES || error == EPERM)
        serial_target_report_group(device);
    else if (error == EBUSY)
        serial_target_report_busy(device);
    else if (error == ENOTTY)
        message_print("%s: not a serial port", device);
    else if (error == EINVAL)
        message_print("%s: does not support %u baud", device, serial->target.baud);
    else
        serial_target_report_ports(device, error);
}

static struct target *serial_target_open(const char *port, bool both_ways)
{
    struct serial_target *serial = allocate_zeroed(sizeof *serial);
    const char *comma = access(port, F_OK) ? strrchr(port, ',') : NULL; /* else it is in the name */
    double baud = USUAL_BAUD;
    serial->both_ways = both_ways;
    bool named = comma == NULL || verb_option_number("BAUD", comma + 1, 50, 4e6, &baud) == 0;
    serial->target =
        (struct target){&kind, allocate_text("%.*s", comma ? (int)(comma - port) : INT_MAX, port),
                        -1, (unsigned)baud};
    int error = named ? serial_target_connect(serial) : 0;
    if (error)
        serial_target_report_error(serial, error);
    else if (named)
        serial_target_warn_reader(serial->target.name);
    if (named && !error)
        return &serial->target;
    free(serial->target.name);
    free(serial);
    return NULL;
}

struct target *target_serial(const char *port)
{
    return serial_target_open(port, false);
}

struct target *target_serial_both_ways(const char *port)
{
    return serial_target_open(port, true);
}
