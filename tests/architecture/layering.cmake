# SPDX-FileCopyrightText: 2026 The Lockscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Holds the directions of ARCHITECTURE.md by reading the #include lines of app, core and ui.
#
#   cmake -DROOT=<source tree> -DQT_HEADERS=<folder with QtCore/, QtGui/, ...> -P layering.cmake
#
# Ends with status 0 when every include is allowed, else lists each that is not.
cmake_minimum_required(VERSION 3.25)
foreach(variable IN ITEMS ROOT QT_HEADERS)
  if(NOT IS_DIRECTORY "${${variable}}")
    message(FATAL_ERROR "${variable} is not a folder: '${${variable}}'")
  endif()
endforeach()

# The rules: a folder, the other folders that it may include from, the Qt modules that it may use. Every
# folder with sources has a rule of its own, but the plain screens, which share one; "core/..." is core with all
# that is below it. Headers outside Qt and outside this tree are nobody's concern here, but hiredis.
set(rule_folders "")
macro(rule folder)
  cmake_parse_arguments(rule "HIREDIS" "" "MAY_INCLUDE;QT" ${ARGN})
  list(APPEND rule_folders ${folder})
  set(include_${folder} ${folder} ${rule_MAY_INCLUDE})
  set(qt_${folder} ${rule_QT})
  set(hiredis_${folder} ${rule_HIREDIS})
endmacro()

rule(core/base QT QtCore)
rule(core/base/async MAY_INCLUDE core/base QT QtCore)
set(base core/base core/base/async)
# The operating system: within core no other room knows its headers.
rule(core/platform MAY_INCLUDE core/base QT QtCore)
rule(core/platform/unix MAY_INCLUDE core/base core/platform QT QtCore)

# How a server is named and reached, the connection and what a topology tells, and a deployment as one. Above, nobody
# knows the streams.
rule(core/redis/target MAY_INCLUDE ${base} core/platform QT QtCore QtNetwork)
rule(core/redis/stream MAY_INCLUDE ${base} core/platform core/redis/target QT QtCore QtNetwork)
rule(core/redis MAY_INCLUDE ${base} core/redis/target core/redis/stream QT QtCore QtNetwork HIREDIS)
rule(core/redis/deployment MAY_INCLUDE ${base} core/redis core/redis/target QT QtCore QtNetwork)
set(redis core/redis core/redis/target core/redis/deployment)

rule(core/format MAY_INCLUDE core/base QT QtCore)
rule(core/profile MAY_INCLUDE ${base} ${redis} QT QtCore)
rule(core/secret MAY_INCLUDE ${base} core/platform ${redis} core/profile QT QtCore)
rule(core/imports MAY_INCLUDE ${base} ${redis} core/profile QT QtCore)

# The watch, from the ground up: only the rooms that read and find know a connection.
set(seen ${base} core/format core/watch/record)
rule(core/watch/record MAY_INCLUDE ${base} core/format QT QtCore)
rule(core/watch/track MAY_INCLUDE ${seen} QT QtCore)
rule(core/watch/read MAY_INCLUDE ${seen} ${redis} core/watch/track QT QtCore)
rule(core/watch/find MAY_INCLUDE ${seen} ${redis} core/watch/read QT QtCore)
rule(core/watch/server MAY_INCLUDE ${seen} ${redis} core/watch/track core/watch/read core/watch/find QT QtCore)

# Conclusions from what was seen, which never talk to a server.
rule(core/insight/quorum MAY_INCLUDE ${seen} QT QtCore)
rule(core/insight/blocking MAY_INCLUDE ${seen} core/watch/track QT QtCore)
rule(core/insight/intervals MAY_INCLUDE ${seen} QT QtCore)
rule(core/insight/contention MAY_INCLUDE ${seen} QT QtCore)
rule(core/insight/filter MAY_INCLUDE ${seen} core/insight/quorum QT QtCore)

# The current picture of the watched locks; it depends on values only and talks to nobody.
rule(core/picture MAY_INCLUDE ${seen} QT QtCore)

