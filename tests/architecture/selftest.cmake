# SPDX-FileCopyrightText: 2026 The Lockscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# For the self-tests of the checks: plants one violation after the other in a scratch tree and sees
# that the check notices. The including script has made clean_tree(), which writes a tree without
# violations; `check` is the script under test, `check_arguments` what it is given.
set(failures 0)

function(run_check result output)
  execute_process(
    COMMAND ${CMAKE_COMMAND} -DROOT=${SCRATCH} ${check_arguments} -P ${check}
    RESULT_VARIABLE status
    OUTPUT_VARIABLE text
    ERROR_VARIABLE text)
  set(${result} ${status} PARENT_SCOPE)
  set(${output} "${text}" PARENT_SCOPE)
endfunction()

function(must_pass what)
  run_check(status text)
  if(status EQUAL 0)
    message(STATUS "passes: ${what}")
    return()
  endif()
  message(NOTICE "FAIL: refused: ${what}:\n${text}")
  math(EXPR failures "${failures} + 1")
  set(failures ${failures} PARENT_SCOPE)
endfunction()

# The planted file must make the check fail, with a message that names it.
function(must_fail what file content)
  clean_tree()
  file(WRITE "${SCRATCH}/${file}" "${content}\n")
  run_check(status text)
  string(FIND "${text}" "${file}: " at)
  if(status EQUAL 0)
    message(NOTICE "FAIL: not noticed: ${what}")
  elseif(at LESS 0)
    message(NOTICE "FAIL: ${what}: the message does not name ${file}:\n${text}")
  else()
    message(STATUS "noticed: ${what}")
    return()
  endif()
  math(EXPR failures "${failures} + 1")
  set(failures ${failures} PARENT_SCOPE)
endfunction()

# To be called last.
function(finish)
  file(REMOVE_RECURSE "${SCRATCH}")
  file(MAKE_DIRECTORY "${SCRATCH}")
  run_check(status text)
  if(status EQUAL 0)
    message(NOTICE "FAIL: an empty tree passes")
    math(EXPR failures "${failures} + 1")
  endif()
  file(REMOVE_RECURSE "${SCRATCH}")
  if(failures)
    message(FATAL_ERROR "${failures} failure(s)")
  endif()
endfunction()
