# SPDX-FileCopyrightText: 2026 The Lockscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the checks of packaging share: a list of problems, and mistakes that are planted to see them noticed.

A check is a program: `check.py ROOT` ends with 0 when all is well, and else prints each problem with the file that
it is in. `check.py ROOT --selftest` plants one mistake after the other in a copy, and fails if one is not noticed.
A tool that is missing is said and left out, but with CI=true in the environment that is a problem.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

LEFT_OUT = 77  # what ctest takes for skipped

try:
    import yaml  # noqa: F401, for the checks
except ModuleNotFoundError:
    print("left out: PyYAML is missing (Debian: python3-yaml; scripts/setup --test installs it)")
    sys.exit(1 if os.environ.get("CI") == "true" else LEFT_OUT)


class Problems:
    def __init__(self, root):
        self.root = pathlib.Path(root)
        self.lines = []

    def add(self, file, text):
        self.lines.append(f"{file}: {text}")

    def expect(self, right, file, text):
        if not right:
            self.add(file, text)
        return right

    def text(self, file):
        path = self.root / file
        if not path.is_file():
            self.add(file, "is missing")
            return ""
        return path.read_text(encoding="utf-8")

    def has_tool(self, *names):
        for name in names:
            if shutil.which(name):
                return True
        text = f"left out: {' or '.join(names)} is missing (scripts/setup --test installs it)"
        if os.environ.get("CI") == "true":
            self.add("scripts/setup", text)
        else:
            print(text)
        return False

    said = {}  # by what was read

    def tool(self, file, *command, reads=(), **options):
        """Runs a tool on a file; what it says is the problem if it fails. A tool that depends on the files in `reads`
        alone is not run again on the same texts, since a self-test checks the same tree many times."""
        key = (file, *command[:2], *(pathlib.Path(path).read_bytes() for path in reads))
        done = self.said.get(key) if reads else None
        if done is None:
            done = subprocess.run(
                command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120, **options
            )
            self.said[key] = done
        if done.returncode:
            self.add(file, f"{command[0]} says: {done.stdout.strip()[-2000:]}")
        return done.stdout


def version_of(root):
    """The version and the id that the project's CMakeLists.txt names."""
    words = (pathlib.Path(root) / "CMakeLists.txt").read_text(encoding="utf-8").split()
    return words[words.index("VERSION", words.index("lockscope")) + 1], words[words.index("set(LOCKSCOPE_ID") + 1].rstrip(")")


def selftest(check, root, mistakes, copied):
    """Each mistake: what it is, the file, the text that is replaced (None: the file is removed), the new text."""
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder, "tree")
        tree.mkdir()
        for name in copied:
            source = pathlib.Path(root, name)
            target = tree / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy2(source, target)
        clean = check(tree)
        if clean:
            print("FAIL: a clean tree has problems:\n  " + "\n  ".join(clean))
            failures += 1
        for what, file, old, new in mistakes:
            path = tree / file
            before = path.read_bytes() if path.exists() else None
            if old is None:
                path.unlink()
            else:
                text = before.decode("utf-8") if before is not None else ""
                if old not in text:
                    print(f"FAIL: {what}: {file} has no '{old}' to replace")
                    failures += 1
                    continue
                path.write_text(text.replace(old, new, 1) if old else text + new, encoding="utf-8")
            found = [line for line in check(tree) if line not in clean]
            if found:
                print(f"noticed: {what}: {found[0][:150]}")
            else:
                print(f"FAIL: not noticed: {what}")
                failures += 1
            if before is None:
                path.unlink()
            else:
                path.write_bytes(before)
    return failures


def main(check, mistakes, copied):
    if len(sys.argv) not in (2, 3) or (len(sys.argv) == 3 and sys.argv[2] != "--selftest"):
        print(f"usage: {sys.argv[0]} ROOT [--selftest]", file=sys.stderr)
        sys.exit(2)
    root = os.path.realpath(sys.argv[1])
    if len(sys.argv) == 3:
        sys.exit(1 if selftest(check, root, mistakes, copied) else 0)
    lines = check(root)
    for line in lines:
        print(line)
    sys.exit(1 if lines else 0)
