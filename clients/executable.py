"""The server's executable, for the scripts that pack it: built, and read for what it needs."""

import pathlib
import struct
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# The libraries that every Linux has which can install a manylinux wheel (PEP 600).
EVERYWHERE = frozenset(
    """libc.so.6 libm.so.6 libdl.so.2 libpthread.so.0 librt.so.1 libutil.so.1 libresolv.so.2
    libnsl.so.1 libgcc_s.so.1 libstdc++.so.6 libX11.so.6 libXext.so.6 libXrender.so.1 libICE.so.6
    libSM.so.6 libGL.so.1 libgobject-2.0.so.0 libgthread-2.0.so.0 libglib-2.0.so.0
    ld-linux-x86-64.so.2 ld-linux-aarch64.so.1""".split()
)

# Names of machines by the number in an ELF header: for wheels, and for VS Code and npm.
MACHINES = {62: ("x86_64", "linux-x64"), 183: ("aarch64", "linux-arm64")}

# The same by the type of processor in a Mach-O header.
MAC_MACHINES = {0x01000007: ("x86_64", "darwin-x64"), 0x0100000C: ("arm64", "darwin-arm64")}

# The folders of a Mac's own libraries.
MAC_LIBRARIES = ("/usr/lib/", "/System/Library/")

DYNAMIC_SEGMENT, LOADED_SEGMENT = 2, 1
NEEDED, STRINGS, VERSION_NEEDS, VERSION_NEEDS_COUNT = 1, 5, 0x6FFFFFFE, 0x6FFFFFFF


class NotPackable(Exception):
    """The executable cannot be packed; says why and what to do."""


class ELFFile:
    """The description of a 64-bit little-endian ELF file.

    `libraries` are the names of its DT_NEEDED entries, `versions` the versions of symbols that it
    needs of each library, as in `{"libc.so.6": ["GLIBC_2.34"]}`.
    """

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.bytes = self.path.read_bytes()
        try:
            self._read()
        except (struct.error, IndexError, ValueError) as error:
            raise NotPackable(f"{path} is cut off or damaged: {error}") from None

    def _read(self):
        if self.bytes[:6] != b"\x7fELF\x02\x01":
            raise NotPackable(f"{self.path} is no 64-bit executable of Linux or macOS.")
        self.machine = self._unpack("<H", 18)[0]
        start, = self._unpack("<Q", 32)
        size, count = self._unpack("<HH", 54)
        self.segments = []
        dynamic = []
        for index in range(count):
            kind, _, offset, address, _, length = self._unpack("<IIQQQQ", start + index * size)
            if kind == LOADED_SEGMENT:
                self.segments.append((address, offset, length))
            elif kind == DYNAMIC_SEGMENT:
                dynamic = [
                    self._unpack("<QQ", place) for place in range(offset, offset + length, 16)
                ]
        values = dict(reversed(dynamic))
        self.strings = self._place(values[STRINGS]) if STRINGS in values else 0
        self.libraries = [self._text(value) for tag, value in dynamic if tag == NEEDED]
        self.versions = {}
        if VERSION_NEEDS in values:
            self._read_versions(self._place(values[VERSION_NEEDS]), values[VERSION_NEEDS_COUNT])

    def _read_versions(self, place, count):
        for _ in range(count):
            _, names, library, first, following = self._unpack("<HHIII", place)
            at, found = place + first, []
            for _ in range(names):
                _, _, _, name, step = self._unpack("<IHHII", at)
                found.append(self._text(name))
                at += step
            self.versions[self._text(library)] = found
            place += following

    def _unpack(self, layout, place):
        return struct.unpack_from(layout, self.bytes, place)

    def _place(self, address):
        """The position of an address in the file."""
        for start, offset, length in self.segments:
            if start <= address < start + length:
                return address - start + offset
        raise ValueError(f"nothing is loaded at {address:#x}")

    def _text(self, index):
        start = self.strings + index
        return self.bytes[start : self.bytes.index(b"\0", start)].decode()

    def _machine_names(self):
        if self.machine not in MACHINES:
            raise NotPackable(
                f"{self.path} is for the machine {self.machine}, for which there are no packages."
            )
        return MACHINES[self.machine]

    @property
    def wheel_platform(self):
        """`manylinux_2_34_x86_64`; NotPackable where a library is not on every Linux."""
        machine, _ = self._machine_names()
        foreign = [name for name in self.libraries if name not in EVERYWHERE]
        if foreign:
            raise NotPackable(
                f"{self.path} needs {', '.join(foreign)}, which not every Linux has: "
                "take the release executable (swift build -c release), which needs no such library."
            )
        minors = [
            int(version.split(".")[1])
            for names in self.versions.values() for version in names
            if version.startswith("GLIBC_2.")
        ]
        if not minors:
            raise NotPackable(f"{self.path} does not say which GLIBC it needs.")
        return f"manylinux_2_{max(minors)}_{machine}"

    @property
    def editor_platform(self):
        """`linux-x64`, as VS Code names it."""
        return self._machine_names()[1]


