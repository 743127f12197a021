// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/picture/aliasbook.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <memory>

using namespace Qt::StringLiterals;
using namespace lockscope;

namespace {

const QByteArray uuid = "3f1c2a5e-9b7d-4c11-8a22-0123456789ab";

} // namespace

class tst_AliasBook : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesAreOfOneDeployment();
    void namesAreWrittenBesideOwners();
    void theSurestOriginCounts();
    void anAddedNameStays();
    void wordsStandForWhoHasNoName();
};

void tst_AliasBook::namesAreOfOneDeployment()
{
    picture::AliasBook book;
    QVERIFY(
        book.set({0}, {{uuid, u"billing"_s}, {uuid + ":2", u"cron"_s}, {"token", u"importer"_s}}));
    QVERIFY(book.set({1}, {{"token", u"another"_s}}));
    QCOMPARE(book.find({0}, OwnerId(uuid + ":1")), Alias("billing"));
    QCOMPARE(book.find({0}, OwnerId(uuid + ":2")), Alias("cron"));
    QCOMPARE(book.find({0}, OwnerId("token")), Alias("importer"));
    QCOMPARE(book.find({1}, OwnerId("token")), Alias("another"));
    for (const QByteArray &stranger : QByteArrayList{"tok", "token:1:2", uuid + "x:1", ""})
        QVERIFY(book.find({0}, OwnerId(stranger)).isEmpty());
    QVERIFY(book.find({2}, OwnerId("token")).isEmpty());
    QCOMPARE(book.deployments(), (std::vector<watch::DeploymentId>{{0}, {1}}));
}

void tst_AliasBook::namesAreWrittenBesideOwners()
{
    picture::AliasBook book;
    book.set({0}, {{uuid, u"billing"_s}, {uuid + ":2", u"cron"_s}, {"token", u"importer"_s}});
    watch::LockRecord unnamed;
    unnamed.id.deployment = {0};
    unnamed.holds.resize(2);
    unnamed.holds[0].owner = OwnerId(uuid + ":1");
    unnamed.holds[1].owner = OwnerId("stranger");
    unnamed.waiters.emplace().push_back({OwnerId("token"), 1, {}, false, false});
    auto lock = std::make_shared<const watch::LockRecord>(unnamed);
    book.apply(lock);
    QCOMPARE(lock->holds[0].alias, "billing"_ba);
    QCOMPARE(lock->holds[1].alias, QByteArray());
    QCOMPARE(lock->waiters->front().alias, "importer"_ba);
    const watch::LockPointer named = lock;
    book.apply(lock);
    QCOMPARE(lock, named); // nothing to write: the same object
    watch::Event event;
    event.deploymentId = {0};
    event.owner = OwnerId(uuid + ":2");
    QVERIFY(book.apply(event));
    QCOMPARE(event.alias, "cron"_ba);
    QVERIFY(!book.apply(event));
}

void tst_AliasBook::theSurestOriginCounts()
{
    const OwnerId owner("3f1c:7");
    picture::AliasBook book;
    QVERIFY(book.set({0}, AliasOrigin::Learned, {{"3f1c", u"guess"_s}}));
    QVERIFY(!book.set({0}, AliasOrigin::Learned, {{"3f1c", u"guess"_s, AliasOrigin::Learned}}));
    QCOMPARE(book.find({0}, owner), Alias("guess", AliasOrigin::Learned));
    QVERIFY(book.set({0}, {{"3f1c", u"mine"_s}}));
    QCOMPARE(book.find({0}, owner), Alias("mine"));
    QVERIFY(book.set({0}, picture::AliasBook::Aliases()));
    QCOMPARE(book.find({0}, owner), Alias("guess", AliasOrigin::Learned));
    // The last name is also removed from the places it was written to.
    watch::LockRecord record;
    record.id.deployment = {0};
    record.holds.emplace_back().owner = owner;
    auto lock = std::make_shared<const watch::LockRecord>(record);
    book.apply(lock);
    QCOMPARE(lock->holds.front().alias, Alias("guess", AliasOrigin::Learned));
    QVERIFY(book.set({0}, AliasOrigin::Learned, {}));
    book.apply(lock);
    QVERIFY(lock->holds.front().alias->isEmpty());
}

void tst_AliasBook::anAddedNameStays()
{
    picture::AliasBook book;
    QVERIFY(book.add({0}, OwnerId("token"), u"mine"_s));
    QVERIFY(!book.add({0}, OwnerId("token"), u"mine"_s));
    QVERIFY(book.set({0}, {{"other", u"set"_s}}));
    QVERIFY(book.set({0}, picture::AliasBook::Aliases()));
    QCOMPARE(book.find({0}, OwnerId("token")), Alias("mine"));
    QVERIFY(book.find({0}, OwnerId("other")).isEmpty());
}

void tst_AliasBook::wordsStandForWhoHasNoName()
{
    const Alias words("fluent-bumblebee", AliasOrigin::Derived);
    const OwnerId owner(uuid + ":1");
    picture::AliasBook book;
    QVERIFY(book.find({0}, owner).isEmpty());
    QVERIFY(book.setWordNames(true));
    QVERIFY(!book.setWordNames(true));
    QCOMPARE(book.find({0}, owner), words);
    QVERIFY(book.find({0}, OwnerId("token")).isEmpty());
    QVERIFY(book.rules({0})->isEmpty()); // no name that anybody gave
    watch::LockRecord record;
    record.id.deployment = {0};
    record.holds.resize(2);
    record.holds[0].owner = owner;
    record.holds[1].owner = OwnerId(uuid + ":2");
    QVERIFY(!book.note(record));
    auto lock = std::make_shared<const watch::LockRecord>(record);
    book.apply(lock);
    QCOMPARE(lock->holds[0].alias, words);
    QCOMPARE(&*lock->holds[0].alias, &*lock->holds[1].alias); // kept once for all threads

    QVERIFY(book.set({1}, {{uuid, u"billing"_s}}));
    QCOMPARE(book.find({0}, owner), words);
    QCOMPARE(book.findAnywhere(owner), Alias("billing"));
    QVERIFY(book.set({0}, {{uuid, u"billing"_s}}));
    book.apply(lock);
    QCOMPARE(lock->holds[0].alias, Alias("billing"));
    QVERIFY(book.set({0}, picture::AliasBook::Aliases()));
    QVERIFY(book.setWordNames(false));
    book.apply(lock);
    QVERIFY(lock->holds[0].alias->isEmpty());
}

LOCKSCOPE_TEST_SUITE(tst_AliasBook)
#include "tst_aliasbook.moc"
