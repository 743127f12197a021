#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lockscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes releases with scripts/release in a small repository, whose packages are a program and a library of a few lines.

  releases.py ROOT

It refuses what it has to, its files can be checked by a stranger, the same commit makes the same bytes, and what is
wrong with a build ends it before the tag.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest

ROOT = pathlib.Path(os.path.realpath(sys.argv.pop(1) if len(sys.argv) > 1 else "."))
VERSION = "1.2.0"
EPOCH = "1700000000"

PACKAGE = r"""#!/bin/bash
# Stands in for the real one: two packages, of a program and of a library.
set -eu
mkdir -p "$1" build
flags='-O2 -g -fstack-protector-strong -D_FORTIFY_SOURCE=2 -Wl,-z,relro,-z,now '"-ffile-prefix-map=$PWD=."
FLAGS
cc $flags -fPIE -pie -o build/lockctl main.c
cc $flags -fPIC -shared -Wl,-soname,liblockscope-core.so.1.2 -o build/liblockscope-core.so.1.2.0 library.c
strip --strip-unneeded build/lockctl
pack() {
    rm -rf "build/deb-$1" && mkdir -p "build/deb-$1/DEBIAN" "build/deb-$1$3"
    cp "build/$2" "build/deb-$1$3"
    printf 'Package: %s\nVersion: 1.2.0-1\nArchitecture: amd64\nMaintainer: A <a@example.org>\nDescription: a\nDepends: %s\n' \
        "$1" "$4" >"build/deb-$1/DEBIAN/control"
    dpkg-deb --root-owner-group --build "build/deb-$1" "$TO" >/dev/null
}
TO=$1
pack lockctl lockctl /usr/bin 'libc6 (>= 2.36), libnotthere1 (>= 1) | libother, liblockscope-core1.2 (= 1.2.0-1)'
pack liblockscope-core1.2 liblockscope-core.so.1.2.0 /usr/lib 'libc6 (>= 2.36)'
"""
MAIN = '#include <stdio.h>\n#include <string.h>\nint main(int n, char **a) { char b[64]; strcpy(b, a[n - 1]); return puts(b); }\n'
LIBRARY = "#include <string.h>\nstruct lock { int count; };\nint held(struct lock *l, const char *a) { char b[64]; strcpy(b, a); return l->count + b[0]; }\n"


