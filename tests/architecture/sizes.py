#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lockscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints what is large in the sources: files by lines, classes by methods and members, long functions.

    tests/architecture/sizes.py [--top N] [ROOT]

It counts text, without a compiler, and fails on nothing: the table is for people. A class with more than
about 40 methods or 25 members usually has two jobs. A large class says in its first sentence why it is one
thing; that sentence stands beside it.
"""
import argparse
import pathlib
import re

LONG_FUNCTION = 60
METHODS, MEMBERS = 40, 25
FOLDERS = ("app", "core", "ui", "tests")

BLANKS = re.compile(r'R"(\w*)\(.*?\)\1"|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'
                    r"(?<![\w])'(?:\\.|[^'\\\n])+'|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.S | re.M)
CLASS = re.compile(r"\b(?:class|struct)\s+(?:\w+\s+)*?([\w:]+)(?:\s+final)?\s*(?::(?!:).*)?$", re.S)
NO_MEMBER = re.compile(r"^\s*(?:using|typedef|friend|static_assert|enum|template\s*$|class\s+\w+$|"
                       r"struct\s+\w+$|Q_[A-Z_]+\s*(?:\(|$))")
AFTER_PARAMETERS = {"const", "override", "final", "noexcept", "mutable"}


def without(text, opening, closing):
    """The text less everything between the brackets, which may nest."""
    kept, depth = [], 0
    for char in text:
        if char == opening:
            depth += 1
        elif char == closing and depth:
            depth -= 1
        elif not depth:
            kept.append(char)
    return "".join(kept)


class Scope:
    def __init__(self, kind, name="", line=0):
        self.kind, self.name, self.line = kind, name, line  # kind: space, class, function, value
        self.methods = self.members = 0


class Source:
    """The classes and functions of one file."""

    def __init__(self, path, text):
        self.path = path
        self.lines = text.split("\n")
        self.classes = []
        self.functions = []
        # The same length and lines, without what only looks like code.
        self.read(BLANKS.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text))

    def read(self, code):
        stack = [Scope("space")]
        start = 0  # of the statement
        for at, char in enumerate(code):
            if char not in "{};:":
                continue
            scope = stack[-1]
            if scope.kind in ("function", "value") and char in ";:":
                continue
            statement = code[start:at]
            if char == ":":
                if scope.kind == "class" and re.search(r"\b(?:public|private|protected|Q_SIGNALS|"
                                                       r"Q_SLOTS)\s*$", statement):
                    start = at + 1
            elif char == "{":
                opened = self.opened(statement, scope)
                opened.line = code.count("\n", 0, start + len(statement) - len(statement.lstrip()))
                stack.append(opened)
                if opened.kind != "value":
                    start = at + 1
            elif char == "}":
                if len(stack) > 1:
                    stack.pop()
                self.close(scope, stack[-1], code.count("\n", 0, at))
                if scope.kind != "value":
                    start = at + 1
            else:
                if scope.kind == "class":
                    self.count(statement, scope)
                start = at + 1

    def opened(self, statement, scope):
        if scope.kind in ("function", "value"):
            return Scope("value")
        flat = without(statement, "<", ">").strip()
        found = CLASS.search(flat)
        if found and "(" not in flat and "enum" not in flat:
            return Scope("class", found[1])
        if re.match(r"(?:inline\s+)?namespace\b", flat) or flat.startswith("extern"):
            return Scope("space")
        last = re.search(r"(\w+)$", flat)
        is_initialiser = ("=" in without(flat, "(", ")").replace("==", "")
                          and "operator" not in flat) or (
            re.search(r"\)[^()]*:(?!:)", flat) and last and last[1] not in AFTER_PARAMETERS)
        if "(" not in flat or flat.count("(") > flat.count(")") or is_initialiser:
            return Scope("value")
        name = re.search(r"((?:[\w~]+\s*::\s*)*(?:operator\s*\S+?|~?\w+))\s*\(", flat)
        return Scope("function", name[1] if name else "?")

    def close(self, scope, outer, line):
        if scope.kind == "function":
            self.functions.append((line - scope.line + 1, scope.name, self.path))
            if outer.kind == "class":
                outer.methods += 1
        elif scope.kind == "class":
            if outer.kind == "class":
                scope.name = outer.name + "::" + scope.name
            self.classes.append((scope.methods, scope.members, scope.name, self.path,
                                 self.sentence(scope.line)))

    @staticmethod
    def count(statement, scope):
        flat = without(without(statement, "<", ">"), "{", "}").strip()
        if not flat or NO_MEMBER.match(flat) or re.search(r"=\s*(?:default|delete)$", flat):
            return
        if re.match(r"static constexpr\b", flat):
            return
        if "(" in flat.split("=")[0] or "operator" in flat:
            scope.methods += 1
        else:
            scope.members += 1

    def sentence(self, line):
        """The first sentence of the comment above."""
        above = []
        while line > 0 and self.lines[line - 1].strip().startswith("//"):
            line -= 1
            above.insert(0, self.lines[line].strip().lstrip("/ "))
        return re.split(r"(?<=\.)\s", " ".join(above))[0]


def table(title, rows, top):
    print(f"{title} ({len(rows)}):")
    for row in rows[:top]:
        print("  " + row)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--top", type=int, default=12, metavar="N", help="rows of each table")
    parser.add_argument("root", nargs="?", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parents[2])
    options = parser.parse_args()
    files, classes, functions = [], [], []
    for folder in FOLDERS:
        for path in sorted((options.root / folder).rglob("*")):
            if path.suffix not in (".h", ".cpp"):
                continue
            text = path.read_text(encoding="utf-8")
            name = path.relative_to(options.root).as_posix()
            files.append((text.count("\n"), name))
            source = Source(name, text)
            functions += source.functions
            if folder != "tests":
                classes += source.classes
    files.sort(reverse=True)
    table("files by lines", [f"{lines:5}  {name}" for lines, name in files], options.top)
    classes.sort(key=lambda each: max(each[0] / METHODS, each[1] / MEMBERS), reverse=True)
    table("classes by methods and members",
          [f"{methods:3} {members:3}  {name} ({path}): {why[:90]}"
           for methods, members, name, path, why in classes], options.top)
    functions = sorted((each for each in functions if each[0] > LONG_FUNCTION), reverse=True)
    table(f"functions of more than {LONG_FUNCTION} lines",
          [f"{lines:5}  {name} ({path})" for lines, name, path in functions], options.top)


if __name__ == "__main__":
    main()
