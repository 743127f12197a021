// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/filter/eventfilter.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::insight;
using namespace lockscope::watch;

class tst_EventFilter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void matches_data();
    void matches();
    void pointsToWhatIsWrong_data();
    void pointsToWhatIsWrong();
    void anEventOfAServerHasNoNameAndNoOwner();
    void everyWordIsTaken();
};

namespace {

Event handedOver()
{
    Event event;
    event.type = EventType::HandedOver;
    event.name = LockName("orders:42");
    event.kind = "fair";
    event.server = u"redis://127.0.0.1:6379"_s;
    event.owner = OwnerId("Billing-7f3a:12");
    event.former = OwnerId("mail:1");
    event.alias = "cashier";
    event.mode = Mode::Exclusive;
    event.count = 2;
    event.ttl = Millis(4s);
    event.detail = u"from mail"_s;
    return event;
}

} // namespace

void tst_EventFilter::matches_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("expected");
    const auto row = [](const char *text, bool expected) {
        QTest::newRow(text) << QString::fromUtf8(text) << expected;
    };
    row("", true);
    row("ORDERS", true);
    row("handed", true);
    row("cashier", true);
    row("nothing", false);
    row("-nothing orders", true);
    row("event:handed-over", true);
    row("event:Released,Handed-Over", true);
    row("event:released", false);
    row("-event:handed-over", false);
    row("name:orders:42", true);
    row("name:billing", false);
    row("owner:billing", true);
    row("owner:mail", true);
    row("owner:cashier", true);
    row("owner:orders", false);
    row("server:6379", true);
    row("server:6380", false);
    row("kind:FAIR", true);
    row("kind:fai", false);
    row("mode:exclusive", true);
    row("mode:read", false);
    row("count:>1", true);
    row("count:1", false);
    row("ttl:<5s", true);
    row("ttl:none", false);
    row("unseen:no", true);
    row("unseen:yes", false);
}

void tst_EventFilter::matches()
{
    QFETCH(QString, text);
    QFETCH(bool, expected);
    const auto filter = EventFilter::read(text);
    QVERIFY2(filter, filter ? "" : qPrintable(filter.error().text.english()));
    QCOMPARE(filter->matches(handedOver()), expected);
    QCOMPARE(filter->isEmpty(), text.isEmpty());
}

void tst_EventFilter::pointsToWhatIsWrong_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("wrong");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *text, const char *wrong, const char *says) {
        QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(wrong)
                            << QString::fromUtf8(says);
    };
    row("a holder:x", "holder", "owner");
    row("a tag:production", "tag", "to search for a colon, use quotes");
    row("a kind:fiar", "fiar", "similar values: fair");
    row("a -quorum:split", "quorum", "a field of locks, not of events");
    row("event:released,gone", "released,gone", "\"gone\"");
    row("event:released,", "released,", "expired");
    row("ttl:5", "5", "unit");
    row("count:none", "none", ">2");
    row("mode:shared x", "shared", "exclusive");
    row("owner:", "owner:", "needs a value");
}

void tst_EventFilter::pointsToWhatIsWrong()
{
    QFETCH(QString, text);
    QFETCH(QString, wrong);
    QFETCH(QString, says);
    const auto filter = EventFilter::read(text);
    QVERIFY(!filter);
    QCOMPARE(text.sliced(filter.error().at, filter.error().length), wrong);
    QVERIFY2(filter.error().text.english().contains(says),
             qPrintable(filter.error().text.english()));
}

void tst_EventFilter::anEventOfAServerHasNoNameAndNoOwner()
{
    Event event;
    event.type = EventType::ServerDown;
    event.server = u"redis://127.0.0.1:6379"_s;
    for (const QString &text : {u"name:a"_s, u"owner:a"_s, u"ttl:none"_s, u"ttl:>0s"_s,
                                u"count:>=0"_s, u"mode:exclusive"_s}) {
        QVERIFY2(!EventFilter::read(text)->matches(event), qPrintable(text));
        QVERIFY2(EventFilter::read(u'-' + text)->matches(event), qPrintable(text));
    }
    event.mode = Mode::Read; // a hold without an end
    QVERIFY(EventFilter::read(u"ttl:none"_s)->matches(event));
}

void tst_EventFilter::everyWordIsTaken()
{
    int words = 0;
    for (const QString &field : EventFilter::fields()) {
        for (const QString &word : EventFilter::choices(field)) {
            const QString text = field + u':' + word;
            const auto filter = EventFilter::read(text);
            QVERIFY2(filter, qPrintable(text));
            QVERIFY(!filter->isEmpty());
            ++words;
        }
    }
    QVERIFY(words >= 20);
}

LOCKSCOPE_TEST_SUITE(tst_EventFilter)
#include "tst_eventfilter.moc"
