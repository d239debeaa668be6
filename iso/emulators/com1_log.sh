# SPDX-License-Identifier: MIT
# Functions of the scripts that run an emulator, whose COM1 is a file.
# shellcheck shell=sh

# Copies the log to standard output as it grows, until the run or the emulator ends: com1_log_follow LOG PID
com1_log_follow() {
    shown=0
    while :; do
        kill -0 "$2" 2>/dev/null && alive=yes || alive=no
        size=$(stat -c %s "$1" 2>/dev/null || echo 0)
        if [ "$size" -gt "$shown" ]; then
            tail -c +$((shown + 1)) "$1" | head -c $((size - shown))
            shown=$size
        fi
        if [ "$alive" = no ] || grep -aq ' ev=done .* crc=....' "$1" 2>/dev/null; then
            return
        fi
        sleep 0.2
    done
}

# Returns 0 if the run in the log has ended and is ok, 1 otherwise: com1_log_status LOG
com1_log_status() {
    if ! grep -aq ' ev=done ' "$1" 2>/dev/null; then
        echo "${0##*/}: the emulator ended before the run did" >&2
        return 1
    fi
    ! grep -a ' ev=done ' "$1" | grep -avq ' status=ok'
}
