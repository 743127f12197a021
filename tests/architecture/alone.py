#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lockscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks each source on its own: does it compile without another source and without precompiled headers?

    tests/architecture/alone.py BUILD SOURCE...

BUILD is a configured build folder with compile_commands.json; nothing has to be built in it. The compiler
only checks the source, so a file costs a second or two, and no library that it links is built first.
Ends with 1 if a source fails, or is not compiled by that build.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

MOC = "/usr/lib/qt6/libexec/moc"
OWN_MOC = re.compile(r'^#include "(\w+\.moc)"', re.M)


def checking(command):
    """The arguments of the compile command, for a check that writes nothing; without the compiler cache."""
    arguments = shlex.split(command)
    output = arguments.index("-o")
    arguments[output:output + 2] = []
    arguments[arguments.index("-c")] = "-fsyntax-only"
    if pathlib.Path(arguments[0]).name == "ccache":
        arguments.pop(0)
    return arguments


def check(entry, scratch):
    """Compiles one source; returns its name, whether it is in order, and what the compiler said."""
    source = pathlib.Path(entry["file"])
    arguments = checking(entry["command"])
    for moc in OWN_MOC.findall(source.read_text(encoding="utf-8")):
        known = [each for each in arguments if each.startswith(("-I", "-D"))]
        subprocess.run([MOC, *known, str(source), "-o", str(scratch / moc)], check=True)
        arguments.append(f"-I{scratch}")
    done = subprocess.run(arguments, cwd=entry["directory"], capture_output=True, text=True, check=False)
    return source, done.returncode == 0, done.stdout + done.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("sources", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    with open(options.build / "compile_commands.json", encoding="utf-8") as file:
        known = {pathlib.Path(entry["file"]).resolve(): entry for entry in json.load(file)}
    wanted = [source.resolve() for source in options.sources]
    unknown = [source for source in wanted if source not in known]
    for source in unknown:
        print(f"{source} is not compiled by {options.build}", file=sys.stderr)
    failures = len(unknown)
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="alone-"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for source, is_good, said in pool.map(
                lambda each: check(each, scratch), [known[source] for source in wanted if source in known]):
            print(f"{'good' if is_good else 'FAILED'}: {source}")
            if said:
                print(said)
            failures += not is_good
    shutil.rmtree(scratch)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
