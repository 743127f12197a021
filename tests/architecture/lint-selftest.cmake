# SPDX-FileCopyrightText: 2026 The Lockscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Shows that lint.cmake can fail.
#
#   cmake -DSCRATCH=<folder to use> -P lint-selftest.cmake
cmake_minimum_required(VERSION 3.25)
set(check "${CMAKE_CURRENT_LIST_DIR}/lint.cmake")
set(check_arguments "")
include("${CMAKE_CURRENT_LIST_DIR}/selftest.cmake")

# REUSE-IgnoreStart: these lines are for the files that the test writes.
set(spdx "// SPDX-License-Identifier: GPL-3.0-or-later\n")

function(clean_tree)
  file(REMOVE_RECURSE "${SCRATCH}")
  file(WRITE "${SCRATCH}/core/base/clock.h" "${spdx}auto now = std::chrono::system_clock::now();\n")
  file(WRITE "${SCRATCH}/app/lockctl/main.cpp" "${spdx}QCoreApplication::instance(); // [ ; \\\n")
  file(WRITE "${SCRATCH}/tests/core/tst_a.cpp" "${spdx}QTRY_VERIFY(true); QEventLoop loop;\n")
  file(WRITE "${SCRATCH}/core/CMakeLists.txt" "# SPDX-License-Identifier: GPL-3.0-or-later\n")
endfunction()
# REUSE-IgnoreEnd

clean_tree()
must_pass("a clean tree")

must_fail("a .ui file" ui/window.ui "<ui/>")
must_fail("a source without a licence" ui/bad.cpp "int a;")
must_fail("a CMake file without a licence" ui/CMakeLists.txt "add_subdirectory(a)")
must_fail("a script without a licence" core/lock/scripts/a.lua "return 1")
must_fail("a test that sleeps" tests/ui/bad.cpp "${spdx}QTest::qSleep(10);")
must_fail("a test that waits for a fixed time" tests/ui/bad.cpp "${spdx}QTest::qWait(10);")
must_fail("sleep_for" core/lock/bad.cpp "${spdx}std::this_thread::sleep_for(1s);")
must_fail("QThread::msleep" core/lock/bad.cpp "${spdx}QThread::msleep(1);")
must_fail("usleep" core/lock/bad.cpp "${spdx}usleep(1);")
must_fail("use of a singleton" ui/bad.cpp "${spdx}Settings::instance()->value();")
must_fail("a singleton" ui/bad.h "${spdx}static Settings &instance();")
must_fail("a blocking wait" core/redis/bad.cpp "${spdx}socket.waitForConnected();")
must_fail("Qt's form layout" ui/bad.cpp "${spdx}auto *form = new QFormLayout;")
must_fail("a decoder that drops a mark" ui/bad.cpp "${spdx}QString::fromUtf8(name);")
must_fail("a nested event loop" core/watch/bad.cpp "${spdx}QEventLoop loop;")
must_fail("the wall clock in core" core/lock/bad.cpp "${spdx}std::chrono::system_clock::now();")
must_fail("a clock of its own in the watch" core/watch/bad.cpp "${spdx}std::chrono::steady_clock::now();")
must_fail("a thread that no sanitizer sees" core/lock/bad.cpp "${spdx}#include <QThread>\n")
finish()
