# SPDX-FileCopyrightText: 2026 The Lockscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Shows that alone.py accepts a whole source and one with a moc file of its own, and finds a missing include and a source
# that the build does not know.
#
#   cmake -DSCRATCH=<folder to use> -DPYTHON3=<python3> -DCXX=<compiler> -P alone-selftest.cmake
cmake_minimum_required(VERSION 3.25)
# REUSE-IgnoreStart: these lines are for the files that the test writes.
file(REMOVE_RECURSE "${SCRATCH}")
file(WRITE "${SCRATCH}/whole.cpp" "#include <vector>\nstd::vector<int> numbers;\n")
file(WRITE "${SCRATCH}/moc.cpp" "#include \"moc.moc\"\nint number = 0;\n")
file(WRITE "${SCRATCH}/lacking.cpp" "std::vector<int> numbers;\n")
# REUSE-IgnoreEnd
set(entries)
foreach(name IN ITEMS whole moc lacking)
  list(APPEND entries
       "{\"directory\":\"${SCRATCH}\",\"command\":\"${CXX} -o ${name}.o -c ${SCRATCH}/${name}.cpp\",\"file\":\"${SCRATCH}/${name}.cpp\"}")
endforeach()
list(JOIN entries "," entries)
file(WRITE "${SCRATCH}/compile_commands.json" "[${entries}]")

function(expect status file)
  execute_process(
    COMMAND ${PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/alone.py ${SCRATCH} ${SCRATCH}/${file}
    OUTPUT_VARIABLE output
    ERROR_VARIABLE output
    RESULT_VARIABLE got)
  if(NOT got EQUAL status)
    message(FATAL_ERROR "alone: status ${got} in place of ${status} for ${file}:\n${output}")
  endif()
endfunction()

expect(0 whole.cpp)
expect(0 moc.cpp)
expect(1 lacking.cpp)
expect(1 unknown.cpp)
if(EXISTS "${SCRATCH}/whole.o")
  message(FATAL_ERROR "alone: a check wrote an object file")
endif()
message(STATUS "alone: finds what is missing")