# Problems in the picture, by rules that know no book and no other rule.
set(judged ${seen} core/watch/track core/insight/quorum core/insight/blocking)
rule(core/health/rules MAY_INCLUDE ${judged} QT QtCore)
rule(core/health/rules/lock MAY_INCLUDE ${judged} core/health/rules QT QtCore)
rule(core/health/rules/server MAY_INCLUDE ${judged} core/health/rules QT QtCore)
rule(core/health MAY_INCLUDE ${judged} core/insight/contention core/health/rules core/health/rules/lock core/health/rules/server QT QtCore)

# What Prometheus is told of the picture and its problems.
rule(core/metrics MAY_INCLUDE ${seen} core/health core/health/rules core/picture QT QtCore)

# Who is told of problems outside the programs.
rule(core/notify MAY_INCLUDE ${seen} core/platform ${redis} core/profile core/secret core/health core/health/rules QT QtCore QtNetwork)

# What was seen, kept on the disk.
rule(core/recorder MAY_INCLUDE ${seen} core/platform core/watch/track core/insight/quorum core/insight/blocking core/picture core/health core/health/rules QT QtCore)

# The words for users, what is sent, one deployment, several, the kinds.
set(locking ${base} core/format ${redis} core/lock)
rule(core/lock MAY_INCLUDE ${base} QT QtCore)
rule(core/lock/protocol MAY_INCLUDE ${locking} QT QtCore)
rule(core/lock/single MAY_INCLUDE ${locking} core/platform core/lock/protocol QT QtCore)
rule(core/lock/quorum MAY_INCLUDE ${locking} core/platform core/lock/protocol core/lock/single QT QtCore)
rule(core/lock/kind MAY_INCLUDE ${locking} core/lock/protocol core/lock/single core/lock/quorum QT QtCore)

# What an action will do and what it did, and who does it.
rule(core/admin/plan MAY_INCLUDE ${base} ${redis} core/format core/lock core/lock/kind QT QtCore)
rule(core/admin MAY_INCLUDE ${base} core/platform ${redis} core/format core/profile core/lock core/lock/kind core/admin/plan QT QtCore)
rule(core/workbench MAY_INCLUDE ${locking} core/lock/quorum core/lock/kind QT QtCore)

# The console never talks to a server; of the watch it knows what crosses to it.
set(shown ${seen} core/watch/track core/insight/... core/health core/health/rules core/picture core/recorder core/admin core/admin/plan core/profile)
set(windows QT QtCore QtGui QtWidgets QtCharts QtOpenGL QtOpenGLWidgets QtSvg)
rule(ui/wording MAY_INCLUDE ${shown} core/lock core/lock/kind core/workbench QT QtCore)
set(shown ${shown} ui/wording ui/theme)
rule(ui/theme MAY_INCLUDE ui/wording ${windows})
rule(ui/kit/text MAY_INCLUDE ${shown} ${windows})
set(shown ${shown} ui/kit/text)
rule(ui/kit MAY_INCLUDE ${shown} ${windows})
set(shown ${shown} ui/kit)
rule(ui/table MAY_INCLUDE ${shown} ${windows})
set(shown ${shown} ui/table)
rule(ui/client/servers MAY_INCLUDE ${shown} ${windows})
set(shown ${shown} ui/client/servers)
rule(ui/client/locks MAY_INCLUDE ${shown} ${windows})
set(shown ${shown} ui/client/locks)
rule(ui/client MAY_INCLUDE ${shown} ${windows})
# One folder a screen. A folder that may include no more than these has no line; the others, with all arrows between
# screens, are listed here.
set(shown ${shown} ui/client)
rule(ui/detail MAY_INCLUDE ${shown} ui/actions ui/queue ${windows})
rule(ui/estate MAY_INCLUDE ${shown} core/imports ${windows})
rule(ui/exception MAY_INCLUDE ${shown} ui/detail ${windows})
rule(ui/incidents MAY_INCLUDE ${shown} ui/health ${windows})
rule(ui/lookback MAY_INCLUDE ${shown} ui/timeline ${windows})
rule(ui/overview MAY_INCLUDE ${shown} core/health/rules/lock ui/blocking ui/health ui/quorum ${windows})
rule(ui/session MAY_INCLUDE ${shown} ui/locks ${windows})
rule(ui/workbench MAY_INCLUDE ${shown} core/lock core/workbench ${windows})
rule(ui/aliases MAY_INCLUDE ${shown} ui/detail ui/events ui/locks ui/queue ${windows})
rule(ui/window MAY_INCLUDE ${shown} ui/... ${windows})
file(GLOB screens LIST_DIRECTORIES true RELATIVE "${ROOT}" "${ROOT}/ui/*")
foreach(screen IN LISTS screens)
  if(IS_DIRECTORY "${ROOT}/${screen}" AND NOT screen IN_LIST rule_folders)
    rule(${screen} MAY_INCLUDE ${shown} ${windows})
  endif()