class MachOFile:
    """The description of a 64-bit executable of macOS.

    `libraries` are the paths that it loads, `minimum` the oldest macOS that runs it, as `(13, 0)`.
    """

    MAGIC = b"\xcf\xfa\xed\xfe"
    LOAD_LIBRARY = (0xC, 0x80000018, 0x8000001F)
    """Of a library: plain, weak, exported again."""
    BUILD_VERSION, MINIMUM_VERSION = 0x32, 0x24

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.bytes = self.path.read_bytes()
        self.libraries, self.minimum = [], None
        try:
            self._read()
        except (struct.error, ValueError) as error:
            raise NotPackable(f"{path} is cut off or damaged: {error}") from None

    def _read(self):
        self.machine, = struct.unpack_from("<I", self.bytes, 4)
        count, = struct.unpack_from("<I", self.bytes, 16)
        place = 32
        for _ in range(count):
            command, size, value, further = struct.unpack_from("<IIII", self.bytes, place)
            if command in self.LOAD_LIBRARY:
                end = self.bytes.index(b"\0", place + value)
                self.libraries.append(self.bytes[place + value : end].decode())
            elif command in (self.BUILD_VERSION, self.MINIMUM_VERSION):
                version = further if command == self.BUILD_VERSION else value
                self.minimum = (version >> 16, version >> 8 & 0xFF)
            place += size

    def _machine_names(self):
        if self.machine not in MAC_MACHINES:
            raise NotPackable(
                f"{self.path} is for the processor {self.machine:#x}, for which there are no packages."
            )
        return MAC_MACHINES[self.machine]

    @property
    def wheel_platform(self):
        """`macosx_13_0_arm64`; NotPackable where a library is not the system's."""
        machine, _ = self._machine_names()
        foreign = [name for name in self.libraries if not name.startswith(MAC_LIBRARIES)]
        if foreign:
            raise NotPackable(f"{self.path} needs {', '.join(foreign)}, which not every Mac has.")
        if self.minimum is None:
            raise NotPackable(f"{self.path} does not say which macOS it needs.")
        major, minor = self.minimum
        if major >= 11 and minor > 0:
            major, minor = major + 1, 0  # From 11 on wheels know whole versions alone.
        return f"macosx_{major}_{minor}_{machine}"

    @property
    def editor_platform(self):
        """`darwin-arm64`, as VS Code names it."""
        return self._machine_names()[1]


def read_executable(path):
    """The description of an executable of Linux or macOS."""
    with open(path, "rb") as file:
        magic = file.read(4)
    return MachOFile(path) if magic == MachOFile.MAGIC else ELFFile(path)


def executable_from(argument):
    """The executable that an argument names, or a release that is built now."""
    if argument is not None:
        path = pathlib.Path(argument)
        if not path.is_file():
            raise NotPackable(f"{argument} does not exist: name the server's executable.")
        return path
    # Whoever downloads it may have anything beside it: libraries come from the system alone.
    command = ["swift", "build", "-c", "release", "--product", "paginator", "--disable-local-rpath"]
    try:
        subprocess.run(command, cwd=ROOT, check=True, stdout=sys.stderr)
        shown = subprocess.run(
            [*command, "--show-bin-path"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
        )
    except FileNotFoundError:
        raise NotPackable("swift is not in PATH: name an executable by --executable.") from None
    except subprocess.CalledProcessError as error:
        raise NotPackable(f"{' '.join(error.cmd)} has failed.") from None
    return pathlib.Path(shown.stdout.strip()) / "paginator"
