// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/readingrights.h"
#include "tests/core/watch/server/partstage.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::watch;
using namespace Qt::StringLiterals;

namespace {

Refusal refusalOfScan()
{
    Refusal refusal;
    refusal.error = {ErrorKind::Permission, "NOPERM", u"no permission to run hscan"_s, {}};
    refusal.question = {"HSCAN", "lock:a"};
    return refusal;
}

} // namespace

// Tests the records and reports of refusals. No server: nothing is sent.
class TestReadingRights : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        const auto target = redis::parseTarget(u"redis://127.0.0.1:1"_s);
        QVERIFY(target);
        m_rights.reset();
        m_stage = std::make_unique<PartStage>(*target, WatchMode::Tracking);
        m_rights = std::make_unique<ReadingRights>(m_stage->context, [] {});
    }

    void aRefusalIsToldOnce()
    {
        m_rights->note(refusalOfScan());
        QCOMPARE(m_stage->told(), QByteArray("gap"));
        QVERIFY(m_stage->record.error.has_value());
        QVERIFY(!m_stage->record.keyRefusal.has_value());
        QCOMPARE(m_stage->published, 1);
        m_rights->note(refusalOfScan());
        QCOMPARE(m_stage->told(), QByteArray());
        QCOMPARE(m_stage->published, 1);
        QVERIFY(m_rights->holds({"HSCAN", "lock:a"}));
        m_rights->forgetRefusals();
        QVERIFY(!m_rights->holds({"HSCAN", "lock:a"}));
    }

    void aRefusalOfAKeyIsNoErrorOfTheServer()
    {
        Refusal refusal = refusalOfScan();
        refusal.isAboutKey = true;
        m_rights->note(refusal);
        QVERIFY(m_stage->record.keyRefusal.has_value());
        QVERIFY(!m_stage->record.error.has_value());
    }

    void aHarmlessRefusalIsToldInOtherWords()
    {
        m_rights->noteHarmless(refusalOfScan(), u"something is not counted"_s);
        const auto events = m_stage->mailbox.take().events;
        QCOMPARE(events.size(), std::size_t(1));
        QCOMPARE(events.front().detail.english(), u"something is not counted"_s);
        QVERIFY(!m_stage->record.error.has_value());
        QVERIFY(m_rights->holds({"HSCAN", "lock:a"}));
    }

    void unreadableLocksArePublishedWhenTheyChange()
    {
        m_rights->addUnreadable(LockName("lock:a"));
        m_rights->publishUnreadable();
        QVERIFY(m_stage->record.unreadable);
        QVERIFY(m_stage->record.unreadable->mayHave(LockName("lock:a")));
        QCOMPARE(m_stage->published, 1);
        m_rights->publishUnreadable();
        QCOMPARE(m_stage->published, 1);
        m_rights->removeUnreadable(LockName("lock:a"));
        m_rights->publishUnreadable();
        QVERIFY(!m_stage->record.unreadable);
        QCOMPARE(m_stage->published, 2);
    }

private:
    std::unique_ptr<PartStage> m_stage;
    std::unique_ptr<ReadingRights> m_rights;
};

LOCKSCOPE_TEST_SUITE(TestReadingRights)
#include "tst_readingrights.moc"
