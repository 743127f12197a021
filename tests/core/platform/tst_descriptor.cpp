// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/bell.h"
#include "core/platform/descriptor.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"

#include <QThread>
#include <QtTest>

#include <fcntl.h>

#include <array>
#include <cerrno>
#include <thread>

using namespace lockscope;
using namespace lockscope::test;
using platform::Descriptor;

// Descriptors, the sockets behind them, and the bell.
class TestDescriptor : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isClosedByItsOwner();
    void isNotInherited();
    void bytesGoFromOneEndToTheOther();
    void aClosedPeerIsTold();
    void aBellCallsBackOnItsOwnThread();
};

namespace {

bool isOpen(int number)
{
    return ::fcntl(number, F_GETFD) >= 0;
}

} // namespace

void TestDescriptor::isClosedByItsOwner()
{
    auto ends = platform::connectedPair();
    QVERIFY(ends.has_value());
    const std::array numbers{ends->at(0).number(), ends->at(1).number()};
    {
        const Descriptor taken = std::move(ends->at(0));
        QVERIFY(!ends->at(0).isOpen());
        QVERIFY(isOpen(numbers[0]));
    }
    QVERIFY(!isOpen(numbers[0]));
    Descriptor copy = Descriptor::copyOf(numbers[1]);
    QVERIFY(copy.isOpen() && copy.number() != numbers[1]);
    ends.reset();
    QVERIFY(!isOpen(numbers[1]) && isOpen(copy.number()));
    const int released = copy.release();
    copy.close(); // nothing: it has none
    QVERIFY(isOpen(released));
    QVERIFY(!Descriptor::copyOf(-1).isOpen());
    const Descriptor last(released);
}

void TestDescriptor::isNotInherited()
{
    const auto ends = platform::connectedPair();
    const Descriptor copy = Descriptor::copyOf(ends->at(0).number());
    for (const int number : {ends->at(0).number(), ends->at(1).number(), copy.number()})
        QCOMPARE(::fcntl(number, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
}

void TestDescriptor::bytesGoFromOneEndToTheOther()
{
    const auto ends = platform::connectedPair();
    std::array<char, 16> bytes{};
    const auto nothing =
        platform::receiveAtOnce(ends->at(1).number(), bytes.data(), qsizetype(bytes.size()));
    QVERIFY(nothing.bytes < 0);
    QCOMPARE(nothing.error, EAGAIN);
    QCOMPARE(platform::sendAtOnce(ends->at(0).number(), "hello", 5).bytes, 5);
    const auto got =
        platform::receiveAtOnce(ends->at(1).number(), bytes.data(), qsizetype(bytes.size()));
    QCOMPARE(QByteArrayView(bytes.data(), got.bytes), QByteArrayView("hello"));
}

void TestDescriptor::aClosedPeerIsTold()
{
    auto ends = platform::connectedPair();
    ends->at(0).close();
    char byte = 0;
    QCOMPARE(platform::receiveAtOnce(ends->at(1).number(), &byte, 1).bytes, 0);
    const auto sent = platform::sendAtOnce(ends->at(1).number(), &byte, 1); // without a signal
    QVERIFY(sent.bytes < 0);
    QCOMPARE(sent.error, EPIPE);
}

void TestDescriptor::aBellCallsBackOnItsOwnThread()
{
    int heard = 0;
    bool isHere = true;
    const QThread *here = QThread::currentThread();
    const platform::Bell bell([&] {
        ++heard;
        isHere = isHere && QThread::currentThread() == here;
    });
    std::thread([&] {
        for (int i = 0; i < 100'000; ++i) // more than a pipe holds
            bell.ring();
    }).join();
    QCOMPARE(heard, 0);
    QVERIFY(eventually([&] { return heard > 0; }));
    QVERIFY(isHere);
    const int before = heard;
    bell.ring();
    QVERIFY(eventually([&] { return heard > before; }));
}

LOCKSCOPE_TEST_SUITE(TestDescriptor)
#include "tst_descriptor.moc"
