// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/madeup.h"
#include "ui/client/locks/locktablemodel.h"
#include "ui/client/servers/servermodel.h"
#include "ui/locks/lockvocabulary.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

class tst_LockVocabulary : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnAnyWarning(); }

    void hasWhatOccurs();
};

void tst_LockVocabulary::hasWhatOccurs()
{
    const StandingClock clock;
    LockTableModel locks(clock);
    ServerModel servers;
    servers.setPlace({0}, {{}, u"prod"_s, profile::Tag::Production, false});
    servers.mergeOne(upServer());
    for (const watch::LockRecord &lock : {heldLock("a", clock), fairLock("b", clock, 1)})
        locks.merge({{lock.id, std::make_shared<const watch::LockRecord>(lock)}});
    LockVocabulary vocabulary(locks, servers);
    const insight::FilterVocabulary first = vocabulary.words();
    QCOMPARE(first.words.value(u"kind"_s), QStringList({u"fair"_s, u"reentrant"_s}));
    QCOMPARE(first.words.value(u"library"_s), QStringList({u"redisson"_s}));
    QCOMPARE(first.words.value(u"holder"_s).size(), 1);
    QCOMPARE(first.words.value(u"profile"_s), QStringList({u"none"_s, u"prod"_s}));
    QVERIFY(first.fields.contains(u"ttl"_s));
    // It serves some keystrokes, and is then made anew.
    watch::LockRecord other = heldLock("c", clock);
    other.kind = "redlock";
    locks.merge({{other.id, std::make_shared<const watch::LockRecord>(other)}});
    QTRY_VERIFY(vocabulary.words().words.value(u"kind"_s).contains(u"redlock"_s));
}

LOCKSCOPE_TEST_SUITE(tst_LockVocabulary)
#include "tst_lockvocabulary.moc"
