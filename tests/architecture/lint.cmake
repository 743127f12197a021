# SPDX-FileCopyrightText: 2026 The Lockscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Holds house rules that no compiler knows, by reading the text of the sources.
#
#   cmake -DROOT=<source tree> -P lint.cmake
#
# Ends with status 0 when all are kept, else lists each breach.
cmake_minimum_required(VERSION 3.25)
if(NOT IS_DIRECTORY "${ROOT}")
  message(FATAL_ERROR "ROOT is not a folder: '${ROOT}'")
endif()

set(problems 0)
function(problem text)
  message(NOTICE "${text}")
  math(EXPR problems "${problems} + 1")
  set(problems ${problems} PARENT_SCOPE)
endfunction()

# Refuses a text in which the expression matches, and says why.
function(refuse file text expression why)
  string(REGEX MATCH "${expression}" found "${text}")
  if(found)
    string(STRIP "${found}" found)
    problem("${file}: '${found}': ${why}")
  endif()
  set(problems ${problems} PARENT_SCOPE)
endfunction()

set(patterns "")
foreach(folder IN ITEMS app core ui tests resources)
  list(APPEND patterns "${ROOT}/${folder}/*")
endforeach()
file(GLOB_RECURSE files LIST_DIRECTORIES false RELATIVE "${ROOT}" ${patterns})
set(checked 0)

foreach(file IN LISTS files)
  if(file MATCHES "\\.ui$")
    problem("${file}: views are built in code, not in .ui files")
  endif()
  if(NOT file MATCHES "(\\.(h|hpp|cpp|cc|lua|cmake|sh|py|java|xml)|/CMakeLists\\.txt)$")
    continue()
  endif()
  math(EXPR checked "${checked} + 1")
  file(READ "${ROOT}/${file}" text)
  string(SUBSTRING "${text}" 0 400 head)
  # REUSE-IgnoreStart
  if(NOT head MATCHES "SPDX-License-Identifier: GPL-3\\.0-or-later")
    problem("${file}: has no line SPDX-License-Identifier: GPL-3.0-or-later at its top")
  endif()
  # REUSE-IgnoreEnd
  if(NOT file MATCHES "\\.(h|hpp|cpp|cc)$")
    continue()
  endif()

  refuse(${file} "${text}" "QTest::q(Sleep|Wait)[ (]"
         "no fixed waits; QTRY_* and QSignalSpy::wait end as soon as they can")
  refuse(${file} "${text}" "(sleep_for|sleep_until|[^A-Za-z_:.>]usleep|QThread::[mu]?sleep) *\\("
         "nothing sleeps; wait for what is to happen, with a deadline")
  # One instance of a class is made in a composition root and passed on. Qt's application
  # objects cannot be had otherwise.
  string(REGEX REPLACE "Q(Core|Gui)?Application::instance" "" without_qt "${text}")
  refuse(${file} "${without_qt}" "[A-Za-z0-9_]+::(self|instance|getInstance)\\(\\)"
         "no singletons")
  refuse(${file} "${without_qt}" "static [A-Za-z0-9_:]+ *[&*] *(self|instance|getInstance)\\(\\)"
         "no singletons")
  if(file MATCHES "^(app|core|ui)/")
    if(NOT file STREQUAL "core/base/text.cpp")
      refuse(${file} "${text}" "QString::from(Utf8|Ucs4)\\("
             "it drops a U+FEFF at the beginning: fromUtf8() of core/base/text.h")
    endif()
    refuse(${file} "${text}" "waitFor(Connected|Encrypted|ReadyRead|BytesWritten|Disconnected|Done)"
           "nothing waits by blocking a thread's event loop")
  endif()
  if(file MATCHES "^(app|ui)/")
    refuse(${file} "${text}" "QFormLayout"
           "it writes behind its memory where a row is hidden: ui/kit/formgrid.h")
  endif()
  if(file MATCHES "^core/")
    refuse(${file} "${text}" "QEventLoop|processEvents" "no nested event loops in core")
    if(NOT file STREQUAL "core/base/clock.h")
      refuse(${file} "${text}" "system_clock::now" "only core/base/clock.h asks for the time of day")
    endif()
    if(NOT file MATCHES "^core/(admin|base|profile|recorder|secret)/")
      refuse(${file} "${text}" "#include <(QThread|QThreadPool|QtConcurrent[A-Za-z/]*|thread|future)>"
             "only rooms whose tests have the label threads run under the thread sanitizer")
    endif()
    if(file MATCHES "^core/watch/")
      refuse(${file} "${text}" "steady_clock::now|SystemClock" "core/watch takes its clock from outside")
    endif()
  endif()
endforeach()

if(checked EQUAL 0)
  message(FATAL_ERROR "no source file beneath ${ROOT}: the check would be empty")
endif()
if(problems)
  message(FATAL_ERROR "lint: ${problems} problem(s) in ${checked} files")
endif()
message(STATUS "lint: ${checked} files keep to the rules")
