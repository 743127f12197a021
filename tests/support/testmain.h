// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>

namespace lockscope::test {

// A suite of tests by the name of its file, tst_NAME; the program of a room runs one of its suites.
class Suite
{
public:
    using Run = int (*)(int argc, char **argv);

    Suite(const char *file, Run run); // announces it

    static int runAny(int argc, char **argv); // the main function
};

// The same environment for every test and every user: C locale, UTC, no display, and settings and
// data in folders of their own. Before the application object.
inline void prepareSurroundings()
{
    qputenv("LC_ALL", "C.UTF-8");
    qputenv("TZ", "UTC");
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QLocale::setDefault(QLocale::c());
    QStandardPaths::setTestModeEnabled(true);
}

// To be called from init(): Qt forgets it after every test function. Any printed warning then fails
// the test; announce an expected one with QTest::ignoreMessage().
inline void failOnAnyWarning()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
}

} // namespace lockscope::test

// Stands once in each suite's file.
#define LOCKSCOPE_TEST_SUITE(TestClass)                                                            \
    static const lockscope::test::Suite suiteOf##TestClass(__FILE__, [](int argc, char **argv) {   \
        TestClass test;                                                                            \
        return QTest::qExec(&test, argc, argv);                                                    \
    });
