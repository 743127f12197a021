// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The completion scripts, run by the shells that they are for.
#include "tests/app/program.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"

#include <QFileInfo>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>

using namespace lockscope::test;
using namespace Qt::StringLiterals;

class TestCompletion : public QObject
{
    Q_OBJECT

private:
    // The completions that bash offers for the last of the words.
    static QStringList offered(const QStringList &words)
    {
        Program bash("bash");
        bash.setVariable(u"PATH"_s,
                         QFileInfo(QStringLiteral(LOCKCTL_PATH)).path() + u':'
                             + qEnvironmentVariable("PATH"));
        QStringList arguments{u"--norc"_s, u"-c"_s,
                              u"source <(lockctl completion bash) && COMP_WORDS=(\"$@\") && "
                              "COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) && _lockctl; "
                              "printf '%s\\n' \"${COMPREPLY[@]}\" | sort -u"_s,
                              u"bash"_s, u"lockctl"_s};
        if (bash.run(arguments + words) != 0)
            qWarning("%s", bash.err.constData());
        return QString::fromUtf8(bash.out).split(u'\n', Qt::SkipEmptyParts);
    }

private Q_SLOTS:
    void init() { failOnAnyWarning(); }

    void bashOffersCommandsOptionsAndValues_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QStringList>("expected");
        QTest::newRow("a command") << QStringList{u"li"_s} << QStringList{u"list"_s};
        QTest::newRow("a word") << QStringList{u"profile"_s, u"sa"_s} << QStringList{u"save"_s};
        QTest::newRow("an option")
            << QStringList{u"list"_s, u"--gue"_s} << QStringList{u"--guesses"_s};
        QTest::newRow("only its own") << QStringList{u"sandbox"_s, u"--gue"_s} << QStringList();
        QTest::newRow("a kind") << QStringList{u"acquire"_s, u"x"_s, u"--kind"_s, u"fen"_s}
                                << QStringList{u"fenced"_s};
        QTest::newRow("a mode") << QStringList{u"acquire"_s, u"x"_s, u"--mode"_s, u""_s}
                                << QStringList{u"read"_s, u"write"_s};
        QTest::newRow("a topology") << QStringList{u"sandbox"_s, u"up"_s, u"--topology"_s, u"s"_s}
                                    << QStringList{u"sentinel"_s, u"single"_s};
        QTest::newRow("a shell") << QStringList{u"completion"_s, u"z"_s} << QStringList{u"zsh"_s};
        QTest::newRow("a command to run")
            << QStringList{u"run"_s, u"x"_s, u"--"_s, u"mkfifo"_s} << QStringList{u"mkfifo"_s};
    }

    void bashOffersCommandsOptionsAndValues()
    {
        QFETCH(QStringList, words);
        QTEST(offered(words), "expected");
    }

    // The completions come from the table of commands: a shell offers everything that the help
    // names.
    void everyOptionOfEveryCommandIsOffered()
    {
        const QStringList commands = offered({u""_s});
        QVERIFY(commands.size() >= 14);
        static const QRegularExpression option(u"^  (?:-\\w, )?(--[a-z0-9-]+)"_s,
                                               QRegularExpression::MultilineOption);
        for (const QString &command : commands) {
            Program help(LOCKCTL_PATH);
            QCOMPARE(help.run({command, u"--help"_s}), 0);
            const QStringList found = offered({command, u"--"_s});
            for (auto each = option.globalMatch(QString::fromUtf8(help.out)); each.hasNext();) {
                const QString name = each.next().captured(1);
                QVERIFY2(found.contains(name), qPrintable(command + u' ' + name));
            }
        }
    }

    void otherShellsUnderstandTheirs_data()
    {
        QTest::addColumn<QString>("shell");
        QTest::newRow("bash") << u"bash"_s;
        QTest::newRow("zsh") << u"zsh"_s;
        QTest::newRow("fish") << u"fish"_s;
    }

    void otherShellsUnderstandTheirs()
    {
        QFETCH(QString, shell);
        LOCKSCOPE_REQUIRE(!QStandardPaths::findExecutable(shell).isEmpty(), "a shell");
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run({u"completion"_s, shell}), 0);
        QTemporaryDir folder;
        QFile script(folder.filePath(shell));
        QVERIFY(script.open(QIODevice::WriteOnly));
        QCOMPARE(script.write(lockctl.out), lockctl.out.size());
        script.close();
        Program check(shell.toLatin1().constData());
        QCOMPARE(check.run({u"-n"_s, script.fileName()}), 0);
        QCOMPARE(check.err, QByteArray());
    }

    void fishOffersOptions()
    {
        LOCKSCOPE_REQUIRE(!QStandardPaths::findExecutable(u"fish"_s).isEmpty(), "fish");
        Program fish("fish");
        fish.setVariable(u"PATH"_s,
                         QFileInfo(QStringLiteral(LOCKCTL_PATH)).path() + u':'
                             + qEnvironmentVariable("PATH"));
        QCOMPARE(
            fish.run(
                {u"--no-config"_s, u"-c"_s,
                 u"lockctl completion fish | source; complete -C 'lockctl acquire x --kind fen'"_s}),
            0);
        QCOMPARE(fish.out.trimmed().split('\t').front(), QByteArray("fenced"));
    }

    void anUnknownShellIsNamed()
    {
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run({u"completion"_s, u"tcsh"_s}), 2);
        QVERIFY(lockctl.err.contains("bash, zsh and fish"));
    }
};

LOCKSCOPE_TEST_SUITE(TestCompletion)
#include "tst_completion.moc"
