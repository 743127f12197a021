// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/application.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "tests/ui/madeup.h"
#include "tests/ui/pictures.h"
#include "ui/exception/exceptiondialog.h"
#include "ui/timeline/historyfeed.h"
#include "ui/timeline/timelinepane.h"

#include <QAbstractItemView>
#include <QAccessible>
#include <QAction>
#include <QClipboard>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

namespace {

const QByteArray node = "3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d";
const OwnerId ann(node + ":7");
const OwnerId bob("99999999-5d1e-4b7a-9c0d-8e6f1a2b3c4d:1");

const QString exceptionOfAnn =
    u"java.lang.IllegalMonitorStateException: attempt to unlock lock, not locked by current thread "
    "by node id: %1 thread-id: 7\n\tat org.redisson.RedissonLock.unlock(RedissonLock.java:396)"_s
        .arg(QString::fromLatin1(node));

void note(insight::HoldHistory &history, watch::EventType type, qint64 seconds,
          const QByteArray &lock, const OwnerId &owner, const OwnerId &former = {})
{
    watch::Event event;
    event.at = WallInstant(std::chrono::seconds(seconds));
    event.type = type;
    event.name = LockName(lock);
    event.deploymentId = {0};
    event.owner = owner;
    event.mode = watch::Mode::Exclusive;
    if (!former.isEmpty())
        event.former = former;
    history.note(event);
}

ExceptionAnswer answer(const QString &text, const insight::HoldHistory &history,
                       const std::vector<watch::LockRecord> &locks = {})
{
    std::vector<watch::LockPointer> all;
    for (const watch::LockRecord &lock : locks)
        all.push_back(std::make_shared<const watch::LockRecord>(lock));
    const auto find = [&](const watch::LockId &id) {
        const auto at = std::find_if(
            all.begin(), all.end(), [&](const watch::LockPointer &lock) { return lock->id == id; });
        return at == all.end() ? watch::LockPointer() : *at;
    };
    return answerException(format::readException(text.toUtf8()), history,
                           {find, [&](const auto &visit) {
                                for (const watch::LockPointer &lock : all)
                                    visit(lock);
                            }});
}

QByteArrayList names(const ExceptionAnswer &answer)
{
    QByteArrayList names;
    for (const ExceptionHit &hit : answer.hits)
        names += hit.lock.name.bytes;
    return names;
}

} // namespace

class tst_ExceptionDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not)"_s)); }

    void whatWasLostLastComesFirst();
    void aNameIsFoundByItsEnd();
    void othersOfTheClientComeLast();
    void whoWaitsIsTold();
    void whatNobodyHeldIsFound();
    void aSemaphoreIsToldByItsNumber();
    void theChosenLockStaysChosen();
    void anExpiryIsExplained();
};

void tst_ExceptionDialog::whatWasLostLastComesFirst()
{
    using enum watch::EventType;
    insight::HoldHistory history;
    note(history, Acquired, 1, "first", ann);
    note(history, Released, 2, "first", ann);
    note(history, Acquired, 3, "lost", ann);
    note(history, Expired, 33, "lost", ann);
    note(history, Acquired, 34, "lost", bob);
    note(history, Acquired, 35, "held", ann);
    note(history, Acquired, 36, "strange", bob);
    const ExceptionAnswer told = answer(exceptionOfAnn, history);
    QCOMPARE(names(told), QByteArrayList({"lost", "first", "held"}));
    QVERIFY(told.isOwnerKnown);
    const ExceptionHit &lost = told.hits.front();
    QCOMPARE(lost.relation, ExceptionHit::Relation::HeldBefore);
    QCOMPARE(lost.hold->ended, insight::HoldEnded::Expired);
    QCOMPARE(lost.nextOwner, bob);
    QVERIFY(lost.next->isOpen());
    QCOMPARE(told.hits.back().relation, ExceptionHit::Relation::HoldsNow);
    QVERIFY(answer(u"nothing of the sort"_s, history).hits.empty());
    // Lost and held again: both are told.
    note(history, HandedOver, 40, "lost", ann, bob);
    QCOMPARE(names(answer(exceptionOfAnn, history)),
             QByteArrayList({"lost", "first", "lost", "held"}));
}

void tst_ExceptionDialog::aNameIsFoundByItsEnd()
{
    using enum watch::EventType;
    insight::HoldHistory history;
    note(history, Acquired, 1, "bull:mail:316:lock", bob);
    note(history, Acquired, 1, "bull:mail:9316:lock", bob);
    note(history, Acquired, 1, "job-lock:nightly", bob);
    QCOMPARE(names(answer(u"Error: Missing lock for job 316. moveToFinished"_s, history)),
             QByteArrayList({"bull:mail:316:lock"}));
    const auto told = answer(u"Not executing 'nightly'. It's locked."_s, history);
    QCOMPARE(names(told), QByteArrayList({"job-lock:nightly"}));
    QCOMPARE(told.hits.front().relation, ExceptionHit::Relation::Named);
    QCOMPARE(told.hits.front().owner, bob);
}

