# SPDX-FileCopyrightText: 2026 The Lockscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Shows that layering.cmake can fail: plants one violation after the other in a scratch tree.
#
#   cmake -DSCRATCH=<folder to use> -DQT_HEADERS=<folder> -P layering-selftest.cmake
cmake_minimum_required(VERSION 3.25)
set(check "${CMAKE_CURRENT_LIST_DIR}/layering.cmake")
set(check_arguments -DQT_HEADERS=${QT_HEADERS})
include("${CMAKE_CURRENT_LIST_DIR}/selftest.cmake")

# The screens that know no other one, as they are in the source tree.
set(root "${CMAKE_CURRENT_LIST_DIR}/../..")
file(GLOB screens LIST_DIRECTORIES true RELATIVE "${root}" "${root}/ui/*")
list(FILTER screens EXCLUDE REGEX "\\.|^ui/(wording|theme|kit|table|client|detail|incidents|overview|exception|aliases|session|lookback|window)$")
list(JOIN screens " " screens)

# All rooms, each after those that it may include, and those that know each other in neither direction
# side by side: an arrow to a later line, or to a neighbour on a line, is forbidden.
set(lines
    "core/base"
    "core/base/async core/format"
    "core/redis/target core/watch/record core/lock"
    "core/redis/stream"
    "core/redis"
    "core/redis/deployment"
    "core/profile"
    "core/secret core/imports core/watch/track core/insight/quorum core/insight/intervals core/insight/contention core/picture core/lock/protocol"
    "core/watch/read core/insight/blocking core/insight/filter core/lock/single"
    "core/watch/find core/lock/quorum core/health/rules"
    "core/watch/server core/lock/kind core/health/rules/lock core/health/rules/server"
    "core/health core/admin/plan"
    "core/admin core/workbench core/metrics core/notify core/recorder"
    "ui/wording"
    "ui/theme"
    "ui/kit/text"
    "ui/kit"
    "ui/table"
    "ui/client/servers"
    "ui/client/locks"
    "ui/client"
    "${screens}"
    "ui/detail ui/incidents"
    "ui/overview"
    "ui/exception ui/aliases ui/session ui/lookback"
    "ui/window")
# The program without windows stands beside the console.
set(program_lines
    "app/common"
    "app/lockctl/common"
    "app/lockctl/look app/lockctl/hold app/lockctl/profile app/lockctl/sandbox app/lockctl/top"
    "app/lockctl/act"
    "app/lockctl")

function(clean_tree)
  file(REMOVE_RECURSE "${SCRATCH}")
  foreach(line IN LISTS lines program_lines)
    separate_arguments(rooms UNIX_COMMAND "${line}")
    foreach(room IN LISTS rooms)
      set(includes "#include <QByteArray>\n")
      if(NOT room MATCHES "^(core/base|ui/theme)$")
        string(APPEND includes "#include \"core/base/a.h\"\n")
      endif()
      file(WRITE "${SCRATCH}/${room}/a.h" "#pragma once\n${includes}")
    endforeach()
  endforeach()
  file(WRITE "${SCRATCH}/core/base/b.h" "#include <QCoroTask>\n")
  file(WRITE "${SCRATCH}/core/redis/b.h" "#include <QSslSocket>\n#include <hiredis/hiredis.h>\n")
  file(WRITE "${SCRATCH}/core/format/b.cpp" "#include \"core/base/a.h\" // a [ or a ; is harmless\n")
  file(WRITE "${SCRATCH}/core/watch/read/b.h"
       "#include \"core/redis/a.h\"\n#  include <core/format/a.h>\n#include <QtCore/QObject>\n")
  file(WRITE "${SCRATCH}/ui/detail/b.cpp" "#include \"ui/actions/a.h\"\n#include <QtCharts/QChart>\n")
  file(WRITE "${SCRATCH}/app/lockctl/main.cpp"
       "#include \"app/common/a.h\"\n#include \"app/lockctl/act/a.h\"\n#include \"ui/wording/a.h\"\n")
  file(WRITE "${SCRATCH}/app/lockscope/main.cpp"
       "#include \"core/watch/server/a.h\"\n#include \"ui/window/a.h\"\n#include <QApplication>\n"
       "#include \"main.moc\"\n")
