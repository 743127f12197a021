// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/rawkeys.h"
#include "core/watch/track/expiry.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace lockscope;
using namespace lockscope::watch;

namespace {

Reply timeAnswer(const QByteArray &seconds, const QByteArray &micros)
{
    Reply reply;
    reply.type = Reply::Type::Array;
    for (const QByteArray &part : {seconds, micros}) {
        Reply element;
        element.type = Reply::Type::String;
        element.bytes = part;
        reply.elements.push_back(element);
    }
    return reply;
}

const ServerSpan never{-1, -1};

} // namespace

class TestExpiry : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isExactWithinOneMillisecond()
    {
        const auto span =
            spanBetween(timeAnswer("1700", "5001"), timeAnswer("1700", "5999"), never);
        QCOMPARE(span, (ServerSpan{1'700'005, 1'700'005}));
        format::RawKey key;
        setExpiry(key, expiryAfter(span, 30'000), std::nullopt, 0);
        QCOMPARE(key.expireAt.value_or(0), 1'730'005);
        QCOMPARE(key.expirySlack, 0);
    }

    void isAsWideAsTheServerTook()
    {
        const auto later = timeAnswer("1700", "9000");
        const auto sooner = timeAnswer("1700", "5000");
        QCOMPARE(spanBetween(sooner, later, never), (ServerSpan{1'700'005, 1'700'009}));
        QCOMPARE(spanBetween(later, sooner, never), (ServerSpan{1'700'005, 1'700'009}));
    }

    void withoutTimeOurClockCounts()
    {
        Reply refused;
        refused.type = Reply::Type::Error;
        refused.bytes = "NOPERM this user has no permissions to run the 'time' command";
        QCOMPARE(spanBetween(refused, refused, {5, 9}), (ServerSpan{5, 9}));
        QCOMPARE(spanBetween(timeAnswer("1", "0"), refused, {5, 9}), (ServerSpan{5, 9}));
        ServerClock clock;
        const Instant now(std::chrono::hours(1));
        clock.sample(1'700'000, now, now);
        const ServerSpan span = spanOf(clock, now + Millis(2), now + Millis(7));
        QVERIFY(span.from <= 1'700'002 && span.to >= 1'700'007);
    }

    void whatFitsIsNoChange()
    {
        format::RawKey key;
        setExpiry(key, {30'000, 30'010}, std::nullopt, 0);
        QCOMPARE(key.expireAt.value_or(0), 30'000);
        QCOMPARE(key.expirySlack, 10);
        // Another reading tells more of the same instant.
        setExpiry(key, {29'998, 30'003}, key.expireAt, key.expirySlack);
        QCOMPARE(key.expireAt.value_or(0), 30'000);
        QCOMPARE(key.expirySlack, 3);
        // So a renewal of a few milliseconds is seen, which the first reading would have hidden.
        setExpiry(key, {30'004, 30'004}, key.expireAt, key.expirySlack);
        QCOMPARE(key.expireAt.value_or(0), 30'004);
        QCOMPARE(key.expirySlack, 0);
        setExpiry(key, {30'003, 30'003}, key.expireAt, key.expirySlack); // cut short
        QCOMPARE(key.expireAt.value_or(0), 30'003);
    }

    void hostileNumbersStayInBounds()
    {
        constexpr qint64 most = std::numeric_limits<qint64>::max();
        const auto time =
            serverTimeOf(timeAnswer(QByteArray::number(most), QByteArray::number(most)));
        QVERIFY(time && *time <= format::farAway);
        QVERIFY(!serverTimeOf(Reply()));
        format::RawKey key;
        setExpiry(key, expiryAfter({*time, *time}, most), std::nullopt, 0);
        QCOMPARE(key.expireAt.value_or(0), format::farAway);
        QCOMPARE(key.expirySlack, 0);
        setExpiry(key, {-format::farAway, format::farAway}, std::nullopt, 0);
        QVERIFY(mayBeSame({7, 7}, *key.expireAt, key.expirySlack));
    }
};

LOCKSCOPE_TEST_SUITE(TestExpiry)
#include "tst_expiry.moc"
