// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"

#include <QByteArray>
#include <QFileInfo>

#ifdef QT_WIDGETS_LIB
#include <QApplication>
#else
#include <QCoreApplication>
#endif

#include <cstdio>
#include <map>
#include <vector>

namespace lockscope::test {

namespace {

#ifdef QT_WIDGETS_LIB
using Application = QApplication;
#else
using Application = QCoreApplication;
#endif

std::map<QByteArray, Suite::Run> &suites()
{
    static std::map<QByteArray, Suite::Run> all;
    return all;
}

} // namespace

Suite::Suite(const char *file, Run run)
{
    suites().emplace(QFileInfo(QString::fromLocal8Bit(file)).completeBaseName().toUtf8(), run);
}

int Suite::runAny(int argc, char **argv)
{
    const QByteArray name = argc > 1 ? argv[1] : "";
    const auto suite = suites().find(name);
    if (suite == suites().end()) {
        std::fprintf(stderr, "usage: %s SUITE [OPTION...] with one of these suites:\n", argv[0]);
        for (const auto &[known, run] : suites())
            std::fprintf(stderr, "  %s\n", known.constData());
        return 2;
    }
    std::vector<char *> arguments(argv, argv + argc + 1); // ends with a null pointer
    arguments.erase(arguments.begin() + 1);
    int count = argc - 1;
    prepareSurroundings();
    Application application(count, arguments.data());
    // Suites run side by side, and each has settings of its own.
    QCoreApplication::setApplicationName(QString::fromUtf8(name));
    return suite->second(count, arguments.data());
}

} // namespace lockscope::test

int main(int argc, char **argv)
{
    return lockscope::test::Suite::runAny(argc, argv);
}