endforeach()

# The code that both programs share, and the program without windows.
set(program core/... app/common)
rule(app/common MAY_INCLUDE ${program} QT QtCore QtNetwork)
set(program ${program} ui/wording)
rule(app/lockctl/common MAY_INCLUDE ${program} QT QtCore QtNetwork)
set(program ${program} app/lockctl/common)
rule(app/lockctl/look MAY_INCLUDE ${program} QT QtCore QtNetwork)
rule(app/lockctl/act MAY_INCLUDE ${program} app/lockctl/look QT QtCore QtNetwork)
rule(app/lockctl/hold MAY_INCLUDE ${program} QT QtCore QtNetwork)
rule(app/lockctl/metrics MAY_INCLUDE ${program} QT QtCore QtNetwork)
rule(app/lockctl/notify MAY_INCLUDE ${program} QT QtCore QtNetwork)
rule(app/lockctl/profile MAY_INCLUDE ${program} QT QtCore QtNetwork)
rule(app/lockctl/sandbox MAY_INCLUDE ${program} QT QtCore QtNetwork)
rule(app/lockctl/top MAY_INCLUDE ${program} QT QtCore QtNetwork)
rule(app/lockctl MAY_INCLUDE ${program} app/lockctl/... QT QtCore QtNetwork)
rule(app/lockscope/record MAY_INCLUDE core/... ui/... app/common QT QtCore QtNetwork QtGui QtWidgets QtCharts)
rule(app/lockscope MAY_INCLUDE core/... ui/... app/common app/lockscope/record QT QtCore QtNetwork QtGui QtWidgets QtCharts QtDBus)

# Of Unix and of Windows, as far as anybody is tempted.
set(system_headers
    "(sys|linux|arpa|net|netinet)/.*|unistd\\.h|fcntl\\.h|poll\\.h|netdb\\.h|pwd\\.h|grp\\.h|termios\\.h|spawn\\.h|dirent\\.h|sched\\.h|syslog\\.h|pthread\\.h|execinfo\\.h|signal\\.h|csignal|windows\\.h|winsock2\\.h")

set(problems 0)
function(problem text)
  message(NOTICE "${text}")
  math(EXPR problems "${problems} + 1")
  set(problems ${problems} PARENT_SCOPE)
endfunction()

# The Qt module of a header: <QtGui/QColor>, <QColor> and <qcolor.h> are all in QtGui.
function(qt_module header result)
  set(${result} "" PARENT_SCOPE)
  if(header MATCHES "^(Qt[A-Za-z0-9]+)/")
    set(${result} ${CMAKE_MATCH_1} PARENT_SCOPE)
  elseif(header MATCHES "^[Qq][A-Za-z0-9_]+(\\.h)?$")
    # Qt Core first: some headers are in several modules by name.
    file(GLOB hits "${QT_HEADERS}/QtCore/${header}" "${QT_HEADERS}/Qt*/${header}")
    if(hits)
      list(GET hits 0 hit)
      if(EXISTS "${QT_HEADERS}/QtCore/${header}")
        set(hit "${QT_HEADERS}/QtCore/${header}")
      endif()
      cmake_path(GET hit PARENT_PATH folder)
      cmake_path(GET folder FILENAME module)
      set(${result} ${module} PARENT_SCOPE)
    endif()
  endif()
endfunction()

