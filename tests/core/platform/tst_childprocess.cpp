// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/childprocess.h"
#include "core/platform/descriptor.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"

#include <QProcess>
#include <QtTest>

#include <unistd.h>

#include <array>
#include <csignal>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

// The rules of processes that are really started.
class TestChildProcess : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aGroupEndsAsAWhole();
    void aChildMayTalkThroughASocket();
    void aChildOfTheSameGroupIsNoLeader();
    void theUserHasAName();
};

void TestChildProcess::aGroupEndsAsAWhole()
{
    QProcess shell;
    platform::setChildRules(shell, {.ownGroup = true});
    shell.start(u"/bin/sh"_s, {u"-c"_s, u"sleep 600 & echo $!; wait"_s});
    QVERIFY(eventually([&] { return shell.canReadLine(); }));
    const pid_t inner = shell.readLine().trimmed().toInt();
    QVERIFY(inner > 0 && ::kill(inner, 0) == 0);
    QCOMPARE(::getpgid(inner), pid_t(shell.processId()));
    platform::killGroup(shell);
    QVERIFY(shell.waitForFinished());
    // An orphan is reaped by another process, which may need a moment.
    QVERIFY(eventually([&] {
        QFile status(u"/proc/%1/stat"_s.arg(inner));
        return ::kill(inner, 0) != 0
            || (status.open(QIODevice::ReadOnly) && status.readAll().contains(") Z "));
    }));
    platform::killGroup(shell); // nothing any more: its number may be another's by now
}

void TestChildProcess::aChildMayTalkThroughASocket()
{
    auto ends = platform::connectedPair();
    QVERIFY(ends.has_value());
    QProcess cat;
    platform::setChildRules(
        cat,
        {.atParentsEnd = platform::AtParentsEnd::Asked, .standardStreams = ends->at(1).number()});
    cat.start(u"cat"_s, {});
    QVERIFY(cat.waitForStarted());
    ends->at(1).close();
    QCOMPARE(platform::sendAtOnce(ends->at(0).number(), "hello", 5).bytes, 5);
    std::array<char, 16> bytes{};
    qsizetype got = 0;
    QVERIFY(eventually([&] {
        got = platform::receiveAtOnce(ends->at(0).number(), bytes.data(), qsizetype(bytes.size()))
                  .bytes;
        return got > 0;
    }));
    QCOMPARE(QByteArrayView(bytes.data(), got), QByteArrayView("hello"));
    ends->at(0).close();
    QVERIFY(cat.waitForFinished()); // its input has ended
    QCOMPARE(cat.exitCode(), 0);
}

void TestChildProcess::aChildOfTheSameGroupIsNoLeader()
{
    QProcess sleep;
    platform::setChildRules(sleep, {.atParentsEnd = platform::AtParentsEnd::Killed});
    sleep.start(u"sleep"_s, {u"600"_s});
    QVERIFY(sleep.waitForStarted());
    QCOMPARE(::getpgid(pid_t(sleep.processId())), ::getpgid(0));
    sleep.kill();
    QVERIFY(sleep.waitForFinished());
}

void TestChildProcess::theUserHasAName()
{
    QProcess id;
    id.start(u"id"_s, {u"-un"_s});
    QVERIFY(id.waitForFinished());
    QCOMPARE(platform::userName(), QString::fromLocal8Bit(id.readAllStandardOutput().trimmed()));
}

LOCKSCOPE_TEST_SUITE(TestChildProcess)
#include "tst_childprocess.moc"
