// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/record/recordsearch.h"
#include "core/recorder/recordfolder.h"
#include "tests/core/recorder/told.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "ui/exception/exceptiondialog.h"

#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::console;
using namespace lockscope::test;
using namespace std::chrono_literals;
using insight::HoldEnded;
using watch::EventType;

namespace {

const QByteArray annsNode = "3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d";
const QByteArray annsOwner = annsNode + ":7";
const QByteArray bobsOwner = "99999999-5d1e-4b7a-9c0d-8e6f1a2b3c4d:1";

const QString exceptionOfAnn =
    u"java.lang.IllegalMonitorStateException: attempt to unlock lock, not locked by current thread "
    "by node id: %1 thread-id: 7"_s.arg(QString::fromLatin1(annsNode));

// The last hold of the lock that has ended; of an open one: that one.
std::optional<insight::HoldInterval> holdOf(const ui::PastHolds &past, const QByteArray &lock)
{
    for (const auto lane : past.history ? past.history->lanes() : std::vector<quint32>()) {
        if (past.history->lockOf(lane).name.bytes != lock)
            continue;
        if (const auto ended = past.history->ended(lane); !ended.empty())
            return ended.back();
        return past.history->open(lane).front();
    }
    return std::nullopt;
}

} // namespace

class tst_RecordSearch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_record.reset(); }

    void looksBackUntilTheOwnerIsFound();
    void aHoldFromBeforeTheSpanIsFoundWhole();
    void whatEndedBetweenTwoRunsIsNotKnown();
    void whatIsHeldAtTheEndIsOpen();
    void lostLocksAreFound();
    void saysHowFarNothingWasFound();
    void oneDamagedFileDoesNotHideTheOthers();
    void anewSearchEndsTheOneBefore();
    void theDialogShowsIt();
    void theDialogFindsNothing();
    void whatTheRunHasSeenIsNotToldTwice();

private:
    // Of all records, by name.
    std::map<QString, ui::PastHolds> found(const QString &text);
    void endRecord()
    {
        QVERIFY(m_record->isWritten());
        m_record->stop();
    }
    // Ann's lease runs out, and Bob takes the lock.
    void expire()
    {
        m_record->tell(EventType::Acquired, "stock:7", annsOwner);
        m_record->clock.advance(30s);
        m_record->tell(EventType::Expired, "stock:7", annsOwner);
        m_record->clock.advance(2s);
        m_record->tell(EventType::Acquired, "stock:7", bobsOwner);
        m_record->clock.advance(5s);
        m_record->tell(EventType::Released, "stock:7", bobsOwner);
    }
    // Others use other locks for that long.
    void goOn(std::chrono::hours hours)
    {
        for (int i = 0; i < hours.count(); ++i) {
            m_record->tell(EventType::Acquired, "other", bobsOwner);
            m_record->clock.advance(30min);
            m_record->tell(EventType::Released, "other", bobsOwner);
            m_record->clock.advance(30min);
        }
    }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<ToldRecord> m_record;
};

void tst_RecordSearch::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    qputenv("LOCKSCOPE_RECORDS", QFile::encodeName(m_home->path()));
    m_record = std::make_unique<ToldRecord>(recorder::recordFolder(u"shop"_s));
    QVERIFY(m_record->start());
    m_record->show(QByteArray("run1"));
}

std::map<QString, ui::PastHolds> tst_RecordSearch::found(const QString &text)
{
    RecordSearch search(m_record->clock);
    std::map<QString, ui::PastHolds> all;
    connect(&search, &ui::PastSearch::found, this,
            [&all](const ui::PastHolds &holds) { all.insert_or_assign(holds.record, holds); });
    QSignalSpy finished(&search, &ui::PastSearch::finished);
    search.search(format::readException(text.toUtf8()));
    return eventually([&] { return finished.count() == 1; }) ? all
                                                             : std::map<QString, ui::PastHolds>();
}

void tst_RecordSearch::looksBackUntilTheOwnerIsFound()
{
    const WallInstant began = m_record->clock.wallNow();
    expire();
    goOn(40h);
    endRecord();
    RecordSearch search(m_record->clock);
    QSignalSpy advanced(&search, &ui::PastSearch::advanced);
    std::optional<ui::PastHolds> past;
    connect(&search, &ui::PastSearch::found, this,
            [&past](const ui::PastHolds &holds) { past = holds; });
    search.search(format::readException(exceptionOfAnn.toUtf8()));
    QVERIFY(eventually([&] { return past.has_value(); }));
    QCOMPARE(past->record, u"shop"_s);
    QVERIFY(!past->isDamaged);
    QCOMPARE(advanced.count(), 3); // 6, 24 and 96 hours
    const auto lane = past->history->lanes();
    QCOMPARE(lane.size(), std::size_t(1)); // of its lock alone
    QCOMPARE(past->labels.at(past->history->lockOf(lane.front()).deployment), u"redis://a:6379"_s);
    const auto ended = past->history->ended(lane.front());
    QCOMPARE(ended.size(), std::size_t(2));
    QCOMPARE(ended[0].start(), began);
    QCOMPARE(ended[0].ended, HoldEnded::Expired);
    QCOMPARE(past->history->owners().owner(ended[1].owner), OwnerId(bobsOwner));
}

