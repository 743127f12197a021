#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lockscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fills in the recipes of packaging as scripts/release does, and checks them as far as tools go: see checking.py."""

import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

import checking
import yaml

FLATPAK = "packaging/flatpak/manifest.yaml.in"
AUR = "packaging/aur/PKGBUILD.in"
BREW = "packaging/homebrew/lockctl.rb.in"
NIX = "packaging/nix/default.nix"
PORT = "packaging/vcpkg/lockscope-core/portfile.cmake.in"
MANIFEST = "packaging/vcpkg/lockscope-core/vcpkg.json.in"
CONAN = "packaging/conan/conanfile.py"
APPIMAGE = "packaging/appimage/build"
OPTION = re.compile(r"""(?:-D|cmakeBool "|cache_variables\[")(LOCKSCOPE_[A-Z]+|BUILD_TESTING)""")

# What a Flatpak may not reach, and what it has to.
FORBIDDEN = re.compile(r"--filesystem=|--socket=(session|system)-bus|--talk-name=|--device=all|--socket=x11$|--share=(?!network|ipc)")
NEEDED = ["--share=network", "--socket=wayland", "--socket=fallback-x11", "--share=ipc"]


def flatpak(problems, path, version, id, source):
    manifest = yaml.safe_load(path.read_text(encoding="utf-8"))
    problems.expect(path.name == f"{id}.yaml" and manifest.get("id") == id, FLATPAK, "its id is not that of the application")
    problems.expect(manifest.get("runtime") == "org.kde.Platform", FLATPAK, "its runtime is not KDE's")
    problems.expect(re.fullmatch(r"6\.\d+", manifest.get("runtime-version", "")), FLATPAK, "its runtime is not of Qt 6, as text")
    problems.expect(manifest.get("command") == "lockscope", FLATPAK, "its command is not lockscope")
    arguments = manifest.get("finish-args", [])
    for argument in arguments:
        problems.expect(not FORBIDDEN.search(argument), FLATPAK, f"{argument}: reaches what it shall not")
    for argument in NEEDED:
        problems.expect(argument in arguments, FLATPAK, f"{argument} is missing")
    pins = {}
    for module in manifest.get("modules", []):
        for one in module["sources"]:
            if one["type"] == "git":
                problems.expect(re.fullmatch(r"[0-9a-f]{40}", one.get("commit", "")), FLATPAK, f"{module['name']} is not named by a commit")
                pins[module["name"]] = (one["url"], one["tag"], one["commit"])
            else:
                problems.expect((one.get("url"), one.get("sha256")) == source[:2], FLATPAK, f"{module['name']} is not the source of the release")
    problems.expect(manifest["modules"][-1]["name"] == "lockscope", FLATPAK, "its last module is not lockscope")
    if problems.has_tool("flatpak-builder"):
        problems.tool(FLATPAK, "flatpak-builder", "--show-manifest", str(path), cwd=path.parent, reads=[path])
    return pins


def aur(problems, path, version, source):
    script = 'set -eu; source "$1"; printf "%s\\n" "$pkgname" "$pkgver" "${source[0]}" "${sha256sums[0]}"; declare -F build package >/dev/null'
    done = subprocess.run(["bash", "-c", script, "bash", str(path)], capture_output=True, text=True)
    said = done.stdout.splitlines()
    problems.expect(done.returncode == 0, AUR, f"bash says: {done.stderr.strip()}")
    problems.expect(said == ["lockctl", version, *source[:2]], AUR, f"is not of this release: {said}")
    if problems.has_tool("shellcheck"):
        # Names that makepkg gives and reads; it ends at the first error by itself.
        problems.tool(AUR, "shellcheck", "--shell=bash", "--exclude=SC2034,SC2154,SC2164", str(path), reads=[path])


def brew(problems, path, source, pins):
    text = path.read_text(encoding="utf-8")
    for key, value in (("url", source[0]), ("sha256", source[1])):
        problems.expect(f'  {key} "{value}"' in text, BREW, f"its {key} is not that of the release")
    for url, tag, revision in re.findall(r'url "(\S+)",\s+tag:\s+"(\S+)",\s+revision: "(\w+)"', text):
        problems.expect((url, tag, revision) in pins.values(), BREW, f"{url} is not as the Flatpak has it")
    problems.expect(len(re.findall("revision:", text)) == 2, BREW, "has not two libraries of its own")
    if problems.has_tool("ruby"):
        problems.tool(BREW, "ruby", "-wc", str(path), reads=[path])