endfunction()

# Plants every forbidden arrow between the rooms of these lines at once, each in a file of its own.
function(must_fail_backwards)
  clean_tree()
  set(planted "")
  set(below "")
  foreach(line IN LISTS ARGN)
    separate_arguments(rooms UNIX_COMMAND "${line}")
    foreach(room IN LISTS rooms)
      set(others ${below} ${rooms})
      list(REMOVE_ITEM others ${room})
      foreach(other IN LISTS others)
        string(MAKE_C_IDENTIFIER "${room}" name)
        set(file "${other}/to_${name}.h")
        file(WRITE "${SCRATCH}/${file}" "#include \"${room}/a.h\"\n")
        list(APPEND planted ${file})
      endforeach()
    endforeach()
    list(APPEND below ${rooms})
  endforeach()
  run_check(status text)
  list(LENGTH planted count)
  set(missed 0)
  foreach(file IN LISTS planted)
    string(FIND "${text}" "${file}: " at)
    if(at LESS 0)
      message(NOTICE "FAIL: not noticed: ${file}")
      math(EXPR missed "${missed} + 1")
    endif()
  endforeach()
  message(STATUS "noticed: arrows that run back, ${count} in all, ${missed} missed")
  math(EXPR failures "${failures} + ${missed}")
  set(failures ${failures} PARENT_SCOPE)
endfunction()

clean_tree()
must_pass("a clean tree")

must_fail_backwards(${lines})
must_fail_backwards(${program_lines})
must_fail("a file directly in core" core/stray.h "#pragma once")
must_fail("a file directly in ui" ui/stray.h "#pragma once")
must_fail("a file directly in core/watch" core/watch/stray.h "#pragma once")
must_fail("an unknown folder of core" core/extra/a.h "#pragma once")
must_fail("an unknown room" core/watch/extra/a.h "#pragma once")
must_fail("a folder in a screen" ui/audit/extra/a.h "#pragma once")
must_fail("a new screen uses another" ui/extra/a.h "#include \"ui/audit/a.h\"")
must_fail("a new screen uses the window" ui/extra/a.h "#include \"ui/window/a.h\"")
must_fail("a new screen uses locks" ui/extra/a.h "#include \"core/lock/a.h\"")
must_fail("a new screen uses the watch" ui/extra/a.h "#include \"core/watch/server/a.h\"")
must_fail("a new screen uses Qt Network" ui/extra/a.h "#include <QSslSocket>")
must_fail("base uses redis" core/base/bad.h "#include \"core/redis/a.h\"")
must_fail("format uses redis" core/format/bad.cpp "#include \"core/redis/a.h\"")
must_fail("format uses redis in angle brackets" core/format/bad.cpp "#include <core/redis/a.h>")
must_fail("format uses redis by a relative path" core/format/bad.cpp "#include \"../redis/a.h\"")
must_fail("a relative path inside a rooted one" core/format/bad.cpp
          "#include \"core/base/../redis/a.h\"")
