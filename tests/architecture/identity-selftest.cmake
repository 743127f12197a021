# SPDX-FileCopyrightText: 2026 The Lockscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Shows that identity.cmake can fail.
#
#   cmake -DSCRATCH=<folder to use> -P identity-selftest.cmake
cmake_minimum_required(VERSION 3.25)
set(check "${CMAKE_CURRENT_LIST_DIR}/identity.cmake")
set(check_arguments "")
include("${CMAKE_CURRENT_LIST_DIR}/selftest.cmake")

set(project "project(\n  a\n  VERSION 1.2.3\n)\nset(LOCKSCOPE_ID org.example.a)\n")
set(desktop "[Desktop Entry]\nExec=lockscope %u\nIcon=@LOCKSCOPE_ID@\nMimeType=x-scheme-handler/lockscope;\n")
set(metainfo "<id>@LOCKSCOPE_ID@</id><launchable>@LOCKSCOPE_ID@.desktop</launchable>\n")
string(APPEND metainfo "  <releases>\n    <release version=\"@PROJECT_VERSION@\"/>\n")

function(clean_tree)
  file(REMOVE_RECURSE "${SCRATCH}")
  file(WRITE "${SCRATCH}/CMakeLists.txt" "${project}")
  file(WRITE "${SCRATCH}/CHANGELOG.md" "# Changelog\n\n## 1.2.3 (2026-01-01)\n\n## 1.2.2\n")
  file(WRITE "${SCRATCH}/app/lockscope/main.cpp" "setDesktopFileName(QStringLiteral(LOCKSCOPE_ID));\n")
  file(WRITE "${SCRATCH}/resources/lockscope.desktop.in" "${desktop}")
  file(WRITE "${SCRATCH}/resources/lockscope.metainfo.xml.in" "${metainfo}")
endfunction()

clean_tree()
must_pass("a clean tree")

string(REPLACE "1.2.3" "1.2" changed "${project}")
must_fail("a version of two numbers" CMakeLists.txt "${changed}")
string(REPLACE "org.example.a" "org.example.A" changed "${project}")
must_fail("an id with capital letters" CMakeLists.txt "${changed}")
must_fail("the id in another file" ui/theme/icon.cpp "\"org.example.a\"")
must_fail("the version in another file" resources/man/a.1 ".TH A 1 2026 \"A 1.2.3\"")
must_fail("a chapter of another version" CHANGELOG.md "## 1.2.2\n## 1.2.3")
must_fail("a window with another name" app/lockscope/main.cpp "setDesktopFileName(u\"a\"_s)")
string(REPLACE "Icon=@LOCKSCOPE_ID@" "Icon=lockscope" changed "${desktop}")
must_fail("another icon" resources/lockscope.desktop.in "${changed}")
string(REPLACE " %u" "" changed "${desktop}")
must_fail("a desktop file that takes no link" resources/lockscope.desktop.in "${changed}")
string(REPLACE "<id>@LOCKSCOPE_ID@</id>" "<id>lockscope</id>" changed "${metainfo}")
must_fail("another AppStream id" resources/lockscope.metainfo.xml.in "${changed}")
string(REPLACE "@PROJECT_VERSION@" "1.2.2" changed "${metainfo}")
must_fail("release notes of an older version" resources/lockscope.metainfo.xml.in "${changed}")

finish()
