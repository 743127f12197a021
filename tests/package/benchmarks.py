#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lockscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the guide's page of benchmarks without measuring anything: see checking.py.

Made-up figures in the form of tests/bench/table go through tests/bench/page: medians and ratios are computed here again; everything is
either measured or named as left out; every figure in which another library is better is said; and both languages have the same numbers.
The same holds of the figures of the last run, and the pages of the guide are what is written from them.
"""

import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

import checking

FIGURES = "tests/bench/figures.json"
SAMPLE = "tests/package/benchmarks.json"
WRITER = "tests/bench/page"
TABLE = "tests/bench/table"
SCRIPT = "scripts/benchmarks"
LANGUAGES = ("en", "zh_CN")
NAMES = {"lockscope": "Lockscope", "redisson": "Redisson", "redlock": "redlock", "redis-semaphore": "redis-semaphore"}
PEERS = ("redisson", "redlock", "redis-semaphore")
# A part of the measuring, and a figure that it has to have.
PARTS = {
    "locks": ("pairs", "lockscope", "pairs/s"),
    "watchdog": ("watchdog 10000", "lockscope", "% of a core"),
    "watch": ("watch", "lockscope", "ms median"),
    "discovery": ("discovery", "lockscope", "s"),
    "cost": ("watching, paced", "lockscope", "x server"),
    "memory": ("memory", "watch+model", "bytes a lock"),
    "failover": ("failover Sentinel", "lockscope", "s"),
    "frame": ("frame by name", "lockscope", "ms 99th"),
    "start": ("start", "lockscope", "ms to the window"),
    "idle": ("idle whole console, in sight", "lockscope", "% of a core"),
}
FACTS = ("date", "commit", "processor", "processors", "system", "kernel", "load", "busy", "seconds", "redis-server", "compiler", "flags", "Qt", "hiredis")
VERSIONS = {"redisson": ("redisson", "java"), "redlock": ("redlock", "ioredis", "node"), "redis-semaphore": ("redis-semaphore", "ioredis", "node")}
CHAPTERS = {"en": ("How it was measured", "What is not good", "What was left out", "Measure it yourself"), "zh_CN": ("如何测量", "不好的地方", "没有测量的", "自己测量")}
# Larger is better in the first only.
COMPARED = [("pairs/s", ("pairs", "redlock pairs", "redlock, 1 stopped", "redlock, 1 killed")), ("ms 99th", ("redlock, 1 stopped", "redlock, 1 killed"))]
COMPARED += [(unit, tuple(f"hand-over {n}" for n in (2, 4, 8, 16))) for unit in ("ms median", "ms 99th", "commands")]


def write(problems, recorded, folder):
    """The pages that the writer makes of these figures; none: it refuses them."""
    folder.mkdir()
    (folder / "figures.json").write_text(json.dumps(recorded), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-B", problems.root / WRITER, folder / "figures.json", folder], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode:
        return None, done.stdout
    return {language: (folder / language / "benchmarks.md").read_text(encoding="utf-8") for language in LANGUAGES}, done.stdout


def tables(page):
    return [block.splitlines() for block in re.findall(r"(?:^\|.*\n)+", page, re.MULTILINE)]


def cells(row):
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def chapter(page, title):
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    return found.group(1) if found else ""


def better(runs):
    """The figures in which another library is better than ours."""
    found = []
    for unit, benches in COMPARED:
        for bench in benches:
            for peer in PEERS:
                ours, theirs = runs.get((bench, "lockscope", unit)), runs.get((bench, peer, unit))
                if ours and theirs:
                    distance = statistics.median(theirs) - statistics.median(ours)
                    if distance > 0 if unit == "pairs/s" else distance < 0:
                        found.append((peer, unit, bench))
    return found


def check_structure(problems, pages, recorded):
    runs = {(one["bench"], one["subject"], one["unit"]): one["runs"] for one in recorded["figures"]}
    left_out = {one["what"] for one in recorded["left_out"]}
    for language, page in pages.items():
        file = f"resources/docs/{language}/benchmarks.md"
        problems.expect(page.startswith("# ") and len(re.findall("^# ", page, re.MULTILINE)) == 1, file, "has not one title")
        problems.expect(not re.search(r"[{}]|\bNone\b|\bnan\b", page), file, "has a place that nothing was filled into")
        for title in CHAPTERS[language]:
            problems.expect(chapter(page, title).strip(), file, f"has no chapter '{title}'")
        for rows in tables(page):
            wide = {len(cells(row)) for row in rows}
            problems.expect(len(wide) == 1 and len(rows) > 2, file, f"a table has rows of different length, or none: {rows[0]}")
        for fact in ("date", "commit", "processor", "redis-server", "compiler", "Qt", "hiredis"):
            problems.expect(str(recorded["facts"][fact]) in chapter(page, CHAPTERS[language][0]), file, f"does not say the {fact}")
        for peer, versions in VERSIONS.items():
            if ("pairs", peer, "pairs/s") in runs:
                for version in versions:
                    problems.expect(str(recorded["facts"].get(version, "?")) in page, file, f"does not say the version of {version}")
        check_rows(problems, file, page, runs)
        said = chapter(page, CHAPTERS[language][2])
        problems.expect(said.count("\n- ") + said.startswith("- ") >= len(left_out), file, "does not name all that was left out")
        for peer in left_out & set(PEERS):
            problems.expect(re.search(rf"^- {peer}\b", said, re.MULTILINE), file, f"does not say that {peer} was left out")
        points = len(re.findall(r"is better in|中更好", chapter(page, CHAPTERS[language][1])))
        problems.expect(points == len(better(runs)), file, f"names {points} figures in which others are better, of {len(better(runs))}")
    numbers = [[[re.findall(r"\d[\d,.]*", cell) for cell in cells(row)[1:]] for rows in tables(pages[language])[1:] for row in rows[2:]] for language in LANGUAGES]
    problems.expect(numbers[0] == numbers[1], "resources/docs/zh_CN/benchmarks.md", "has other numbers in its tables than the English page")


def check_rows(problems, file, page, runs):
    """Pairs a second of every library, and their ratio to the limit of the same run."""
    for bench in ("pairs", "redlock pairs"):
        raw = runs.get((bench, "raw", "pairs/s"))
        for subject, name in NAMES.items():
            mine = runs.get((bench, subject, "pairs/s"))
            if not mine:
                continue
            direct = runs.get((bench, subject, "of raw"))
            ratio = statistics.median(direct or [a / b for a, b in zip(mine, raw)])
            middle = f"{statistics.median(mine):,.0f}"
            found = [cells(row) for rows in tables(page) for row in rows if cells(row)[0] == name and middle in cells(row)]
            if problems.expect(found, file, f"has no row of {name} with {middle} pairs a second"):
                shown = [float(cell) for cell in found[0] if re.fullmatch(r"[\d.]+", cell)]
                problems.expect(any(abs(cell - ratio) < 0.006 for cell in shown), file, f"does not say that {name} reaches {ratio:.2f} of the limit")


def check_programs(problems):
    """What is built, what is called and what is there."""
    built = set(re.findall(r"bench_\w+", problems.text(SCRIPT)))
    called = set(re.findall(r"bench_\w+", problems.text(TABLE)))
    problems.expect(built == called, SCRIPT, f"does not build what {TABLE} calls: {sorted(built ^ called)}")
    for name in sorted(called):
        problems.expect('u"json"_s, u"' in problems.text(f"tests/bench/{name}.cpp"), f"tests/bench/{name}.cpp", "prints no JSON")
    parts = re.search(r"^parts=\((.*)\)$", problems.text(SCRIPT), re.MULTILINE)
    named = set(re.findall(r'^    "(\w+)": \[\[', problems.text(TABLE), re.MULTILINE))
    problems.expect(parts and set(parts.group(1).split()) == named == set(PARTS) - {"locks"}, SCRIPT, "does not measure every part")


def read(problems, file):
    """A record of figures in which every part is measured or left out; None: it is none."""
    try:
        recorded = json.loads(problems.text(file))
        runs = {(one["bench"], one["subject"], one["unit"]): one["runs"] for one in recorded["figures"]}
        facts, left_out = recorded["facts"], {one["what"] for one in recorded["left_out"]}
    except (json.JSONDecodeError, KeyError, TypeError) as error:
        problems.add(file, f"is no record of figures: {error}")
        return None
    good = all([problems.expect(facts.get(fact) not in (None, ""), file, f"does not say the {fact}") for fact in FACTS])
    for what, figure in {**PARTS, **{peer: ("pairs", peer, "pairs/s") for peer in PEERS}}.items():
        problems.expect(runs.get(figure) or what in left_out or "locks" in left_out and what in PEERS, file, f"{what} is neither measured nor left out")
    return recorded if good else None


def check_writer(problems, folder):
    sample = read(problems, SAMPLE)
    if sample is None:
        return
    # As they are; without Redisson and without a part; with a library that is better in everything; without anything.
    fewer = {**sample, "figures": [one for one in sample["figures"] if one["subject"] != "redisson" and not one["bench"].startswith("frame ")]}
    fewer["left_out"] = [{"what": "redisson", "why": "not-installed"}, {"what": "frame", "why": "failed"}]
    ours = {(one["bench"], one["unit"]): one["runs"] for one in sample["figures"] if one["subject"] == "lockscope"}
    quick = [{**one, "runs": [run * (2 if one["unit"] == "pairs/s" else 0.5) for run in ours.get((one["bench"], one["unit"]), one["runs"])]}
             if one["subject"] == "redlock" else one for one in sample["figures"]]
    for what, recorded in (("all", sample), ("fewer", fewer), ("quick", {**sample, "figures": quick})):
        pages, said = write(problems, recorded, folder / what)
        if problems.expect(pages, WRITER, f"does not write the pages: {said.strip()[-500:]}"):
            check_structure(problems, pages, recorded)
    pages, _ = write(problems, {**sample, "figures": []}, folder / "none")
    problems.expect(pages is None, WRITER, "writes a page without figures")


def check_guide(problems, folder):
    """The pages of the guide are of the last run, and nobody has edited them."""
    if not (problems.root / FIGURES).is_file():
        for language in LANGUAGES:
            file = f"resources/docs/{language}/benchmarks.md"
            problems.expect(not (problems.root / file).exists(), file, f"has no {FIGURES}, of which it was made")
        return
    recorded = read(problems, FIGURES)
    pages, said = write(problems, recorded, folder / "guide") if recorded else (None, "")
    if not problems.expect(pages, FIGURES, f"is not what {WRITER} reads: {said.strip()[-500:]}"):
        return
    check_structure(problems, pages, recorded)
    for language, page in pages.items():
        file = f"resources/docs/{language}/benchmarks.md"
        problems.expect(problems.text(file) == page, file, f"is not what {WRITER} writes: scripts/benchmarks --page")


def check(root):
    problems = checking.Problems(root)
    check_programs(problems)
    with tempfile.TemporaryDirectory() as name:
        check_writer(problems, pathlib.Path(name))
        check_guide(problems, pathlib.Path(name))
    return problems.lines


EN = "resources/docs/en/benchmarks.md"
ZH = "resources/docs/zh_CN/benchmarks.md"
MISTAKES = [
    ("an unknown compiler", SAMPLE, '"compiler": "', '"compilers": "'),
    ("a part that got lost", SAMPLE, '"watching, paced", "subject": "lockscope"', '"watching at a pace", "subject": "lockscope"'),
    ("no figures", SAMPLE, '"figures": [', '"figure": ['),
    ("means instead of medians", WRITER, "statistics.median(runs) if", "statistics.mean(runs) if"),
    ("ratios upside down", WRITER, "a / b for a, b", "b / a for a, b"),
    ("silence about others that are better", WRITER, "+ self.behind_others()", ""),
    ("better only if slower", WRITER, "theirs <= ours if", "theirs >= ours if"),
    ("silence about what was left out", WRITER, "        self.left_out()\n", ""),
    ("a version that is not said", WRITER, "hiredis {facts['hiredis']}", "hiredis"),
    ("a place that is not filled in", WRITER, 'f"{facts[\'date\']}, ', '"{facts[\'date\']}, '),
    ("a program that is not built", SCRIPT, "bench_watchcost", "bench_watchcosts"),
    ("a part that is not measured", SCRIPT, " failover discovery", " discovery"),
    ("a program that prints no JSON", "tests/bench/bench_start.cpp", 'u"json"_s, u"A line', 'u"jason"_s, u"A line'),
]

# Where there was a run.
MISTAKES_OF_THE_PAGE = [
    ("a number by hand", EN, "| Lockscope | ", "| Lockscope | 1"),
    ("a page that is not there", ZH, None, ""),
    ("a chapter that was cut", EN, "## What is not good", "## Notes"),
    ("figures of another run", FIGURES, '"date": "', '"date": "1'),
    ("a page without its figures", FIGURES, None, ""),
]

if __name__ == "__main__":
    was_run = len(sys.argv) > 1 and pathlib.Path(sys.argv[1], FIGURES).is_file()
    checking.main(check, MISTAKES + (MISTAKES_OF_THE_PAGE if was_run else []), ["tests/bench", "resources/docs", SAMPLE, SCRIPT])