void tst_ExceptionDialog::othersOfTheClientComeLast()
{
    using enum watch::EventType;
    insight::HoldHistory history;
    note(history, Acquired, 1, "other", OwnerId(node + ":8"));
    ExceptionAnswer told = answer(exceptionOfAnn, history);
    QCOMPARE(names(told), QByteArrayList({"other"}));
    QVERIFY(told.hits.front().isOtherThread);
    QVERIFY(!told.isOwnerKnown);
    note(history, Acquired, 1, "own", ann);
    told = answer(exceptionOfAnn, history);
    QCOMPARE(names(told), QByteArrayList({"own", "other"}));
    for (int i = 0; i < 300; ++i)
        note(history, Acquired, 2, QByteArray::number(i), ann);
    told = answer(exceptionOfAnn, history);
    QCOMPARE(told.hits.size(), mostHits);
    QVERIFY(told.isMore);
}

void tst_ExceptionDialog::whoWaitsIsTold()
{
    using enum watch::EventType;
    const StandingClock clock;
    insight::HoldHistory history;
    note(history, Acquired, 1, "queue", bob);
    watch::LockRecord lock = fairLock("queue", clock, 2);
    lock.waiters->back().owner = ann;
    const ExceptionAnswer told = answer(exceptionOfAnn, history, {lock});
    QCOMPARE(names(told), QByteArrayList({"queue"}));
    QCOMPARE(told.hits.front().relation, ExceptionHit::Relation::WaitsNow);
}

void tst_ExceptionDialog::whatNobodyHeldIsFound()
{
    const StandingClock clock;
    const insight::HoldHistory history; // nothing was seen to happen
    watch::LockRecord waiting = fairLock("queue", clock, 2);
    waiting.holds.clear();
    waiting.waiters->back().owner = ann;
    ExceptionAnswer told = answer(exceptionOfAnn, history, {heldLock("other", clock), waiting});
    QCOMPARE(names(told), QByteArrayList({"queue"}));
    QCOMPARE(told.hits.front().relation, ExceptionHit::Relation::WaitsNow);
    QVERIFY(told.isOwnerKnown);
    // Named and waited for it is told once.
    told = answer(exceptionOfAnn + u"\nlock 'queue'"_s, history, {waiting});
    QCOMPARE(names(told), QByteArrayList({"queue"}));
    watch::LockRecord named = heldLock("shop:workers", clock);
    named.holds.clear();
    told = answer(u"Failed to acquire the \"workers\" lock."_s, history, {named, waiting});
    QCOMPARE(names(told), QByteArrayList({"shop:workers"}));
    QCOMPARE(told.hits.front().relation, ExceptionHit::Relation::Named);
    QVERIFY(told.hits.front().owner.isEmpty() && !told.hits.front().hold);
    QVERIFY(told.hits.front().now);
}

// It comes after the text was pasted, and changes then.
void tst_ExceptionDialog::aSemaphoreIsToldByItsNumber()
{
    const StandingClock clock;
    WatchClient client(clock);
    watch::WatchMailbox &mailbox = client.addSource();
    const auto put = [&](qint64 available) {
        watch::LockRecord lock = heldLock("workers", clock);
        lock.kind = "semaphore";
        lock.state = watch::LockState::Free;
        lock.holds.clear();
        lock.deadline.reset();
        lock.permits = watch::Permits{available, std::nullopt};
        mailbox.put(lock.id, std::make_shared<const watch::LockRecord>(lock));
    };
    const insight::HoldHistory history;
    ExceptionDialog dialog({history, client, clock});
    dialog.show();
    dialog.findChild<QPlainTextEdit *>(u"exceptionText"_s)->setPlainText(u"lock 'workers'"_s);
    const auto *hits = dialog.findChild<QListWidget *>(u"exceptionHits"_s);
    QCOMPARE(hits->count(), 0);
    const auto text = [&] { return hits->count() == 1 ? hits->item(0)->text() : QString(); };
    put(3);
    QVERIFY(eventually([&] {
        return text()
            == "workers - named in the text\n"
               "3 permits free."_L1;
    }));
    put(0);
    QVERIFY(eventually([&] { return text().endsWith("0 permits free."_L1); }));
    QVERIFY(dialog.findChild<QPushButton *>(u"exceptionOpen"_s)->isEnabled());
    QVERIFY(!dialog.findChild<QPushButton *>(u"exceptionTimeline"_s)->isEnabled());
}

