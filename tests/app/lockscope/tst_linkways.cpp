// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/linkways.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::console;

class tst_LinkWays : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }
    void aProfileMustBeThere();
    void aServerIsThatOfAProfileOrAskedFor();
    void whatCannotBeReadLeadsNowhere();

private:
    void write(const QByteArray &profiles)
    {
        QFile file(m_store.file());
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(profiles) > 0);
    }
    void writeShop()
    {
        write("{\"version\":1,\"profiles\":[{\"name\":\"shop\",\"urls\":[\"redis://a:7000\"],"
              "\"tag\":\"production\",\"read_only\":true}]}");
    }

    const QTemporaryDir m_folder;
    const profile::ProfileStore m_store{m_folder.filePath(u"profiles.json"_s)};
};

void tst_LinkWays::aProfileMustBeThere()
{
    writeShop();
    QCOMPARE(wayOf({u"shop"_s, {}, "n"}, m_store).profile, u"shop"_s);
    const ui::LinkWay unknown = wayOf({u"shup\u202e"_s, {}, "n"}, m_store);
    QVERIFY(unknown.profile.isEmpty() && unknown.label.isEmpty());
    QVERIFY2(unknown.problem.contains("shup\\u{202e}"_L1, Qt::CaseInsensitive),
             qPrintable(unknown.problem));
}

void tst_LinkWays::aServerIsThatOfAProfileOrAskedFor()
{
    writeShop();
    const ui::LinkWay known = wayOf({{}, u"redis://a:7000"_s, "n"}, m_store);
    QCOMPARE(known.profile, u"shop"_s);
    QVERIFY(known.label.isEmpty() && known.problem.isEmpty());
    const ui::LinkWay unknown = wayOf({{}, u"redis://evil.example"_s, "n"}, m_store);
    QVERIFY(unknown.profile.isEmpty() && unknown.problem.isEmpty());
    QCOMPARE(unknown.label, u"redis://evil.example:6379"_s);
}

void tst_LinkWays::whatCannotBeReadLeadsNowhere()
{
    writeShop();
    for (const QString &url : {u"http://a"_s, u"redis://"_s, u"a"_s, QString(5000, u'x')}) {
        const ui::LinkWay way = wayOf({{}, url, "n"}, m_store);
        QVERIFY(way.profile.isEmpty() && way.label.isEmpty());
        QVERIFY(!way.problem.isEmpty());
    }
    write("{");
    QVERIFY(!wayOf({u"shop"_s, {}, "n"}, m_store).problem.isEmpty());
}

LOCKSCOPE_TEST_SUITE(tst_LinkWays)
#include "tst_linkways.moc"
