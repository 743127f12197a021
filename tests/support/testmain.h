// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>

#ifdef QT_WIDGETS_LIB
#include <QApplication>
#else
#include <QCoreApplication>
#endif

namespace lockscope::test {

#ifdef QT_WIDGETS_LIB
using Application = QApplication;
#else
using Application = QCoreApplication;
#endif

// The same surroundings for every test, whoever runs it: C locale, UTC, no display, and settings
// and data in folders of their own. Before the application object.
inline void prepareSurroundings()
{
    qputenv("LC_ALL", "C.UTF-8");
    qputenv("TZ", "UTC");
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QLocale::setDefault(QLocale::c());
    QStandardPaths::setTestModeEnabled(true);
}

// To be called from init(): Qt forgets it after every test function. Whatever prints a warning then
// fails; announce an expected one with QTest::ignoreMessage().
inline void failOnAnyWarning()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
}

} // namespace lockscope::test

// The main function of a test program; a QApplication where the program links Qt Widgets.
#define LOCKSCOPE_TEST_MAIN(TestClass)                                                             \
    int main(int argc, char **argv)                                                                \
    {                                                                                              \
        lockscope::test::prepareSurroundings();                                                    \
        lockscope::test::Application application(argc, argv);                                      \
        TestClass test;                                                                            \
        return QTest::qExec(&test, argc, argv);                                                    \
    }
