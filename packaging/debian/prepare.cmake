# SPDX-FileCopyrightText: 2026 The Lockscope authors
# SPDX-License-Identifier: GPL-3.0-or-later

# CPack runs this when all files are in its folders. Takes the debug information out of programs and library, and puts
# it into debug/PACKAGE beside the packages, of which scripts/package makes packages. Those that CPack itself would make
# name the folders of this machine and have no copyright.
find_program(objcopy objcopy REQUIRED)
find_program(readelf readelf REQUIRED)
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER ${component} name)
  set(debug ${CPACK_PACKAGE_DIRECTORY}/debug/${CPACK_DEBIAN_${name}_PACKAGE_NAME})
  set(folder ${CPACK_TEMPORARY_DIRECTORY}/${component}/usr)
  file(GLOB_RECURSE files LIST_DIRECTORIES false "${folder}/bin/*" "${folder}/lib/*.so.*")
  foreach(file IN LISTS files)
    if(IS_SYMLINK "${file}")
      continue()
    endif()
    execute_process(COMMAND ${readelf} --notes ${file} OUTPUT_VARIABLE notes COMMAND_ERROR_IS_FATAL ANY)
    if(NOT notes MATCHES "Build ID: ([0-9a-f][0-9a-f])([0-9a-f]+)")
      message(FATAL_ERROR "${file} has no build id")
    endif()
    set(symbols ${debug}/usr/lib/debug/.build-id/${CMAKE_MATCH_1})
    file(MAKE_DIRECTORY ${symbols})
    string(APPEND symbols /${CMAKE_MATCH_2}.debug)
    execute_process(COMMAND ${objcopy} --only-keep-debug --compress-debug-sections ${file} ${symbols}
                            COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND ${objcopy} --strip-unneeded --remove-section=.comment --remove-section=.note
                            --add-gnu-debuglink=${symbols} ${file} COMMAND_ERROR_IS_FATAL ANY)
    file(
      CHMOD
      ${symbols}
      PERMISSIONS
      OWNER_READ
      OWNER_WRITE
      GROUP_READ
      WORLD_READ)
  endforeach()
endforeach()
