// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/childenvironment.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace lockscope;
using namespace Qt::StringLiterals;

// What the processes that Lockscope starts find in their environment.
class ChildEnvironmentTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void passwordsAreNotInIt()
    {
        for (const char *name :
             {"LOCKSCOPE_PASSWORD", "LOCKSCOPE_SENTINEL_PASSWORD", "LOCKSCOPE_OPERATOR_PASSWORD",
              "LOCKSCOPE_PROXY_PASSWORD", "CHILD_TEST_HIDDEN", "CHILD_TEST_SHOWN"})
            qputenv(name, "canary");
        QVERIFY(childEnvironment().contains(u"CHILD_TEST_HIDDEN"_s));
        hideFromChildren({u"CHILD_TEST_HIDDEN"_s});
        const QProcessEnvironment environment = childEnvironment();
        QCOMPARE(environment.value(u"CHILD_TEST_SHOWN"_s), u"canary"_s);
        QCOMPARE(environment.value(u"PATH"_s), qEnvironmentVariable("PATH"));
        for (const char *name :
             {"LOCKSCOPE_PASSWORD", "LOCKSCOPE_SENTINEL_PASSWORD", "LOCKSCOPE_OPERATOR_PASSWORD",
              "LOCKSCOPE_PROXY_PASSWORD", "CHILD_TEST_HIDDEN"})
            QVERIFY2(!environment.contains(QString::fromLatin1(name)), name);
        // This process keeps them.
        QCOMPARE(qEnvironmentVariable("LOCKSCOPE_PASSWORD"), u"canary"_s);
    }

    void cleanup()
    {
        for (const char *name :
             {"LOCKSCOPE_PASSWORD", "LOCKSCOPE_SENTINEL_PASSWORD", "LOCKSCOPE_OPERATOR_PASSWORD",
              "LOCKSCOPE_PROXY_PASSWORD", "CHILD_TEST_HIDDEN", "CHILD_TEST_SHOWN"})
            qunsetenv(name);
    }
};

LOCKSCOPE_TEST_SUITE(ChildEnvironmentTest)

#include "tst_childenvironment.moc"
