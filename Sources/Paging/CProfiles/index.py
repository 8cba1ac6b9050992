#!/usr/bin/env python3
"""Writes profiles.inc: what the program carries of profiles/, their names and their texts.

    python3 index.py            writes it
    python3 index.py --check    exits 1 where it is not what it would write
"""

import os
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
HEAD = "/* Written by index.py from the names of the files of profiles/: change those. */\n"


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    names = sorted(name[:-len(".json")] for name in os.listdir(os.path.join(FOLDER, "profiles"))
                   if name.endswith(".json"))
    wanted = (HEAD
              + "".join(f"static const unsigned char file_{number}[] = {{\n"
                        f'#embed "profiles/{name}.json"\n}};\n'
                        for number, name in enumerate(names))
              + "\nstatic const struct {\n  const char *name;\n  const unsigned char *bytes;\n"
              + "  size_t count;\n} files[] = {\n"
              + "".join(f'    {{"{name}", file_{number}, sizeof file_{number}}},\n'
                        for number, name in enumerate(names))
              + "};\n")
    path = os.path.join(FOLDER, "profiles.inc")
    present = ""
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            present = file.read()
    if wanted == present:
        return
    if sys.argv[1:]:
        sys.exit("profiles.inc differs; run Sources/Paging/CProfiles/index.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(wanted)


if __name__ == "__main__":
    main()
