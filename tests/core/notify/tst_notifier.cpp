// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/notify/notifier.h"
#include "tests/core/notify/hookserver.h"
#include "tests/core/notify/noticeproblems.h"
#include "tests/support/clocks.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using notify::Notifier;

// From a problem to a receiver: what it is sent, and what is said where it cannot be reached.
class NotifierTest : public QObject
{
    Q_OBJECT

private:
    static QJsonObject jsonOf(const health::Problem &problem)
    {
        return {{u"id"_s, QString::fromLatin1(problem.id)},
                {u"name"_s, QString::fromUtf8(problem.subject.name.bytes)}};
    }
    static Notifier::Options options()
    {
        Notifier::Options options;
        options.sender = {u"shop"_s, "production", u"lockctl record"_s, u"9.9"_s};
        options.json = jsonOf;
        return options;
    }
    static QJsonObject parsed(const QByteArray &json)
    {
        return QJsonDocument::fromJson(json).object();
    }
    static std::unique_ptr<notify::Courier> courierTo(const HookServer &server, Millis limit = 20s)
    {
        return notify::makeWebhookCourier(std::make_shared<KnownUrl>(server.url()), "test", limit);
    }

    static void stop(Notifier &notifier, Millis limit)
    {
        bool hasStopped = false;
        connect(&notifier, &Notifier::stopped, &notifier, [&] { hasStopped = true; });
        notifier.stop(limit);
        QVERIFY(eventually([&] { return hasStopped; }));
    }

private Q_SLOTS:
    void init() { failOnAnyWarning(); }

    void aProblemAndItsEndArrive()
    {
        HookServer server;
        SystemClock clock;
        Notifier notifier(options(), clock, courierTo(server));
        notifier.note(opened(problemOf(1)));
        QVERIFY(eventually([&] { return server.requests().size() == 1; }));
        const QJsonObject first = parsed(server.requests()[0].body);
        QCOMPARE(first["format"_L1], 1);
        QCOMPARE(first["event"_L1], "opened"_L1);
        QCOMPARE(first["profile"_L1], "shop"_L1);
        QCOMPARE(first["tag"_L1], "production"_L1);
        QCOMPARE(first["program"_L1], "lockctl record"_L1);
        QCOMPARE(first["version"_L1], "9.9"_L1);
        QVERIFY(first["at"_L1].toString().endsWith(u'Z'));
        QCOMPARE(first["incident"_L1]["name"_L1], "orders:1"_L1);
        QVERIFY2(first["text"_L1].toString().startsWith("[shop] critical: "_L1),
                 qPrintable(first["text"_L1].toString()));
        notifier.note(closed(problemOf(1)));
        QVERIFY(eventually([&] { return server.requests().size() == 2; }));
        const QJsonObject second = parsed(server.requests()[1].body);
        QCOMPARE(second["event"_L1], "closed"_L1);
        QCOMPARE(second["incident"_L1]["id"_L1], first["incident"_L1]["id"_L1]);
        QVERIFY(notifier.fault().isEmpty());
    }

    void hostileNamesStayText()
    {
        const notify::Sender sender = options().sender;
        const QByteArray name =
            "<!channel> @all \x1b[2J\xff\"}\n{\"event\":\"test\"} [x](http://y)";
        const QByteArray json = notify::messageOf(
            {{{notify::Notice::What::Opened, problemOf(1, health::Severity::Critical, name)}}, 0},
            sender, jsonOf, WallInstant(), 50);
        QCOMPARE(json.count('\n'), 1); // one line
        const QJsonObject object = parsed(json);
        QCOMPARE(object["event"_L1], "opened"_L1);
        const QString text = object["text"_L1].toString();
        QVERIFY2(text.contains("\\x3c!channel\\x3e \\x40all \\x1b\\x5b2J\\xff"_L1),
                 qPrintable(text));
        for (const QChar c : u"<>@`\n\x1b"_s)
            QVERIFY2(!text.contains(c), qPrintable(text));
    }

    void muchAtOnceIsOneBoundedMessage()
    {
        HookServer server;
        SystemClock clock;
        Notifier notifier(options(), clock, courierTo(server));
        for (int i = 1; i <= 80; ++i)
            notifier.note(opened(problemOf(i)));
        QVERIFY(eventually([&] { return server.requests().size() == 1; }));
        const QJsonObject digest = parsed(server.requests()[0].body);
        QCOMPARE(digest["event"_L1], "digest"_L1);
        QCOMPARE(digest["count"_L1], 80);
        QCOMPARE(digest["left_out"_L1], 30);
        QCOMPARE(digest["incidents"_L1].toArray().size(), 50);
        QCOMPARE(digest["incidents"_L1][0]["event"_L1], "opened"_L1);
        QCOMPARE(digest["incidents"_L1][0]["incident"_L1]["name"_L1], "orders:1"_L1);
        QVERIFY(
            digest["text"_L1].toString().startsWith("[shop] 80 problems, 0 ended; the first: "_L1));
    }

