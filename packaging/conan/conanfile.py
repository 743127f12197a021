# SPDX-FileCopyrightText: 2026 The Lockscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
import os
import re

from conan import ConanFile
from conan.errors import ConanException
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load


class LockscopeCore(ConanFile):
    """The lock library, of the source tree that this file is in: `conan create packaging/conan`.

    By itself it takes the libraries of the system, since no remote of Conan 2 has QCoro. With `-o "&:system=False"`
    Conan has to bring all of them, for example from a remote of your own.
    """

    name = "lockscope-core"
    package_type = "shared-library"
    license = "GPL-3.0-or-later"
    description = "Distributed locks in Redis, interoperable with Redisson, with coroutines on Qt's event loop"
    topics = ("redis", "redisson", "redlock", "lock", "qt")
    settings = "os", "arch", "compiler", "build_type"
    options = {"system": [True, False]}
    default_options = {"system": True}

    def _tree(self):
        return os.path.join(self.recipe_folder, "..", "..")

    def set_version(self):
        # Where it stands once.
        found = re.search(r"[( \n]VERSION ([0-9.]+)\n", load(self, os.path.join(self._tree(), "CMakeLists.txt")))
        if not found:
            raise ConanException("CMakeLists.txt names no version")
        self.version = found.group(1)

    def export_sources(self):
        for part in ("CMakeLists.txt", "LICENSE", "core/*"):
            copy(self, part, self._tree(), self.export_sources_folder)

    def requirements(self):
        if not self.options.system:
            self.requires("hiredis/[>=1.0]")
            self.requires("qcoro/[>=0.8]", transitive_headers=True)
            self.requires("qt/[>=6.4 <7]", transitive_headers=True)
            self.requires("tl-expected/[>=1.0]", transitive_headers=True)

    def validate(self):
        check_min_cppstd(self, 20)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["LOCKSCOPE_LOCKCTL"] = False
        toolchain.cache_variables["BUILD_TESTING"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()

    def package_info(self):
        # Our own CMake package says what it needs.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = [os.path.join("lib", "cmake", "Lockscope")]
        self.cpp_info.libs = ["lockscope-core"]
        self.cpp_info.includedirs = [os.path.join("include", "lockscope")]