// Its last event alone is in the last hours.
void tst_RecordSearch::aHoldFromBeforeTheSpanIsFoundWhole()
{
    const WallInstant began = m_record->clock.wallNow();
    goOn(1h);
    m_record->tell(EventType::Acquired, "stock:7", annsOwner);
    goOn(9h);
    m_record->tell(EventType::Expired, "stock:7", annsOwner);
    m_record->clock.advance(5s);
    endRecord();
    const auto hold = holdOf(found(exceptionOfAnn).at(u"shop"_s), "stock:7");
    QVERIFY(hold && hold->hasBeginning());
    QCOMPARE(hold->start(), began + 1h);
    QCOMPARE(hold->end(), began + 10h);
}

void tst_RecordSearch::whatEndedBetweenTwoRunsIsNotKnown()
{
    m_record->tell(EventType::Acquired, "stock:7", annsOwner);
    m_record->clock.advance(30s);
    endRecord();
    m_record->clock.advance(10min);
    QVERIFY(m_record->start());
    m_record->show(QByteArray("run1"));
    m_record->clock.advance(1s);
    m_record->tell(EventType::Acquired, "other", bobsOwner);
    endRecord();
    const auto hold = holdOf(found(exceptionOfAnn).at(u"shop"_s), "stock:7");
    QVERIFY(hold);
    QCOMPARE(hold->ended, HoldEnded::Unknown);
    QVERIFY(hold->vague);
}

void tst_RecordSearch::whatIsHeldAtTheEndIsOpen()
{
    m_record->tell(EventType::Acquired, "stock:7", annsOwner);
    m_record->clock.advance(30s);
    endRecord();
    const auto hold = holdOf(found(exceptionOfAnn).at(u"shop"_s), "stock:7");
    QVERIFY(hold && hold->isOpen());
}

void tst_RecordSearch::lostLocksAreFound()
{
    m_record->tell(EventType::Acquired, "stock:7", annsOwner);
    m_record->tell(EventType::Acquired, "other", bobsOwner);
    m_record->clock.advance(30s);
    m_record->lose("a flush took it",
                   {{LockName("other"), "reentrant", OwnerId(bobsOwner)},
                    {LockName("stock:7"), "reentrant", OwnerId(annsOwner)}});
    m_record->clock.advance(1s);
    endRecord();
    const ui::PastHolds past = found(exceptionOfAnn).at(u"shop"_s);
    QCOMPARE(holdOf(past, "stock:7")->ended, HoldEnded::Lost);
    QVERIFY(!holdOf(past, "other"));
}

void tst_RecordSearch::saysHowFarNothingWasFound()
{
    const WallInstant began = m_record->clock.wallNow();
    goOn(10h);
    endRecord();
    const ui::PastHolds past = found(exceptionOfAnn).at(u"shop"_s);
    QVERIFY(!past.history);
    QVERIFY(past.since <= began);
}

void tst_RecordSearch::oneDamagedFileDoesNotHideTheOthers()
{
    expire();
    endRecord();
    m_record = std::make_unique<ToldRecord>(recorder::recordFolder(u"torn"_s));
    QVERIFY(m_record->start());
    m_record->show(QByteArray("run1"));
    goOn(1h);
    endRecord();
    for (const recorder::RecordFile &each :
         recorder::recordFiles(recorder::recordFolder(u"torn"_s))) {
        QFile file(each.path);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.seek(100) && file.write(QByteArray(4000, 'x')) == 4000);
    }
    const auto all = found(exceptionOfAnn);
    QCOMPARE(holdOf(all.at(u"shop"_s), "stock:7")->ended, HoldEnded::Released); // Bob's
}

void tst_RecordSearch::anewSearchEndsTheOneBefore()
{
    expire();
    endRecord();
    RecordSearch search(m_record->clock);
    QSignalSpy told(&search, &ui::PastSearch::found);
    QSignalSpy finished(&search, &ui::PastSearch::finished);
    for (int i = 0; i < 20; ++i)
        search.search(format::readException(exceptionOfAnn.toUtf8()));
    QVERIFY(eventually([&] { return finished.count() == 1; }));
    QCOMPARE(told.count(), 1);
    search.search(format::readException(exceptionOfAnn.toUtf8()));
    search.cancel();
    QCoreApplication::processEvents();
    QCOMPARE(finished.count(), 1);
}

