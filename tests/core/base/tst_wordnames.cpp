// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/wordnames.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <set>

using namespace Qt::StringLiterals;
using namespace lockscope;

namespace {

const QByteArray client = "76a0c7a5-0c31-404b-abda-dc68577ee300";
// Two clients that have the same words.
const QByteArray fond = "00000000-0000-4000-8000-000000000086";
const QByteArray other = "00000000-0000-4000-8000-00000000008d";

Alias derived(const QByteArray &name)
{
    return {name, AliasOrigin::Derived};
}

QByteArray uuidOf(int number)
{
    return "3f2a9c44-5d1e-4b7a-9c0d-" + QByteArray::number(number, 16).rightJustified(12, '0');
}

} // namespace

class tst_WordNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void aClientHasItsNameForEver();
    void onlyUuidsAreNamed();
    void wordsAreTwo();
    void clientsOfOneNameHaveLongOnes();
    void theyAreOffAtFirst();
};

// People write these names down: a change of the lists or of the hash would break this.
void tst_WordNames::aClientHasItsNameForEver()
{
    QCOMPARE(wordName(client), "shiny-hare"_ba);
    QCOMPARE(longWordName(client), "shiny-hare-02"_ba);
    QCOMPARE(wordName("00000000-0000-4000-8000-00000000098e"), "amber-otter"_ba);
    QCOMPARE(clientHash("a"), quint64(0xaf63dc4c8601ec8c)); // as FNV-1a is published
}

void tst_WordNames::onlyUuidsAreNamed()
{
    QCOMPARE(clientUuid(OwnerId(client + ":64")).toByteArray(), client);
    QCOMPARE(clientUuid(OwnerId(client + ":64:0123456789abcdef0123456789abcdef")).toByteArray(),
             client); // a transaction's
    QCOMPARE(clientUuid(OwnerId(client.toUpper() + ":64")).toByteArray(), client.toUpper());
    for (const QByteArray &owner :
         QByteArrayList{client, "", ":", "worker-7:12", client + "x:1", client.chopped(1) + ":1",
                        client.chopped(1) + "g:1", "76a0c7a5x0c31-404b-abda-dc68577ee300:1"})
        QVERIFY2(clientUuid(OwnerId(owner)).isEmpty(), owner.constData());
}

void tst_WordNames::wordsAreTwo()
{
    std::set<QByteArray> names;
    for (int client = 0; client < 1000; ++client) {
        const QByteArray name = wordName(uuidOf(client));
        QCOMPARE(name.count('-'), 1);
        QVERIFY(name.size() <= 24);
        names.insert(name);
    }
    QVERIFY2(names.size() > 970, qPrintable(QString::number(names.size()))); // of about 985
}

void tst_WordNames::clientsOfOneNameHaveLongOnes()
{
    QCOMPARE(wordName(fond), wordName(other));
    WordNames names;
    names.setOn(true);
    QVERIFY(!names.note(OwnerId(fond + ":1")));
    QVERIFY(!names.note(OwnerId(fond + ":2")));
    QCOMPARE(*names.find(OwnerId(fond + ":2")), derived("fond-herring"));
    QVERIFY(names.note(OwnerId(other + ":1")));
    QVERIFY(!names.note(OwnerId(other + ":1"))); // once
    QCOMPARE(*names.find(OwnerId(fond + ":1")), derived("fond-herring-a0"));
    QCOMPARE(*names.find(OwnerId(other + ":1")), derived("fond-herring-89"));
}

void tst_WordNames::theyAreOffAtFirst()
{
    WordNames names;
    QVERIFY(!names.note(OwnerId(client + ":1")));
    QVERIFY(names.find(OwnerId(client + ":1"))->isEmpty());
    QVERIFY(names.setOn(true));
    QVERIFY(!names.setOn(true));
    QCOMPARE(*names.find(OwnerId(client + ":1")), derived("shiny-hare"));
    QVERIFY(names.find(OwnerId("worker:1"))->isEmpty());
    QVERIFY(names.setOn(false));
    QVERIFY(names.find(OwnerId(client + ":1"))->isEmpty());
}

LOCKSCOPE_TEST_SUITE(tst_WordNames)
#include "tst_wordnames.moc"
