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

function(clean_tree)
  file(REMOVE_RECURSE "${SCRATCH}")
  file(WRITE "${SCRATCH}/core/base/a.h" "#pragma once\n#include <QByteArray>\n#include <QCoroTask>\n")
  file(WRITE "${SCRATCH}/core/redis/a.h"
       "#include \"core/base/a.h\"\n#include <QSslSocket>\n#include <hiredis/hiredis.h>\n")
  file(WRITE "${SCRATCH}/core/format/a.cpp" "#include \"core/base/a.h\" // a [ or a ; is harmless\n")
  file(WRITE "${SCRATCH}/core/watch/a.h"
       "#include \"core/redis/a.h\"\n#  include <core/format/a.h>\n#include <QtCore/QObject>\n")
  file(WRITE "${SCRATCH}/core/lock/a.h" "#include \"core/format/a.h\"\n")
  file(WRITE "${SCRATCH}/core/admin/a.h" "#include \"core/lock/a.h\"\n")
  file(WRITE "${SCRATCH}/core/workbench/a.h" "#include \"core/lock/a.h\"\n")
  file(WRITE "${SCRATCH}/ui/wording/a.h" "#include \"core/watch/a.h\"\n#include <QString>\n")
  file(WRITE "${SCRATCH}/ui/window.cpp" "#include \"ui/wording/a.h\"\n#include <QWidget>\n")
  file(WRITE "${SCRATCH}/ui/views/a.cpp"
       "#include \"ui/models/a.h\"\n#include \"core/watch/a.h\"\n#include <QtCharts/QChart>\n")
  file(WRITE "${SCRATCH}/app/shared.h" "#include \"core/redis/a.h\"\n")
  file(WRITE "${SCRATCH}/app/lockctl/main.cpp"
       "#include \"app/shared.h\"\n#include \"core/watch/a.h\"\n#include \"ui/wording/a.h\"\n")
  file(WRITE "${SCRATCH}/app/lockscope/main.cpp"
       "#include \"core/watch/a.h\"\n#include \"ui/window.h\"\n#include <QApplication>\n"
       "#include \"main.moc\"\n")
endfunction()

clean_tree()
must_pass("a clean tree")

must_fail("a file directly in core" core/stray.h "#pragma once")
must_fail("an unknown folder of core" core/extra/a.h "#pragma once")
must_fail("base uses redis" core/base/bad.h "#include \"core/redis/a.h\"")
must_fail("format uses redis" core/format/bad.cpp "#include \"core/redis/a.h\"")
must_fail("format uses redis in angle brackets" core/format/bad.cpp "#include <core/redis/a.h>")
must_fail("format uses watch by a relative path" core/format/bad.cpp "#include \"../watch/a.h\"")
must_fail("a relative path inside a rooted one" core/format/bad.cpp
          "#include \"core/base/../redis/a.h\"")
must_fail("an include of a sibling" core/format/bad.cpp "#include \"a.h\"")
must_fail("an indented include" core/format/bad.cpp "  #  include  \"core/redis/a.h\"")
must_fail("redis uses watch" core/redis/bad.h "#include \"core/watch/a.h\"")
must_fail("redis uses format" core/redis/bad.h "#include \"core/format/a.h\"")
must_fail("watch uses lock" core/watch/bad.h "#include \"core/lock/a.h\"")
must_fail("lock uses watch" core/lock/bad.h "#include \"core/watch/a.h\"")
must_fail("admin uses workbench" core/admin/bad.h "#include \"core/workbench/a.h\"")
must_fail("admin uses watch" core/admin/bad.h "#include \"core/watch/a.h\"")
must_fail("core uses ui" core/watch/bad.h "#include \"ui/wording/a.h\"")
must_fail("core uses app" core/watch/bad.h "#include \"app/shared.h\"")
must_fail("core uses tests" core/base/bad.h "#include \"tests/support/a.h\"")
must_fail("core uses QWidget" core/watch/bad.h "#include <QWidget>")
must_fail("core uses QColor" core/base/bad.h "#include <QtGui/QColor>")
must_fail("core uses qcolor.h" core/base/bad.h "#include <qcolor.h>")
must_fail("core uses the Qt Widgets module" core/redis/bad.h "#include <QtWidgets/QtWidgets>")
must_fail("core uses QApplication" core/redis/bad.h "#include <QApplication>")
must_fail("base uses Qt Network" core/base/bad.h "#include <QTcpSocket>")
must_fail("format uses Qt Network" core/format/bad.h "#include <QtNetwork>")
must_fail("watch uses hiredis" core/watch/bad.h "#include <hiredis/hiredis.h>")
must_fail("wording uses widgets" ui/wording/bad.h "#include <QLabel>")
must_fail("wording uses other ui" ui/wording/bad.h "#include \"ui/views/a.h\"")
must_fail("ui uses redis" ui/views/bad.cpp "#include \"core/redis/a.h\"")
must_fail("ui uses app" ui/bad.cpp "#include \"app/shared.h\"")
must_fail("ui uses Qt Network" ui/bad.cpp "#include <QSslSocket>")
must_fail("lockctl uses widgets" app/lockctl/bad.cpp "#include <QWidget>")
must_fail("lockctl uses ui" app/lockctl/bad.cpp "#include \"ui/window.h\"")
must_fail("lockctl uses lockscope" app/lockctl/bad.cpp "#include \"app/lockscope/a.h\"")
must_fail("lockscope uses tests" app/lockscope/bad.cpp "#include \"tests/support/a.h\"")

finish()
