# SPDX-License-Identifier: MIT
"""Model of a UART that receives bytes sent 8N1 at another baud rate than its own. As in the
PC16550D's data sheet: the line is sampled sixteen times per bit; a start bit counts if the line is
still low in its middle; each bit is read in its middle. If the stop bit is not high, the byte is
received all the same, and the next start bit is searched once the line is high."""
SAMPLES = 16  # per bit of the receiver


def line(data):
    """Returns each bit on the wire in order: a start bit, eight from the lowest on, a stop bit."""
    for byte in data:
        yield 0
        yield from ((byte >> bit) & 1 for bit in range(8))
        yield 1


def received(data, sent_at, heard_at, most):
    bits = list(line(data))
    scale = heard_at * SAMPLES

    def level(sample):
        return bits[sample * sent_at // scale]

    def next_bit(sample):
        """Returns the first sample of the sender's next bit."""
        return -(-(sample * sent_at // scale + 1) * scale // sent_at)

    end = len(bits) * scale // sent_at - 10 * SAMPLES
    out, now = bytearray(), 0
    while now <= end and len(out) < most:
        middle = now + SAMPLES // 2
        if level(now):
            now = next_bit(now)
        elif level(middle):
            now = next_bit(middle)
        else:
            out.append(sum(level(middle + SAMPLES * (1 + bit)) << bit for bit in range(8)))
            now = middle + 9 * SAMPLES
            while now < end and not level(now):
                now = next_bit(now)
    return bytes(out)