// Even if other hits come before it meanwhile.
void tst_ExceptionDialog::theChosenLockStaysChosen()
{
    using enum watch::EventType;
    const StandingClock clock;
    WatchClient client(clock);
    insight::HoldHistory history;
    qint64 second = 0;
    const auto use = [&](const QByteArray &lock) {
        note(history, Acquired, ++second, lock, ann);
        note(history, Released, ++second, lock, ann);
    };
    use("first");
    use("second");
    ExceptionDialog dialog({history, client, clock});
    dialog.show();
    dialog.findChild<QPlainTextEdit *>(u"exceptionText"_s)->setPlainText(exceptionOfAnn);
    auto *hits = dialog.findChild<QListWidget *>(u"exceptionHits"_s);
    QCOMPARE(hits->count(), 2);
    hits->setCurrentRow(1);
    QVERIFY(hits->currentItem()->text().startsWith(u"first"_s));
    use("third");
    QVERIFY(eventually([&] { return hits->count() == 3; }));
    QCOMPARE(hits->currentRow(), 2);
    QVERIFY(hits->currentItem()->text().startsWith(u"first"_s));
}

// On a real server: the holder's time runs out, another one takes the lock, and the first one's
// unlock fails.
void tst_ExceptionDialog::anExpiryIsExplained()
{
    LOCKSCOPE_REQUIRE_REDIS();
    RedisProcess server;
    QVERIFY(server.start());
    console::Options options;
    options.view = QStringLiteral("locks");
    options.targets = {app::ChosenTarget{server.target(), {}, {}, {}, {}}};
    console::Application console(std::move(options), QString());
    console.start();
    QWidget &window = console.window();
    const auto hold = [&](const OwnerId &owner, const QByteArray &milliseconds) {
        server.command({"EVAL",
                        "redis.call('hset',KEYS[1],ARGV[1],'1')"
                        "redis.call('pexpire',KEYS[1],ARGV[2])",
                        "1", "orders:7", owner.bytes, milliseconds});
    };
    const auto &history = window.findChild<HistoryFeed *>()->history();
    const auto ends = [&]() -> std::size_t {
        const auto lane = history.find({0, LockName("orders:7")});
        return lane == insight::HoldHistory::noLane ? 0 : history.ended(lane).size();
    };
    auto *locks = window.findChild<QAbstractItemView *>(u"locks"_s)->model();
    hold(bob, "60000");
    QVERIFY(eventually([&] { return locks->rowCount() == 1; }));
    server.command({"DEL", "orders:7"});
    QVERIFY(eventually([&] { return ends() == 1; }));
    hold(ann, "300");
    QVERIFY(eventually([&] { return ends() == 2; }));
    hold(bob, "60000");
    QVERIFY(eventually([&] { return locks->rowCount() == 1; }));

    QApplication::clipboard()->setText(exceptionOfAnn);
    window.findChild<QAction *>(u"actionPasteException"_s)->trigger();
    auto *dialog = window.findChild<ExceptionDialog *>();
    QVERIFY(dialog && dialog->isVisible() && !dialog->isModal());
    const auto *hits = dialog->findChild<QListWidget *>(u"exceptionHits"_s);
    QVERIFY(eventually([&] {
        return hits->count() == 1
            && hits->item(0)->text().contains(u"Now held by merry-sloth (99999999"_s);
    }));
    const QString text = hits->item(0)->text();
    QVERIFY2(text.contains(u"then expired"_s), qPrintable(text));
    QVERIFY2(text.contains(u"Its time to live ended"_s), qPrintable(text));
    QVERIFY2(text.contains(u"The next holder was merry-sloth (99999999"_s), qPrintable(text));
    QVERIFY(dialog->findChild<QLabel *>(u"exceptionSummary"_s)->text().contains(u"did not hold"_s));
    for (QWidget *each : dialog->findChildren<QWidget *>()) {
        if (each->focusPolicy() & Qt::TabFocus && each->isVisible())
            QVERIFY2(
                !QAccessible::queryAccessibleInterface(each)->text(QAccessible::Name).isEmpty(),
                qPrintable(each->objectName()));
    }
    takePicture(*dialog, u"exception"_s);
    dialog->findChild<QPushButton *>(u"exceptionTimeline"_s)->click();
    auto *timeline = window.findChild<TimelinePane *>();
    QVERIFY(eventually([&] { return timeline->view().choice().has_value(); }));
    QCOMPARE(timeline->view().choice()->lock.name.bytes, QByteArray("orders:7"));
    dialog->findChild<QPushButton *>(u"exceptionOpen"_s)->click();
    QVERIFY(eventually(
        [&] { return window.findChild<QLabel *>(u"detailName"_s)->text() == u"orders:7"_s; }));
    // The same dialog again, with the current clipboard.
    QApplication::clipboard()->setText(u"nothing of the sort"_s);
    window.findChild<QAction *>(u"actionPasteException"_s)->trigger();
    QCOMPARE(window.findChildren<ExceptionDialog *>().size(), 1);
    QCOMPARE(hits->count(), 0);
    dialog->close();
    for (QTimer *timer : dialog->findChildren<QTimer *>())
        QVERIFY(!timer->isActive());
}

LOCKSCOPE_TEST_SUITE(tst_ExceptionDialog)
#include "tst_exceptiondialog.moc"
