// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/application.h"
#include "tests/support/listener.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "tests/ui/blocking/numberedowner.h"
#include "tests/ui/panefixture.h"
#include "tests/ui/pictures.h"
#include "ui/blocking/blockingfeed.h"
#include "ui/blocking/blockingmodel.h"
#include "ui/blocking/blockingpane.h"
#include "ui/table/celldelegate.h"

#include <QAbstractItemView>
#include <QAccessible>
#include <QAction>
#include <QHeaderView>
#include <QLabel>
#include <QSignalSpy>
#include <QTimer>
#include <QTreeView>

#include <memory>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

namespace {

// A waiter listens to a channel of its own; else it is dead.
std::unique_ptr<Listener> waitingFor(const RedisProcess &server, const QByteArray &name, int waiter)
{
    return std::make_unique<Listener>(
        server, "SUBSCRIBE", "redisson_lock__channel:{" + name + "}:" + numberedOwner(waiter));
}

// A fair lock as its clients leave it.
void fair(const RedisProcess &server, const QByteArray &name, int holder,
          const std::vector<int> &waiters)
{
    qint64 deadline = 4'000'000'000'000;
    QVERIFY(server.command({"HSET", name, numberedOwner(holder), "1"}).isInteger());
    QVERIFY(server.command({"PEXPIRE", name, "60000"}).isInteger());
    for (const int waiter : waiters) {
        QVERIFY(
            server.command({"RPUSH", "redisson_lock_queue:{" + name + "}", numberedOwner(waiter)})
                .isInteger());
        QVERIFY(server
                    .command({"ZADD", "redisson_lock_timeout:{" + name + "}",
                              QByteArray::number(deadline++), numberedOwner(waiter)})
                    .isInteger());
    }
}

} // namespace

// Tests the view of who waits for whom.
class tst_BlockingPane : public QObject, private PaneFixture<BlockingFeed, BlockingPane>
{
    Q_OBJECT

private:
    QAbstractItemModel *model() const { return find<QTreeView>("blocking")->model(); }
    // A lock whose waiters still have time when the test's clock has advanced.
    static watch::LockRecord patient(watch::LockRecord lock)
    {
        for (watch::WaiterRecord &waiter : *lock.waiters)
            *waiter.deadline += 10min;
        return lock;
    }

private Q_SLOTS:
    void init() { startPane({800, 300}); }
    void cleanup() { endPane(); }

    void itSaysThatNobodyWaits()
    {
        QVERIFY(eventually(
            [&] { return find<QLabel>("blockingEmptyTitle")->text() == u"No waiters"_s; }));
        QVERIFY(find<QLabel>("blockingEmptyTitle")->isVisible());
        QVERIFY(!find<QTreeView>("blocking")->isVisible());
        put(fairLock("jobs", m_clock, 2));
        QVERIFY(eventually([&] { return find<QTreeView>("blocking")->isVisible(); }));
        m_mailbox->put(watch::LockId{0, LockName("jobs")}, watch::LockPointer());
        QVERIFY(eventually([&] { return find<QLabel>("blockingEmptyTitle")->isVisible(); }));
    }