must_fail("an include of a sibling" core/format/bad.cpp "#include \"a.h\"")
must_fail("an indented include" core/format/bad.cpp "  #  include  \"core/redis/a.h\"")
must_fail("redis uses watch" core/redis/bad.h "#include \"core/watch/server/a.h\"")
must_fail("redis uses format" core/redis/bad.h "#include \"core/format/a.h\"")
must_fail("watch uses lock" core/watch/server/bad.h "#include \"core/lock/a.h\"")
must_fail("lock uses watch" core/lock/kind/bad.h "#include \"core/watch/server/a.h\"")
must_fail("admin uses workbench" core/admin/bad.h "#include \"core/workbench/a.h\"")
must_fail("admin uses watch" core/admin/bad.h "#include \"core/watch/server/a.h\"")
must_fail("core uses ui" core/watch/server/bad.h "#include \"ui/wording/a.h\"")
must_fail("core uses app" core/watch/server/bad.h "#include \"app/common/a.h\"")
must_fail("core uses tests" core/base/bad.h "#include \"tests/support/a.h\"")
must_fail("core uses QWidget" core/watch/server/bad.h "#include <QWidget>")
must_fail("core uses QColor" core/base/bad.h "#include <QtGui/QColor>")
must_fail("core uses qcolor.h" core/base/bad.h "#include <qcolor.h>")
must_fail("core uses the Qt Widgets module" core/redis/bad.h "#include <QtWidgets/QtWidgets>")
must_fail("core uses QApplication" core/redis/bad.h "#include <QApplication>")
must_fail("base uses Qt Network" core/base/bad.h "#include <QTcpSocket>")
must_fail("format uses Qt Network" core/format/bad.h "#include <QtNetwork>")
must_fail("watch uses hiredis" core/watch/server/bad.h "#include <hiredis/hiredis.h>")
must_fail("lockctl uses QtKeychain" app/lockctl/profile/bad.h "#include <qt6keychain/keychain.h>")
must_fail("lockctl uses yaml-cpp" app/lockctl/profile/bad.h "#include <yaml-cpp/yaml.h>")
must_fail("lockctl uses prometheus-cpp" app/lockctl/metrics/bad.h "#include <prometheus/exposer.h>")
must_fail("wording uses widgets" ui/wording/bad.h "#include <QLabel>")
must_fail("wording uses other ui" ui/wording/bad.h "#include \"ui/detail/a.h\"")
must_fail("ui uses redis" ui/detail/bad.cpp "#include \"core/redis/a.h\"")
must_fail("ui uses app" ui/client/bad.cpp "#include \"app/common/a.h\"")
must_fail("ui uses Qt Network" ui/client/bad.cpp "#include <QSslSocket>")
must_fail("ui uses the message bus" ui/client/bad.cpp "#include <QDBusConnection>")
must_fail("lockctl uses widgets" app/lockctl/bad.cpp "#include <QWidget>")
must_fail("lockctl uses ui" app/lockctl/bad.cpp "#include \"ui/window/a.h\"")
must_fail("lockctl uses lockscope" app/lockctl/bad.cpp "#include \"app/lockscope/a.h\"")
must_fail("insight uses redis" core/insight/filter/bad.h "#include \"core/redis/a.h\"")
must_fail("the picture uses the watch" core/picture/bad.h "#include \"core/watch/server/a.h\"")
must_fail("the picture uses insight" core/picture/bad.h "#include \"core/insight/quorum/a.h\"")
must_fail("recorder knows the operating system" core/recorder/bad.cpp "#include <fcntl.h>")
must_fail("a window knows the operating system" ui/detail/bad.cpp "#include <sys/stat.h>")
must_fail("platform uses redis" core/platform/unix/bad.cpp "#include \"core/redis/target/a.h\"")
must_fail("the picture uses SQLite" core/picture/bad.h "#include <sqlite3.h>")
must_fail("the picture uses liblzma" core/picture/bad.h "#include <lzma.h>")
must_fail("the record uses the watch" core/recorder/bad.h "#include \"core/watch/server/a.h\"")
must_fail("a health rule keeps a book" core/health/rules/bad.h "#include \"core/health/healthbook.h\"")
must_fail("what is recorded uses redis" core/watch/record/bad.h "#include \"core/redis/a.h\"")
must_fail("a screen uses the watch" ui/detail/bad.h "#include \"core/watch/server/a.h\"")
must_fail("the console uses the watch" ui/client/bad.h "#include \"core/watch/server/a.h\"")
must_fail("a screen uses a screen" ui/audit/bad.h "#include \"ui/detail/a.h\"")
must_fail("lockscope uses lockctl" app/lockscope/bad.cpp "#include \"app/lockctl/common/a.h\"")
must_fail("lockscope uses tests" app/lockscope/bad.cpp "#include \"tests/support/a.h\"")

finish()