def nix(problems, version):
    # Evaluated with a stand-in for Nix's packages, which has what the recipe asks for.
    if problems.has_tool("nix-instantiate"):
        with tempfile.TemporaryDirectory() as folder:
            places = {f"NIX_{name}_DIR": f"{folder}/{name.lower()}" for name in ("STORE", "STATE", "LOG", "CONF")}
            environment = {**os.environ, **places}
            path = problems.root / NIX
            problems.tool(NIX, "nix-instantiate", "--parse", str(path), env=environment, reads=[path])
            stub = "{ lib = { cleanSourceWith = x: x; cleanSourceFilter = p: t: true; cmakeBool = n: v: n; licenses.gpl3Plus = 1; platforms.linux = 1; }; "
            stub += "stdenv.mkDerivation = x: x; qt6 = { wrapQtAppsNoGuiHook = 1; qtbase = 1; }; kdePackages = { qcoro = 1; qtkeychain = 1; }; "
            stub += " ".join(f"{n} = 1;" for n in ("cmake", "ninja", "pkg-config", "hiredis", "prometheus-cpp", "sqlite", "tl-expected", "xz", "yaml-cpp"))
            expression = f"let made = import {path} {{ pkgs = {stub} }}; }}; in builtins.toJSON [ made.version made.buildInputs made.nativeBuildInputs made.cmakeFlags ]"
            said = problems.tool(NIX, "nix-instantiate", "--eval", "--strict", "--expr", expression, env=environment, reads=[path, problems.root / "CMakeLists.txt"])
            problems.expect(f'\\"{version}\\"' in said, NIX, f"does not find the version {version}")


def vcpkg(problems, folder, version, source):
    try:
        manifest = json.loads((folder / "vcpkg.json").read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        problems.add(MANIFEST, f"is no JSON: {error}")
        return
    problems.expect(manifest.get("name") == "lockscope-core", MANIFEST, "has another name than its folder")
    problems.expect(manifest.get("version-semver") == version, MANIFEST, "is not of this version")
    names = [d if isinstance(d, str) else d["name"] for d in manifest.get("dependencies", [])]
    problems.expect(names == sorted(names), MANIFEST, "its dependencies are not sorted, as vcpkg format-manifest has them")
    for name in ("hiredis", "qcoro", "qtbase", "tl-expected"):
        problems.expect(name in names, MANIFEST, f"does not ask for {name}")
    port = (folder / "portfile.cmake").read_text(encoding="utf-8")
    problems.expect(source[0] in port and source[2] in port, PORT, "does not fetch the source of the release")
    problems.expect("vcpkg_install_copyright" in port, PORT, "does not install the licence")
    usage = problems.text("packaging/vcpkg/lockscope-core/usage")
    consumer = problems.text("packaging/consumer/CMakeLists.txt")
    for line in usage.splitlines()[2:]:
        problems.expect(line.strip().replace("main", "consumer") in consumer, "packaging/consumer/CMakeLists.txt", f"is not as usage says: {line.strip()}")


def conan(problems, version):
    problems.expect(compile_python(problems, CONAN) and compile_python(problems, "packaging/conan/test_package/conanfile.py"), CONAN, "is no Python")
    if not shutil.which("conan"):
        print("left out: conan is missing (PyPI)")
        return
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "CONAN_HOME": home, "PYTHONDONTWRITEBYTECODE": "1"}
        path = str((problems.root / CONAN).parent)
        reads = [problems.root / CONAN, problems.root / "CMakeLists.txt"]
        said = problems.tool(CONAN, "conan", "inspect", path, "--format=json", env=environment, reads=reads)
        problems.expect(f'"version": "{version}"' in said, CONAN, f"does not find the version {version}")
        problems.tool(CONAN, "conan", "profile", "detect", env=environment, reads=reads)
        problems.tool(CONAN, "conan", "graph", "info", path, "--no-remote", "-s", "compiler.cppstd=20", env=environment, reads=reads)
        problems.tool(CONAN, "conan", "export", path, env=environment, reads=reads)


def compile_python(problems, file):
    try:
        compile(problems.text(file), file, "exec")
    except SyntaxError as error:
        problems.add(file, str(error))
        return False
    return True