function(check_project_include file rule header)
  cmake_path(GET header PARENT_PATH folder)
  foreach(allowed IN LISTS include_${rule})
    if(folder STREQUAL allowed)
      return()
    elseif(allowed MATCHES "^(.+/)\\.\\.\\.$")
      string(FIND "${header}" "${CMAKE_MATCH_1}" at)
      if(at EQUAL 0)
        return()
      endif()
    endif()
  endforeach()
  problem("${file}: ${rule} may not include ${header}")
  set(problems ${problems} PARENT_SCOPE)
endfunction()

function(check_include file rule opening header)
  if(header MATCHES "(^|/)\\.\\.?(/|$)")
    problem("${file}: names ${header} by a relative path; includes start at the root of the tree")
  elseif(header MATCHES "^(app|core|ui|tests|resources)/")
    check_project_include(${file} ${rule} ${header})
  elseif(opening STREQUAL "\"")
    if(NOT header MATCHES "^[A-Za-z0-9_]+\\.moc$")
      problem("${file}: \"${header}\" does not start at the root of the tree")
    endif()
  elseif(header MATCHES "^hiredis/" AND NOT hiredis_${rule})
    problem("${file}: ${rule} may not include ${header}; only core/redis knows hiredis")
  elseif(header MATCHES "^qt6keychain/" AND NOT rule STREQUAL "core/secret")
    problem("${file}: ${rule} may not include ${header}; only core/secret knows QtKeychain")
  elseif(header MATCHES "^yaml-cpp/" AND NOT rule STREQUAL "core/imports")
    problem("${file}: ${rule} may not include ${header}; only core/imports knows yaml-cpp")
  elseif(header MATCHES "^prometheus/" AND NOT rule STREQUAL "core/metrics")
    problem("${file}: ${rule} may not include ${header}; only core/metrics knows prometheus-cpp")
  elseif(header MATCHES "^(${system_headers})$" AND rule MATCHES "^(core|ui)/" AND NOT rule MATCHES "^core/platform(/|$)")
    problem("${file}: ${rule} may not include ${header}; only core/platform knows the operating system")
  elseif(header STREQUAL "sqlite3.h" AND NOT rule STREQUAL "core/recorder")
    problem("${file}: ${rule} may not include ${header}; only core/recorder knows SQLite")
  elseif(header STREQUAL "lzma.h" AND NOT rule STREQUAL "core/recorder")
    problem("${file}: ${rule} may not include ${header}; only core/recorder knows liblzma")
  else()
    qt_module("${header}" module)
    if(module AND NOT module IN_LIST qt_${rule})
      problem("${file}: ${rule} may not include ${header}, which is of ${module}")
    endif()
  endif()
  set(problems ${problems} PARENT_SCOPE)
endfunction()

set(patterns "")
foreach(folder IN ITEMS app core ui)
  foreach(ending IN ITEMS h hpp hh inl ipp cpp cc cxx c)
    list(APPEND patterns "${ROOT}/${folder}/*.${ending}")
  endforeach()
endforeach()
file(GLOB_RECURSE files LIST_DIRECTORIES false RELATIVE "${ROOT}" ${patterns})
if(NOT files)
  message(FATAL_ERROR "no source file beneath ${ROOT}: the check would be empty")
endif()

foreach(file IN LISTS files)
  cmake_path(GET file PARENT_PATH rule)
  if(NOT rule IN_LIST rule_folders)
    problem("${file}: its folder has no rule in tests/architecture/layering.cmake")
    continue()
  endif()
  file(READ "${ROOT}/${file}" text)
  # The name ends at the closing mark: what follows on the line may hold anything, ; and [ too.
  string(REGEX MATCHALL "(^|\n)[ \t]*#[ \t]*include[ \t]*[<\"][^>\"\n;]+" includes "${text}")
  foreach(line IN LISTS includes)
    if(line MATCHES "([<\"])([^<\"]+)$")
      check_include(${file} ${rule} "${CMAKE_MATCH_1}" "${CMAKE_MATCH_2}")
    endif()
  endforeach()
endforeach()

list(LENGTH files count)
if(problems)
  message(FATAL_ERROR "layering: ${problems} problem(s) in ${count} files")
endif()
message(STATUS "layering: ${count} files keep to the rules")
