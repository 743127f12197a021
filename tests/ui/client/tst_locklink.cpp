// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/madeup.h"
#include "ui/client/locklink.h"
#include "ui/client/servers/servermodel.h"

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

class tst_LockLink : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnAnyWarning(); }
    void everyNameComesBack_data();
    void everyNameComesBack();
    void readsWhatOthersMakeOfIt();
    void refuses_data();
    void refuses();
    void namesTheProfileOrTheServer();
};

void tst_LockLink::everyNameComesBack_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("plain") << QByteArray("orders:7");
    QTest::newRow("marks") << QByteArray("a&name=b?c#d%20+e/{f}");
    QTest::newRow("spaces") << QByteArray(" a\n\t");
    QTest::newRow("letters") << QByteArray("锁");
    QTest::newRow("bytes") << QByteArray("\0\xff\x80", 3);
}

void tst_LockLink::everyNameComesBack()
{
    QFETCH(QByteArray, name);
    for (const LockLink &link :
         {LockLink{u"prod & eu"_s, {}, name}, LockLink{{}, u"redis://[::1]:6379/2"_s, name}}) {
        const QString text = lockLinkText(link);
        QVERIFY(isLockLink(text));
        QVERIFY(std::ranges::all_of(text, [](QChar c) { return c > u' ' && c < u'\x7f'; }));
        const auto read = readLockLink(text);
        QVERIFY2(read, qPrintable(read ? QString() : read.error()));
        QCOMPARE(*read, link);
    }
}

void tst_LockLink::readsWhatOthersMakeOfIt()
{
    const LockLink link{u"p"_s, {}, "n"};
    for (const QString &text :
         {u" lockscope://lock?profile=p&name=n\n"_s, u"LOCKSCOPE://lock/?name=n&profile=p"_s,
          u"lockscope://lock?profile=p&name=n&from=chat&"_s}) {
        const auto read = readLockLink(text);
        QVERIFY2(read, qPrintable(text));
        QCOMPARE(*read, link);
    }
}

void tst_LockLink::refuses_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("says");
    const QString start = u"lockscope://lock?"_s;
    QTest::newRow("other scheme") << u"https://lock?profile=p&name=n"_s << u"lockscope://lock?"_s;
    QTest::newRow("other thing") << u"lockscope://run?profile=p&name=n"_s << u"no known kind"_s;
    QTest::newRow("nothing") << u"lockscope://"_s << u"no known kind"_s;
    QTest::newRow("no name") << start + u"profile=p"_s << u"names no lock"_s;
    QTest::newRow("empty name") << start + u"profile=p&name="_s << u"names no lock"_s;
    QTest::newRow("no place") << start + u"name=n"_s << u"either"_s;
    QTest::newRow("two places") << start + u"profile=p&url=redis://h&name=n"_s << u"either"_s;
    QTest::newRow("twice") << start + u"profile=p&name=n&name=m"_s << u"\"name\" twice"_s;
    QTest::newRow("half a byte") << start + u"profile=p&name=%4"_s << u"encoding"_s;
    QTest::newRow("no digits") << start + u"profile=p&name=%zz"_s << u"encoding"_s;
    QTest::newRow("broken profile") << start + u"profile=%ff&name=n"_s << u"encoding"_s;
    QTest::newRow("control") << start + u"profile=a%0ab&name=n"_s << u"encoding"_s;
    QTest::newRow("reversed") << start + u"profile=%e2%80%ae&name=n"_s << u"encoding"_s;
    QTest::newRow("space") << start + u"profile=p&name=a b"_s << u"encoding"_s;
    QTest::newRow("not encoded") << start + u"profile=p&name=锁"_s << u"encoding"_s;
    QTest::newRow("password") << start + u"url=redis://u:secret@h&name=n"_s << u"password"_s;
    QTest::newRow("hidden password")
        << start + u"url=redis%3A%2F%2Fu%3Asecret%40h&name=n"_s << u"password"_s;
    QTest::newRow("a megabyte") << start + u"profile=p&name="_s + QString(1 << 20, u'n')
                                << u"too long"_s;
}

void tst_LockLink::refuses()
{
    QFETCH(QString, text);
    QFETCH(QString, says);
    const auto read = readLockLink(text);
    QVERIFY(!read);
    QVERIFY2(read.error().contains(says), qPrintable(read.error()));
    QVERIFY(!read.error().contains("secret"_L1));
    QVERIFY(read.error().size() < 120);
}

void tst_LockLink::namesTheProfileOrTheServer()
{
    ServerModel servers;
    servers.mergeOne(upServer(0));
    servers.mergeOne(upServer(1));
    servers.setPlace({1}, {u"redis://127.0.0.1:6380"_s, u"shop"_s});
    QCOMPARE(lockLinkTo({0, LockName("a")}, servers),
             (LockLink{{}, u"redis://127.0.0.1:6379"_s, "a"}));
    QCOMPARE(lockLinkTo({1, LockName("a")}, servers), (LockLink{u"shop"_s, {}, "a"}));
}

LOCKSCOPE_TEST_SUITE(tst_LockLink)
#include "tst_locklink.moc"
