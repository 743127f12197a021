#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lockscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks what the forge is told to do: see checking.py.

Actions are pinned by full hashes, jobs have the rights that they need and an end, no text from outside becomes a
command, and what a step runs is there. actionlint is asked where it is in PATH.
"""

import re
import shutil

import checking
import yaml

# What a job may do beyond reading the sources, and why it has to.
RIGHTS = {
    ("analysis.yml", "codeql"): {"security-events"},
    ("analysis.yml", "scorecard"): {"security-events", "id-token"},
    ("release.yml", "packages"): {"attestations", "id-token"},
}
MATRIX = ["debian:bookworm", "debian:trixie", "ubuntu:24.04", "fedora:", "archlinux:", "gcc", "clang", "arm64"]
MATRIX += [f"redis:{version}" for version in ("6.2", "7.2", "8.0")] + ["valkey/valkey:8", "valkey/valkey:9"]


def check(root):
    problems = checking.Problems(root)
    folder = problems.root / ".github/workflows"
    pins = {}
    commands = ""
    for path in sorted(folder.glob("*.y*ml")):
        file = f".github/workflows/{path.name}"
        text = path.read_text(encoding="utf-8")
        try:
            workflow = yaml.safe_load(text)
            jobs = workflow["jobs"]
        except (yaml.YAMLError, KeyError, TypeError) as error:
            problems.add(file, f"is no workflow: {error}")
            continue
        problems.expect(workflow.get("permissions") == {"contents": "read"}, file, "its jobs may more than read, unless they say so")
        problems.expect("pull_request_target" not in text, file, "runs a stranger's change with the project's rights")
        for line in re.findall(r"uses: (.*)", text):
            found = re.fullmatch(r"([\w./-]+)@([0-9a-f]{40}) # v\d+\.\d+\.\d+", line)
            if problems.expect(found, file, f"'{line}' is not pinned by a full hash, with its version behind"):
                repository = "/".join(found.group(1).split("/")[:2])
                problems.expect(
                    pins.setdefault(repository, found.group(2)) == found.group(2), file, f"{repository} is another one than elsewhere"
                )
        for name, job in jobs.items():
            problems.expect("timeout-minutes" in job, file, f"{name}: has no end (timeout-minutes)")
            wanted = {right for right, value in job.get("permissions", {}).items() if value == "write"}
            problems.expect(wanted <= RIGHTS.get((path.name, name), set()), file, f"{name}: may write {wanted}")
            container = job.get("container", {})
            image = container if isinstance(container, str) else container.get("image", "")
            problems.expect(not image or ":" in image or "matrix." in image, file, f"{name}: '{image}' names no version")
            for step in job["steps"]:
                if step.get("uses", "").startswith("actions/checkout@"):
                    problems.expect(step.get("with", {}).get("persist-credentials") is False, file, f"{name}: the checkout keeps its credentials")
                run = step.get("run", "")
                commands += run + "\n"
                # An expression becomes a part of the script; through the environment it stays a value.
                problems.expect("${{" not in run, file, f"{name}: '{step.get('name')}' puts an expression into a script")
            for one in job.get("strategy", {}).get("matrix", {}).get("include", []):
                commands += str(one.get("run", "")) + "\n"
    problems.expect(pins, ".github/workflows", "has no workflow")
    for script in set(re.findall(r"(?:scripts|packaging|\.ci|\.github)/[\w/-]+", commands)):
        problems.expect((problems.root / script).is_file(), ".github/workflows", f"{script} does not exist")
    presets = problems.text("CMakePresets.json")
    for name in set(re.findall(r"--preset (\S+)", commands)):
        problems.expect(f'"name": "{name}"' in presets, ".github/workflows", f"there is no preset {name}")
    matrix = problems.text(".github/workflows/matrix.yml")
    for word in MATRIX:
        problems.expect(word in matrix, ".github/workflows/matrix.yml", f"does not try {word}")
    for chapter in yaml.safe_load(matrix or "{}").get("jobs", {}).get("readme", {}).get("strategy", {}).get("matrix", {}).get("chapter", ["none"]):
        said = problems.tool("README.md", str(problems.root / ".github/readme-commands"), chapter)
        for script in re.findall(r"^scripts/\S+", said, re.MULTILINE):
            problems.expect((problems.root / script).is_file(), "README.md", f"{script} does not exist")
    nightly = problems.text(".github/workflows/nightly.yml")
    for word in ("schedule:", "scripts/fuzz", "scripts/test --soak", "scripts/coverage"):
        problems.expect(word in nightly, ".github/workflows/nightly.yml", f"has no {word}")
    try:
        watched = {one["package-ecosystem"]: one["directory"] for one in yaml.safe_load(problems.text(".github/dependabot.yml"))["updates"]}
        problems.expect("github-actions" in watched, ".github/dependabot.yml", "does not watch the actions")
        for directory in watched.values():
            problems.expect((problems.root / directory.strip("/")).is_dir(), ".github/dependabot.yml", f"{directory} does not exist")
    except (yaml.YAMLError, TypeError, KeyError) as error:
        problems.add(".github/dependabot.yml", f"is no list of updates: {error}")
    if shutil.which("actionlint"):
        problems.tool(".github/workflows", "actionlint", *[str(path) for path in sorted(folder.glob("*.yml"))], cwd=problems.root)
    else:
        print("left out: actionlint is missing (Go: github.com/rhysd/actionlint)")
    return problems.lines


CI = ".github/workflows/ci.yml"
GRID = ".github/workflows/matrix.yml"
NIGHTLY = ".github/workflows/nightly.yml"
MISTAKES = [
    ("an action by its tag", CI, "actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1", "actions/checkout@v7"),
    ("a hash without its version", CI, " # v7.0.1", ""),
    ("another hash than elsewhere", GRID, "checkout@3d3c42e5", "checkout@3d3c42e6"),
    ("the right to write", CI, "contents: read", "contents: write"),
    ("a job that may write", ".github/workflows/analysis.yml", "      security-events: write", "      packages: write"),
    ("credentials that stay", GRID, "persist-credentials: false", "persist-credentials: true"),
    ("no end", NIGHTLY, "    timeout-minutes: 350\n", ""),
    ("text from outside in a command", GRID, "run: scripts/setup --test", "run: echo ${{ github.head_ref }}"),
    ("a script that is not there", GRID, "run: scripts/setup --test", "run: scripts/prepare"),
    ("a preset that is not there", GRID, "--preset test\n", "--preset tests\n"),
    ("YAML that is none", NIGHTLY, "jobs:", "jobs: ]"),
    ("a system that is left out", GRID, "archlinux:", "alpine:"),
    ("a server that is left out", GRID, "'valkey/valkey:9.0'", "'redis:8.4'"),
    ("a chapter that is not there", GRID, "chapter: [Getting started,", "chapter: [Starting,"),
    ("no fuzzing", NIGHTLY, "scripts/fuzz 300", "scripts/test"),
    ("actions that nobody watches", ".github/dependabot.yml", "github-actions", "npm"),
    ("a folder that is not there", ".github/dependabot.yml", "/packaging/oci", "/packaging/image"),
]

if __name__ == "__main__":
    checking.main(check, MISTAKES, [".github", ".ci", "scripts", "packaging", "README.md", "CMakePresets.json"])