def check(root):
    problems = checking.Problems(root)
    version, id = checking.version_of(root)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        tar = folder / f"lockscope-{version}.tar.xz"
        tar.write_bytes(b"what a release has")
        source = (
            f"https://example.org/{tar.name}",
            hashlib.sha256(tar.read_bytes()).hexdigest(),
            hashlib.sha512(tar.read_bytes()).hexdigest(),
        )
        environment = {**os.environ, "LOCKSCOPE_DOWNLOADS": "https://example.org/", "LOCKSCOPE_HOMEPAGE": "https://example.org"}
        script = str(problems.root / "scripts/recipes")
        before = len(problems.lines)
        problems.tool("scripts/recipes", script, str(folder), str(tar), env=environment)
        if len(problems.lines) > before:
            return problems.lines
        other = folder / "lockscope-9.9.9.tar.xz"
        other.write_bytes(b"")
        refused = subprocess.run([script, str(folder / "no"), str(other)], capture_output=True, env=environment)
        problems.expect(refused.returncode == 1, "scripts/recipes", "takes the tar of another version")
        try:
            pins = flatpak(problems, folder / f"flatpak/{id}.yaml", version, id, source)
            brew(problems, folder / "homebrew/lockctl.rb", source, pins)
        except (yaml.YAMLError, KeyError, TypeError) as error:
            problems.add(FLATPAK, f"is no manifest: {error}")
        aur(problems, folder / "aur/PKGBUILD", version, source)
        vcpkg(problems, folder / "vcpkg/lockscope-core", version, source)
    nix(problems, version)
    conan(problems, version)
    options = set(re.findall(r"option\((\w+)", problems.text("CMakeLists.txt"))) | {"BUILD_TESTING"}
    for file in (FLATPAK, AUR, BREW, NIX, PORT, CONAN, APPIMAGE):
        names = set(OPTION.findall(problems.text(file)))
        problems.expect(names, file, "has no option of the build")
        for name in names:
            problems.expect(name in options, file, f"{name} is no option of the build")
    if problems.has_tool("shellcheck"):
        problems.tool(APPIMAGE, "shellcheck", str(problems.root / APPIMAGE), reads=[problems.root / APPIMAGE])
    return problems.lines


MISTAKES = [
    ("another id", FLATPAK, "'@ID@'", "org.example.Other"),
    ("a runtime of Qt 5", FLATPAK, "'6.8'", "'5.15'"),
    ("the home folder", FLATPAK, "  - --share=network", "  - --share=network\n  - --filesystem=home"),
    ("no network", FLATPAK, "  - --share=network\n", ""),
    ("a library without a commit", FLATPAK, "        commit: ccad7ebaf99310957004661d1c5f82d2a33ebd10\n", ""),
    ("another source", FLATPAK, "'@SHA256@'", "'@SHA512@'"),
    ("a key that nobody fills in", AUR, "@VERSION@", "@RELEASE@"),
    ("a script that bash refuses", AUR, "package() {", "package( {"),
    ("a version by hand", AUR, "@VERSION@", "0.0.1"),
    ("an option that is not there", AUR, "LOCKSCOPE_CONSOLE", "LOCKSCOPE_WINDOWS"),
    ("Ruby that is none", BREW, "  def install", "  def install("),
    ("another commit than the Flatpak has", BREW, "3a6efdbe", "3a6efdbf"),
    ("Nix that is none", NIX, "meta = {", "meta = "),
    ("a package that Nix is not given", NIX, "pkgs.hiredis", "pkgs.hireddis"),
    ("a version that Nix does not find", NIX, "VERSION (", "VERSIONS ("),
    ("JSON that is none", MANIFEST, '"hiredis",', '"hiredis"'),
    ("a library that is not asked for", MANIFEST, '    "hiredis",\n', ""),
    ("no licence", PORT, "vcpkg_install_copyright", "vcpkg_copy_tools"),
    ("no checksum", PORT, "@SHA512@", "0"),
    ("a consumer of another package", "packaging/consumer/CMakeLists.txt", "Lockscope CONFIG", "lockscope CONFIG"),
    ("Python that is none", CONAN, "class LockscopeCore(", "class LockscopeCore(("),
    ("a mistake in the script", APPIMAGE, 'rm -rf "$image"', "rm -rf $images/"),
]

if __name__ == "__main__":
    checking.main(check, MISTAKES, ["packaging", "CMakeLists.txt", "LICENSE", "core/CMakeLists.txt", "scripts/recipes"])
