#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lockscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the site of the guide with scripts/site, and follows every link of it: site.py ROOT [--selftest].

No link is broken, no picture missing or without words, nothing comes from elsewhere, each page is there in both languages
and in the search, and no mark of Markdown is left in the text. The self-test plants mistakes in the made site.
"""

import functools
import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

LANGUAGES = {"en": "en", "zh_CN": "zh-CN"}
# A text goes on over these; every other element ends it.
INLINE = {"a", "code", "em", "strong", "img"}
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.ids, self.links, self.loads, self.images, self.headings = set(), [], [], [], []
        self.twice, self.text, self.language, self.title, self.labels, self.fields = [], [], "", "", set(), []
        self.open = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag not in VOID:
            self.open.append(tag)
        if tag not in INLINE:
            self.text.append("\0")
        if "id" in values:
            if values["id"] in self.ids:
                self.twice.append(values["id"])
            self.ids.add(values["id"])
        if tag == "html":
            self.language = values.get("lang", "")
        elif tag == "a" and "href" in values:
            self.links.append(values["href"])
        elif tag == "img":
            self.images.append(values)
            self.loads.append(values.get("src", ""))
        elif tag in ("script", "iframe") and "src" in values:
            self.loads.append(values["src"])
        elif tag == "link" and values.get("rel") in ("stylesheet", "icon"):
            self.loads.append(values["href"])
        elif tag == "link":
            self.links.append(values["href"])
        elif re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        elif tag == "label":
            self.labels.add(values.get("for"))
        elif tag == "input":
            self.fields.append(values.get("id"))

    def handle_endtag(self, tag):
        if tag not in INLINE:
            self.text.append("\0")
        if tag in self.open:
            while self.open.pop() != tag:
                pass

    def handle_data(self, data):
        if self.open and self.open[-1] == "title":
            self.title += data
        if "article" in self.open and not {"pre", "code"} & set(self.open):
            self.text.append(data)


@functools.cache
def read(text):
    return Page(text)


def check(site, root):
    """The problems of a made site."""
    problems = []
    pages = {path: read(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    sources = {language: {path.stem for path in (root / "resources/docs" / language).glob("*.md")} for language in LANGUAGES}
    if sources["en"] != sources["zh_CN"] or len(sources["en"]) < 3:
        problems.append(f"resources/docs: one language has pages that the other has not: {sources['en'] ^ sources['zh_CN']}")
    found = json.loads((site / "search/pages.js").read_text(encoding="utf-8").partition("=")[2].rstrip(";\n"))
    indexed = {page["location"]: page for page in found}
    titles = {}
    files = {path for path in site.rglob("*") if path.is_file()}
    for path, page in pages.items():
        name = str(path.relative_to(site))

        def leads(address, kind):
            url = urllib.parse.urlsplit(address)
            if url.scheme or url.netloc:
                if kind == "loads" or url.scheme not in ("https", "mailto"):
                    problems.append(f"{name}: {kind} {address} from elsewhere")
                return
            target = path
            if url.path:
                target = pathlib.Path(os.path.normpath(path.parent / urllib.parse.unquote(url.path)))
            if target not in files:
                problems.append(f"{name}: {kind} {address}, which is not there")
            elif url.fragment:
                other = pages.get(target)
                if other is None or urllib.parse.unquote(url.fragment) not in other.ids:
                    problems.append(f"{name}: {kind} {address}, and there is no such place in it")

        for address in page.links:
            leads(address, "leads to")
        for address in page.loads:
            leads(address, "loads")
        for image in page.images:
            if "alt" not in image:
                problems.append(f"{name}: {image.get('src')} has no words for who does not see it")
        for identity in page.twice:
            problems.append(f"{name}: the id {identity} is there twice")
        if page.headings.count(1) != 1 or page.headings[0] != 1:
            problems.append(f"{name}: has {page.headings.count(1)} headings of the first level, or another before")
        for before, after in zip(page.headings, page.headings[1:]):
            if after > before + 1:
                problems.append(f"{name}: a heading leaves out a level")
        if set(page.fields) - page.labels:
            problems.append(f"{name}: a field has no label")
        text = "".join(page.text)
        for mark in re.findall(r"\]\([^)]*\)|^\s*\|? ?-{3,}.*|^#+ .*|\*\*[^*\n]+\*\*|(?<=\n)- .*|`[^`\n]+`", text, re.MULTILINE):
            problems.append(f"{name}: is left of Markdown: {mark.strip()[:80]}")
        language = path.parent.name
        if language in LANGUAGES:
            if page.language != LANGUAGES[language]:
                problems.append(f"{name}: says that it is in '{page.language}'")
            if titles.setdefault((language, page.title), name) != name:
                problems.append(f"{name}: has the title of {titles[language, page.title]}")
            if len(indexed.get(name, {}).get("text", "")) < 100:
                problems.append(f"{name}: is not in the search")
            if language == "zh_CN" and re.search("[\u4e00-\u9fff]\n[\u4e00-\u9fff]", text):
                problems.append(f"{name}: a line break would be shown as a space")
    for language, names in sources.items():
        for name in sorted(names):
            if site / f"docs/{language}/{name}.html" not in pages:
                problems.append(f"docs/{language}/{name}.html: is missing")
            elif name != "index" and f'href="{name}.html"' not in (site / f"docs/{language}/index.html").read_text(encoding="utf-8"):
                problems.append(f"docs/{language}/{name}.html: is in no list of pages")
    for path in site.rglob("*.css"):
        if re.search(r"url\(|@import", path.read_text(encoding="utf-8")):
            problems.append(f"{path.name}: loads something")
    return problems


MISTAKES = [
    ("a broken link", "docs/en/locks.html", 'href="detail.html"', 'href="details.html"'),
    ("a place that is not there", "docs/en/locks.html", 'href="#text"', 'href="#texts"'),
    ("a picture that is missing", "docs/en/locks.html", "light/locks.png", "light/lock.png"),
    ("a picture without words", "docs/en/locks.html", '<img alt="', '<img title="'),
    ("a script from elsewhere", "docs/en/locks.html", 'src="../../search.js"', 'src="https://example.org/search.js"'),
    ("two headings", "docs/en/locks.html", "<article>", "<article><h1>Locks</h1>"),
    ("a heading without its level", "docs/en/locks.html", "</article>", "<h5>a</h5></article>"),
    ("a field without a label", "docs/en/locks.html", 'for="query"', 'for="search"'),
    ("a wrong language", "docs/zh_CN/locks.html", 'lang="zh-CN"', 'lang="en"'),
    ("left of Markdown", "docs/en/locks.html", "</article>", "<p>see [there](locks.md)</p></article>"),
    ("a list that is none", "docs/en/locks.html", "</article>", "<p>one\n- two</p></article>"),
    ("a page that is not found", "search/pages.js", '"docs/en/locks.html"', '"docs/en/locked.html"'),
    ("a page that is not there", "docs/zh_CN/locks.html", None, ""),
    ("a font from elsewhere", "style.css", "body {", "@import 'https://example.org/font.css'; body {"),
]


def make(root, folder, **variables):
    environment = {**os.environ, **variables}
    return subprocess.run([root / "scripts/site", folder], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)


def selftest(root, site):
    failures = 0
    for what, file, old, new in MISTAKES:
        path = site / file
        before = path.read_bytes()
        if old is None:
            path.unlink()
        else:
            text = before.decode("utf-8")
            if old not in text:
                print(f"FAIL: {what}: {file} has no '{old}'")
                failures += 1
                continue
            path.write_text(text.replace(old, new, 1), encoding="utf-8")
        found = check(site, root)
        print(f"noticed: {what}: {found[0][:140]}" if found else f"FAIL: not noticed: {what}")
        failures += not found
        path.write_bytes(before)
    # In the source, scripts/site itself refuses it.
    tree = site.parent / "tree"
    for name in ("scripts/site", "packaging/site", "resources/docs", "resources/lockscope.svg"):
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if (root / name).is_dir() else shutil.copy2)(root / name, tree / name)
    (tree / "resources/screenshots").symlink_to(root / "resources/screenshots")
    page = tree / "resources/docs/en/locks.md"
    page.write_text(page.read_text(encoding="utf-8").replace("(detail.md)", "(details.md)"), encoding="utf-8")
    if make(tree, site.parent / "planted").returncode == 0:
        print("FAIL: scripts/site makes a site with a broken link")
        failures += 1
    other = site.parent / "other"
    other.mkdir()
    (other / "mine.txt").write_text("mine")
    if make(root, other).returncode == 0 or not (other / "mine.txt").exists():
        print("FAIL: scripts/site replaces a folder that is none of its own")
        failures += 1
    return failures


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    if not shutil.which("mkdocs"):
        print("left out: mkdocs is missing (scripts/setup --test installs it)")
        sys.exit(1 if os.environ.get("CI") == "true" else 77)
    with tempfile.TemporaryDirectory() as folder:
        site = pathlib.Path(os.path.realpath(folder), "site")
        made = make(root, site)
        problems = check(site, root) if made.returncode == 0 else [made.stdout]
        for line in problems:
            print(line)
        if problems or "--selftest" not in sys.argv:
            sys.exit(1 if problems else 0)
        sys.exit(1 if selftest(root, site) else 0)


main()