    void aRefusedMessageIsTriedAgain()
    {
        HookServer server;
        server.answers = {"HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n",
                          "HTTP/1.1 204 No Content\r\n\r\n"};
        ShiftedClock clock;
        Notifier notifier(options(), clock, courierTo(server));
        QStringList said;
        connect(&notifier, &Notifier::said, this,
                [&](const Sentence &text) { said += text.english(); });
        notifier.note(opened(problemOf(1)));
        QVERIFY(eventually([&] { return !notifier.fault().isEmpty(); }));
        QCOMPARE(said.size(), 1);
        QVERIFY2(said[0].contains("is tried again"_L1) && said[0].contains("HTTP status 500"_L1),
                 qPrintable(said[0]));
        notifier.take();
        QCOMPARE(server.requests().size(), 1); // not yet
        clock.advance(2s);
        notifier.take();
        QVERIFY(eventually([&] { return notifier.fault().isEmpty(); }));
        QCOMPARE(server.requests().size(), 2);
        QCOMPARE(said.size(), 2);
        QVERIFY(said[1].contains("delivered again"_L1));
        QVERIFY(!said.join(u' ').contains("canary"_L1));
    }

    void givingUpIsSaidOnce()
    {
        HookServer server;
        server.answers = {"HTTP/1.1 404 None\r\nContent-Length: 0\r\n\r\n"};
        ShiftedClock clock;
        Notifier notifier(options(), clock, courierTo(server));
        QStringList said;
        connect(&notifier, &Notifier::said, this,
                [&](const Sentence &text) { said += text.english(); });
        int ended = 0;
        connect(&notifier, &Notifier::idle, this, [&] { ++ended; });
        for (int i = 1; i <= 3; ++i) {
            notifier.note(opened(problemOf(i)));
            clock.advance(10min);
            notifier.take();
            QVERIFY(eventually([&] { return ended == i; }));
        }
        QCOMPARE(server.requests().size(), 3);
        QVERIFY(!notifier.fault().isEmpty());
        QCOMPARE(said.size(), 1);
        QVERIFY2(said[0].contains("was given up"_L1), qPrintable(said[0]));
        server.answers = {"HTTP/1.1 204 No Content\r\n\r\n"};
        notifier.note(opened(problemOf(9)));
        clock.advance(10min);
        notifier.take();
        QVERIFY(eventually([&] { return ended == 4 && notifier.fault().isEmpty(); }));
        QCOMPARE(said.size(), 2);
        QVERIFY2(said[1].contains("nobody was told of 3 problems"_L1), qPrintable(said[1]));
    }

    void theEndSendsWhatWaits()
    {
        HookServer server;
        ShiftedClock clock;
        Notifier notifier(options(), clock, courierTo(server));
        for (int i = 1; i <= 3; ++i)
            notifier.note(opened(problemOf(i)));
        stop(notifier, 20s);
        QCOMPARE(server.requests().size(), 1);
        QCOMPARE(parsed(server.requests()[0].body)["count"_L1], 3);
        notifier.note(opened(problemOf(4)));
        notifier.take();
        QVERIFY(notifier.fault().isEmpty());
    }

    // The one that is on its way, and then what came meanwhile.
    void theEndWaitsForTheMessageOnItsWay()
    {
        HookServer server;
        SystemClock clock;
        Notifier notifier(options(), clock, courierTo(server));
        notifier.note(opened(problemOf(1)));
        notifier.take();
        notifier.note(opened(problemOf(2)));
        stop(notifier, 20s);
        QCOMPARE(server.requests().size(), 2);

        Notifier idle(options(), clock, courierTo(server));
        stop(idle, 20s); // nothing to send
        QCOMPARE(server.requests().size(), 2);
    }

    void theEndIsBounded()
    {
        HookServer server;
        server.answers = {QByteArray()};
        SystemClock clock;
        Notifier notifier(options(), clock, courierTo(server));
        notifier.note(opened(problemOf(1)));
        const Instant before = clock.now();
        stop(notifier, 100ms);
        QVERIFY(clock.now() - before < 10s);
    }
};

LOCKSCOPE_TEST_SUITE(NotifierTest)

#include "tst_notifier.moc"
