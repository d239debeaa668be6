#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# gdb 13.1, Debian 12 (gdb 13.1-3), `target remote` to a target that boots for five seconds.
# Expected: gdb sends its first packet again while it gets no answer, takes one of the answers when
# they come, and ignores the others.
# Seen: it takes the second answer to the first packet for the answer to its next packet, and gives up:
# "Remote replied unexpectedly to 'vMustReplyEmpty': PacketSize=400". A target that keeps what
# arrives while it boots, as a serial port with a FIFO does, has to drop the copies, or the user has to
# `set remotetimeout` above the time of the boot.
#
# Needs apt with Debian 12's sources, dpkg-deb, python3, and the libraries of the package gdb.
# Exit status 0: as seen; 1: changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get -q download gdb=13.1-3 >download.log 2>&1
dpkg-deb -x gdb_13.1-3_*.deb unpacked

# A target that answers each packet that it has got, five seconds after the connection.
cat >target.py <<'END'
import socket, sys, time

listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
line, _ = listener.accept()
time.sleep(5)
answers = {b"qSupported": b"PacketSize=400", b"?": b"S05", b"g": b"0" * 8 * 16}
data = b""
while more := line.recv(4096):
    data += more
    while b"#" in data and len(data) >= data.index(b"#") + 3:
        end = data.index(b"#")
        packet, data = data[data.find(b"$") + 1:end], data[end + 3:]
        print(packet.decode().split(":")[0], file=sys.stderr, flush=True)
        answer = answers.get(packet.split(b":")[0], b"")
        line.sendall(b"+$%s#%02x" % (answer, sum(answer) % 256))
END

# connect SECONDS: gdb's last line, with that limit for an answer
connect() {
    rm -f port
    mkfifo port
    python3 target.py >port 2>packets &
    read -r number <port
    unpacked/usr/bin/gdb -nx -batch -ex "set remotetimeout $1" -ex "target remote :$number" 2>&1 | tail -n 1
    wait
}
default=$(connect 2) # gdb's own limit
copies=$(grep -c '^qSupported$' packets)
patient=$(connect 20)
echo "limit 2 s: qSupported sent $copies times; $default"
echo "limit 20 s: $patient"
[ "$copies" -gt 1 ]
[ "$default" = "Remote replied unexpectedly to 'vMustReplyEmpty': PacketSize=400" ]
case $patient in *vMustReplyEmpty*) exit 1 ;; esac
