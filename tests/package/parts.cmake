# SPDX-FileCopyrightText: 2026 The Lockscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Configures what recipes build, without building it: lockctl without the console, and the lock library alone. Neither
# may ask for libraries that only the rest needs.
#
#   cmake -DROOT=<source tree> -DSCRATCH=<folder to use> -P parts.cmake
cmake_minimum_required(VERSION 3.25)
set(failures 0)

# ARGN: what the build may not know. A library that CMake must not look for is one that is missing.
function(configure what options)
  file(REMOVE_RECURSE "${SCRATCH}")
  execute_process(
    COMMAND ${CMAKE_COMMAND} -S ${ROOT} -B ${SCRATCH} -G Ninja -DCMAKE_BUILD_TYPE=Release ${options}
    RESULT_VARIABLE status
    OUTPUT_VARIABLE text
    ERROR_VARIABLE text)
  if(status)
    message(NOTICE "FAIL: ${what} cannot be configured:\n${text}")
    math(EXPR failures "${failures} + 1")
  else()
    file(READ "${SCRATCH}/build.ninja" ninja)
    foreach(word IN LISTS ARGN)
      if(ninja MATCHES "${word}")
        message(NOTICE "FAIL: ${what} knows ${word}")
        math(EXPR failures "${failures} + 1")
      endif()
    endforeach()
  endif()
  set(failures ${failures} PARENT_SCOPE)
endfunction()

set(windows Qt6Gui Qt6Widgets Qt6Charts app/lockscope)
configure("lockctl without the console" -DLOCKSCOPE_CONSOLE=OFF ${windows})
configure("the lock library alone" -DLOCKSCOPE_LOCKCTL=OFF ${windows} sqlite3 lzma yaml-cpp prometheus Qt6Keychain lockctl)
# That the words above are those of the build.
configure("everything" -DBUILD_TESTING=OFF)
file(READ "${SCRATCH}/build.ninja" ninja)
foreach(word IN LISTS windows)
  if(NOT ninja MATCHES "${word}")
    message(NOTICE "FAIL: nothing knows ${word}: the check is empty")
    math(EXPR failures "${failures} + 1")
  endif()
endforeach()
file(REMOVE_RECURSE "${SCRATCH}")
if(failures)
  message(FATAL_ERROR "parts: ${failures} failure(s)")
endif()
