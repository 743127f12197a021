# SPDX-FileCopyrightText: 2026 The Lockscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Holds what packages rely on: the id of the application and the version are said once, everything that a desktop reads
# bears that id, and every file that is installed is in one package.
#
#   cmake -DROOT=<source tree> [-DBUILD=<configured build tree>] -P identity.cmake
#
# Ends with status 0 when all is so, else lists each breach.
cmake_minimum_required(VERSION 3.25)

set(problems 0)
function(problem text)
  message(NOTICE "${text}")
  math(EXPR problems "${problems} + 1")
  set(problems ${problems} PARENT_SCOPE)
endfunction()

# The file has this text.
function(expect file text why)
  set(content "")
  if(EXISTS "${ROOT}/${file}")
    file(READ "${ROOT}/${file}" content)
  endif()
  string(FIND "${content}" "${text}" at)
  if(at LESS 0)
    problem("${file}: has no '${text}': ${why}")
  endif()
  set(problems ${problems} PARENT_SCOPE)
endfunction()

if(NOT EXISTS "${ROOT}/CMakeLists.txt")
  message(FATAL_ERROR "ROOT is not the source tree: '${ROOT}'")
endif()
file(READ "${ROOT}/CMakeLists.txt" project)
string(REGEX MATCH "[( \n]VERSION ([0-9]+\\.[0-9]+\\.[0-9]+)\n" found "${project}")
set(version "${CMAKE_MATCH_1}")
if(NOT found)
  problem("CMakeLists.txt: project() names no version of three numbers")
endif()
string(REGEX MATCH "set\\(LOCKSCOPE_ID ([^)]+)\\)" found "${project}")
set(id "${CMAKE_MATCH_1}")
if(NOT id MATCHES "^[a-z][a-z0-9]*(\\.[a-z][a-z0-9]*)+$")
  problem("CMakeLists.txt: LOCKSCOPE_ID is no name in reverse DNS, in small letters: '${id}'")
endif()

# Said once.
set(patterns "")
foreach(folder IN ITEMS app core ui resources packaging tests scripts)
  list(APPEND patterns "${ROOT}/${folder}/*")
endforeach()
file(GLOB_RECURSE files LIST_DIRECTORIES false RELATIVE "${ROOT}" ${patterns})
list(FILTER files EXCLUDE REGEX "\\.(png|ts|json)$|^tests/fuzz/corpus/")
foreach(file IN LISTS files)
  file(READ "${ROOT}/${file}" text)
  foreach(word IN ITEMS "${id}" "${version}")
    string(FIND "${text}" "${word}" at)
    if(word AND at GREATER_EQUAL 0)
      problem("${file}: says '${word}', which the CMakeLists.txt of the project says for all")
    endif()
  endforeach()
endforeach()

# The newest chapter is of this version.
set(chapters "")
if(EXISTS "${ROOT}/CHANGELOG.md")
  file(STRINGS "${ROOT}/CHANGELOG.md" chapters REGEX "^## ")
endif()
list(POP_FRONT chapters newest)
string(FIND "${newest} " "## ${version}" at)
if(NOT at EQUAL 0)
  problem("CHANGELOG.md: its first chapter is '${newest}', not that of ${version}")
endif()

# What a desktop reads bears the id.
set(why "desktops find window, entry, icon and description by one id")
expect(app/lockscope/main.cpp "setDesktopFileName(QStringLiteral(LOCKSCOPE_ID))" "${why}")
expect(resources/lockscope.desktop.in "\nIcon=@LOCKSCOPE_ID@\n" "${why}")
expect(resources/lockscope.desktop.in "\nExec=lockscope %u\n" "a link is given as an argument")
expect(resources/lockscope.desktop.in "x-scheme-handler/lockscope;" "it opens links")
expect(resources/lockscope.metainfo.xml.in "<id>@LOCKSCOPE_ID@</id>" "${why}")
expect(resources/lockscope.metainfo.xml.in ">@LOCKSCOPE_ID@.desktop</launchable>" "${why}")
expect(resources/lockscope.metainfo.xml.in "<releases>\n    <release version=\"@PROJECT_VERSION@\""
       "the first release is the newest")

# As it would be installed.
if(BUILD)
  file(GLOB_RECURSE scripts "${BUILD}/cmake_install.cmake")
  list(FILTER scripts EXCLUDE REGEX "/tests/package/parts/") # builds of the test of that name, which may run now
  if(NOT scripts)
    problem("${BUILD}: has no cmake_install.cmake")
  endif()
  set(components "")
  set(installed "")
  foreach(script IN LISTS scripts)
    file(READ "${script}" text)
    string(APPEND installed "${text}")
    string(REGEX MATCHALL "CMAKE_INSTALL_COMPONENT STREQUAL \"[^\"]+\"" named "${text}")
    foreach(name IN LISTS named)
      string(REGEX REPLACE ".*\"([^\"]+)\"$" "\\1" name "${name}")
      if(name STREQUAL Unspecified)
        problem("${script}: installs something that is in no component")
      endif()
      list(APPEND components ${name})
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES components)
  file(READ "${ROOT}/packaging/debian/CMakeLists.txt" packaging)
  foreach(component IN LISTS components)
    string(TOUPPER ${component} name)
    if(NOT packaging MATCHES "set\\(CPACK_DEBIAN_${name}_PACKAGE_NAME ")
      problem("packaging/debian/CMakeLists.txt: has no package for the component '${component}'")
    endif()
  endforeach()
  foreach(path IN ITEMS resources/${id}.desktop resources/${id}.metainfo.xml "RENAME \"${id}.svg\""
                        "RENAME \"${id}.xml\"")
    string(FIND "${installed}" "${path}" at)
    if(at LESS 0)
      problem("${BUILD}: does not install ${path}")
    endif()
  endforeach()
endif()

if(problems)
  message(FATAL_ERROR "identity: ${problems} problem(s)")
endif()
message(STATUS "identity: ${id} ${version}")
