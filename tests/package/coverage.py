#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lockscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tries what scripts/coverage makes of counts, with a core of a few lines: coverage.py ROOT COMPILER."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

CORE = """int sign(int a)
{
    if (a > 0)
        return 1;
    if (a < 0)
        return -1;
    return 0;
}
"""
MAIN = "int sign(int);\nint main(int count, char **)\n{\n    return count > 1 ? sign(0) : sign(1) - 1;\n}\n"


def main():
    root, compiler = pathlib.Path(sys.argv[1]), sys.argv[2]
    if not shutil.which("gcovr"):
        print("left out: gcovr is missing (scripts/setup --test installs it)")
        sys.exit(1 if os.environ.get("CI") == "true" else 77)
    with tempfile.TemporaryDirectory() as name:
        tree = pathlib.Path(os.path.realpath(name))
        build = tree / "build"
        for path, text in (("core/base/sign.cpp", CORE), ("tests/main.cpp", MAIN)):
            (tree / path).parent.mkdir(parents=True)
            (tree / path).write_text(text)
        build.mkdir()
        files = [str(tree / "core/base/sign.cpp"), str(tree / "tests/main.cpp")]
        subprocess.run([compiler, "--coverage", "-O0", *files, "-o", "program"], cwd=build, check=True)

        def report(floor):
            environment = {**os.environ, "LOCKSCOPE_COVERAGE_ROOT": str(tree), "LOCKSCOPE_COVERAGE_FLOOR": str(floor)}
            command = [root / "scripts/coverage", "--report", build]
            done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            return done.returncode, done.stdout

        status, said = report(10)
        assert status == 1 and "has no counts" in said, said
        subprocess.run(["./program"], cwd=build, check=True)
        # Of six lines of core, sign(1) executes three; those of tests do not count.
        status, said = report(50)
        assert status == 0, said
        summary = json.loads((build / "report/summary.json").read_text())
        assert (summary["line_covered"], summary["line_total"]) == (3, 6), summary
        assert [f["filename"] for f in summary["files"]] == ["core/base/sign.cpp"], summary
        status, said = report(51)
        assert status == 2 and "less than 51 %" in said, said
        subprocess.run(["./program", "zero"], cwd=build)
        status, said = report(80)
        assert status == 0, said
        assert (build / "report/index.html").is_file()


main()