class Release(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.tree = self.folder / "tree"
        self.out = self.folder / "out"
        for name in ("packaging", "LICENSES", ".reuse", "resources/lockscope.metainfo.xml.in", "scripts/release", "scripts/recipes"):
            source, target = ROOT / name, self.tree / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy2(source, target)
        self.write("CMakeLists.txt", f"project(\n  lockscope\n  VERSION {VERSION}\n  LANGUAGES CXX)\nset(LOCKSCOPE_ID org.example.a)\n")
        self.write("CHANGELOG.md", f"# Changelog\n\n## {VERSION} (2023-11-14)\n\n- What is new.\n\n## 1.1.0 (2023-01-01)\n\n- What was.\n")
        self.write("scripts/package", PACKAGE.replace("FLAGS\n", ""), executable=True)
        self.write(".ci/run", '#!/bin/sh\necho checked >"$CHECKED"\n', executable=True)
        self.write("main.c", MAIN)
        self.write("library.c", LIBRARY)
        self.write(".gitignore", "build/\n")
        metainfo = self.tree / "resources/lockscope.metainfo.xml.in"
        lines = metainfo.read_text(encoding="utf-8").splitlines()
        first = next(i for i, line in enumerate(lines) if "<release " in line)
        lines[first] = '    <release version="@PROJECT_VERSION@" date="2023-11-14">'
        metainfo.write_text("\n".join(lines) + "\n", encoding="utf-8")
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder),
            "LC_ALL": "C.UTF-8",
            "CHECKED": str(self.folder / "checked"),
            "GIT_CONFIG_GLOBAL": str(self.folder / "gitconfig"),
            "SOURCE_DATE_EPOCH": EPOCH,
        }
        self.git("init", "--quiet", "--initial-branch=main")
        self.git("config", "user.name", "A")
        self.git("config", "user.email", "a@example.org")
        self.commit()

    def write(self, name, text, executable=False):
        path = self.tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755 if executable else 0o644)

    def git(self, *arguments):
        return subprocess.run(["git", *arguments], cwd=self.tree, env=self.environment, check=True, capture_output=True, text=True).stdout

    def commit(self):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "a")

    def release(self, *arguments, version=VERSION, **variables):
        command = [str(self.tree / "scripts/release"), version, "--to", str(self.out), *arguments]
        done = subprocess.run(
            command, env={**self.environment, **variables}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=100
        )
        return done.returncode, done.stdout

    def refuses(self, why, *arguments, version=VERSION):
        status, said = self.release("--dry-run", *arguments, version=version)
        self.assertEqual(status, 1, said)
        self.assertIn(why, said)
        self.assertFalse(self.out.exists())

    def test_a_dry_run_writes_nothing(self):
        before = sorted(self.folder.rglob("*"))
        status, said = self.release("--dry-run")
        self.assertEqual(status, 0, said)
        self.assertIn(f"make the tag v{VERSION}", said)
        self.assertEqual([p for p in sorted(self.folder.rglob("*")) if ".git/" not in str(p)], [p for p in before if ".git/" not in str(p)])
        self.assertEqual(self.git("tag"), "")

    def test_refusals(self):
        self.refuses("CMakeLists.txt names the version 1.2.0", version="1.3.0")
        self.write("new.txt", "")
        self.refuses("has changes that are not committed")
        (self.tree / "new.txt").unlink()
        changelog = (self.tree / "CHANGELOG.md").read_text(encoding="utf-8")
        for title in (f"## {VERSION}, not released yet", "## 1.1.9 (2023-11-14)", f"## {VERSION} (2023-02-30)", f"## {VERSION} (2999-01-01)"):
            self.write("CHANGELOG.md", changelog.replace(f"## {VERSION} (2023-11-14)", title))
            self.commit()
            self.refuses("CHANGELOG.md")
        self.write("CHANGELOG.md", changelog.replace("- What is new.\n\n", ""))
        self.commit()
        self.refuses("says nothing of")
        self.write("CHANGELOG.md", changelog.replace("2023-11-14", "2023-11-13"))
        self.commit()
        self.refuses("the first release is not of 2023-11-13")
        self.write("CHANGELOG.md", changelog)
        self.commit()
        self.git("tag", f"v{VERSION}")
        self.refuses("is there already")
        self.assertEqual(self.release("--dry-run", version="1.2")[0], 2)

    def test_a_release(self):
        status, said = self.release("--twice")
        self.assertEqual(status, 0, said)
        self.assertTrue((self.folder / "checked").exists(), ".ci/run has not run")
        self.assertIn("Both builds are the same", said)
        self.assertIn("NOT compared: there is no release yet", said)
        self.assertIn("NOT signed", said)
        self.assertEqual(self.git("cat-file", "-t", f"v{VERSION}").strip(), "tag")
        sums = subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=self.out, capture_output=True, text=True)
        self.assertEqual(sums.returncode, 0, sums.stdout)
        files = {str(p.relative_to(self.out)) for p in self.out.rglob("*") if p.is_file()} - {"SHA256SUMS"}
        self.assertEqual(files, {line.split(maxsplit=1)[1] for line in (self.out / "SHA256SUMS").read_text().splitlines()})
        for name in (f"lockscope-{VERSION}.tar.xz", f"lockscope-{VERSION}.spdx.json", "NOTES.md", "recipes/aur/PKGBUILD", "recipes/flatpak/org.example.a.yaml"):
            self.assertIn(name, files)
        self.assertEqual((self.out / "NOTES.md").read_text().strip(), "- What is new.")

        with tarfile.open(self.out / f"lockscope-{VERSION}.tar.xz") as tar:
            names = {member.name.partition("/")[2] for member in tar.getmembers() if member.isfile()}
            self.assertEqual(names, set(self.git("ls-files").split()))
            for member in tar.getmembers():
                self.assertEqual((member.mtime, member.uid, member.gid), (int(EPOCH), 0, 0))
                self.assertIn(member.mode, (0o644, 0o755))
        self.sbom()

        # Again, by somebody else: the same bytes.
        before = {name: (self.out / name).read_bytes() for name in files}
        self.git("tag", "--delete", f"v{VERSION}")
        os.umask(0o077)
        self.addCleanup(os.umask, 0o022)
        status, said = self.release("--without-checks")
        self.assertEqual(status, 0, said)
        self.assertIn("NOT checked", said)
        os.umask(0o022)
        self.assertEqual([name for name in files if (self.out / name).read_bytes() != before[name]], [])

    def sbom(self):
        path = self.out / f"lockscope-{VERSION}.spdx.json"
        document = json.loads(path.read_text(encoding="utf-8"))
        names = {package["name"]: package for package in document["packages"]}
        self.assertEqual(set(names), {"lockscope", "lockctl", "liblockscope-core1.2", "libc6", "libnotthere1"})
        self.assertEqual(names["lockctl"]["licenseDeclared"], "FSFAP AND GPL-3.0-or-later")
        self.assertNotIn("versionInfo", names["libnotthere1"])
        self.assertIn("asks for >= 2.36", names["libc6"]["comment"])
        self.assertEqual(document["creationInfo"]["created"], "2023-11-14T22:13:20Z")
        relations = {(r["spdxElementId"], r["relationshipType"], r["relatedSpdxElement"]) for r in document["relationships"]}
        self.assertIn(("SPDXRef-deb-lockctl", "DEPENDS_ON", "SPDXRef-deb-liblockscope-core1.2"), relations)
        self.assertIn(("SPDXRef-deb-lockctl", "GENERATED_FROM", "SPDXRef-source"), relations)
        if shutil.which("pyspdxtools"):  # PyPI
            said = subprocess.run(["pyspdxtools", "--infile", str(path)], capture_output=True, text=True)
            self.assertEqual(said.returncode, 0, said.stdout + said.stderr)
        for old, new in (
            ('"SPDX-2.3"', '"SPDX-2"'),
            ('"licenseDeclared": "FSFAP AND', '"licenseDeclared": "MIT AND'),
            ('"relatedSpdxElement": "SPDXRef-source"', '"relatedSpdxElement": "SPDXRef-sauce"'),
            ('"SPDXID": "SPDXRef-deb-lockctl"', '"SPDXID": "SPDXRef-source"'),
            ('"checksumValue": "', '"checksumValue": "x'),
            ("2023-11-14T22:13:20Z", "yesterday"),
            ('"dataLicense"', '"dateLicense"'),
        ):
            text = path.read_text(encoding="utf-8")
            self.assertIn(old, text)
            planted = self.folder / "planted.json"
            planted.write_text(text.replace(old, new, 1), encoding="utf-8")
            status = subprocess.run([self.tree / "packaging/release/sbom", "--check", planted], capture_output=True, text=True)
            self.assertEqual(status.returncode, 1, f"not noticed: {new}")

    def ends_before_the_tag(self, why, *arguments):
        status, said = self.release("--without-checks", *arguments)
        self.assertEqual(status, 1, said)
        self.assertIn(why, said)
        self.assertEqual(self.git("tag"), "")

    def test_two_builds_that_differ(self):
        self.write("scripts/package", PACKAGE.replace("FLAGS\n", 'flags+=" -DNOW=$RANDOM$RANDOM"\n'), executable=True)
        self.write("main.c", MAIN.replace("return puts(b)", "return puts(b) + NOW"))
        self.commit()
        self.ends_before_the_tag("DIFFERENT: lockctl", "--twice")

    def test_a_program_that_is_not_hardened(self):
        for flags, why in (
            ("-Wl,-z,lazy", "addresses are bound late"),
            ("-fno-stack-protector", "stacks are not guarded"),
            ("-Wl,-z,execstack", "its stack is executable"),
            ("-Wl,-z,norelro", "no RELRO"),
        ):
            self.write("scripts/package", PACKAGE.replace("FLAGS\n", f'flags+=" {flags}"\n'), executable=True)
            self.commit()
            self.ends_before_the_tag(why)
        self.write("scripts/package", PACKAGE.replace("FLAGS\n", "").replace("-fPIE -pie", "-no-pie"), executable=True)
        self.commit()
        self.ends_before_the_tag("it is not position independent")

    def test_a_source_that_is_not_fortified(self):
        commands = self.folder / "compile_commands.json"
        for flags, why in (
            ("-g -O2 -D_FORTIFY_SOURCE=2 -O1", None),
            ("-O2 -D_FORTIFY_SOURCE=2 -U_FORTIFY_SOURCE", "b.cpp: no call is fortified"),
            ("-O2", "b.cpp: no call is fortified"),
            ("-O2 -D_FORTIFY_SOURCE=2 -O0", "b.cpp: it is not optimised"),
        ):
            sources = [
                {"file": "a.cpp", "command": "c++ -O2 -D_FORTIFY_SOURCE=3 -c a.cpp"},
                {"file": "b.cpp", "command": f"c++ {flags} -c b.cpp"},
            ]
            commands.write_text(json.dumps(sources), encoding="utf-8")
            done = subprocess.run([self.tree / "packaging/release/fortified", commands], capture_output=True, text=True)
            self.assertEqual(done.returncode, 1 if why else 0, done.stderr)
            self.assertIn(why or "fortified: 2 sources", done.stderr + done.stdout)
        commands.write_text("[]", encoding="utf-8")
        self.assertEqual(subprocess.run([self.tree / "packaging/release/fortified", commands], capture_output=True).returncode, 1)

    def test_a_library_that_has_changed(self):
        if not shutil.which("abidiff"):
            if os.environ.get("CI") == "true":
                self.fail("abidiff is missing (scripts/setup --test installs it)")
            self.skipTest("abidiff is missing (Debian: abigail-tools)")
        status, said = self.release("--without-checks")
        self.assertEqual(status, 0, said)
        self.git("tag", "--delete", f"v{VERSION}")
        last = self.folder / "last"
        self.out.rename(last)
        status, said = self.release("--without-checks", "--last", str(last))
        self.assertEqual(status, 0, said)
        self.assertIn("can use this one", said)
        self.git("tag", "--delete", f"v{VERSION}")
        self.write("library.c", LIBRARY.replace("int count;", "long count; int other;"))
        self.commit()
        self.ends_before_the_tag("has changed for its users", "--last", str(last))
        self.write("scripts/package", PACKAGE.replace("FLAGS\n", "").replace("soname,liblockscope-core.so.1.2", "soname,liblockscope-core.so.1.3"), executable=True)
        self.commit()
        status, said = self.release("--without-checks", "--last", str(last))
        self.assertEqual(status, 0, said)
        self.assertIn("so has its name", said)


if __name__ == "__main__":
    missing = [tool for tool in ("git", "cc", "dpkg-deb", "readelf", "xz", "sha256sum") if not shutil.which(tool)]
    if missing:
        print(f"left out: {', '.join(missing)} missing (scripts/setup --test installs it)")
        sys.exit(1 if os.environ.get("CI") == "true" else 77)
    unittest.main(verbosity=2)
