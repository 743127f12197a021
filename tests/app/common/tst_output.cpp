// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Output that cannot be written is an error for every command: a script would take an empty answer
// for "no locks".
#include "tests/app/program.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"

using namespace lockscope::test;
using namespace Qt::StringLiterals;

class TestOutput : public QObject
{
    Q_OBJECT

private:
    // The status of a shell command in which LOCKCTL stands for ours.
    int run(const QString &line, QByteArray *err = nullptr)
    {
        Program shell("sh");
        shell.setVariable(u"LOCKCTL"_s, QStringLiteral(LOCKCTL_PATH));
        shell.setVariable(u"URL"_s, m_server.url());
        const int status = shell.run({u"-c"_s, line});
        if (err)
            *err = shell.err;
        return status;
    }

    RedisProcess m_server;

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
        m_server.command({"HSET", "a", "3f1c2a5e-9b7d-4c11-8a22-0123456789ab:1", "1"});
        m_server.command({"PEXPIRE", "a", "600000"});
        m_server.command({"HSET", "endless", "3f1c2a5e-9b7d-4c11-8a22-0123456789ab:2", "1"});
    }
    void init() { failOnAnyWarning(); }

    void aFullOutputIsAnError_data()
    {
        QTest::addColumn<QString>("command");
        for (const char *command :
             {"list", "list --json", "show a", "show a --json", "queue a", "queue a --json",
              "blocking --json", "watch", "watch --json", "unlock a --force --dry-run",
              "doctor --observe 2s", "doctor --observe 2s --json", // there is a problem
              "unlock a --force --dry-run --json"})
            QTest::newRow(command) << QString::fromLatin1(command);
    }

    void aFullOutputIsAnError()
    {
        QFETCH(QString, command);
        for (const auto &[where, why] :
             {std::pair(">/dev/full", "could not be written: No space left"),
              std::pair(">&-", "could not be written: it is closed")}) {
            QByteArray err;
            QCOMPARE(run(u"timeout 20 \"$LOCKCTL\" %1 --url \"$URL\" %2"_s.arg(
                             command, QString::fromLatin1(where)),
                         &err),
                     3);
            QCOMPARE(err.count("standard output could not be written"), 1);
            QVERIFY2(err.contains(why), err.constData());
        }
    }

    void commandsWithoutAServerToo_data()
    {
        QTest::addColumn<QString>("command");
        for (const char *command : {"--help", "--version", "list --help", "profile list --json",
                                    "audit --json", "completion bash"})
            QTest::newRow(command) << QString::fromLatin1(command);
    }

    void commandsWithoutAServerToo()
    {
        QFETCH(QString, command);
        QCOMPARE(run(u"\"$LOCKCTL\" %1 >/dev/full"_s.arg(command)), 3);
        QCOMPARE(run(u"\"$LOCKCTL\" %1 >&-"_s.arg(command)), 3);
    }
};

LOCKSCOPE_TEST_SUITE(TestOutput)
#include "tst_output.moc"
