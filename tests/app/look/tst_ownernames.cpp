// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/profilehome.h"
#include "tests/core/watch/server/harness.h"
#include "tests/support/namedclient.h"
#include "tests/support/testmain.h"

#include <QFile>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

// Tests names of owners from files and from the names of clients, as lockctl shows them.
class TestOwnerNames : public QObject, private ProfileHome
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
    }
    void init()
    {
        makeHome();
        m_server.command({"FLUSHALL"});
    }

    void namesComeFromAFile();
    void aBrokenFileOfNamesIsExplained();
    void namesAreLearned();
    void wordsAreShownUnlessRefused();

private:
    static bool write(const QString &file, const QByteArray &text)
    {
        QFile out(file);
        return out.open(QIODevice::WriteOnly) && out.write(text) == text.size();
    }

    RedisProcess m_server;
};

void TestOwnerNames::namesComeFromAFile()
{
    LockWriter(m_server).acquire("f", ann, 60'000);
    const QString file = m_home->filePath(u"names.csv"_s);
    QVERIFY(write(file, "owner,name\n3f1c2a5e-*,billing\n"));
    const QJsonValue hold =
        run({u"list"_s, u"--json"_s, u"--url"_s, m_server.url(), u"--aliases"_s, file})
            .json()["locks"_L1][0]["holds"_L1][0];
    QCOMPARE(hold["alias"_L1].toString(), u"billing"_s); // without its sign
    QCOMPARE(hold["alias_origin"_L1].toString(), u"file"_s);
    // Of a profile, with the profile's own names first.
    QCOMPARE(save({u"p"_s, m_server.url(), u"--default"_s, u"--aliases"_s, file}).status, 0);
    QCOMPARE(shown(u"p"_s)["aliases_file"_L1].toString(), file);
    const QByteArray signedOwner = "\xe2\x89\xa1"
                                   "billing ("
        + ann + ")";
    QVERIFY(run({u"list"_s}).out.contains(signedOwner));
    QVERIFY(profile({u"show"_s, u"p"_s}).out.contains("names.csv"));
    QCOMPARE(save({u"p"_s, u"--change"_s, u"--alias"_s, u"3f1c*=mine"_s}).status, 0);
    const QJsonValue own = run({u"list"_s, u"--json"_s}).json()["locks"_L1][0]["holds"_L1][0];
    QCOMPARE(own["alias"_L1].toString(), u"mine"_s);
    QCOMPARE(own["alias_origin"_L1].toString(), u"operator"_s);
    QCOMPARE(
        save({u"p"_s, u"--change"_s, u"--aliases"_s, QString(), u"--alias"_s, u"3f1c*="_s}).status,
        0);
    QVERIFY(!shown(u"p"_s).contains("aliases_file"_L1));
    const QJsonValue none = run({u"list"_s, u"--json"_s}).json()["locks"_L1][0]["holds"_L1][0];
    QVERIFY(none["alias"_L1].isNull() && none["alias_origin"_L1].isNull());
}

void TestOwnerNames::aBrokenFileOfNamesIsExplained()
{
    LockWriter(m_server).acquire("f", ann, 60'000);
    const QString file = m_home->filePath(u"names.json"_s);
    QVERIFY(write(file, "{\"a\": \"x\",\n \"b\": 1}"));
    const Ran asked = run({u"list"_s, u"--url"_s, m_server.url(), u"--aliases"_s, file});
    QCOMPARE(asked.status, 2);
    QVERIFY2(asked.says("line ") && asked.says("names.json"), asked.err.constData());
    QVERIFY(asked.out.isEmpty());
    QCOMPARE(save({u"p"_s, m_server.url(), u"--aliases"_s, file}).status, 2);
    QCOMPARE(
        run({u"list"_s, u"--url"_s, m_server.url(), u"--aliases"_s, u"/nonexistent/x"_s}).status,
        2);
    // One that a profile names keeps nobody from seeing locks.
    QVERIFY(write(file, "{\"a\": \"x\"}"));
    QCOMPARE(save({u"p"_s, m_server.url(), u"--default"_s, u"--aliases"_s, file}).status, 0);
    QVERIFY(write(file, "a\n"));
    const Ran listed = run({u"list"_s, u"--json"_s});
    QCOMPARE(listed.status, 0);
    QCOMPARE(names(listed), QStringList{u"f"_s});
    QVERIFY2(listed.says("line 1"), listed.err.constData());
}

void TestOwnerNames::namesAreLearned()
{
    NamedClient client;
    QVERIFY(client.open(m_server, "billing-" + ann.first(36)));
    LockWriter(m_server).acquire("f", ann, 60'000);
    const QStringList list{u"list"_s, u"--json"_s, u"--url"_s, m_server.url()};
    QVERIFY(run(list).json()["locks"_L1][0]["holds"_L1][0]["alias"_L1].isNull()); // nobody asked
    const QJsonValue hold =
        run(list + QStringList{u"--learn-names"_s}).json()["locks"_L1][0]["holds"_L1][0];
    QCOMPARE(hold["alias"_L1].toString(), u"billing"_s);
    QCOMPARE(hold["alias_origin"_L1].toString(), u"learned"_s);
    QCOMPARE(save({u"p"_s, m_server.url(), u"--default"_s, u"--learn-names"_s}).status, 0);
    QVERIFY(shown(u"p"_s)["learn_names"_L1].toBool());
    QVERIFY(run({u"show"_s, u"f"_s}).out.contains("billing ("));
    QCOMPARE(save({u"p"_s, u"--change"_s, u"--no-learn-names"_s}).status, 0);
    QVERIFY(!shown(u"p"_s).contains("learn_names"_L1));
    // A user without the right to ask gets one message, and sees the locks.
    m_server.command(
        {"ACL", "SETUSER", "observer", "on", ">secret", "~*", "&*", "+@all", "-client|list"});
    const Ran refused = run({u"list"_s, u"--json"_s, u"--learn-names"_s, u"--url"_s,
                             u"redis://observer:secret@127.0.0.1:%1"_s.arg(m_server.port())});
    QCOMPARE(refused.status, 0);
    QCOMPARE(names(refused), QStringList{u"f"_s});
    QCOMPARE(refused.err.count("+client|list"), qsizetype(1));
    m_server.command({"ACL", "DELUSER", "observer"});
}

void TestOwnerNames::wordsAreShownUnlessRefused()
{
    LockWriter(m_server).acquire("f", ann, 60'000);
    const QStringList list{u"list"_s, u"--url"_s, m_server.url()};
    const QByteArray words = "fluent-bumblebee (" + ann + ")";
    QVERIFY(run(list).out.contains(words));
    QVERIFY(run(QStringList{u"show"_s, u"f"_s, u"--url"_s, m_server.url()}).out.contains(words));
    const Ran full = run(list + QStringList{u"--owners"_s, u"full"_s});
    QVERIFY(full.out.contains(ann) && !full.out.contains("fluent-bumblebee"));
    QCOMPARE(run(list + QStringList{u"--owners"_s, u"short"_s}).status, 2);
    // Filters find them, and JSON stays as it is without.
    const Ran found =
        run(list + QStringList{u"--json"_s, u"--filter"_s, u"holder:fluent-bumblebee"_s});
    QCOMPARE(names(found), QStringList{u"f"_s});
    const QJsonValue hold = found.json()["locks"_L1][0]["holds"_L1][0];
    QCOMPARE(hold["owner"_L1].toString(), QString::fromLatin1(ann));
    QVERIFY(hold["alias"_L1].isNull() && hold["alias_origin"_L1].isNull());
}

LOCKSCOPE_TEST_SUITE(TestOwnerNames)
#include "tst_ownernames.moc"
