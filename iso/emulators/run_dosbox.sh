#!/bin/sh
# SPDX-License-Identifier: MIT
# Boots the floppy in DOSBox, without a screen: run_dosbox.sh IMAGE
# COM1 is standard output, up to the end of the run, whose result is the exit status: 0 ok, 1 failed.
# It is a TCP connection to this host, since DOSBox 0.74-3 writes no file.
set -u

here=$(dirname "$(realpath "$0")")
# shellcheck source=iso/emulators/com1_log.sh
. "$here/com1_log.sh"
if [ $# -ne 1 ] || [ ! -f "$1" ]; then
    echo "usage: run_dosbox.sh IMAGE" >&2
    exit 2
fi
image=$(realpath "$1")

work=$(mktemp -d)
trap 'kill -KILL $emulator $line 2>/dev/null; wait; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
emulator='' line=''
cd "$work" || exit 1
ln -s "$image" bareprobe.img
python3 - <<'END' &
import os, socket
with socket.create_server(("127.0.0.1", 0)) as server, open("com1.log", "wb", 0) as log:
    with open("port.new", "w") as file:
        file.write(str(server.getsockname()[1]))
    os.rename("port.new", "port")
    line, _ = server.accept()
    while data := line.recv(65536):
        log.write(data)
END
line=$!
while [ ! -e port ]; do
    kill -0 $line || exit 1
    sleep 0.1
done
sed "s/port:5000/port:$(cat port)/" "$here/dosbox.conf" >dosbox.conf
SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy HOME=$work \
    dosbox -conf dosbox.conf -noconsole -c 'boot bareprobe.img -l a' </dev/null >said 2>&1 &
emulator=$!
com1_log_follow com1.log $emulator
com1_log_status com1.log || { tail -n 5 said >&2; exit 1; }
