// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/madeup.h"
#include "ui/client/watchclient.h"
#include "ui/window/windowtitle.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

class tst_WindowTitle : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itNamesTheServers();
    void aRecordStandsInPlaceOfServers();

private:
    StandingClock m_clock;
};

void tst_WindowTitle::itNamesTheServers()
{
    WatchClient client(m_clock);
    watch::WatchMailbox &mailbox = client.addSource();
    const auto put = [&](int server) {
        mailbox.put(watch::ServerId{server},
                    std::make_shared<const watch::ServerRecord>(upServer(server)));
    };
    QCOMPARE(windowTitle(client, 0), u"Lockscope"_s);
    put(0);
    QTRY_COMPARE(windowTitle(client, 0), u"127.0.0.1:6379 - Lockscope"_s);
    // Two servers of one profile are one name, and hostile text is shown as text.
    for (const int server : {1, 2})
        client.servers().setPlace({server}, {{}, u"shop[*]"_s, profile::Tag::Production, true});
    put(1);
    put(2);
    QTRY_COMPARE(windowTitle(client, 2), u"(2) 127.0.0.1:6379, shop[*][*] - Lockscope"_s);
    for (const int server : {3, 4, 5})
        put(server);
    QTRY_COMPARE(windowTitle(client, 0), u"127.0.0.1:6379 and 4 more - Lockscope"_s);
    client.setPaused(true);
    QCOMPARE(windowTitle(client, 0), u"127.0.0.1:6379 and 4 more - Lockscope (paused)"_s);
}

void tst_WindowTitle::aRecordStandsInPlaceOfServers()
{
    WatchClient client(m_clock);
    client.setRecord(u"night\nshift"_s);
    const QString title = windowTitle(client, 0);
    QVERIFY2(title.startsWith(u"Record of night"_s) && !title.contains(u'\n'), qPrintable(title));
}

LOCKSCOPE_TEST_SUITE(tst_WindowTitle)
#include "tst_windowtitle.moc"
