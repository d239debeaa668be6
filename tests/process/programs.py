# SPDX-License-Identifier: MIT
"""The programs of tests/programs, and those of Debian's source packages: how they are built with
`bareprobe cc`, and the command, files and input that each is measured with."""
import dataclasses
import os
import pathlib
import struct
import subprocess
import zlib

from debian_packages import PACKAGES, fetch

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = (ROOT / os.environ.get("BUILD", "build")).resolve()
OWN = ROOT / "tests" / "programs"

# Text with lines of different lengths, words that repeat, and numbers.
TEXT = "".join(f"{i * 7919 % 1000} line {i} {'of the text ' * (i % 4)}{i * i}\n"
               for i in range(40)).encode()

LUA = b"""
local words = {}
for line in io.lines("text") do
    for word in line:gmatch("%a+") do words[word] = (words[word] or 0) + 1 end
end
local names = {}
for name in pairs(words) do names[#names + 1] = name end
table.sort(names)
for _, name in ipairs(names) do io.write(name, "=", words[name], " ") end
print(string.format("%.6f", math.sin(1)), 2 ^ 53, 7 // 2)
"""


def picture():
    """A PNG of 12 by 12 grey pixels."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I",
                                                                        zlib.crc32(kind + data))
    rows = b"".join(b"\0" + bytes((20 * x + y * y) % 256 for x in range(12)) for y in range(12))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 12, 12, 8, 0, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


@dataclasses.dataclass(frozen=True)
class Program:
    """A program with its command. Sources are files of tests/programs, or patterns in the
    directories of source packages; `without` are files that the patterns find and that are left
    out."""
    name: str
    arguments: tuple = ()
    files: dict = dataclasses.field(default_factory=dict)
    stdin: bytes = b""
    sources: tuple = ()
    without: tuple = ()
    options: tuple = ("-O2",)
    packages: tuple = ()


ZLIB = "src:zlib=1:1.2.13.dfsg-1"
LIBPNG = "src:libpng1.6=1.6.39-2+deb12u5"
BZIP2 = "src:bzip2=1.0.8-5"
LUA_5_4 = "src:lua5.4=5.4.4-3+deb12u1"

# LZW's codes are those of `compress`: "ababab" is a, b, code 256 and code 256 of 12 bits each.
COMPRESSED = bytes.fromhex("612006100110")

SMALL = [
    Program("starts", ("word", "two words", 'a "quoted"; one')),
    Program("calculator-pie", ("1+2*3^2", "sqrt(2)"), sources=("calculator.c",),
            options=("-O2", "-static-pie")),
]

OWN_PROGRAMS = [
    Program("files", stdin=b"one 1 two 2.5\nthree 3e2 4"),
    Program("wc", ("-lw", "text", "missing", "text"), {"text": TEXT[:600]}),
    Program("compress", ("text", "text.Z"), {"text": TEXT[:1200]}),
    Program("expand", ("-d", "text.Z", "text"), {"text.Z": COMPRESSED}, sources=("compress.c",)),
    Program("raytrace", ("8",)),
    Program("sort", ("-n",), stdin=TEXT),
    Program("calculator", ("1+2*3^2", "sin(1)^2+cos(1)^2", "(1-exp(-2.5))/3*atan(7)")),
    Program("chess", ("2",)),
]

PACKAGED = [
    Program("lua", ("count.lua",), {"count.lua": LUA, "text": TEXT[:300]},
            sources=("lua5.4/src/*.c",), without=("luac.c",),
            # Its default seed of hashes is made of the time and of addresses.
            options=("-O2", "-std=gnu99", "-Dluai_makeseed(L)=1u"), packages=(LUA_5_4,)),
    Program("minigzip", ("-c", "text"), {"text": TEXT},
            sources=("zlib/test/minigzip.c", "zlib/*.c"),
            options=("-O2", "-DZ_HAVE_UNISTD_H", "-D_LARGEFILE64_SOURCE=1"), packages=(ZLIB,)),
    Program("bzip2", ("-c", "text"), {"text": TEXT[:400]}, sources=("bzip2/*.c",),
            without=("bzip2recover.c", "mk251.c", "spewG.c", "dlltest.c", "unzcrash.c"),
            packages=(BZIP2,)),
    Program("png_decode", ("picture.png",), {"picture.png": picture()},
            sources=("png_decode.c", "libpng1.6/png*.c", "zlib/*.c"),
            without=("pngtest.c", "gzlib.c", "gzread.c", "gzwrite.c", "gzclose.c"),
            packages=(LIBPNG, ZLIB)),
]


def sources_of(program):
    for package in program.packages:
        fetch(f"sources-{package.split('=')[0][4:]}", package)
    for pattern in program.sources or (f"{program.name}.c",):
        if not program.packages or (OWN / pattern).exists():
            yield OWN / pattern
            continue
        name = pattern.split("/")[0]
        paths = sorted((PACKAGES / f"sources-{name}").glob(pattern))
        assert paths, pattern
        yield from (path for path in paths if path.name not in program.without)


def headers_of(program, folder):
    """Options that name directories of headers."""
    sources = [PACKAGES / f"sources-{package.split('=')[0][4:]}" / package.split("=")[0][4:]
               for package in program.packages]
    for source in sources:
        configuration = source / "scripts/pnglibconf.h.prebuilt"
        if configuration.exists():
            (folder / "pnglibconf.h").write_bytes(configuration.read_bytes())
    return [f"-I{folder}", *(f"-I{path}" for path in sources)]


def build(program, folder):
    """Compiles the program and writes its files into the folder. Returns the executable."""
    path = folder / program.name
    subprocess.run([BUILD / "bareprobe", "cc", *program.options, "-o", path,
                    *sources_of(program), *headers_of(program, folder), "-lm"],
                   check=True, timeout=300)
    write_files(program, folder)
    return path


def write_files(program, folder):
    for name, content in {**program.files, "standard-input": program.stdin}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