// With nothing connected: by the record alone.
void tst_RecordSearch::theDialogShowsIt()
{
    const WallInstant began = m_record->clock.wallNow();
    expire();
    m_record->clock.advance(1min);
    endRecord();
    RecordSearch search(m_record->clock);
    ui::WatchClient client(m_record->clock);
    const insight::HoldHistory history;
    ui::ExceptionDialog dialog(
        {.history = history, .client = client, .clock = m_record->clock, .records = &search});
    dialog.show();
    dialog.findChild<QPlainTextEdit *>(u"exceptionText"_s)->setPlainText(exceptionOfAnn);
    auto *hits = dialog.findChild<QListWidget *>(u"exceptionHits"_s);
    QVERIFY(eventually([&] { return hits->count() == 1; }));
    const QString text = hits->item(0)->text();
    QVERIFY2(text.contains(u"By the record of shop:"_s), qPrintable(text));
    QVERIFY2(text.contains(u"for 30.0 s, then expired"_s), qPrintable(text));
    QVERIFY2(text.contains(u"The next holder was"_s), qPrintable(text));
    QVERIFY2(text.endsWith(u"Its server is not connected here."_s), qPrintable(text));
    QVERIFY(!dialog.findChild<QPushButton *>(u"exceptionOpen"_s)->isEnabled());
    QVERIFY(!dialog.findChild<QPushButton *>(u"exceptionTimeline"_s)->isEnabled());
    QSignalSpy wanted(&dialog, &ui::ExceptionDialog::lookBackWanted);
    dialog.findChild<QPushButton *>(u"exceptionLookBack"_s)->click();
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted[0][0].toString(), u"shop"_s);
    QCOMPARE(wanted[0][1].value<WallInstant>(), began + 30s);
    // Another text has another answer.
    dialog.findChild<QPlainTextEdit *>(u"exceptionText"_s)->setPlainText(u"nothing"_s);
    QCOMPARE(hits->count(), 0);
}

void tst_RecordSearch::theDialogFindsNothing()
{
    goOn(10h);
    endRecord();
    RecordSearch search(m_record->clock);
    ui::WatchClient client(m_record->clock);
    const insight::HoldHistory history;
    ui::ExceptionDialog dialog(
        {.history = history, .client = client, .clock = m_record->clock, .records = &search});
    dialog.show();
    dialog.findChild<QPlainTextEdit *>(u"exceptionText"_s)->setPlainText(exceptionOfAnn);
    const auto *summary = dialog.findChild<QLabel *>(u"exceptionSummary"_s);
    QVERIFY(eventually([&] {
        return summary->text().contains(
            u"The records of this machine have nothing related since"_s);
    }));
}

// A connected deployment of the same label has the lock: it can be opened, and the hold that this
// run has seen is not told by the record again.
void tst_RecordSearch::whatTheRunHasSeenIsNotToldTwice()
{
    expire();
    m_record->clock.advance(1min);
    m_record->tell(EventType::Acquired, "stock:7", annsOwner);
    m_record->clock.advance(30s);
    m_record->tell(EventType::Expired, "stock:7", annsOwner);
    endRecord();
    ui::PastHolds past = found(exceptionOfAnn).at(u"shop"_s);
    const watch::LockId live{{3}, LockName("stock:7")};
    const auto now = std::make_shared<const watch::LockRecord>([&] {
        watch::LockRecord lock;
        lock.id = live;
        return lock;
    }());
    const ui::LocksNow locks{
        [&](const watch::LockId &id) { return id == live ? now : watch::LockPointer(); },
        [](const auto &) {}};
    const auto deploymentOf = [](const QString &label) -> std::optional<watch::DeploymentId> {
        return label == u"redis://a:6379"_s ? std::optional(watch::DeploymentId{3}) : std::nullopt;
    };
    insight::HoldHistory history;
    ui::ExceptionAnswer answer =
        ui::answerException(format::readException(exceptionOfAnn.toUtf8()), history, locks);
    ui::addRecorded(answer, past, locks, deploymentOf);
    QCOMPARE(answer.hits.size(), std::size_t(1)); // its latest hold
    QCOMPARE(answer.hits[0].lock, live);
    QVERIFY(answer.hits[0].now && answer.isOwnerKnown);

    watch::Event event;
    event.at = answer.hits[0].hold->start();
    event.type = EventType::Acquired;
    event.name = live.name;
    event.deploymentId = live.deployment;
    event.owner = OwnerId(annsOwner);
    event.mode = watch::Mode::Exclusive;
    history.note(event);
    event.at += 30s;
    event.type = EventType::Expired;
    history.note(event);
    answer = ui::answerException(format::readException(exceptionOfAnn.toUtf8()), history, locks);
    ui::addRecorded(answer, past, locks, deploymentOf);
    QCOMPARE(answer.hits.size(), std::size_t(1));
    QVERIFY(answer.hits[0].record.isEmpty());
}

LOCKSCOPE_TEST_SUITE(tst_RecordSearch)
#include "tst_recordsearch.moc"