    void aLineIsReadAndItsLockOpened()
    {
        put(patient(fairLock("jobs", m_clock, 2)));
        auto *tree = find<QTreeView>("blocking");
        QVERIFY(eventually([&] { return tree->isVisible(); }));
        QVERIFY(tree->isExpanded(model()->index(0, 0))); // new rows are open
        QSignalSpy chosen(m_pane.get(), &BlockingPane::lockChosen);
        tree->setFocus();
        QTest::keyClick(tree, Qt::Key_Down);
        if (tree->currentIndex() != model()->index(0, 0))
            QTest::keyClick(tree, Qt::Key_Home);
        const QString sentence = find<QLabel>("blockingSentence")->text();
        QVERIFY2(sentence.contains(u"holds jobs (fair)"_s) && sentence.contains(u"2 wait"_s),
                 qPrintable(sentence));
        QTest::keyClick(tree, Qt::Key_Down);
        QTest::keyClick(tree, Qt::Key_Return);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].value<watch::LockId>(), (watch::LockId{0, LockName("jobs")}));
        // Time passes in the sentence, and the choice stays.
        m_clock.advance(7s);
        QVERIFY(eventually(
            [&] { return find<QLabel>("blockingSentence")->text().contains(u"14.0 s"_s); }));
        // Nobody gets another line than the one it chose.
        put(fairLock("other", m_clock, 1));
        m_mailbox->put(watch::LockId{0, LockName("jobs")}, watch::LockPointer());
        QVERIFY(eventually([&] {
            return model()->rowCount() > 0 && !lines(*model()).join(u' ').contains(u"jobs"_s);
        }));
        QVERIFY(!tree->currentIndex().isValid());
    }

    // Before, fifty waiters pushed every other holder out of sight.
    void aLongQueueDoesNotHideTheOthers()
    {
        put(patient(fairLock("jobs", m_clock, 50)));
        watch::LockRecord other = patient(fairLock("other", m_clock, 2));
        other.holds.front().owner = OwnerId("another:1");
        for (watch::WaiterRecord &waiter : *other.waiters)
            waiter.owner = OwnerId(waiter.owner.bytes + QByteArray("2"));
        put(other);
        auto *tree = find<QTreeView>("blocking");
        const auto rowOf = [&](const QString &lock) {
            const auto found =
                model()->match(model()->index(0, 0), Qt::DisplayRole, QString(lock + u" (fair)"_s),
                               1, Qt::MatchStartsWith | Qt::MatchRecursive);
            return found.isEmpty() ? QModelIndex() : found.front();
        };
        QVERIFY2(
            eventually([&] { return rowOf(u"jobs"_s).isValid() && rowOf(u"other"_s).isValid(); }),
            qPrintable(lines(*model()).join(u'\n')));
        QVERIFY(model()->rowCount(rowOf(u"jobs"_s)) > 40);
        QVERIFY(!tree->isExpanded(rowOf(u"jobs"_s)));
        QVERIFY(tree->isExpanded(rowOf(u"other"_s)));
        for (const QString &lock : {u"jobs"_s, u"other"_s})
            QVERIFY(tree->viewport()->rect().contains(tree->visualRect(rowOf(lock))));
        // A row that somebody opens to see them stays open.
        tree->expand(rowOf(u"jobs"_s));
        put(patient(fairLock("third", m_clock, 1)));
        QVERIFY(eventually([&] { return rowOf(u"third"_s).isValid(); }));
        QVERIFY(tree->isExpanded(rowOf(u"jobs"_s)));
    }

    // As between both docks of a window of 1280: the step of a deadlock is read without a click.
    void aDeadlockIsReadInANarrowPane()
    {
        m_pane->resize(510, 300);
        watch::LockRecord first = patient(fairLock("payment:account:2071", m_clock, 1));
        watch::LockRecord second = patient(fairLock("payment:account:1042", m_clock, 1));
        first.holds.front().owner = second.waiters->front().owner = OwnerId("tidy-snail:34");
        second.holds.front().owner = first.waiters->front().owner = OwnerId("rustic-caracal:21");
        put(first);
        put(second);
        QVERIFY(eventually([&] { return m_keeper->tree().deadlocks == 1 && model()->rowCount(); }));
        auto *tree = find<QTreeView>("blocking");
        const QModelIndex deadlock = model()->index(0, 0);
        QCOMPARE(model()->rowCount(deadlock), 2);
        for (int row = 0; row < 2; ++row) {
            const QModelIndex step = model()->index(row, 0, deadlock);
            // It has the room of the numbers, of which it has none.
            QVERIFY(tree->isFirstColumnSpanned(row, deadlock));
            const int room = tree->visualRect(step).width() - 2 * CellDelegate::margin
                - badgeRoom(tree->fontMetrics());
            const QString brief = step.data(BlockingModel::BriefRole).toString();
            QVERIFY2(tree->fontMetrics().horizontalAdvance(brief) <= room, qPrintable(brief));
            for (const QString &name :
                 {u"tidy-snail:34"_s, u"rustic-caracal:21"_s, u"payment:account:"_s})
                QVERIFY2(brief.contains(name), qPrintable(brief));
        }
        // A row with numbers keeps their columns.
        watch::LockRecord other = patient(fairLock("jobs", m_clock, 1));
        other.holds.front().owner = OwnerId("another:1");
        other.waiters->front().owner = OwnerId("another:2");
        put(other);
        QVERIFY(eventually([&] { return lines(*model()).join(u' ').contains(u"jobs (fair)"_s); }));
        QVERIFY(!tree->isFirstColumnSpanned(0, {}) && !tree->isFirstColumnSpanned(1, {}));
        QVERIFY(tree->isFirstColumnSpanned(1, model()->index(0, 0)));
    }

    void theTitlesOfTheNumbersFit()
    {
        put(fairLock("jobs", m_clock, 2));
        auto *tree = find<QTreeView>("blocking");
        QVERIFY(eventually([&] { return tree->isVisible(); }));
        for (int column = BlockingModel::Waiting; column < BlockingModel::ColumnCount; ++column) {
            const QString title = model()->headerData(column, Qt::Horizontal).toString();
            QVERIFY2(tree->header()->sectionSize(column)
                         >= tree->header()->fontMetrics().horizontalAdvance(title)
                             + 2 * CellDelegate::margin,
                     qPrintable(title));
        }
    }

    void hiddenItDoesNothing()
    {
        QVERIFY(eventually([&] { return !m_keeper->isComputing(); }));
        m_pane->hide();
        for (QTimer *timer : m_pane->findChildren<QTimer *>())
            QVERIFY(!timer->isActive());
        put(patient(fairLock("jobs", m_clock, 2)));
        QVERIFY(eventually([&] { return m_client->locks().lockCount() == 1; }));
        QVERIFY(!m_keeper->isComputing());
        QCOMPARE(model()->rowCount(), 0);
        m_clock.advance(5s);
        m_pane->show(); // since when they wait was noted all the same
        QVERIFY(eventually([&] { return model()->rowCount() > 0; }));
        QCOMPARE(m_keeper->tree().roots.front().waited, std::optional<Millis>(10s));
    }

    void whoCannotSeeItIsToldOfIt()
    {
        put(fairLock("jobs", m_clock, 2));
        auto *tree = find<QTreeView>("blocking");
        QVERIFY(eventually([&] { return tree->isVisible(); }));
        QAccessibleInterface *const access = QAccessible::queryAccessibleInterface(tree);
        QVERIFY(access && !access->text(QAccessible::Name).isEmpty());
        QVERIFY(
            model()->index(0, 0).data(Qt::AccessibleTextRole).toString().contains(u"holds jobs"_s));
        QCOMPARE(m_pane->focusProxy(), tree);
    }

    // A chain of three over two servers, and then the two wait for each other.
    void realChainsAndDeadlocks()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        RedisProcess one;
        RedisProcess two;
        QVERIFY(one.start() && two.start());
        console::Options options;
        options.view = QStringLiteral("locks");
        options.targets = {app::ChosenTarget{one.target(), {}, {}, {}, {}},
                           app::ChosenTarget{two.target(), {}, {}, {}, {}}};
        console::Application console(std::move(options), QString());
        console.start();
        QWidget &window = console.window();
        auto *pane = window.findChild<BlockingPane *>();
        QVERIFY(pane && !pane->isVisible());
        const auto second = waitingFor(one, "x", 2);
        const auto third = waitingFor(two, "y", 3);
        fair(one, "x", 1, {2});
        fair(two, "y", 2, {3});
        window.findChild<QAction *>(u"view-blockingDock"_s)->trigger();
        QVERIFY(eventually([&] { return pane->isVisible(); }));
        auto *tree = pane->findChild<QTreeView *>(u"blocking"_s);
        const auto shown = [&] { return lines(*tree->model()); };
        // That they listen is seen a moment later.
        QVERIFY(eventually(
            [&] { return shown().size() == 5 && !shown().join(u' ').contains(u"not checked"_s); }));
        const QStringList chain = shown();
        for (const auto &[line, part] : std::vector<std::pair<int, QByteArray>>{
                 {0, numberedOwner(1)},
                 {1, "x (fair) on " + one.url().toUtf8()},
                 {2, numberedOwner(2) + ") waits, and blocks others:"},
                 {3, "y (fair) on " + two.url().toUtf8()},
                 {4, numberedOwner(3) + ") waits"}})
            QVERIFY2(chain[line].contains(QString::fromUtf8(part)), qPrintable(chain[line]));
        QVERIFY(!pane->findChild<QLabel *>(u"blockingNote"_s)->isVisible());

        const auto circle = waitingFor(two, "y", 1);
        fair(two, "y", 2, {1});
        QVERIFY(eventually([&] { return shown().value(0).startsWith(u"Deadlock: 2 owners"_s); }));
        QVERIFY(pane->findChild<QLabel *>(u"blockingNote"_s)->text().startsWith(u"1 deadlock"_s));
        QCOMPARE(tree->model()->rowCount(tree->model()->index(0, 0)), 2);
        // From a step to its lock.
        tree->setCurrentIndex(tree->model()->index(0, 0, tree->model()->index(0, 0)));
        QTest::keyClick(tree, Qt::Key_Return);
        QVERIFY(eventually([&] {
            auto *name = window.findChild<QLabel *>(u"detailName"_s);
            return name->isVisible() && name->text() == u"y"_s;
        }));
        // One gives up, and it is over.
        QVERIFY(
            two.command({"LREM", "redisson_lock_queue:{y}", "0", numberedOwner(1)}).isInteger());
        QVERIFY(two.command({"ZREM", "redisson_lock_timeout:{y}", numberedOwner(1)}).isInteger());
        QVERIFY(eventually(
            [&] { return shown().value(0).contains(QString::fromUtf8(numberedOwner(1))); }));
        QVERIFY(!shown().join(u' ').contains(u"Deadlock"_s));
    }

    void picturesForPeople_data() { addThemes(); }
    void picturesForPeople()
    {
        QFETCH(int, theme);
        applyTheme(Theme(theme));
        const watch::LockRecord first = patient(fairLock("jobs", m_clock, 2));
        watch::LockRecord second = fairLock("stock", m_clock, 0);
        second.holds.front().owner = first.waiters->front().owner;
        watch::WaiterRecord back;
        back.owner = first.holds.front().owner;
        second.waiters->push_back(back);
        watch::LockRecord plain = heldLock("orders", m_clock);
        plain.waitingConnections = 4;
        for (const watch::LockRecord &lock : {first, second, plain})
            put(lock);
        put(fairLock("mail", m_clock, 4));
        QVERIFY(eventually([&] { return m_client->locks().lockCount() == 4; }));
        m_clock.advance(12s);
        QVERIFY(eventually([&] { return m_keeper->tree().deadlocks == 1; }));
        find<QTreeView>("blocking")->setCurrentIndex(model()->index(0, 0));
        takePicture(*m_pane, u"blocking"_s);
        applyTheme(Theme::Light);
    }
};

LOCKSCOPE_TEST_SUITE(tst_BlockingPane)
#include "tst_blockingpane.moc"
